package business;

import java.util.ArrayList;
import java.util.List;

/** A tree of permissions: what a group may do, its subgroups may do unless they are denied it. */
public class Permission {
    private final String name;
    private final Permission parent;
    private final List<Permission> children = new ArrayList<>();
    private Boolean granted;

    public Permission(String name) {
        this(name, null);
    }

    private Permission(String name, Permission parent) {
        this.name = name;
        this.parent = parent;
    }

    public Permission child(String name) {
        for (Permission child : children) {
            if (child.name.equals(name)) {
                return child;
            }
        }
        Permission child = new Permission(name, this);
        children.add(child);
        return child;
    }

    public void grant() {
        granted = true;
    }

    public void deny() {
        granted = false;
    }

    public boolean isGranted() {
        if (granted != null) {
            return granted;
        }
        return parent != null && parent.isGranted();
    }

    public int depth() {
        return parent == null ? 0 : parent.depth() + 1;
    }

    public String path() {
        return parent == null ? name : parent.path() + "/" + name;
    }

    public int countGranted() {
        int count = isGranted() ? 1 : 0;
        for (Permission child : children) {
            count += child.countGranted();
        }
        return count;
    }
}
