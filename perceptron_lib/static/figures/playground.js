// The playground: the perceptron algorithm on points that the reader moves, adds, flips and deletes.
import { twoBeats } from "../drawing/beats.js";
import { button, choice, row, slider } from "../drawing/controls.js";
import { counted, fill, grouped, html, number, pair, put, svg, table, write } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { Marks, editing, examples } from "../drawing/marks.js";
import { Plane, frame } from "../drawing/plane.js";
import { player } from "../drawing/player.js";
import { strip } from "../drawing/strip.js";
import { between, weightSpace } from "../drawing/weights.js";
import { mistakeBound, radius } from "../mathematics/convergence.js";
import { dot, score } from "../mathematics/halfspaces.js";
import { separate } from "../mathematics/separability.js";
import { path, rows, shuffled, train } from "../mathematics/training.js";
import { average } from "../mathematics/variants.js";

const QUESTION = "Press Step, again and again: does every update leave fewer points wrong?";
const shared = ["shown", "points", "labels", "order", "delta", "w0", "b0", "visits"];

// The small figure on a page's first screen, of one button.
const BRIEF = {
  learn: { question: "Press Learn until no point is wrong. Then drag a point.", button: "Learn" },
  step: { question: "Press Step, again and again: when does the line move?", button: "Step" },
  average: { question: "Press Learn: the last line jumps. What does the average do?", button: "Learn" },
};

const SEEN = " You have just seen the perceptron learn; while you drag a point, it learns anew.";

// What may be tried; the figure keeps a state that reaches each, found by the library.
const longer = ({ run }, most) => run.converged && run.mistakes.length > most;
const GOALS = [
  {
    say: "An update that leaves more points wrong than before.",
    hint: "Watch the crosses as you press Next mistake.",
    reached: (now) => now.was && wrong(now, now.weights.at(-1)) > wrong(now, now.was),
  },
  {
    say: "More than 50 mistakes, and then convergence.",
    hint: "The nearer the classes are, the fewer lines part them. Drag points, and watch the strip.",
    reached: (now) => longer(now, 50),
  },
  {
    say: "The same with at most six points and more than 1,000 mistakes.",
    hint: "Put two points of different classes side by side, far from the middle, and two more far from these.",
    reached: (now) => now.points.length <= 6 && longer(now, 1000),
  },
];

const END = 1_000_000; // visits: more than any run here makes
const [HEADS, LINES] = [["visit", "point", "y · score", "w", "b"], 5]; // of the table

