// The playground: the perceptron algorithm on points that the reader moves, adds, flips and deletes.
import {
  Plane,
  button,
  change,
  choice,
  clip,
  figure,
  html,
  mark,
  movable,
  number,
  pair,
  put,
  row,
  signed,
  slider,
  svg,
  write,
} from "./draw.js";
import { follow, mistakeBound, passesFor, radius, rows, score, separate, shuffled, train } from "./learn.js";

const QUESTION =
  "Step through the run: does every update help? Then move the points until the run needs more than fifty mistakes, " +
  "and still comes to rest.";
const shared = ["points", "labels", "order", "delta", "w0", "b0", "visits"];

const END = 1_000_000; // visits: more than any run here makes

function render({ model, el }) {
  const get = (name) => model.get(name);
  const [left, right, bottom, top] = get("window");
  const label = "Points, the line of the perceptron, and its weights as an arrow";
  const plane = new Plane({ label, x: [left, right], y: [bottom, top], names: get("names"), height: 330, equal: true });
  const sides = ["plus", "minus"].map((name) => plane.back.appendChild(svg("path", { fill: plane.fill(name) })));
  const path = (name) => plane.middle.appendChild(svg("path", { class: name }));
  const [before, after] = [path("live-line before"), path("live-line")];
  const [old, added, weights] = [path("live-arrow before"), path("live-arrow added"), path("live-arrow")];
  const caption = plane.middle.appendChild(
    svg("text", { x: plane.right - 4, y: plane.top + 12, class: "live-note end" }),
  );

  const problem = (visits) => ({
    ...Object.fromEntries(["points", "labels", "order", "w0", "b0", "delta"].map((name) => [name, get(name)])),
    visits,
    passes: passesFor(get("points").length),
  });
  let run = train(problem(get("visits")));
  const go = (visits) => change(model, { visits: Math.max(0, visits) });
  const next = () => {
    const all = train(problem(END));
    go(all.when.length > run.when.length ? all.when[run.when.length] + 1 : END);
  };

  let hand = -1; // the example at hand
  const own = () => get("labels")[marks.chosen];
  const last = () => get("labels").filter((label) => label === own()).length < 2; // both classes must stay
  const flip = () => {
    if (!last()) change(model, { labels: get("labels").with(marks.chosen, -own()) });
  };
  const remove = () => {
    if (last()) return;
    const without = (name) => get(name).filter((_, i) => i !== marks.chosen);
    change(model, { points: without("points"), labels: without("labels"), order: [] });
    marks.draw();
  };
  const add = (label) => {
    if (get("points").length >= 300) return;
    change(model, {
      points: [...get("points"), plane.place(get("points").length)],
      labels: [...get("labels"), label],
      order: [],
    });
    marks.focus(get("points").length - 1);
  };
  const marks = movable(plane, {
    list: () =>
      get("points").map((at, i) => ({
        at,
        mark: mark(get("labels")[i]),
        ring: i === hand,
        note: get("points").length <= 12 ? `${i + 1}` : "",
        name: `point ${i + 1}, class ${signed(get("labels")[i])}${i === hand ? ", at hand" : ""}`,
      })),
    move: (i, at) => change(model, { points: get("points").with(i, at) }),
    act: (i, key) => (key === "Enter" ? flip() : remove()),
  });

  const range = { min: 0, max: 4, step: 0.25 };
  const threshold = slider(
    "threshold δ",
    range,
    () => get("delta"),
    (delta) => change(model, { delta }),
  );
  const orders = [
    ["rows", "as numbered"],
    ["shuffled", "shuffled"],
  ];
  const order = choice(
    "order",
    orders,
    () => (get("order").length ? "shuffled" : "rows"),
    (name) => change(model, { order: name === "rows" ? [] : shuffled(get("points").length) }),
  );
  const starts = [
    ["zero", "zero"],
    ["random", "random"],
  ];
  const start = choice(
    "start",
    starts,
    () => (get("b0") || get("w0").some(Boolean) ? "random" : "zero"),
    (name) => change(model, name === "zero" ? { w0: [0, 0], b0: 0 } : { w0: [any(), any()], b0: any() }),
  );

  const log = Array.from({ length: 5 }, () => html("tr", {}, ...Array.from({ length: 5 }, () => html("td"))));
  const heads = ["visit", "point", "y · score", "w", "b"].map((name) => html("th", { scope: "col" }, name));
  const table = html(
    "table",
    { class: "live-log" },
    html("caption", {}, "The last updates, and the weights after them"),
    html("thead", {}, html("tr", {}, ...heads)),
    html("tbody", {}, ...log),
  );
  const walk = ["Back", "Step", "Next mistake", "Run", "To start"];
  const steps = [() => go(run.visits - 1), () => go(run.visits + 1), next, () => go(END), () => go(0)];
  const walks = walk.map((name, i) => button(name, steps[i]));

  // The weights around the last updates: [[w1, w2, b], ...], the newest last.
  function recent(count) {
    const kept = [];
    follow(problem(), run, (k, w, b) => {
      if (k >= run.mistakes.length - count) kept.push([...w, b]);
    });
    return kept;
  }

  return figure(model, el, {
    question: QUESTION,
    shared,
    parts: [
      plane.svg,
      row(...walks),
      row(
        button("Add +1", () => add(1)),
        button("Add −1", () => add(-1)),
        button("Flip", flip, "Give the chosen point the other label"),
        button("Delete", remove, "Delete the chosen point"),
      ),
      row(threshold, order, start),
      table,
    ],
    help:
      "Tab goes from point to point (Page Up and Page Down where there are many). The arrow keys move a point, with " +
      "Shift ten times as far; Enter flips its label, Delete removes it.",
    draw() {
      const [points, labels, delta] = [get("points"), get("labels"), get("delta")];
      run = train(problem(get("visits")));
      const visited = rows(get("order"), points.length);
      const passes = passesFor(points.length);
      const over = run.rest || run.visits >= passes * visited.length;
      hand = over ? -1 : visited[run.visits % visited.length];
      const kept = recent(log.length);
      const updated = run.when.at(-1) === run.visits - 1; // by the last visit
      const w = run.w;

      put(sides[0], "d", w.some(Boolean) ? plane.path(clip(plane.corners, w, run.b), true) : "");
      const turned = w.map((v) => -v);
      put(sides[1], "d", plane.path(clip(plane.corners, turned, -run.b), true));
      put(after, "d", plane.line(w, run.b));
      const was = updated ? kept.at(-2) : null;
      put(before, "d", was ? plane.line(was.slice(0, 2), was[2]) : "");

      // Arrows from the origin, shortened together if one of them would leave the plane.
      const zero = plane.inside([0, 0]);
      const room = (v) =>
        Math.min(
          ...v.slice(0, 2).map((t, j) => {
            const [low, high] = [plane.x, plane.y][j];
            return t ? (0.95 * ((t > 0 ? high : low) - zero[j])) / t : Infinity;
          }),
        );
      const scale = Math.min(1, room(w), room(was ?? w));
      const tip = (v) => [zero[0] + scale * v[0], zero[1] + scale * v[1]];
      put(weights, "d", plane.arrow(zero, tip(w)));
      put(old, "d", was ? plane.arrow(zero, tip(was)) : "");
      put(added, "d", was ? plane.arrow(tip(was), tip(w)) : "");
      write(caption, scale < 1 ? `arrows at ${number(scale)} of their length` : "");
      marks.draw();

      log.forEach((line, r) => {
        const k = run.mistakes.length - 1 - r;
        const [now, then] = [kept.at(-1 - r), kept.at(-2 - r)];
        const i = run.mistakes[k];
        const cells =
          k < 0
            ? ["", "", "", "", ""]
            : [
                `${run.when[k] + 1}`,
                `${i + 1}`,
                number(labels[i] * score(then.slice(0, 2), then[2], points[i])),
                pair(now),
                number(now[2]),
              ];
        cells.forEach((text, c) => write(line.children[c], text));
      });
      for (const control of [threshold, order, start]) control.draw();
      walks[0].disabled = walks[4].disabled = run.visits === 0;
      walks[1].disabled = walks[2].disabled = walks[3].disabled = over;

      const { margin, oracle } = separate(points, labels);
      const [R, begin] = [radius(points), [...get("w0"), get("b0")]];
      const along = oracle ? begin.reduce((sum, v, j) => sum + v * oracle[j], 0) : 0;
      const bound = mistakeBound({ R, margin, delta, start: Math.hypot(...begin), along });
      const wrong = (v, b) => points.filter((x, i) => labels[i] * score(v.slice(0, 2), b, x) <= delta).length;
      const now = wrong(w, run.b);
      const agreement = hand < 0 ? 0 : labels[hand] * score(w, run.b, points[hand]);
      const verdict = agreement <= delta ? "a mistake" : "right";
      const most = Math.floor(bound * (1 + 1e-9)).toLocaleString("en"); // a whole bound must not lose one to rounding
      return [
        `Visit ${run.visits}, pass ${Math.max(1, Math.ceil(run.visits / visited.length))}.`,
        run.rest
          ? "At rest: a whole pass without a mistake."
          : over
            ? `Stopped after ${passes} passes, and not at rest.`
            : `At hand: point ${hand + 1}, y · score ${number(agreement)}, ${verdict}.`,
        `${now} of ${points.length} points ${now === 1 ? "is" : "are"} wrong` +
          (was ? `; before the last update ${wrong(was, was[2])}.` : "."),
        `${run.mistakes.length} mistake${run.mistakes.length === 1 ? "" : "s"} so far;`,
        margin
          ? `at most ${most} are possible (R = ${number(R)}, γ = ${number(margin, 3)}).`
          : "nothing separates these points, so there is no bound.",
      ].join(" ");
    },
  });
}

const any = () => Math.round(40 * Math.random() - 20) / 10;

export default { render, shared, lists: ["points", "labels", "order"] }; // lists of any length, the same for all
