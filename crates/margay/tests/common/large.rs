//! Valid structures of any size for the subjects of repair, as JSON.
#![allow(dead_code, reason = "each test file uses a part of this")]

use std::fmt::Write;
use std::path::PathBuf;

/// A subject: its class, where its source is, and how a structure of so many nodes looks.
pub struct Subject {
    pub class: &'static str,
    pub source: &'static str,
    make: fn(usize) -> String,
}

/// The five structures of the paper's table, and three more.
pub const SUBJECTS: [Subject; 8] = [
    Subject {
        class: "DoublyLinkedList",
        source: "tests/java/enumerate/DoublyLinkedList.java",
        make: doubly_linked_list,
    },
    Subject {
        class: "BinaryTree",
        source: "tests/java/enumerate/BinaryTree.java",
        make: |n| tree(n, "BinaryTree", |_, _| String::new()),
    },
    Subject { class: "NaryTree", source: "tests/java/enumerate/NaryTree.java", make: nary_tree },
    Subject { class: "AvlTree", source: "tests/java/repair/AvlTree.java", make: avl_tree },
    Subject {
        class: "DisjointSets",
        source: "tests/java/repair/DisjointSets.java",
        make: disjoint_sets,
    },
    Subject {
        class: "RedBlackTree",
        source: "tests/java/repair/RedBlackTree.java",
        make: red_black_tree,
    },
    Subject { class: "HashTable", source: "tests/java/repair/HashTable.java", make: hash_table },
    Subject { class: "Graph", source: "tests/java/repair/Graph.java", make: graph },
];

impl Subject {
    /// A valid structure of so many nodes, in a file of its own.
    pub fn write(&self, folder: &std::path::Path, nodes: usize) -> PathBuf {
        let file = folder.join(format!("{}-{nodes}.json", self.class));
        std::fs::write(&file, (self.make)(nodes)).expect("a file");
        file
    }
}

/// Objects as they are written.
struct Heap(String);

impl Heap {
    fn new(root: &str) -> Heap {
        Heap(format!("{{\"root\":\"{root}\",\"objects\":{{"))
    }

    fn object(&mut self, name: &str, class: &str, fields: &str) {
        let comma = if self.0.ends_with('{') { "" } else { "," };
        write!(self.0, "{comma}\"{name}\":{{\"class\":\"{class}\",\"fields\":{{{fields}}}}}")
            .expect("a string takes everything");
    }

    fn array(&mut self, name: &str, class: &str, elements: &str) {
        write!(self.0, ",\"{name}\":{{\"class\":\"{class}\",\"elements\":[{elements}]}}")
            .expect("a string takes everything");
    }

    fn end(self) -> String {
        self.0 + "}}\n"
    }
}

/// A reference to the object of this name and number, or null.
fn link(name: &str, number: Option<usize>) -> String {
    number.map_or("null".to_owned(), |number| format!("{{\"$ref\":\"{name}{number}\"}}"))
}

fn below(number: usize, end: usize) -> Option<usize> {
    (number < end).then_some(number)
}

/// An organisation of so many people, five of whom report to each; `wrong` says by how much the
/// number of those below a person is not what it should be.
pub fn organisation(count: usize, wrong: impl Fn(usize) -> i64) -> String {
    const REPORTS: usize = 5;
    let mut below_each = vec![0; count];
    for i in (1..count).rev() {
        below_each[(i - 1) / REPORTS] += below_each[i] + 1;
    }
    let mut heap = Heap::new("organisation");
    let fields = format!("\"head\":{},\"size\":{count}", link("Person", Some(0)));
    heap.object("organisation", "Organisation", &fields);
    for (i, subordinates) in below_each.into_iter().enumerate() {
        let superior = link("Person", i.checked_sub(1).map(|i| i / REPORTS));
        let first = link("Person", below(REPORTS * i + 1, count));
        let is_last = i % REPORTS == 0;
        let next = link("Person", below(i + 1, count).filter(|_| !is_last));
        let subordinates = subordinates + wrong(i);
        let links = format!("\"superior\":{superior},\"firstReport\":{first},\"nextPeer\":{next}");
        let fields = format!("{links},\"subordinates\":{subordinates}");
        heap.object(&format!("Person{i}"), "Organisation$Person", &fields);
    }
    heap.end()
}