function render({ model, el }) {
  const state = stateOf(model);
  const { get, set } = state;
  const brief = BRIEF[get("brief")];
  const follow = follower(get);
  const beats = twoBeats(paint);
  let [now, lit] = [follow(), -1];

  const label = "Points, the line of the perceptron, and its weights as an arrow";
  const plane = new Plane({ label, height: 330, equal: true, ...frame(get) });
  const [halves, lines] = [plane.halves(), weightLines(plane, get("brief") === "average")];
  const marks = new Marks(plane, {
    list: () => visitedMarks(get, (now = follow()), beats.part(), lit), // one was added or deleted: drawn at once
    move(i, at) {
      set({ points: get("points").with(i, at), ...(brief?.button === "Learn" && learned(now) && { visits: END }) });
    },
    ...(brief || {
      act: (i, key) => (key === "Enter" ? edit.relabel() : edit.remove()),
      empty: (at, shift) => edit.add(shift ? -1 : 1, at),
      hover: light,
    }),
  });
  const edit = editing(state, marks, (label) => -label);
  const go = (visits, slowly) => {
    if (slowly) beats.announce();
    set({ visits });
  };
  const forth = () => go(now.next.visit + 1, true);
  const say = verdict(plane); // after the marks, which it may lie over
  const weights = brief ? null : weightSpace({ light });

  function light(i) {
    lit = i;
    paint();
  }

  // The pictures, in the middle of an update too.
  function paint() {
    const part = beats.part();
    const [w1, w2, b] = between(now.was, now.weights.at(-1), part);
    halves([w1, w2], b);
    lines(now, part);
    marks.draw();
    say(now, part);
    const chosen = lit < 0 && part < 1 ? now.visited : lit;
    weights?.draw({ ...now, whole: now.whole.weights, part, chosen });
  }

  const built = brief ? briefParts(brief) : fullParts();
  const close = figure(model, el, {
    shared,
    position: "visits",
    brief,
    ...built,
    draw() {
      now = follow();
      plane.show(frame(get));
      beats.begin(now.was !== null);
      paint();
      built.update();
      return brief ? summary(now, get("brief")) : report(now);
    },
  });
  return () => {
    beats.stop();
    built.stop?.();
    close();
  };

  // One button.
  function briefParts({ question, button: name }) {
    const step = name === "Step"; // else to the next mistake
    const on = button(name, () => (step ? go(now.visits + 1, true) : forth()));
    const update = () => (on.disabled = step ? now.over : !now.next || learned(now));
    plane.svg.classList.add("live-beside");
    return { question, parts: [plane.svg, row(on)], update };
  }

  // The player and the strip of mistakes, two planes, and the rest behind *More*.
  function fullParts() {
    const play = player({ at: () => now.visits, end: () => now.whole.run.visits, go, noun: "visit" });
    const record = strip({ tell: (visit) => told(now, visit), go: (visit) => go(visit, false) });
    const next = button("Next mistake", forth, "Go on to the next mistake, and make its update");
    const names = get("sets").map(({ shown }) => [shown, shown]);
    const chosen = () => get("sets").find(({ shown }) => shown === get("shown"));
    const same = (name) => JSON.stringify(chosen()?.[name]) === JSON.stringify(get(name));
    const data = choice("", Object.fromEntries([...names, ["own", "your points"]]), {
      get: () => (["points", "labels"].every(same) ? get("shown") : "own"),
      set: (name) => (name === "own" ? data.draw() : set(get("sets").find(({ shown }) => shown === name))),
    });
    data.lastChild.ariaLabel = "points";
    const planes = html("div", { class: "live-pair" }, plane.svg, weights.svg);
    const options = optionControls(state);
    const log = table("The last updates, and the weights after them", HEADS, LINES);
    const edits = row(
      button("Add +1", () => edit.add(1)),
      button("Add −1", () => edit.add(-1)),
      button("Flip", edit.relabel, "Give the chosen point the other label"),
      button("Delete", edit.remove, "Delete the chosen point"),
    );
    return {
      question: QUESTION,
      goals: GOALS.map((goal, i) => ({ ...goal, reached: () => goal.reached(now), state: get("solved")[i] })),
      parts: [planes, record.element, play.element, row(next, data)],
      more: [edits, row(...options), log],
      keys: "; Enter flips its label, Delete removes it. A click on the empty plane adds a point, with Shift a square",
      stop: play.stop,
      update() {
        play.draw();
        record.draw({ ...now.whole.run, bound: now.whole.bound.mistakes, at: now.visits });
        next.disabled = !now.next;
        for (const control of [data, ...options]) control.draw();
        fill(log, updates(now));
      },
    };
  }
}

// What follows from the state; the whole run is made anew where the problem has changed, and only there.
function follower(get) {
  const names = ["points", "labels", "order", "w0", "b0", "delta"];
  let [given, whole] = [[], null];
  return () => {
    const values = names.map(get);
    if (values.some((value, k) => value !== given[k])) {
      given = values;
      const problem = Object.fromEntries(names.map((name, k) => [name, values[k]]));
      whole = runOf(problem, get("max_passes"), get("max_visits"));
    }
    return after(whole, get("visits"));
  };
}

// The run to its end, the padded weights after 0, 1, ... updates, and how many mistakes are possible.
function runOf(problem, mostPasses, mostVisits) {
  const { points, labels, delta } = problem;
  const passes = Math.min(mostPasses, Math.ceil(mostVisits / points.length));
  const run = train({ ...problem, passes });
  const weights = path(problem, run);
  const { margin, oracle } = separate(points, labels);
  const R = radius(points);
  const start = margin ? { start: Math.hypot(...weights[0]), along: dot(weights[0], oracle) } : {};
  const bound = mistakeBound({ R, margin, delta, ...start });
  const mistakes = Math.floor(bound * (1 + 1e-9)); // a whole bound must not lose one to rounding
  const turns = rows(problem.order, points.length);
  return { ...problem, passes, turns, run, weights, bound: { R, margin, mistakes } };
}

