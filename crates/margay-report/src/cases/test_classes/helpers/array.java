/** An array of the given elements; their class is named as {@code Class.forName} wants it. */
private static #java.lang.Object# array(#java.lang.String# type, #java.lang.Object#... elements)
        throws #java.lang.Exception# {
    #java.lang.Class#<?> element = #java.lang.Class#.forName(type);
    #java.lang.Object# array = #java.lang.reflect.Array#.newInstance(element, elements.length);
    for (int i = 0; i < elements.length; i++) {
        #java.lang.reflect.Array#.set(array, i, elements[i]);
    }
    return array;
}
