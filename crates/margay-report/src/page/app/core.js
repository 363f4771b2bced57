// What all panes share: elements, blocks of data, links.

/** Makes an element: h("a.big", {href: "#x", onclick: f}, "text", child, null, [more]). */
function h(what, ...rest) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  const attributes = isAttributes(rest[0]) ? rest.shift() : {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...rest.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function isAttributes(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Node);
}

/** A picture that was drawn beforehand. */
function svg(text) {
  const holder = h("div.picture");
  holder.innerHTML = text;
  return holder;
}

/** A picture of a heap, or why there is none. */
function picture(data) {
  if (data.svg) return svg(data.svg);
  if (data.large) return h("p.soft", `${count(data.large, "object")}: too many for a picture`);
  return null;
}

const thousands = (number) => number.toLocaleString("en-US");
const count = (number, what) => `${thousands(number)} ${what}${number === 1 ? "" : "s"}`;
const percent = ([covered, total]) => (total === 0 ? null : (100 * covered) / total);

/** A bar of what is covered, with the numbers behind it. */
function bar(share, what) {
  const part = percent(share);
  if (part === null) return h("span.bar.none", { title: `no ${what}` }, "–");
  const title = `${thousands(share[0])} of ${thousands(share[1])} ${what} covered`;
  const fill = h("i", { style: `width:${part}%` });
  return h("span.bar", { title }, h("b", fill), `${share[0]}/${share[1]}`);
}

// ---- blocks ----

/** Unpacks the block of this name. */
async function unpack(id) {
  const text = document.getElementById(id).textContent;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}

/** Blocks that were looked at, the latest last. */
const unpacked = new Map();
const MOST_UNPACKED = 64;

/** A block by its number. */
function block(number) {
  const known = unpacked.get(number) ?? unpack(`b${number}`);
  unpacked.delete(number);
  unpacked.set(number, known);
  if (unpacked.size > MOST_UNPACKED) unpacked.delete(unpacked.keys().next().value);
  return known;
}

/** What is at a place: a block, and a place in it. */
const at = async ([number, place]) => (await block(number))[place];

let index;
/** Structures and their pictures. */
let structures, drawings;

// ---- links ----

/** The address of something: link({case: "add-3", step: 4}). */
const link = (route) => "#" + Object.entries(route).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");

/** What the address asks for. */
const route = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B")));

/** Goes somewhere; a step that is only a detail leaves no trace in the browser's history. */
function go(to, isDetail = false) {
  if (isDetail) {
    history.replaceState(null, "", link(to));
  } else {
    location.hash = link(to);
  }
}

const methodById = (id) => index.methods.findIndex((method) => method.id === id);

/** The case that a link names, as the numbers of its method and of its entry. */
function caseById(id) {
  const end = id.lastIndexOf("-");
  const method = methodById(id.slice(0, end));
  const number = Number(id.slice(end + 1));
  const place = method < 0 ? -1 : index.methods[method].cases.findIndex((entry) => entry[0] === number);
  return place < 0 ? null : { method, place };
}

const caseId = (method, number) => `${index.methods[method].id}-${number}`;

/** What a case looks like in a list. */
function caseRow(method, entry, isChosen = false) {
  const [number, mood, when, then] = entry;
  const href = link({ case: caseId(method, number) });
  return h("a.row.case" + (isChosen ? ".chosen" : ""), { href, title: `${when}\n${then}` },
    h("span.number", number), h(`span.mood.${mood}`, MOODS[mood]), h("span.when", when), h("span.then", then));
}

const MOODS = { returned: "returns", threw: "throws", crashed: "crashes" };

/** Where a place of the program is shown, such as "demo.List.add(List.java:12)"; nothing without source. */
function placeRoute(text) {
  const found = text.match(/^([\w$.]+)\.[^.(]+\(([^():]+)(?::(\d+))?\)$/);
  if (!found) return null;
  const [, owner, file, line] = found;
  const folder = owner.split(".").slice(0, -1).join("/");
  const path = folder ? `${folder}/${file}` : file;
  const source = index.sources.find((entry) => entry.path === path || entry.path === owner);
  return source ? { source: source.path, line: line ?? 1 } : null;
}

/** A place of the program, in few letters, with a link to its line. */
function placeLink(text) {
  const short = text.replace(/^(?:[\w$]+\.)*([\w$]+\.[^.(]+)\([^():]+(?::(\d+))?\)$/, (_, method, line) => (line ? `${method}:${line}` : method));
  const to = placeRoute(text);
  return to ? h("a.place", { href: link(to), title: text, onclick: (event) => event.stopPropagation() }, short) : h("span.place", { title: text }, short);
}

/** A table of names and values; nothing for nothing. */
function facts(pairs, kind = "facts") {
  if (!pairs.length) return null;
  return h(`dl.${kind}`, pairs.map(([name, value]) => h("div", h("dt", name), h("dd", value))));
}

/** Text to be copied; a command is one long line. */
function copyable(text, what) {
  const button = h("button.copy", { title: `Copy ${what}`, onclick: () => copy(text, button) }, "copy");
  return h(`div.copyable${text.includes("\n") ? "" : ".wraps"}`, button, h("pre", text));
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page from disk may not use the clipboard in every browser.
    const area = h("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  button.textContent = "copied";
  setTimeout(() => (button.textContent = "copy"), 1200);
}

function section(title, ...content) {
  const shown = content.flat().filter((child) => child);
  return shown.length ? h("section", h("h2", title), shown) : null;
}
