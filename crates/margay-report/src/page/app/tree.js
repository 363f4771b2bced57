// The tree of paths: where the search had a choice, what came of each path, and what it took.

const MEASURES = {
  paths: { title: "paths", of: () => 1, text: (sum) => count(sum, "path") },
  steps: { title: "steps", of: (leaf) => leaf.steps, text: (sum) => count(sum, "step") },
  queries: { title: "solver questions", of: (leaf) => leaf.queries, text: (sum) => count(sum, "question") },
  time: { title: "time", of: (leaf) => leaf.micros ?? 0, text: millis },
  solver: { title: "solver time", of: (leaf) => leaf.solver_micros ?? 0, text: millis },
};

function millis(micros) {
  return micros < 1000 ? `${micros} µs` : micros < 1e6 ? `${(micros / 1000).toFixed(1)} ms` : `${(micros / 1e6).toFixed(2)} s`;
}

/** The paths as nodes: a node for each decision that was taken, leaves where paths end. */
function makeTree(number, { leaves }) {
  const method = index.methods[number];
  const moods = new Map(method.cases.map((entry) => [entry[0], entry[1]]));
  const node = (label) => ({ label, place: "", children: new Map(), leaves: [], open: false });
  const root = node("");
  // Where inputs are searched apart, each part is a tree of its own.
  let top = root;
  for (const leaf of leaves) {
    if (leaf.part) {
      top = { ...node(`${leaf.part} free`), isPart: true };
      root.children.set(`part ${root.children.size}`, top);
    }
    const decisions = leaf.decisions ? leaf.decisions.split(",").map(Number) : [];
    const forks = new Map((leaf.forks ?? []).map((fork) => [fork.depth, fork]));
    let at = top;
    decisions.forEach((decision, depth) => {
      const fork = forks.get(depth);
      if (fork) at.place = fork.place;
      if (!at.children.has(decision)) at.children.set(decision, node(fork?.holds ?? ""));
      at = at.children.get(decision);
    });
    at.leaves.push({ ...leaf, mood: leaf.case ? moods.get(leaf.case) ?? "returned" : "none" });
  }
  nameWays(root);
  measure(root);
  return root;
}

/** Ways that make nothing true are what the others beside them leave, or have numbers. */
function nameWays(root) {
  const stack = [root];
  while (stack.length) {
    const ways = [...stack.pop().children.values()];
    const isTold = ways.some((way) => way.label);
    ways.forEach((way, place) => {
      way.isMute = !way.label;
      way.label ||= isTold ? "otherwise" : `way ${place + 1} of ${ways.length}`;
    });
    stack.push(...ways);
  }
}

/** Sums up what is below each node; nodes with one way on are one with the next. */
function measure(root) {
  const order = [root];
  for (let at = 0; at < order.length; at++) order.push(...order[at].children.values());
  for (const node of order.reverse()) {
    if (node !== root && !node.isPart && !node.leaves.length && node.children.size === 1) {
      const [only] = node.children.values();
      const told = [node, only].filter((way) => !way.isMute);
      Object.assign(node, { ...only, isMute: !told.length, label: told.map((way) => way.label).join(" && ") || node.label });
    }
    node.sums = {};
    node.moods = { returned: 0, threw: 0, crashed: 0, none: 0 };
    for (const name of Object.keys(MEASURES)) node.sums[name] = node.leaves.reduce((sum, leaf) => sum + MEASURES[name].of(leaf), 0);
    for (const leaf of node.leaves) node.moods[leaf.mood] += 1;
    for (const child of node.children.values()) {
      for (const name of Object.keys(MEASURES)) node.sums[name] += child.sums[name];
      for (const mood of Object.keys(node.moods)) node.moods[mood] += child.moods[mood];
    }
  }
}

/** What a node is coloured by: the worst of what is below it, if that is not most of it. */
function moodOf({ moods }) {
  if (moods.crashed) return "crashed";
  const cases = moods.returned + moods.threw;
  return cases === 0 ? "none" : moods.none > cases ? "mixed" : moods.threw > moods.returned ? "threw" : "returned";
}

