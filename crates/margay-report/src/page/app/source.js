// Source code with what is covered of it; a line shows the cases that lead through it.

const WORDS = "abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if implements import instanceof int interface long native new package permits private protected public record return sealed short static strictfp super switch synchronized this throw throws transient try var void volatile while yield true false null fun val when object override";
const KEYWORDS = new Set(WORDS.split(" "));
const TOKENS = /(\/\/.*|\/\*.*?(?:\*\/|$)|^\s*\*.*)|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(@\w+)|(\b\d[\w.]*)|(\b[A-Za-z_$][\w$]*)/g;

/** A line of code in colours. */
function coloured(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const kind = match[1] ? "comment" : match[2] ? "string" : match[3] ? "note" : match[4] ? "literal" : KEYWORDS.has(match[5]) ? "word" : null;
    if (!kind) continue;
    parts.push(text.slice(end, match.index), h(`span.${kind}`, match[0]));
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

/** How much of a line is covered, in a word. */
function shade(line) {
  if (!line || line.instructions[1] === 0) return "";
  const all = line.instructions[0] === line.instructions[1] && line.branches[0] === line.branches[1];
  return line.instructions[0] === 0 ? "missed" : all ? "covered" : "partly";
}

/** Lines of code that a pane shows and marks. */
class CodeView {
  /** `chosen(line)` is told when somebody clicks on a line. */
  constructor(source, chosen) {
    this.source = source;
    this.lineOf = source.is_source ? source.text.map((_, place) => place + 1) : irLines(source.text);
    this.list = new VirtualList({ height: 20, className: "code", row: (place) => this.row(place, chosen) });
    this.element = this.list.element;
    this.chosen = null;
    this.visited = new Set();
    const longest = source.text.reduce((most, line) => Math.max(most, line.length), 0);
    this.list.space.style.minWidth = `${longest + 14}ch`;
    this.list.reset(source.text.length);
  }

  row(place, chosen) {
    const number = this.lineOf[place];
    const line = this.source.lines[number];
    const isFirst = place === this.lineOf.indexOf(number);
    const marks = [shade(line), this.chosen === number ? "chosen" : "", this.visited.has(number) ? "visited" : ""];
    const branches = line && isFirst && line.branches[1] ? h(`span.branches.${line.branches[0] < line.branches[1] ? "partly" : "all"}`, { title: `${line.branches[0]} of ${line.branches[1]} branches taken` }, `${line.branches[0]}/${line.branches[1]}`) : h("span.branches");
    return h("div.row." + marks.filter((mark) => mark).join("."), { onclick: () => number && chosen(number), title: line ? hint(line) : null },
      h("span.number", isFirst && number ? number : ""), branches, h("code", coloured(this.source.text[place])));
  }

  /** Highlights a line, and shows it. */
  choose(line) {
    this.chosen = line;
    this.list.clear();
    const place = this.lineOf.indexOf(line);
    if (place >= 0) this.list.reveal(place);
    else this.list.draw();
  }
}

/** The source line of each line of the intermediate representation; nothing where it has none. */
function irLines(text) {
  let line = 0;
  return text.map((row) => {
    if (/^\S|[{}]$/.test(row)) line = 0;
    const found = row.match(/@line (\d+)$/);
    if (found) line = Number(found[1]);
    return row ? line : 0;
  });
}

function hint(line) {
  const cases = line.cases.length + line.more;
  return [count(cases, "case"), ...line.uncovered].join("\n");
}

/** The pane of a file. */
async function showSource({ source: path, line }) {
  const number = index.sources.findIndex((entry) => entry.path === path);
  if (number < 0) return notFound(`source ${path}`);
  const data = await block(index.sources[number].block);
  const aside = h("aside");
  const show = (wanted) => {
    code.choose(wanted);
    aside.replaceChildren(...throughLine(data, wanted));
  };
  const code = new CodeView(data, (chosen) => {
    go({ source: path, line: chosen }, true);
    show(chosen);
  });
  const marked = code.lineOf.filter((it, place) => data.lines[it] && it !== code.lineOf[place - 1]);
  const step = (by) => {
    const from = marked.indexOf(code.chosen);
    const next = marked[Math.min(marked.length - 1, Math.max(0, from + by))];
    if (next) go({ source: path, line: next }, true), show(next);
  };
  keys.down = () => step(1);
  keys.up = () => step(-1);
  // The list has a height only when it is on the page.
  requestAnimationFrame(() => show(Number(line) || marked[0]));
  const others = index.sources.length > 1 ? h("select", { onchange: (event) => go({ source: event.target.value }), "aria-label": "File" },
    index.sources.map((entry) => h("option", { value: entry.path, selected: entry.path === path }, entry.path))) : null;
  return [
    h("p.path", h("a", { href: "#" }, "overview")),
    h("h1", path, others),
    data.is_source ? null : h("p.soft", "There is no source file: this is Margay's intermediate representation of the bytecode."),
    h("div.split.wide", code.element, aside),
  ];
}

function throughLine(data, number) {
  const line = data.lines[number];
  if (!line) return [h("p.soft", "no code in this line")];
  const rows = line.cases.map(([method, of]) => [method, index.methods[method].cases.find((entry) => entry[0] === of)]);
  const known = rows.filter(([, entry]) => entry);
  const list = new VirtualList({ height: 48, className: "tall", row: (place) => throughRow(...known[place]) });
  list.reset(known.length);
  return [
    h("h2", `Line ${number}`),
    facts([["instructions", `${line.instructions[0]} of ${line.instructions[1]}`], ...(line.branches[1] ? [["branches", `${line.branches[0]} of ${line.branches[1]}`]] : [])]),
    ...line.uncovered.map((what) => h("p.warning", what)),
    h("h3", known.length ? `${count(line.cases.length + line.more, "case")} through it` : "no case leads through it"),
    line.more ? h("p.soft", `${thousands(line.more)} not shown`) : "",
    known.length ? list.element : "",
  ];
}

function throughRow(method, entry) {
  const [number, mood, when, then] = entry;
  const id = caseId(method, number);
  return h("a.row.through", { href: link({ case: id }), title: `${when}\n${then}` },
    h("span.first", h("b", id), h(`span.mood.${mood}`, MOODS[mood])), h("span.soft", when));
}
