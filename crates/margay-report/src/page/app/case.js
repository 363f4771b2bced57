// A case: when it happens, the heap before and after, what comes of it, its test, and its lines.

async function showCase({ case: id, step }) {
  const found = caseById(id);
  if (!found) return notFound(`case ${id}`);
  const { method: number, place } = found;
  const method = index.methods[number];
  const entry = method.cases[place];
  const data = await at(entry[4]);
  const near = (by) => method.cases[place + by];
  const goNear = (by) => near(by) && go({ case: caseId(number, near(by)[0]) });
  keys.down = () => goNear(1);
  keys.up = () => goNear(-1);
  const button = (by, sign, what) => near(by)
    ? h("a.button", { href: link({ case: caseId(number, near(by)[0]) }), title: what }, sign)
    : h("span.button.off", sign);
  return [
    h("p.path", h("a", { href: "#" }, "overview"), " › ", method.class, " › ", h("a", { href: link({ method: method.id }) }, method.text)),
    h("h1", `Case ${entry[0]}`, h(`span.mood.${entry[1]}`, MOODS[entry[1]]),
      h("span.buttons", button(-1, "‹", "The case before (k)"), button(1, "›", "The next case (j)"), h("span.soft", `${place + 1} of ${thousands(method.cases.length)}`))),
    section("When", data.condition.length ? h("ul.condition", data.condition.map((fact) => h("li", fact))) : h("p", "always")),
    h("div.heaps", heapSide("Before", data.before, facts(data.inputs, "values"), asked(data.asked), data.stdin ? facts([["standard input", data.stdin]], "values") : null), heapSide("After", data.after,
      h(`p.ending.${entry[1]}`, data.ending), facts(data.then, "values"), null)),
    section("Costs", facts(data.costs, "values")),
    section("Prints", data.printed ? h("pre", data.printed) : null),
    section("Not asserted", data.unasserted.length ? h("ul", data.unasserted.map((what) => h("li", what))) : null),
    await tracePane({ case: id }, data, Number(step) || 0),
    section("Test", data.test ? copyable(data.test, "the test") : data.no_test ? h("p.warning", `no test: ${data.no_test}`) : null),
    section("Again", copyable(data.replay, "the command")),
  ];
}

const asked = (values) => facts(values.map((value, place) => [`value ${place + 1} asked for`, value]), "values");

function heapSide(title, drawing, ...words) {
  return h("section.heap", h("h2", title), words, picture(drawing));
}
