// The cycle explorer: a run's weights go round before the reader's eyes; move the corners until no state comes back.
import { button } from "../drawing/controls.js";
import { counted, fill, grouped, html, number, put, table, write } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { Marks, example } from "../drawing/marks.js";
import { Plane, frame } from "../drawing/plane.js";
import { player } from "../drawing/player.js";
import { LOW, between, weightSpace } from "../drawing/weights.js";
import { findCycle, fraction, stateAfter, walk } from "../mathematics/cycling.js";
import { right } from "../mathematics/halfspaces.js";

const QUESTION =
  "Play: the weights go round. Then drag the corner (1, 1) towards (0, 0), a sixteenth at a time: how far, until the " +
  "cycle dies?";
const BRIEF = "Each corner of XOR wants w on the shaded side of its line. Press Play: can w please all four?";
const shared = ["points", "step"];

const LINES = 7; // of the table
const LONG = 1000; // steps
const TURN = 400; // milliseconds: an update that there is time to look at
const ROUNDS = 3; // of a loop, in the small figure
const XOR = { points: [0, 0, 1, 1].map((x, i) => [x, i % 2]), labels: [-1, 1, 1, -1] };
const LONGEST = [[21, 13], [20, 14], [0, 12], [19, 14]].map((p) => p.map((v) => v / 16)); // the longest cycle found

function render({ model, el }) {
  const { get, set } = stateOf(model);
  const brief = get("brief");
  const low = LOW();
  const height = low ? 210 : brief ? 240 : 300;
  let now = follow(get);
  let lit = -1; // the corner whose line and mark are lit
  const light = (i) => {
    lit = i;
    paint();
  };

  const turn = glide(paint);
  const space = weightSpace({ light, print: (b) => (turn.part() < 1 ? number(b) : fraction(b)), height });
  const label = "Corners, and the line of the perceptron";
  const plane = new Plane({ label, height, equal: true, ...frame(get) });
  const halves = plane.halves();
  const [before, line] = [plane.stroke("live-line before"), plane.stroke("live-line")];
  const marks = new Marks(plane, {
    step: 1 / 16,
    list: () => cornerMarks(cornersOf(get), now, lit, !low),
    move: (i, at) => set({ points: cornersOf(get).with(i, snap(at)) }),
    hover: light,
  });

  function paint() {
    const { points, labels, state, weights, step } = now;
    const [was, part] = [state.updated ? state.was : null, turn.part()];
    const so = { weights: weights.slice(0, step + 1), was, part, whole: weights, ahead: weights };
    space.draw({ points, labels, ...so, chosen: lit });
    const seen = between(was, state.weights, part);
    plane.show(frame(get));
    halves(...parted(seen));
    put(line, "d", plane.line(...parted(seen)));
    put(before, "d", plane.line(...parted(state.was)));
    marks.draw();
  }

  const go = (step, slowly) => {
    turn.announce(slowly);
    set({ step });
  };
  const play = player({ at: () => now.step, end: () => now.end, go });
  const enter = button("", () => set({ step: now.cycle.before }));
  const log = table("", ["step", "w", "b", "i", "y · score", ""], LINES);

  const close = figure(model, el, {
    question: brief ? BRIEF : QUESTION,
    shared,
    position: "step",
    parts: [brief ? space.svg : html("div", { class: "live-pair" }, plane.svg, space.svg), play.element],
    more: [enter, log],
    goals: goals(() => now),
    brief,
    help: "Tab goes from corner to corner. The arrow keys move a corner by a sixteenth, with Shift ten times as far.",
    draw() {
      now = follow(get, now);
      turn.begin();
      paint();
      play.draw();
      list(log, now);
      enter.disabled = !now.cycle || now.step === now.cycle.before;
      write(enter, now.cycle && !now.cycle.mistakes ? "To convergence" : "To the cycle's start");
      return brief ? lap(now) : report(now);
    },
  });
  el.querySelector(".live").classList.add(brief ? "live-loop" : "live-cycle"); // its line of numbers is long
  return () => {
    play.stop();
    turn.stop();
    close();
  };
}

// An update that is seen: `announce` says whether the next state is reached by a step to look at, `part` how much of it
// has been made.
function glide(paint) {
  let [slowly, part, due] = [false, 1, 0];
  const stop = () => {
    cancelAnimationFrame(due);
    part = 1;
  };
  const go = (began) => (time) => {
    part = Math.min(1, (time - began) / TURN);
    if (part < 1) due = requestAnimationFrame(go(began));
    paint();
  };
  return {
    stop,
    part: () => part,
    announce: (step) => (slowly = step),
    begin() {
      stop();
      if (slowly && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
        part = 0;
        due = requestAnimationFrame((time) => go(time)(time));
      }
      slowly = false;
    },
  };
}

// In sixteenths, whatever the address or the edge of the window says: so all that follows is exact.
const snap = (p) => p.map((v) => Math.round(16 * v) / 16);
const cornersOf = (get) => get("points").map(snap);

// All that follows from the state: the cycle, null where it is too long; its end; the weights of all steps to there;
// the state after `step` steps. A step beyond the end is the one within the cycle with the same state. What follows
// from the corners alone is taken from `last`, if these are still the same.
function follow(get, last = {}) {
  const [given, labels, limit] = [get("points"), get("labels"), get("max_steps")];
  const rounds = get("brief") ? ROUNDS : 1;
  const run = last.given === given && last.labels === labels ? last : runOf(cornersOf(get), labels, limit, rounds);
  const { points, cycle, end, weights } = run;
  const wanted = Math.max(0, Math.floor(get("step")));
  const step = wanted <= end || !cycle ? Math.min(wanted, end) : cycle.before + ((wanted - cycle.before) % cycle.steps);
  return { ...run, given, step, state: stateAfter(points, labels, weights, step) };
}