/// People of whom about one in three pairs know each other.
pub fn acquaintances(count: usize) -> String {
    let know = |a: usize, b: usize| a != b && (a.min(b) * 7 + a.max(b) * 11) % 10 < 3;
    let known = |a: usize| (0..count).filter(move |b| know(a, *b));
    let names = |people: &mut dyn Iterator<Item = usize>| {
        people.map(|person| link("Person", Some(person))).collect::<Vec<_>>().join(",")
    };
    let pairs = (0..count).map(|a| known(a).count()).sum::<usize>() / 2;
    let mut heap = Heap::new("acquaintances");
    let fields = format!("\"people\":{{\"$ref\":\"people\"}},\"pairs\":{pairs}");
    heap.object("acquaintances", "Acquaintances", &fields);
    heap.array("people", "Acquaintances$Person[]", &names(&mut (0..count)));
    for person in 0..count {
        let fields = format!(
            "\"knows\":{},\"count\":{}",
            link("Known", Some(person)),
            known(person).count()
        );
        heap.object(&format!("Person{person}"), "Acquaintances$Person", &fields);
        let known = names(&mut known(person));
        heap.array(&format!("Known{person}"), "Acquaintances$Person[]", &known);
    }
    heap.end()
}

fn doubly_linked_list(count: usize) -> String {
    let mut heap = Heap::new("list");
    let size = count - 1;
    let header = link("Entry", Some(0));
    heap.object("list", "DoublyLinkedList", &format!("\"header\":{header},\"size\":{size}"));
    for i in 0..count {
        let (next, previous) = ((i + 1) % count, (i + count - 1) % count);
        let (next, previous) = (link("Entry", Some(next)), link("Entry", Some(previous)));
        let fields = format!("\"next\":{next},\"previous\":{previous}");
        heap.object(&format!("Entry{i}"), "DoublyLinkedList$Entry", &fields);
    }
    heap.end()
}

/// A complete binary tree; `more` gives the fields of a node beside its children.
fn tree(count: usize, class: &str, more: impl Fn(usize, usize) -> String) -> String {
    let mut heap = Heap::new("tree");
    let root = link("Node", Some(0));
    heap.object("tree", class, &format!("\"root\":{root},\"size\":{count}"));
    for i in 0..count {
        let (left, right) = (below(2 * i + 1, count), below(2 * i + 2, count));
        let (left, right) = (link("Node", left), link("Node", right));
        let fields = format!("\"left\":{left},\"right\":{right}{}", more(i, count));
        heap.object(&format!("Node{i}"), &format!("{class}$Node"), &fields);
    }
    heap.end()
}

/// The keys of a complete search tree: each node's place in order.
fn keys(count: usize) -> Vec<usize> {
    let mut keys = vec![0; count];
    let (mut open, mut node, mut key) = (Vec::new(), below(0, count), 1);
    while node.is_some() || !open.is_empty() {
        while let Some(at) = node {
            open.push(at);
            node = below(2 * at + 1, count);
        }
        let at = open.pop().expect("a node is open");
        keys[at] = key;
        key += 1;
        node = below(2 * at + 2, count);
    }
    keys
}

fn avl_tree(count: usize) -> String {
    let keys = keys(count);
    let mut heights = vec![0; count];
    for i in (0..count).rev() {
        let height = |child| below(child, count).map_or(0, |child| heights[child]);
        heights[i] = 1 + height(2 * i + 1).max(height(2 * i + 2));
    }
    tree(count, "AvlTree", |i, _| format!(",\"key\":{},\"height\":{}", keys[i], heights[i]))
}

/// All levels black, but for a last one that is not full.
fn red_black_tree(count: usize) -> String {
    let keys = keys(count);
    let is_full = (count + 1).is_power_of_two();
    tree(count, "RedBlackTree", |i, count| {
        let is_last = (i + 1).ilog2() == count.ilog2();
        let color = if is_last && !is_full { "RED" } else { "BLACK" };
        let parent = link("Node", i.checked_sub(1).map(|i| i / 2));
        format!(",\"parent\":{parent},\"key\":{},\"color\":{{\"$enum\":\"{color}\"}}", keys[i])
    })
}