async function showTree({ tree: id, view = "outline", size = "paths" }) {
  const number = methodById(id);
  if (number < 0 || index.methods[number].tree === null) return notFound(`search tree of ${id}`);
  const method = index.methods[number];
  const data = await block(method.tree);
  const root = makeTree(number, data);
  const hasTimes = data.leaves.some((leaf) => leaf.micros !== undefined && leaf.micros !== null);
  const measures = Object.keys(MEASURES).filter((name) => hasTimes || !["time", "solver"].includes(name));
  const by = measures.includes(size) ? size : "paths";
  const choose = (changes) => go({ tree: id, view, size: by, ...changes });
  const tab = (name, title) => h(`button${view === name ? ".on" : ""}`, { onclick: () => choose({ view: name }) }, title);
  keys.right = keys.left = () => choose({ view: view === "outline" ? "icicle" : "outline" });
  return [
    h("p.path", h("a", { href: "#" }, "overview"), " › ", method.class, " › ", h("a", { href: link({ method: id }) }, method.text)),
    h("h1", "Search tree", h("span.buttons", tab("outline", "outline"), tab("icicle", "icicle"),
      h("label", "sizes by ", h("select", { onchange: (event) => choose({ size: event.target.value }) },
        measures.map((name) => h("option", { value: name, selected: name === by }, MEASURES[name].title)))))),
    facts([["paths", thousands(data.leaves.length)], ["cases", thousands(root.moods.returned + root.moods.threw + root.moods.crashed)],
      ["other ends", thousands(root.moods.none)], ["steps", thousands(root.sums.steps)], ["solver questions", thousands(root.sums.queries)],
      ...(hasTimes ? [["time", millis(root.sums.time)], ["in the solver", millis(root.sums.solver)]] : [])]),
    data.cut ? h("p.warning", `${count(data.cut, "path")} not shown`) : null,
    hasTimes ? null : h("p.soft", "How long paths take is recorded with --record lines,tree,times."),
    view === "icicle" ? icicle(number, root, by) : outline(number, root, by),
  ];
}

/** Rows that open and close. */
function outline(number, root, by) {
  let rows = [];
  const list = new VirtualList({ height: 26, className: "tree", row: (place) => rows[place]() });
  // Small trees are open from the beginning.
  const isSmall = root.sums.paths <= 60;
  const refresh = () => {
    rows = [];
    const stack = [[root, 0]];
    while (stack.length) {
      const [node, depth] = stack.pop();
      if (node.children.size === 0 && node.leaves.length === 1) {
        rows.push(() => leafRow(number, node.leaves[0], depth, root, by, node.label));
        continue;
      }
      rows.push(() => nodeRow(node, depth, root, by, refresh));
      if (!node.open) continue;
      for (const leaf of node.leaves) rows.push(() => leafRow(number, leaf, depth + 1, root, by));
      stack.push(...[...node.children.values()].reverse().map((child) => [child, depth + 1]));
    }
    list.reset(rows.length);
  };
  const open = (node, levels) => {
    node.open = true;
    if (levels > 0) node.children.forEach((child) => open(child, levels - 1));
  };
  open(root, isSmall ? 100 : 2);
  refresh();
  return list.element;
}

function nodeRow(node, depth, root, by, refresh) {
  const toggle = () => {
    node.open = !node.open;
    refresh();
  };
  const place = node.children.size ? placeLink(node.place) : null;
  return h("div.row.node", { onclick: toggle, title: node.label, style: `padding-left:${0.6 + Math.min(depth, 40) * 0.9}rem` },
    h("i.twist", node.open ? "▾" : "▸"), h(`i.dot.${moodOf(node)}`),
    h("span.label", node.label || "start"), place, share(node.sums[by], root.sums[by], MEASURES[by].text(node.sums[by])));
}

