/** Calls the predicate, which code outside its class may not. */
static boolean holds(Object structure) throws ReflectiveOperationException {
    for (Class<?> type = structure.getClass(); type != null; type = type.getSuperclass()) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals("{predicate}") && method.getParameterCount() == 0) {
                method.setAccessible(true);
                return (boolean) method.invoke(structure);
            }
        }
    }
    throw new AssertionError(structure.getClass().getName() + " has no predicate {predicate}()");
}
