//! The graph analyses against their definitions, on random and on chosen graphs.

use super::cfg::Cfg;
use super::components::Components;
use super::control_dependence::ControlDependence;
use super::dominators::Dominators;
use super::graph::Graph;
use super::loops::Loops;
use super::post_dominators::{PostDominators, with_exit};
use super::testing::flow;
use crate::ids::Block;
use proptest::collection::vec;
use proptest::prelude::*;

/// Nodes and their successors; few edges a node, as in code.
fn graphs() -> impl Strategy<Value = Vec<Vec<u32>>> {
    (1..12u32).prop_flat_map(|nodes| vec(vec(0..nodes, 0..4), nodes as usize))
}

fn blocks(edges: &[Vec<u32>]) -> impl Iterator<Item = Block> + Clone + use<> {
    (0..u32::try_from(edges.len()).unwrap()).map(Block::from_u32)
}

/// What `from` reaches without passing `without`.
fn reach(graph: &Graph, from: u32, without: Option<u32>) -> Vec<bool> {
    let mut seen = vec![false; graph.len()];
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        if Some(node) != without && !std::mem::replace(&mut seen[node as usize], true) {
            open.extend(graph.successors(node));
        }
    }
    seen
}

/// By definition: `b` is reached, but not without `a`.
fn dominates(graph: &Graph, root: u32, a: u32, b: u32) -> bool {
    reach(graph, root, None)[b as usize] && !reach(graph, root, Some(a))[b as usize]
}

/// By definition: `a` and `b` reach each other.
fn connected(graph: &Graph, a: u32, b: u32) -> bool {
    reach(graph, a, None)[b as usize] && reach(graph, b, None)[a as usize]
}

fn post_dominates(cfg: &Cfg, a: Block, b: Block) -> bool {
    let exit = u32::try_from(cfg.graph().len()).unwrap();
    dominates(&with_exit(cfg).reversed(), exit, a.as_u32(), b.as_u32())
}

