/** A map of keys, each followed by its value. */
private static #java.util.Map#<#java.lang.Object#, #java.lang.Object#> map(#java.lang.Object#... entries) {
    #java.util.Map#<#java.lang.Object#, #java.lang.Object#> map = new #java.util.HashMap#<>();
    for (int i = 0; i < entries.length; i += 2) {
        map.put(entries[i], entries[i + 1]);
    }
    return map;
}