// The state after so many visits: the padded weights so far, those before the last visit if it made an update, the
// example visited last and the one at hand (-1 where there is none), and the next mistake.
function after(whole, asked) {
  const { run, turns } = whole;
  const visits = Math.max(0, Math.min(asked, run.visits));
  const k = run.mistakes.findLastIndex(({ visit }) => visit < visits) + 1;
  const over = visits === run.visits;
  return {
    ...whole,
    whole,
    visits,
    over,
    k,
    weights: whole.weights.slice(0, k + 1),
    was: run.mistakes[k - 1]?.visit === visits - 1 ? whole.weights[k - 1] : null,
    visited: visits && !over ? turns[(visits - 1) % turns.length] : -1,
    hand: over ? -1 : turns[visits % turns.length],
    next: run.mistakes[k],
  };
}

// The weights by which the points are judged: while a mistake is looked at, those before its update.
const judge = (now, part) => (part < 1 && now.was) || now.weights.at(-1);

// The points: the one visited last has a ring, the next one a dotted ring; the wrong ones are marked.
function visitedMarks(get, now, part, lit) {
  const weights = judge(now, part);
  const why = (i) => (i === now.visited ? "visited last" : "");
  const wrong = (i) => margin(now, weights, i) <= now.delta;
  return examples(get, why, wrong).map((mark, i) => ({ ...mark, next: i === now.hand, lit: i === lit }));
}

// What is written at the point that is visited: y times its score, and a tick or a cross. Returns what writes it.
function verdict(plane) {
  const text = svg("text", { class: "live-score", "text-anchor": "middle", "aria-hidden": "true" });
  plane.front.append(text);
  return (now, part) => {
    const at = now.points[now.visited];
    if (!at) return write(text, "");
    const m = margin(now, judge(now, part), now.visited);
    const right = m > now.delta;
    const [x, y] = [plane.px(at[0]), plane.py(at[1])];
    put(text, "class", `live-note live-score ${right ? "right" : "wrong"}`);
    put(text, "x", Math.max(plane.left + 30, Math.min(plane.right - 30, x)));
    put(text, "y", y < plane.top + 40 ? y + 32 : y - 22);
    write(text, `${number(m)} ${right ? "✓" : "✗"}`);
  };
}

// The lines and the weights as arrows, before (dashed) and after the last update, and what it added: y x, which flies
// to the tip of the weights while the update is made. Where the weights so far are `averaged`, only the last line and
// that of their average. Returns what draws them.
function weightLines(plane, averaged) {
  const mean = plane.stroke("live-line mean");
  const [before, after] = [plane.stroke("live-line before"), plane.stroke("live-line")];
  const [old, added, weights] = ["before", "added", ""].map((name) => plane.stroke(`live-arrow ${name}`.trim()));
  const texts = ["live-note", "live-note added"].map((name) => svg("text", { class: name, "text-anchor": "middle" }));
  plane.middle.append(...texts);

  // Write a text beyond the tip of an arrow.
  const name = (text, said, from, to) => {
    const [u, v] = [plane.px(to[0]) - plane.px(from[0]), plane.py(to[1]) - plane.py(from[1])];
    const size = Math.hypot(u, v);
    put(text, "x", plane.px(to[0]) + (size ? (12 * u) / size : 0));
    put(text, "y", plane.py(to[1]) + (size ? (12 * v) / size : 0) + 4);
    write(text, size > 12 ? said : "");
  };

  return (now, part) => {
    const { was } = now;
    const [u1, u2, b] = between(was, now.weights.at(-1), part);
    put(after, "d", plane.line([u1, u2], b));
    if (averaged) return put(mean, "d", averageLine(plane, now));
    put(before, "d", was ? plane.line(was.slice(0, 2), was[2]) : "");

    // From the origin, shortened together if one of them would leave the plane.
    const zero = plane.inside([0, 0]);
    const w = now.weights.at(-1).slice(0, 2);
    const step = was ? w.map((value, j) => value - was[j]) : null;
    const room = (v, j, [low, high]) => (v[j] ? (0.95 * ((v[j] > 0 ? high : low) - zero[j])) / v[j] : Infinity);
    const all = was ? [w, was, step] : [w];
    const scale = Math.min(1, ...all.flatMap((v) => [room(v, 0, plane.x), room(v, 1, plane.y)]));
    const tip = (v) => [zero[0] + scale * v[0], zero[1] + scale * v[1]];
    const foot = was?.slice(0, 2).map((value) => value * Math.max(0, part)); // of the arrow that flies
    const end = was ? tip(foot.map((value, j) => value + step[j])) : zero;
    put(weights, "d", plane.arrow(zero, tip([u1, u2])));
    put(old, "d", was ? plane.arrow(zero, tip(was)) : "");
    put(added, "d", was ? plane.arrow(tip(foot), end) : "");
    name(texts[0], "w", zero, tip([u1, u2]));
    name(texts[1], was && part < 1 ? "y x" : "", was ? tip(foot) : zero, end);
  };
}