proptest! {
    #[test]
    fn neighbours_mirror_each_other(edges in graphs()) {
        let cfg = Cfg::new(&flow(&edges));
        for a in blocks(&edges) {
            let expected: Vec<Block> = blocks(&edges)
                .filter(|b| edges[b.as_u32() as usize].contains(&a.as_u32()))
                .collect();
            prop_assert_eq!(cfg.predecessors(a).collect::<Vec<_>>(), expected);
            let mut once = cfg.successors(a).map(|b| b.as_u32()).collect::<Vec<_>>();
            let mut all = edges[a.as_u32() as usize].clone();
            once.sort_unstable();
            all.sort_unstable();
            all.dedup();
            prop_assert_eq!(once, all);
        }
    }

    /// An edge goes back in the order only if it closes a cycle.
    #[test]
    fn reverse_postorder_is_one(edges in graphs()) {
        let cfg = Cfg::new(&flow(&edges));
        let reached = reach(cfg.graph(), 0, None);
        prop_assert_eq!(cfg.reverse_postorder().first(), Some(&Block::from_u32(0)));
        for a in blocks(&edges) {
            prop_assert_eq!(cfg.place(a).is_some(), reached[a.as_u32() as usize]);
            for b in cfg.successors(a).filter(|_| cfg.place(a).is_some()) {
                let back = cfg.place(b) <= cfg.place(a);
                prop_assert!(!back || connected(cfg.graph(), a.as_u32(), b.as_u32()));
            }
        }
    }

    #[test]
    fn dominators_by_removal(edges in graphs()) {
        let cfg = Cfg::new(&flow(&edges));
        let found = Dominators::new(&cfg);
        for b in blocks(&edges) {
            let by_definition = |a: &Block| dominates(cfg.graph(), 0, a.as_u32(), b.as_u32());
            for a in blocks(&edges) {
                prop_assert_eq!(found.dominates(a, b), by_definition(&a), "{} {}", a, b);
            }
            // The immediate one is dominated by all the others.
            let strict: Vec<Block> = blocks(&edges).filter(|a| *a != b).filter(by_definition).collect();
            let nearest = strict.iter().find(|a| strict.iter().all(|c| found.dominates(*c, **a)));
            prop_assert_eq!(found.immediate(b), nearest.copied());
        }
    }

    #[test]
    fn components_by_reachability(edges in graphs()) {
        let graph = Cfg::new(&flow(&edges)).graph().clone();
        let found = Components::new(&graph);
        for a in graph.nodes() {
            for b in graph.nodes() {
                prop_assert_eq!(found.of(a) == found.of(b), connected(&graph, a, b));
            }
            for b in graph.successors(a) {
                prop_assert!(found.of(*b) <= found.of(a), "bottom up");
            }
            prop_assert!(found.bottom_up()[found.of(a) as usize].contains(&a));
        }
        let members: usize = found.bottom_up().iter().map(Vec::len).sum();
        prop_assert_eq!(members, graph.len());
    }

    /// Every block reaches the exit, and only what cannot be left otherwise leads there.
    #[test]
    fn exits_are_where_the_program_rests(edges in graphs()) {
        let cfg = Cfg::new(&flow(&edges));
        let graph = with_exit(&cfg);
        let exit = u32::try_from(edges.len()).unwrap();
        for a in cfg.graph().nodes() {
            prop_assert!(reach(&graph, a, None)[exit as usize]);
            let reached = reach(cfg.graph(), a, None);
            let rests = cfg.graph().nodes().all(|b| !reached[b as usize] || connected(&graph, a, b));
            let peers = || cfg.graph().nodes().filter(|b| connected(&graph, a, *b));
            let place = |node: &u32| cfg.place(Block::from_u32(*node)).unwrap_or(u32::MAX);
            let first = peers().min_by_key(place) == Some(a);
            prop_assert_eq!(graph.successors(a).contains(&exit), rests && first);
        }
    }

    #[test]
    fn post_dominators_by_removal(edges in graphs()) {
        let cfg = Cfg::new(&flow(&edges));
        let found = PostDominators::new(&cfg);
        for b in blocks(&edges) {
            let by_definition = |a: &Block| post_dominates(&cfg, *a, b);
            for a in blocks(&edges) {
                prop_assert_eq!(found.post_dominates(a, b), by_definition(&a), "{} {}", a, b);
            }
            let strict: Vec<Block> = blocks(&edges).filter(|a| *a != b).filter(by_definition).collect();
            let nearest = strict.iter().find(|a| strict.iter().all(|c| found.post_dominates(*c, **a)));
            prop_assert_eq!(found.immediate(b), nearest.copied());
        }
    }

    #[test]
    fn control_dependence_by_definition(edges in graphs()) {
        let cfg = Cfg::new(&flow(&edges));
        let found = ControlDependence::new(&cfg, &PostDominators::new(&cfg));
        for block in blocks(&edges) {
            let decides = |branch: &Block| {
                let surely = |next: Block| post_dominates(&cfg, block, next);
                let always = block != *branch && post_dominates(&cfg, block, *branch);
                cfg.successors(*branch).count() > 1 && !always && cfg.successors(*branch).any(surely)
            };
            let expected: Vec<Block> = blocks(&edges).filter(decides).collect();
            prop_assert_eq!(found.controllers(block), expected, "{}", block);
        }
    }

    #[test]
    fn loops_by_definition(edges in graphs()) {
        let cfg = Cfg::new(&flow(&edges));
        let found = Loops::new(&cfg, &Dominators::new(&cfg));
        let reached = reach(cfg.graph(), 0, None);
        let mut headers = Vec::new();
        for header in blocks(&edges) {
            let is_latch = |b: &Block| {
                cfg.successors(*b).any(|to| to == header)
                    && dominates(cfg.graph(), 0, header.as_u32(), b.as_u32())
            };
            let latches: Vec<Block> = blocks(&edges).filter(is_latch).collect();
            if latches.is_empty() {
                continue;
            }
            headers.push(header);
            let inside = |b: &Block| {
                let onwards = reach(cfg.graph(), b.as_u32(), Some(header.as_u32()));
                let to_latch = latches.iter().any(|latch| onwards[latch.as_u32() as usize]);
                *b == header || (reached[b.as_u32() as usize] && to_latch)
            };
            let body: Vec<Block> = blocks(&edges).filter(inside).collect();
            let natural = found.all().iter().find(|l| l.header == header).expect("found");
            prop_assert_eq!(&natural.latches, &latches);
            prop_assert_eq!(&natural.blocks, &body);
        }
        prop_assert_eq!(found.all().len(), headers.len());
        for block in blocks(&edges) {
            let around = found.all().iter().filter(|l| l.blocks.contains(&block));
            prop_assert_eq!(found.depth(block) as usize, around.clone().count());
            let smallest = around.min_by_key(|l| l.blocks.len());
            prop_assert_eq!(found.innermost(block), smallest);
        }
    }

    /// The cycles that are left without the back edges.
    #[test]
    fn irreducible_regions_by_definition(edges in graphs()) {
        let cfg = Cfg::new(&flow(&edges));
        let found = Loops::new(&cfg, &Dominators::new(&cfg));
        let reached = reach(cfg.graph(), 0, None);
        let forward = Graph::new(edges.len(), |a| {
            let targets = edges[a as usize].clone().into_iter();
            let (cfg, reached) = (&cfg, &reached);
            targets.filter(move |b| reached[a as usize] && !dominates(cfg.graph(), 0, *b, a))
        });
        let region = |a: u32| {
            let peers = forward.nodes().filter(|b| connected(&forward, a, *b));
            peers.map(Block::from_u32).collect::<Vec<_>>()
        };
        let mut expected: Vec<Vec<Block>> = forward.nodes().map(region).collect();
        expected.retain(|region| region.len() > 1);
        expected.sort_unstable();
        expected.dedup();
        prop_assert_eq!(found.irreducible(), expected);
    }
}

