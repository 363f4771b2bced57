/** What objects behind static fields hold, so that it can be put back. */
private static final class Kept {
    private final #java.util.Map#<#java.lang.Object#, #java.lang.Object#> contents = new #java.util.IdentityHashMap#<>();
    private final #java.util.ArrayDeque#<#java.lang.Object#> open = new #java.util.ArrayDeque#<>();

    Kept(#java.lang.String#... fields) throws #java.lang.Exception# {
        for (#java.lang.String# field : fields) {
            meet(getStatic(field));
        }
        while (!open.isEmpty()) {
            #java.lang.Object# object = open.pop();
            #java.lang.Object# content = content(object);
            contents.put(object, content);
            if (content instanceof #java.lang.Object#[] parts) {
                for (#java.lang.Object# part : parts) {
                    meet(part);
                }
            }
        }
    }

    private void meet(#java.lang.Object# object) {
        if (object != null && !(object instanceof #java.lang.String#) && !contents.containsKey(object)) {
            contents.put(object, null);
            open.push(object);
        }
    }

    void restore() throws #java.lang.Exception# {
        for (#java.util.Map#.Entry<#java.lang.Object#, #java.lang.Object#> kept : contents.entrySet()) {
            if (!isSame(content(kept.getKey()), kept.getValue())) {
                fill(kept.getKey(), kept.getValue());
            }
        }
    }

    /** The parts of an object in an array; one value, or null, for what has none. */
    private static #java.lang.Object# content(#java.lang.Object# object) throws #java.lang.Exception# {
        if (object instanceof #java.lang.Object#[] array) {
            return array.clone();
        } else if (object.getClass().isArray()) {
            int length = #java.lang.reflect.Array#.getLength(object);
            #java.lang.Object# copy = #java.lang.reflect.Array#.newInstance(object.getClass().getComponentType(), length);
            #java.lang.System#.arraycopy(object, 0, copy, 0, length);
            return copy;
        } else if (object instanceof #java.util.Collection#<?> collection) {
            return collection.toArray();
        } else if (object instanceof #java.util.Map#<?, ?> map) {
            #java.util.List#<#java.lang.Object#> entries = new #java.util.ArrayList#<>();
            map.forEach((key, value) -> #java.util.Collections#.addAll(entries, key, value));
            return entries.toArray();
        } else if (object instanceof #java.lang.CharSequence# || object.getClass().getName().startsWith("java.util.concurrent.atomic.Atomic")) {
            return object.toString();
        }
        #java.util.List#<#java.lang.Object#> values = new #java.util.ArrayList#<>();
        for (#java.lang.reflect.Field# field : fields(object)) {
            values.add(field.get(object));
        }
        return values.toArray();
    }

    private static boolean isSame(#java.lang.Object# content, #java.lang.Object# kept) {
        if (!(content instanceof #java.lang.Object#[] parts)) {
            return #java.util.Objects#.deepEquals(content, kept);
        }
        #java.lang.Object#[] others = (#java.lang.Object#[]) kept;
        boolean same = parts.length == others.length;
        for (int i = 0; same && i < parts.length; i++) {
            same = parts[i] == others[i];
        }
        return same;
    }

    @#java.lang.SuppressWarnings#("unchecked")
    private static void fill(#java.lang.Object# object, #java.lang.Object# kept) throws #java.lang.Exception# {
        if (object.getClass().isArray()) {
            #java.lang.System#.arraycopy(kept, 0, object, 0, #java.lang.reflect.Array#.getLength(kept));
        } else if (object instanceof #java.util.Collection#<?> collection) {
            collection.clear();
            #java.util.Collections#.addAll((#java.util.Collection#<#java.lang.Object#>) collection, (#java.lang.Object#[]) kept);
        } else if (object instanceof #java.util.Map#<?, ?> map) {
            map.clear();
            #java.lang.Object#[] entries = (#java.lang.Object#[]) kept;
            for (int i = 0; i < entries.length; i += 2) {
                ((#java.util.Map#<#java.lang.Object#, #java.lang.Object#>) map).put(entries[i], entries[i + 1]);
            }
        } else if (object instanceof #java.lang.StringBuilder# builder) {
            builder.replace(0, builder.length(), (#java.lang.String#) kept);
        } else if (object instanceof #java.lang.StringBuffer# buffer) {
            buffer.replace(0, buffer.length(), (#java.lang.String#) kept);
        } else if (object instanceof #java.util.concurrent.atomic.AtomicInteger# number) {
            number.set(#java.lang.Integer#.parseInt((#java.lang.String#) kept));
        } else if (object instanceof #java.util.concurrent.atomic.AtomicLong# number) {
            number.set(#java.lang.Long#.parseLong((#java.lang.String#) kept));
        } else if (object instanceof #java.util.concurrent.atomic.AtomicBoolean# flag) {
            flag.set(#java.lang.Boolean#.parseBoolean((#java.lang.String#) kept));
        } else {
            int place = 0;
            for (#java.lang.reflect.Field# field : fields(object)) {
                field.set(object, ((#java.lang.Object#[]) kept)[place++]);
            }
        }
    }

    /** The fields that code outside the class library declares and that can be set. */
    private static #java.util.List#<#java.lang.reflect.Field#> fields(#java.lang.Object# object) {
        #java.util.List#<#java.lang.reflect.Field#> fields = new #java.util.ArrayList#<>();
        #java.lang.Class#<?> type = object.getClass();
        if (type.isHidden() || type.isRecord()) {
            return fields;
        }
        for (; type != null && !type.getModule().isNamed(); type = type.getSuperclass()) {
            for (#java.lang.reflect.Field# field : type.getDeclaredFields()) {
                if (!#java.lang.reflect.Modifier#.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }
}
