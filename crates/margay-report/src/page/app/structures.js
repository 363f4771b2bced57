// Structures: a gallery of all of them, a search by values of fields, one alone, two beside each other.

/** Things of one kind in blocks that follow each other. */
class Series {
  constructor(blocks) {
    this.blocks = blocks;
    this.length = 0;
    this.starts = blocks.map(([, length]) => (this.length += length) - length);
  }

  /** The one at a place. */
  at(place) {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= place) low = middle;
      else high = middle;
    }
    return at([this.blocks[low][0], place - this.starts[low]]);
  }
}

/** A value as people write it. */
function valueText(value) {
  if (value === null || typeof value !== "object") return String(value);
  if ("$free" in value) return "any";
  return String(Object.values(value)[0]);
}

/** The values of a structure that a search looks at, by class, object and field. */
function* cells({ objects }) {
  for (const [id, object] of Object.entries(objects)) {
    const of = object.class.split(/[.$]/).pop();
    for (const [name, value] of Object.entries(object.fields ?? {})) yield { of, id, name, value: valueText(value) };
    for (const key of ["elements", "items"]) {
      for (const [place, value] of (object[key] ?? []).entries()) yield { of, id, name: `[${place}]`, value: valueText(value) };
    }
    if ("value" in object || "constant" in object) yield { of, id, name: "value", value: valueText(object.value ?? object.constant) };
  }
}

const TERM = /^(?:([\w$[\]]+)\.)?([\w$[\]]+)(!=|<=|>=|=|<|>)(.+)$/;

/** What a search asks for: a function of a structure; all terms must hold of some value of it. */
function query(text) {
  const terms = text.trim().split(/\s+/).filter((term) => term).map((term) => {
    const found = term.match(TERM);
    if (!found) return (record) => JSON.stringify(record).toLowerCase().includes(term.toLowerCase());
    const [, owner, field, sign, wanted] = found;
    if (field === "objects" && !owner) return (record) => compares(String(Object.keys(record.objects).length), sign, wanted);
    return (record) => {
      for (const { of, id, name, value } of cells(record)) {
        if (name === field && (!owner || owner === of || owner === id) && compares(value, sign, wanted)) return true;
      }
      return false;
    };
  });
  return (record) => terms.every((term) => term(record));
}

function compares(value, sign, wanted) {
  const [one, other] = [Number(value), Number(wanted)];
  const isNumber = value !== "" && !Number.isNaN(one) && !Number.isNaN(other);
  switch (sign) {
    case "=": return value === wanted || (isNumber && one === other);
    case "!=": return value !== wanted && !(isNumber && one === other);
    case "<": return isNumber && one < other;
    case ">": return isNumber && one > other;
    case "<=": return isNumber && one <= other;
    default: return isNumber && one >= other;
  }
}

let compared = null;

/** The gallery. */
function showStructures({ structures: text = "" }) {
  const total = structures.length;
  const found = [];
  let isAll = true;
  let running = 0;
  const status = h("span.soft");
  const grid = new VirtualGrid({ width: 240, height: 230, tile: (number) => tile(isAll ? number : found[number]) });
  const field = h("input", { type: "search", value: text, placeholder: "size=3  Node.key>2  left=null  objects<=4", "aria-label": "Search by values of fields", size: 40 });
  const search = async () => {
    const run = ++running;
    const wanted = field.value.trim();
    go(wanted ? { structures: wanted } : { structures: "" }, true);
    isAll = !wanted;
    found.length = 0;
    status.textContent = count(total, "structure");
    if (isAll) return grid.reset(total);
    const matches = query(wanted);
    grid.reset(0);
    let place = 0;
    for (const [number] of structures.blocks) {
      const records = await block(number);
      if (run !== running) return;
      for (const record of records) {
        if (matches(record)) found.push(place);
        place += 1;
      }
      status.textContent = `${count(found.length, "structure")} of ${thousands(place)}${place < total ? " so far" : ""}`;
      if (grid.length < 200) grid.reset(found.length);
    }
    grid.reset(found.length);
  };
  let waiting;
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, 200);
  });
  keys.search = () => field.focus();
  search();
  return [
    h("h1", index.title),
    index.stopped ? h("p.warning", index.stopped) : null,
    facts(index.facts.filter(([name]) => name !== "options" && name !== "JDK")),
    h("div.searchbar", field, status, h("span.soft.hint", "Terms are separated by spaces; all must hold of some value.")),
    grid.element,
  ];
}

/** A small picture, which is there when its block is unpacked. */
function tile(place) {
  const holder = h("span.thumb");
  drawings.at(place).then((drawing) => holder.replaceChildren(picture(drawing) ?? ""));
  return h("a.row.tile", { href: link({ structure: place }) }, h("span.card", holder, h("span.caption", thousands(place))));
}

/** One structure. */
async function showStructure({ structure: wanted }) {
  const place = Number(wanted);
  if (!(place >= 0 && place < structures.length)) return notFound(`structure ${wanted}`);
  const [record, drawing] = await Promise.all([structures.at(place), drawings.at(place)]);
  const step = (by) => place + by >= 0 && place + by < structures.length && go({ structure: place + by });
  keys.down = keys.right = () => step(1);
  keys.up = keys.left = () => step(-1);
  const compare = () => {
    if (compared === null || compared === place) {
      compared = place;
      button.textContent = "choose another to compare with";
    } else {
      go({ compare: `${compared},${place}` });
      compared = null;
    }
  };
  const button = h("button", { onclick: compare }, compared === null ? "compare" : `compare with ${thousands(compared)}`);
  return [
    h("p.path", h("a", { href: link({ structures: "" }) }, "structures")),
    h("h1", `Structure ${thousands(place)}`, h("span.buttons", h("button", { onclick: () => step(-1), title: "The one before (k)" }, "‹"), h("button", { onclick: () => step(1), title: "The next (j)" }, "›"), button)),
    record.decisions ? facts([["decisions", record.decisions]]) : null,
    h("div.large", picture(drawing)),
    h("details", h("summary", "JSON"), copyable(JSON.stringify(record, null, 1), "the structure")),
  ];
}

/** Two structures, and the values in which they differ. */
async function showCompare({ compare }) {
  const places = compare.split(",").map(Number);
  if (places.length !== 2 || places.some((place) => !(place >= 0 && place < structures.length))) return notFound(`pair ${compare}`);
  const records = await Promise.all(places.map((place) => structures.at(place)));
  const pictures = await Promise.all(places.map((place) => drawings.at(place)));
  const values = records.map((record) => new Map([...cells(record)].map(({ id, name, value }) => [name.startsWith("[") ? id + name : `${id}.${name}`, value])));
  const names = new Set([...values[0].keys(), ...values[1].keys()]);
  const different = [...names].filter((name) => values[0].get(name) !== values[1].get(name));
  return [
    h("p.path", h("a", { href: link({ structures: "" }) }, "structures")),
    h("h1", `Structures ${places.map(thousands).join(" and ")}`),
    h("div.heaps", pictures.map((drawing, side) => h("section.heap", h("h2", h("a", { href: link({ structure: places[side] }) }, thousands(places[side]))), picture(drawing)))),
    section("Differences", different.length ? h("table.differences", different.map((name) => h("tr", h("td", name), h("td", values[0].get(name) ?? "–"), h("td", values[1].get(name) ?? "–")))) : h("p", "none")),
  ];
}