function averageLine(plane, { weights, run, k, visits }) {
  const [w1, w2, b] = average(weights, { mistakes: run.mistakes.slice(0, k), visits });
  return plane.line([w1, w2], b);
}

// Threshold, order and start.
function optionControls({ get, set, bound }) {
  const any = () => Math.round(40 * Math.random() - 20) / 10;
  return [
    slider("threshold δ", { min: 0, max: 4, step: 0.25 }, bound("delta")),
    choice(
      "order",
      { rows: "as numbered", shuffled: "shuffled" },
      {
        get: () => (get("order").length ? "shuffled" : "rows"),
        set: (name) => set({ order: name === "rows" ? [] : shuffled(get("points").length) }),
      },
    ),
    choice(
      "start",
      { zero: "zero", random: "random" },
      {
        get: () => (get("b0") || get("w0").some(Boolean) ? "random" : "zero"),
        set: (name) => set(name === "zero" ? { w0: [0, 0], b0: 0 } : { w0: [any(), any()], b0: any() }),
      },
    ),
  ];
}

const margin = ({ points, labels }, [w1, w2, b], i) => labels[i] * score([w1, w2], b, points[i]);

const wrong = (now, v) => now.points.filter((_, i) => margin(now, v, i) <= now.delta).length;

function wrongOf(now, v) {
  const count = wrong(now, v);
  return `${count} of ${now.points.length} points ${count === 1 ? "is" : "are"} wrong`;
}

const learned = (now) => !wrong(now, now.weights.at(-1));

// The last updates, the newest first.
const updates = ({ run, k, weights, ...problem }) =>
  run.mistakes
    .slice(Math.max(0, k - LINES), k)
    .reverse()
    .map(({ example: i, visit }, r) => {
      const [then, now] = [weights.at(-2 - r), weights.at(-1 - r)];
      return [`${visit + 1}`, `${i + 1}`, number(margin(problem, then, i)), pair(now), number(now[2])];
    });

// What happened at a visit, counted from 1.
function told({ run, turns }, visit) {
  const k = run.mistakes.findIndex((mistake) => mistake.visit === visit - 1);
  const point = turns[(visit - 1) % turns.length] + 1;
  return `visit ${visit}: point ${point}, ${k < 0 ? "right" : `mistake ${k + 1}`}`;
}

// What the small figure says: what happened, how many points are wrong, and how many updates it took.
function summary(now, kind) {
  const updates = counted(now.k, "update");
  if (learned(now)) return `Learned: after ${updates} no point is wrong.${kind === "learn" ? SEEN : ""}`;
  const all = `${wrongOf(now, now.weights.at(-1))}, after ${updates}.`;
  if (kind !== "step" || now.visited < 0) return all;
  return `Point ${now.visited + 1} ${now.was ? "was wrong: the line moves" : "is right: nothing changes"}. ${all}`;
}

function report(now) {
  const { run, over, visits, visited, hand, passes, delta, weights, was, turns, k } = now;
  const [w, pass] = [weights.at(-1), Math.max(1, Math.ceil(visits / turns.length))];
  const m = visited < 0 ? 0 : margin(now, was ?? w, visited);
  const then = was && visited >= 0 ? `: now its y · score is ${number(margin(now, w, visited))}` : "";
  const verdict = m <= delta ? `a mistake, so y x is added to w${then}` : "right";
  const looked = visited < 0 ? "" : `: point ${visited + 1}, y · score ${number(m)}, ${verdict}`;
  const stopped = run.converged
    ? "Converged: a whole pass without a mistake."
    : `Stopped after ${passes} passes, and not converged.`;
  return [
    `Visit ${visits}, pass ${pass}${looked}. ${over ? stopped : `Next is point ${hand + 1}.`}`,
    `${wrongOf(now, w)}${was ? `; before this update ${wrong(now, was)}` : ""}.`,
    `${counted(k, "mistake")} so far; ${bounded(now.bound)}`,
  ].join(" ");
}

const bounded = ({ R, margin, mistakes }) =>
  margin
    ? `at most ${grouped(mistakes)} are possible (R = ${number(R)}, γ = ${number(margin, 3)}).`
    : "nothing separates these points, so there is no bound.";

export default { render, shared, lists: ["points", "labels", "order"] }; // lists of any length, the same for all