fn chosen(edges: &[&[u32]]) -> Cfg {
    let edges: Vec<Vec<u32>> = edges.iter().map(|targets| targets.to_vec()).collect();
    Cfg::new(&flow(&edges))
}

fn numbers(blocks: &[Block]) -> Vec<u32> {
    blocks.iter().map(|block| block.as_u32()).collect()
}

#[test]
fn nested_loops() {
    // 0: outer header 1, inner header 2 with latch 3, outer latch 4, end 5
    let cfg = chosen(&[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]]);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let [outer, inner] = loops.all() else {
        panic!("{loops:?}");
    };
    assert_eq!(numbers(&outer.blocks), [1, 2, 3, 4]);
    assert_eq!(numbers(&inner.blocks), [2, 3]);
    assert_eq!((outer.parent, outer.depth), (None, 1));
    assert_eq!((inner.parent, inner.depth), (Some(0), 2));
    assert!(loops.irreducible().is_empty());
}

#[test]
fn a_cycle_with_two_entries_is_irreducible() {
    let cfg = chosen(&[&[1, 2], &[2], &[1, 3], &[]]);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    assert!(loops.all().is_empty());
    assert_eq!(numbers(&loops.irreducible()[0]), [1, 2]);
}

#[test]
fn branches_inside_an_endless_loop_control_their_arms() {
    // 0: header 1 branches to 2 or 3, both go back
    let cfg = chosen(&[&[1], &[2, 3], &[1], &[1]]);
    let control = ControlDependence::new(&cfg, &PostDominators::new(&cfg));
    let of = |block| numbers(control.controllers(Block::from_u32(block)));
    assert_eq!(of(2), [1]);
    assert_eq!(of(3), [1]);
    assert_eq!(of(0), []);
}

#[test]
fn long_chains_do_not_overflow_the_stack() {
    let length = 200_000;
    let edges: Vec<Vec<u32>> =
        (1..=length).map(|next| if next == length { vec![0] } else { vec![next] }).collect();
    let cfg = Cfg::new(&flow(&edges));
    let dominators = Dominators::new(&cfg);
    let last = Block::from_u32(length - 1);
    assert!(dominators.dominates(cfg.entry(), last));
    assert!(PostDominators::new(&cfg).post_dominates(cfg.entry(), last));
    assert_eq!(Loops::new(&cfg, &dominators).depth(last), 1);
    assert_eq!(Components::new(cfg.graph()).bottom_up().len(), 1);
}