/** The end of a path; what its last decision makes true stands before it. */
function leafRow(number, leaf, depth, root, by, label = null) {
  const style = `padding-left:${2 + Math.min(depth, 40) * 0.9}rem`;
  const size = share(MEASURES[by].of(leaf), root.sums[by], MEASURES[by].text(MEASURES[by].of(leaf)));
  const holds = label ? h("span.holds", label) : null;
  if (!leaf.case) return h("div.row.leaf", { style, title: `${leaf.why}\ndecisions ${leaf.decisions}` }, h("i.dot.none"), holds, h("span.label.soft", leaf.why), size);
  const entry = index.methods[number].cases.find((it) => it[0] === leaf.case);
  return h("a.row.leaf", { style, href: link({ case: caseId(number, leaf.case) }) },
    h(`i.dot.${leaf.mood}`), holds, h(`span.mood.${leaf.mood}`, `case ${leaf.case}`), h("span.label.soft", entry ? entry[3] : ""), size);
}

/** How much of the whole something is. */
function share(part, whole, text) {
  const width = whole ? (100 * part) / whole : 0;
  return h("span.share", { title: text }, h("b", h("i", { style: `width:${width}%` })), h("span", text));
}

/** All nodes as areas; one that is clicked fills the width. */
function icicle(number, root, by) {
  const HEIGHT = 24;
  const holder = h("div.icicle", { tabindex: 0 });
  const path = h("p.path");
  let top = [root];
  const draw = () => {
    const whole = top[top.length - 1];
    const width = holder.clientWidth;
    const boxes = [];
    let deepest = 0;
    const stack = [[whole, 0, 0, width]];
    while (stack.length) {
      const [node, left, depth, space] = stack.pop();
      boxes.push(box(node, left, depth, space));
      deepest = Math.max(deepest, depth + 1);
      let x = left;
      for (const part of [...node.leaves, ...node.children.values()]) {
        const size = part.sums ? part.sums[by] : MEASURES[by].of(part);
        const own = node.sums[by] ? (space * size) / node.sums[by] : 0;
        // What is narrower cannot be seen.
        if (own >= 1.5) {
          if (part.sums) stack.push([part, x, depth + 1, own]);
          else if (node.children.size || node.leaves.length > 1) boxes.push(end(part, x, depth + 1, own)), (deepest = Math.max(deepest, depth + 2));
        }
        x += own;
      }
    }
    const space = h("div.space", { style: `height:${deepest * HEIGHT + 4}px` }, boxes);
    holder.replaceChildren(space);
    path.replaceChildren(...top.flatMap((node, place) => [place ? " › " : "", h("a", { onclick: () => zoom(place) }, node.label || "start")]));
  };
  const zoom = (place) => {
    top = top.slice(0, place + 1);
    draw();
  };
  const frame = (left, depth, space) => `left:${left}px;top:${depth * HEIGHT}px;width:${space}px;height:${HEIGHT}px`;
  const box = (node, left, depth, space) => {
    const only = node.leaves.length === 1 && !node.children.size ? node.leaves[0] : null;
    const clicked = () => {
      if (only) return only.case && go({ case: caseId(number, only.case) });
      if (node === top[top.length - 1]) top.length > 1 && top.pop();
      else top.push(node);
      draw();
    };
    const title = [node.label || "start", node.children.size ? node.place : "", MEASURES[by].text(node.sums[by]), only?.why ?? "", only?.case ? `case ${only.case}` : ""];
    return h(`div.area.${moodOf(node)}`, { style: frame(left, depth, space), title: title.filter((text) => text).join("\n"), onclick: clicked }, space > 30 ? node.label || "start" : "");
  };
  const end = (leaf, left, depth, space) => {
    const title = [leaf.case ? `case ${leaf.case}` : leaf.why, MEASURES[by].text(MEASURES[by].of(leaf))].join("\n");
    return h(`div.area.end.${leaf.mood}`, { style: frame(left, depth, space), title, onclick: () => leaf.case && go({ case: caseId(number, leaf.case) }) }, space > 30 ? (leaf.case ? `case ${leaf.case}` : leaf.why) : "");
  };
  keys.up = () => top.length > 1 && zoom(top.length - 2);
  new ResizeObserver(draw).observe(holder);
  const legend = h("p.legend", [["returned", "returns"], ["threw", "throws"], ["crashed", "crashes"], ["mixed", "mostly no case"], ["none", "no case"]].map(([mood, text]) => h("span", h(`i.dot.${mood}`), text)), h("span.soft", "click: closer; again or k: back"));
  return [path, holder, legend];
}