/// Four children for each node.
fn nary_tree(count: usize) -> String {
    let mut heap = Heap::new("tree");
    let root = link("Node", Some(0));
    heap.object("tree", "NaryTree", &format!("\"root\":{root},\"size\":{count}"));
    for i in 0..count {
        let child = link("Node", below(4 * i + 1, count));
        let is_last = i % 4 == 0;
        let sibling = link("Node", below(i + 1, count).filter(|_| !is_last));
        let fields = format!("\"firstChild\":{child},\"nextSibling\":{sibling}");
        heap.object(&format!("Node{i}"), "NaryTree$Node", &fields);
    }
    heap.end()
}

/// Sets of eight, as merging equals makes them.
fn disjoint_sets(count: usize) -> String {
    let parent = |i: usize| {
        let k = i % 8;
        i - k + (k & k.wrapping_sub(1))
    };
    let mut ranks = vec![0; count];
    for i in (0..count).rev() {
        if parent(i) != i {
            ranks[parent(i)] = ranks[parent(i)].max(ranks[i] + 1);
        }
    }
    let mut heap = Heap::new("sets");
    let first = link("Element", Some(0));
    let sets = count.div_ceil(8);
    let fields = format!("\"first\":{first},\"size\":{count},\"sets\":{sets}");
    heap.object("sets", "DisjointSets", &fields);
    for (i, rank) in ranks.iter().enumerate() {
        let (parent, next) =
            (link("Element", Some(parent(i))), link("Element", below(i + 1, count)));
        let fields = format!("\"parent\":{parent},\"next\":{next},\"rank\":{rank}");
        heap.object(&format!("Element{i}"), "DisjointSets$Element", &fields);
    }
    heap.end()
}

fn hash_table(count: usize) -> String {
    let buckets = count.next_power_of_two();
    let mut chains = vec![Vec::new(); buckets];
    for i in 0..count {
        let key = i * 7919;
        chains[(key ^ (key >> 16)) & (buckets - 1)].push(key);
    }
    let mut heap = Heap::new("table");
    let table = format!("\"table\":{{\"$ref\":\"buckets\"}},\"count\":{count}");
    heap.object("table", "HashTable", &table);
    let mut heads = Vec::new();
    let mut entry = 0;
    for chain in &chains {
        heads.push(link("Entry", (!chain.is_empty()).then_some(entry)));
        entry += chain.len();
    }
    heap.array("buckets", "HashTable$Entry[]", &heads.join(","));
    let mut entry = 0;
    for chain in &chains {
        for (place, key) in chain.iter().enumerate() {
            let next = link("Entry", (place + 1 < chain.len()).then_some(entry + 1));
            let fields = format!("\"key\":{key},\"value\":null,\"next\":{next}");
            heap.object(&format!("Entry{entry}"), "HashTable$Entry", &fields);
            entry += 1;
        }
    }
    heap.end()
}

/// A path through all vertices, and an edge from each to the one of twice its number.
fn graph(count: usize) -> String {
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut ends = Vec::new();
    let path = (1..count).map(|to| (to - 1, to));
    let chords = (1..count).filter_map(|from| Some((from, below(2 * from + 1, count)?)));
    for (from, to) in path.chain(chords) {
        for end in [from, to] {
            leaving[end].push(ends.len());
            ends.push(end);
        }
    }
    let mut heap = Heap::new("graph");
    let first = link("Vertex", Some(0));
    heap.object("graph", "Graph", &format!("\"first\":{first},\"vertices\":{count}"));
    let mut next = vec![None; ends.len()];
    for (vertex, edges) in leaving.iter().enumerate() {
        let following = link("Vertex", below(vertex + 1, count));
        let (head, degree) = (link("Edge", edges.first().copied()), edges.len());
        let fields = format!("\"next\":{following},\"edges\":{head},\"degree\":{degree}");
        heap.object(&format!("Vertex{vertex}"), "Graph$Vertex", &fields);
        for pair in edges.windows(2) {
            next[pair[0]] = Some(pair[1]);
        }
    }
    for (edge, from) in ends.iter().enumerate() {
        let (from, twin) = (link("Vertex", Some(*from)), link("Edge", Some(edge ^ 1)));
        let fields =
            format!("\"from\":{from},\"twin\":{twin},\"next\":{}", link("Edge", next[edge]));
        heap.object(&format!("Edge{edge}"), "Graph$Edge", &fields);
    }
    heap.end()
}
