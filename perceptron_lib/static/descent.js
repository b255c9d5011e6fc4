// Descent on the mean loss over a weight and the bias: all examples at once, or one at a time; and the losses.
import {
  Plane,
  brief,
  button,
  change,
  choice,
  figure,
  html,
  movable,
  number,
  put,
  row,
  slider,
  svg,
  write,
} from "./draw.js";
import { rows, shuffled } from "./learn.js";
import { LOSSES, agreements, contour, descend, objective } from "./losses.js";

const QUESTION =
  "Which step size η makes the stochastic path rattle while the batch path still comes down? " +
  "And where does the perceptron's own loss lead?";
const shared = ["loss", "eta", "passes", "start", "order", "m"];

const MOST = 60; // passes
const GRID = 48; // cells of the surface, each way
const LEVELS = [1, 10, 100, 1000].flatMap((d) => [0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].map((v) => v * d));
const NAMES = {
  "0-1": [-2.3, 1, 0],
  perceptron: [-1.9, 1.9, -1],
  hinge: [-1.9, 2.9, -1],
  logistic: [-1.13, 1.41, -1],
  squared: [2.62, 2.62, 2],
};

function render({ model, el }) {
  const get = (name) => model.get(name);
  const frame = () => ({ x: get("window").slice(0, 2), y: get("window").slice(2) });
  const plane = new Plane({
    label: "The mean loss over w and b, and two paths down",
    ...frame(),
    names: get("names"),
    height: 330,
  });
  const curves = new Plane({
    label: "Losses over the agreement",
    x: [-3, 3],
    y: [-0.5, 4.6],
    names: ["agreement m = y · score", "loss"],
    height: 250,
  });
  const path = (parent, name) => parent.appendChild(svg("path", { class: name }));

  const levels = path(plane.back, "live-level");
  const heights = plane.back.appendChild(svg("g"));
  const roads = ["plus", "minus"].map((name) => ({
    line: path(plane.middle, `live-road ${name}`),
    dots: path(plane.middle, `live-dots ${name}`),
    end: path(plane.middle, `live-dots end ${name}`),
  }));
  plane.middle.append(
    svg(
      "g",
      { transform: `translate(${plane.right - 100} ${plane.top + 4})` },
      svg("rect", { width: 98, height: 40, class: "live-board" }),
      ...["batch", "stochastic"].flatMap((name, k) => [
        svg("path", { d: `M4 ${12 + 17 * k}h26`, class: `live-road ${["plus", "minus"][k]}` }),
        svg("path", { d: SPOTS[k](17, 12 + 17 * k, 4), class: `live-dots end ${["plus", "minus"][k]}` }),
        svg("text", { x: 36, y: 16 + 17 * k, class: "live-note" }, name),
      ]),
    ),
  );

  const lines = Object.fromEntries(Object.keys(LOSSES).map((name) => [name, path(curves.middle, "")]));
  const labels = Object.fromEntries(
    Object.entries(NAMES).map(([name, [x, y, rise]]) => {
      const turn = (Math.atan2(curves.py(rise) - curves.py(0), curves.px(1) - curves.px(0)) * 180) / Math.PI;
      const place = `translate(${curves.px(x)} ${curves.py(y)}) rotate(${turn}) translate(0 -5)`;
      return [name, curves.middle.appendChild(svg("text", { transform: place, "text-anchor": "middle" }, name))];
    }),
  );
  for (const [name, line] of Object.entries(lines)) put(line, "d", curve(name));
  const [feet, students, tangent, drop, touch] = [
    "live-road plus",
    "live-dots end plus",
    "live-curve added",
    "live-drop",
    "live-dots probe",
  ].map((name) => path(curves.middle, name));

  function curve(name) {
    const at = Array.from({ length: 241 }, (_, k) => -3 + k / 40);
    if (name !== "0-1") return curves.path(at.map((m) => [m, LOSSES[name].value(m)]));
    return (
      curves.path([
        [-3, 1],
        [0, 1],
      ]) +
      curves.path([
        [0, 0],
        [3, 0],
      ])
    ); // a jump is no part of the curve
  }

  // What the paths follow from; an address may hold anything.
  function problem() {
    const [points, signs] = [get("points"), get("labels")];
    const [w = 0, b = 0] = get("start");
    return {
      points,
      signs,
      start: [w, b],
      eta: Math.max(1e-3, get("eta")),
      passes: Math.min(MOST, Math.max(1, Math.round(get("passes")))),
      loss: Object.hasOwn(LOSSES, get("loss")) ? get("loss") : "hinge",
      order: rows(get("order"), points.length),
    };
  }

  // The surface changes only with the loss and the data, not while a mark is moved.
  const surface = once((points, signs, loss) => {
    const [{ x, y }, cost] = [plane, (weights) => objective(weights, points, signs, loss)];
    const along = ([low, high], k) => low + (k / GRID) * (high - low);
    const steps = Array.from({ length: GRID + 1 }, (_, k) => k);
    const table = steps.map((j) => cost(steps.map((i) => [along(x, i), along(y, j)])));
    const [low, high] = [Math.min(...table.flat()), Math.max(...table.flat())];
    const shown = LEVELS.filter((level) => loss !== "0-1" && level > low && level < high);
    const segments = (level) =>
      contour(table, level).map((ends) => plane.path(ends.map(([i, j]) => [along(x, i), along(y, j)])));
    const edges = points.map(([value]) => plane.line([value, 1], 0)); // where the 0-1 loss jumps
    put(levels, "d", (loss === "0-1" ? edges : shown.flatMap(segments)).join(""));

    // Their heights stand on the ways from the lowest point to the two lower corners, where there is room.
    const j = table.findIndex((line) => line.includes(low));
    const from = [along(x, table[j].indexOf(low)), along(y, j)];
    const placed = [];
    heights.replaceChildren(
      ...x.flatMap((side) => {
        const way = Array.from({ length: 300 }, (_, k) => [
          from[0] + (k / 300) * (side - from[0]),
          from[1] + (k / 300) * (y[0] - from[1]),
        ]);
        const there = cost(way);
        return shown.flatMap((level) => {
          const [u, v] = way[there.findIndex((value) => value >= level)] ?? from;
          const [left, top] = [plane.px(u), plane.py(v)];
          const taken = placed.some(([p, q]) => Math.abs(p - left) < 28 && Math.abs(q - top) < 16);
          if (taken || top > plane.bottom - 8 || Math.abs(left - 195) > 140) return [];
          placed.push([left, top]);
          return [svg("text", { x: left, y: top + 4, "text-anchor": "middle", class: "live-note" }, brief(level))];
        });
      }),
    );
  });

  // Both paths, drawn and told; not again while only m is moved.
  const descents = once((given) => {
    const runs = [given.order.length, 1].map((size) =>
      descend(given.points, given.signs, given.loss, { ...given, size }),
    );
    runs.forEach(({ weights }, k) => {
      const near = weights.findIndex((p) => !within(p));
      const every = Math.ceil(weights.length / 600); // of many updates
      const seen = (near < 0 ? weights : weights.slice(0, near)).filter((_, t) => t % every === 0);
      const spot = ([w, b], size) => SPOTS[k](plane.px(w), plane.py(b), size);
      put(roads[k].line, "d", plane.path(seen));
      put(roads[k].dots, "d", seen.map((p) => spot(p, 2)).join(""));
      put(roads[k].end, "d", near < 0 ? spot(weights.at(-1), 5) : "");
    });
    const ends = agreements(runs[0].weights.at(-1), given.points, given.signs);
    return { ends, told: runs.map((run, k) => report(run, k, given)) };
  });

  const start = movable(plane, {
    list: () => [{ at: problem().start, mark: "handle", name: "start of both paths (w, b)", note: "start" }],
    move: (i, at) => change(model, { start: at }),
  });
  const example = movable(curves, {
    list: () => [{ at: [get("m"), 0], mark: "handle", name: "agreement m of one example", note: "m" }],
    move: (i, [m]) => change(model, { m }),
  });

  const names = Object.keys(LOSSES).map((name) => [name, name]);
  const loss = choice(
    "loss",
    names,
    () => problem().loss,
    (name) => change(model, { loss: name }),
  );
  const eta = slider(
    "step size η",
    { min: 0.05, max: 2, step: 0.05, shown: (v) => number(v) },
    () => problem().eta,
    (v) => change(model, { eta: v }),
  );
  const passes = slider(
    "passes",
    { min: 1, max: MOST, step: 1 },
    () => problem().passes,
    (v) => change(model, { passes: v }),
  );
  const shuffle = button(
    "Shuffle",
    () => change(model, { order: shuffled(get("points").length) }),
    "Another order of the examples, the same in every pass",
  );

  return figure(model, el, {
    question: QUESTION,
    shared,
    parts: [html("div", {}, plane.svg, curves.svg), row(loss, shuffle), eta, passes],
    draw() {
      const given = problem();
      const { x, y } = frame();
      plane.show(x, y, get("names"));
      surface(given.points, given.signs, given.loss, get("window"));
      const { ends, told } = descents(given, get("window"));

      for (const name of Object.keys(LOSSES)) {
        put(lines[name], "class", name === given.loss ? "live-curve" : "live-curve other");
        put(labels[name], "class", name === given.loss ? "live-note chosen" : "live-note");
      }
      const { value, slope } = LOSSES[given.loss];
      const m = get("m");
      const shown = ends.filter((v) => Math.abs(v) <= 3);
      put(feet, "d", shown.map((v) => `M${curves.px(v)} ${curves.bottom}v-7`).join(""));
      put(students, "d", shown.map((v) => SPOTS[0](curves.px(v), curves.py(value(v)), 3.5)).join(""));
      put(tangent, "d", curves.path([-0.8, 0.8].map((d) => [m + d, value(m) + d * slope(m)])));
      put(
        drop,
        "d",
        curves.path([
          [m, 0],
          [m, value(m)],
        ]),
      );
      put(touch, "d", SPOTS[0](curves.px(m), curves.py(value(m)), 3.5));
      for (const part of [start, example, loss, eta, passes]) part.draw();
      const step = brief(-given.eta * slope(m));
      return [
        ...told,
        `At m = ${number(m)} the ${given.loss} loss is ${amount(value(m), 2)} and its slope ${brief(slope(m))}:`,
        slope(m) ? `a step adds ${step} · y · x to w and ${step} · y to b.` : "no step.",
      ]
        .join(" ")
        .replace(/ ([=·]) /g, "\u00a0$1\u00a0"); // no line ends there
    },
  });

  // Far beyond the frame nothing is drawn: coordinates there are no longer safe.
  function within([w, b]) {
    return Math.abs(plane.px(w)) < 4000 && Math.abs(plane.py(b)) < 4000;
  }

  // One path in words: where it ends, after how much work, and how far its cost went up and down at the last.
  function report({ weights, perPass, stopped }, k, { points, signs, loss: name, order }) {
    const [w, b] = weights.at(-1);
    const [before, ...late] = objective(
      [weights[0], ...weights.slice(-1 - (perPass.at(-1) ?? 0))],
      points,
      signs,
      name,
    );
    const cost = late.at(-1);
    const made = `${weights.length - 1} updates in ${perPass.length * order.length} looks`;
    const place = `cost ${amount(cost)} after ${made}, w = ${amount(w, 2)}, b = ${amount(b, 2)}`;
    const swing = `in the last pass between ${amount(Math.min(...late))} and ${amount(Math.max(...late))}`;
    const end =
      stopped === "overflow"
        ? `; update ${weights.length} leaves the range of floats: η is too large`
        : stopped === "no updates"
          ? ", at rest"
          : cost > before
            ? ", above the start: η is too large"
            : k
              ? `; ${swing}`
              : "";
    return `${["Batch", "Stochastic"][k]}: ${place}${end}.`;
  }
}

// A circle and a square, the marks of the two paths.
const SPOTS = [
  (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
];

// Do some work again only when what it is given has changed.
function once(work) {
  let [known, result] = ["", null];
  return (...given) => {
    const key = JSON.stringify(given);
    if (key !== known) [known, result] = [key, work(...given)];
    return result;
  };
}

const amount = (value, digits = 3) =>
  Math.abs(value) < 1e5
    ? number(value, digits)
    : Number.isFinite(value)
      ? value.toExponential(1).replace("-", "−")
      : "beyond the floats";

export default { render, shared };