function runOf(points, labels, limit, rounds) {
  const cycle = findCycle(points, labels, limit);
  const end = cycle ? cycle.before + rounds * cycle.steps : limit;
  return { points, labels, limit, cycle, end, weights: walk(points, labels, end) };
}

// The corners, with their numbers and places; on a low plane only the lit one has room for its place. Where a corner
// has just been moved, what is said of it follows in the next frame.
const cornerMarks = (corners, { labels, state }, lit, room) =>
  corners.map((at, i) => {
    const note = `${i + 1}${room || i === lit ? `: ${vector(at)}` : ""}`;
    const mark = example(at, i, labels[i], i === state.hand ? "at hand" : "", "example");
    const wrong = !right(...parted(state.weights), at, labels[i]);
    return { ...mark, name: mark.name.replace(i + 1, note), note, wrong, lit: i === lit };
  });

// What the reader may reach from the corners of XOR.
function goals(now) {
  const mistakes = () => now().cycle?.mistakes;
  const moved = () => now().points.filter((p, i) => p.join() !== XOR.points[i]?.join()).length;
  const fourth = (at, step) => ({ labels: XOR.labels, points: XOR.points.with(3, at), step });
  return [
    {
      say: "Move one corner, and the cycle dies.",
      hint: "As long as the segment between the circles meets the one between the squares, nothing separates.",
      reached: () => mistakes() === 0 && moved() === 1,
      state: fourth([7 / 16, 7 / 16], 40),
    },
    {
      say: "A cycle with mistakes on two corners only.",
      hint: "Which two examples contradict each other, whatever the others are?",
      reached: () => now().cycle?.counts.filter(Boolean).length === 2,
      state: fourth([0, 1], 20),
    },
    {
      say: `A cycle of more than ${grouped(LONG)} steps.`,
      hint: "Move the two circles together, and a square almost between them.",
      reached: () => mistakes() > 0 && now().cycle.steps > LONG,
      state: { labels: XOR.labels, points: LONGEST, step: 0 },
    },
  ];
}

// A window on the states: the present one in the middle; the one after the cycle's last state is its first one again.
function list(log, { points, labels, weights, step, cycle, end }) {
  const present = step < end || !cycle ? step : cycle.before;
  const first = Math.max(0, Math.min(present - 3, end - LINES));
  const count = Math.min(LINES, end - first);
  const shown = Array.from({ length: count }, (_, r) => stateAfter(points, labels, weights, first + r));
  const texts = shown.map((state) => {
    const [w, b] = parted(state.weights);
    const place = `${state.step === present ? "▸ " : ""}${state.step}`;
    return [place, vector(w), fraction(b), `${state.hand + 1}`, fraction(state.margin), verdict(state)];
  });
  fill(log, texts);
  [...log.tBodies[0].rows].forEach((line, r) => {
    put(line, "style", shown[r] ? null : "visibility: hidden"); // the page below is not to jump
    put(line, "aria-current", shown[r]?.step === present ? "step" : null);
  });
  const then = () => (cycle.mistakes ? `to ${end - 1} they come back` : "on the weights stay");
  write(log.caption, `States (▸ now)${cycle ? `; from ${cycle.before} ${then()}` : ""}`);
}

const parted = ([w1, w2, b]) => [[w1, w2], b];
const vector = (v) => `(${v.map((value) => fraction(value)).join(", ")})`;
const verdict = ({ margin }) => (margin > 0 ? "right" : "mistake");

function report({ limit, step, end, cycle, state }) {
  const again = cycle?.mistakes && step === end ? `, as after step ${cycle.before}` : "";
  const [w, b] = parted(state.weights);
  return [
    cycle
      ? outcome(cycle)
      : `No state has come back within ${grouped(limit)} steps: a cycle, or the way to convergence, is longer.`,
    `Step ${step}: w = ${vector(w)}, b = ${fraction(b)}${again};`,
    `example ${state.hand + 1} has y · score ${fraction(state.margin)},`,
    `${state.margin > 0 ? "" : "a "}${verdict(state)}.`,
  ].join(" ");
}

// The same in few words.
function lap({ step, cycle, state }) {
  const [w, b] = parted(state.weights);
  const rounds = cycle?.mistakes && step > cycle.before ? (step - cycle.before) / cycle.steps : 0;
  const next = `Next is corner ${state.hand + 1}: ${state.margin > 0 ? "right" : "a mistake"}.`;
  const back = Number.isInteger(rounds) && rounds ? `Back after ${counted(cycle.steps, "step")}, for ever.` : next;
  return `w = ${vector(w)}, b = ${fraction(b)}. ${back}`;
}

function outcome({ before, earlier, steps, passes, mistakes, counts }) {
  if (!mistakes) return `Converges after ${counted(before, "step")} and ${counted(earlier, "mistake")}: separable.`;
  return [
    `The state comes back: a cycle of ${counted(steps, "step")} (${counted(passes, "pass")})`,
    `with ${counted(mistakes, "mistake")} (${counts.join(" + ")}), after ${counted(before, "step")}.`,
    `Certificate: ${counts.map((c) => fraction(c / mistakes, mistakes)).join(", ")}.`,
  ].join(" ");
}

export default { render, shared };
