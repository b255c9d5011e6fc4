// Marks that can be moved: by mouse and touch, or with the arrow keys (Shift: ten times as far); and the gestures that
// figures share.
//
// new Marks(plane, { list, move, act, select, step, empty, hover }), described at the class;
// draggable(element, plane, take), for what is no mark, such as a line.
import { pair, put, signed, svg, write } from "./elements.js";
import { round } from "./plane.js";

export const CLASSES = ["plus", "minus", "third"];
export const SHAPES = {
  plus: "M6.5 0A6.5 6.5 0 1 1 -6.5 0A6.5 6.5 0 1 1 6.5 0Z",
  minus: "M-5.8 -5.8H5.8V5.8H-5.8Z",
  third: "M0 -7.5L7 5.5H-7Z",
  handle: "M9 0A9 9 0 1 1 -9 0A9 9 0 1 1 9 0Z",
  probe: "M-8 0H8M0 -8V8",
};
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const ACTS = { Enter: "Enter", " ": "Enter", Delete: "Delete", Backspace: "Delete" };

// `list()` gives what to draw, an array of {at: [x, y], mark, name, note?, ring?, next?, wrong?, lit?, under?}; what
// is `wrong` gets an outline and a cross, what comes `next` a faint ring, what is `lit` a bright one. `move(i, at)` is
// told where to; `act(i, key)` gets Enter and Delete. Where there is an `act`, the mark `chosen` last is seen: it is
// what the figure's buttons act on, and `select()` is told when it changes. Marks with a `step` go from multiple to
// multiple. `empty(at, shift)` is told of a click or a tap on the plane where no mark is, and whether with Shift.
// `hover(i)` is told which mark is under the pointer, else has the focus, when that changes; -1 is none.
export class Marks {
  chosen = 0;
  held = -1; // while none is dragged
  over = -1; // while the pointer is over none
  noticed = -1; // what `hover` was told last
  looks = new WeakMap(); // how each mark was drawn last

  constructor(plane, { list, move, act, select = () => {}, step, empty, hover = () => {} }) {
    Object.assign(this, { plane, list, move, act, select, step, hover });
    const listeners = {
      onkeydown: (event) => this.press(event),
      onfocusin: ({ target }) => {
        this.choose(this.index(target));
        this.notice();
      },
      onfocusout: () => this.notice(),
      onpointerover: ({ target }) => this.notice(this.index(target)),
      onpointerleave: () => this.notice(-1),
    };
    // Chromium lets Tab stop at what listens for the focus, unless it is told not to.
    this.layer = svg("g", { class: "live-marks", tabindex: -1, ...listeners });
    draggable(this.layer, plane, (at) => this.take(at));
    plane.front.append(this.layer);
    if (empty) clickable(plane, (at, shift) => empty(this.snapped(at), shift));
  }

  // Which mark an element belongs to.
  index(element) {
    return [...this.layer.children].indexOf(element?.closest(".live-mark"));
  }

  notice(over = this.over) {
    this.over = over;
    const now = over < 0 ? this.index(this.layer.querySelector(":focus")) : over;
    if (now !== this.noticed) this.hover((this.noticed = now));
  }

  // How far a key moves a mark; a pointer moves it more finely.
  get pace() {
    return this.step ?? 10 ** Math.floor(Math.log10((this.plane.x[1] - this.plane.x[0]) / 20));
  }

  // The nearest place within the frame with multiples of `grain` as coordinates.
  snapped(place, grain = this.step ?? this.pace / 10) {
    return this.plane.inside(place.map((v) => Number((Math.round(v / grain) * grain).toFixed(6))));
  }

  // What lies nearest to the pointer is taken: marks may be close together, and a finger is wide. What lies `under` the
  // others is taken only where none of them is near.
  nearest([x, y]) {
    const { plane } = this;
    const gaps = this.list().map(
      ({ at, under }) => Math.hypot(plane.px(at[0]) - plane.px(x), plane.py(at[1]) - plane.py(y)) + (under ? 15 : 0),
    );
    return gaps.indexOf(Math.min(...gaps));
  }

  take(pointer) {
    const held = this.nearest(pointer);
    const grip = this.list()[held].at.map((value, j) => value - pointer[j]); // the mark does not jump to the pointer
    this.held = held;
    this.layer.children[held].focus({ preventScroll: true });
    this.choose(held);
    return {
      move: (to) => this.move(held, this.snapped(to.map((value, j) => value + grip[j]))),
      drop: () => (this.held = -1),
    };
  }

  press(event) {
    const i = this.index(event.target);
    const turn = { PageDown: 1, PageUp: -1 }[event.key];
    if (ARROWS[event.key]) {
      const size = this.pace * (event.shiftKey ? 10 : 1);
      const place = this.list()[i].at.map((value, j) => value + ARROWS[event.key][j] * size);
      this.move(i, this.snapped(place, this.pace));
    } else if (turn) {
      const count = this.layer.children.length;
      this.focus((i + turn + count) % count);
    } else if (this.act && ACTS[event.key]) {
      this.act(i, ACTS[event.key]);
    } else return;
    event.preventDefault();
    event.stopPropagation(); // JupyterLab has shortcuts of its own
  }

  choose(i) {
    if (i < 0 || i === this.chosen) return;
    this.chosen = i;
    this.draw();
    this.select();
  }

  focus(i) {
    this.draw(); // it may be new
    this.choose(i);
    this.layer.children[i]?.focus();
  }

  draw() {
    const [marks, { layer }] = [this.list(), this];
    while (layer.children.length > marks.length) layer.lastChild.remove();
    while (layer.children.length < marks.length) layer.append(blank());
    this.chosen = Math.min(this.chosen, marks.length - 1); // it may have been deleted
    marks.forEach((mark, i) => {
      put(layer.children[i], "tabindex", marks.length <= 12 || i === this.chosen ? 0 : -1);
      this.drawMark(layer.children[i], mark, this.act && i === this.chosen);
    });
  }

  drawMark(element, { at, mark, name, note = "", ...signs }, chosen) {
    const { plane } = this;
    const shown = ["ring", "next", "wrong", "lit"].filter((sign) => signs[sign]);
    const classes = ["live-mark", mark, ...(chosen ? ["chosen"] : []), ...shown].join(" ");
    const look = `${at} ${classes} ${name} ${note} ${plane.x} ${plane.y}`;
    if (this.looks.get(element) === look) return; // with hundreds of points, most stay where they are
    this.looks.set(element, look);
    put(element, "transform", `translate(${round(plane.px(at[0]))} ${round(plane.py(at[1]))})`);
    put(element, "class", classes);
    put(element, "aria-label", `${name}${signs.wrong ? ", wrong" : ""}, at ${pair(at)}`);
    const [, , , shape, , text] = element.children;
    put(shape, "d", SHAPES[mark]);
    write(text, note);
  }
}

const blank = () =>
  svg(
    "g",
    { role: "button", "aria-roledescription": "movable point" },
    svg("circle", { r: 24, class: "live-reach" }),
    svg("circle", { r: 18, class: "live-halo" }),
    svg("circle", { r: 14, class: "live-target" }),
    svg("path"),
    svg("path", { class: "live-cross", d: "M-3 -3L3 3M-3 3L3 -3" }),
    svg("text", { x: 9, y: -7, class: "live-note" }),
  );

// Lets an element be dragged by mouse and by finger. `take(at)` is told where in the plane it was taken, and returns
// who is told the rest: {move(to), drop?()}.
export function draggable(element, plane, take) {
  let held = null;
  const drop = () => {
    held?.drop?.();
    held = null;
  };
  const listeners = {
    pointerdown(event) {
      if (event.button) return;
      held = take(plane.at(event));
      element.setPointerCapture(event.pointerId);
      event.preventDefault();
    },
    pointermove: (event) => held?.move(plane.at(event)),
    pointerup: drop,
    pointercancel: drop,
  };
  for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
  element.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false }); // else it scrolls
}

// Tells of clicks and taps on the plane where nothing else is, and whether with Shift: not of the end of a drag, and
// where a finger scrolls the page the browser makes no click of it.
function clickable(plane, told) {
  let began = [0, 0];
  plane.svg.classList.add("live-open"); // the stylesheet shows it by the pointer
  plane.svg.addEventListener("pointerdown", ({ clientX, clientY }) => (began = [clientX, clientY]));
  plane.svg.addEventListener("click", (event) => {
    const at = plane.at(event);
    const moved = Math.hypot(event.clientX - began[0], event.clientY - began[1]) > 5;
    const beyond = plane.inside(at).some((value, j) => value !== at[j]);
    if (!moved && !beyond && !event.target.closest(".live-marks, .live-grip")) told(at, event.shiftKey);
  });
}

// An example as a mark; with a `ring`, if there is a reason for one, such as "at hand".
export function example(at, i, label, ring = "", noun = "point") {
  const name = `${noun} ${i + 1}, class ${signed(label)}${ring && `, ${ring}`}`;
  return { at, mark: label > 0 ? "plus" : "minus", ring, name };
}

// All examples, numbered where they are few; `why(i)` is the reason for a ring, and `wrong(i)` whether it is a mistake.
export const examples = (get, why, wrong = () => false) =>
  get("points").map((at, i, { length }) => {
    const note = length <= 12 ? `${i + 1}` : "";
    return { ...example(at, i, get("labels")[i], why(i)), note, wrong: wrong(i) };
  });

const MOST = 300; // points

// What buttons and keys do to the chosen point and its label, as long as each class keeps a point: `next` tells the
// label after its own. `add(label, at)` adds a point, where there is room if it is not said where.
export function editing({ get, set }, marks, next) {
  const own = () => get("labels")[marks.chosen];
  const alone = () => get("labels").filter((label) => label === own()).length < 2;
  const replace = (points, labels) => set({ points, labels, ...(get("order") && { order: [] }) });
  return {
    alone,
    relabel() {
      if (!alone()) set({ labels: get("labels").with(marks.chosen, next(own())) });
    },
    remove() {
      if (alone()) return;
      const without = (name) => get(name).filter((_, i) => i !== marks.chosen);
      replace(without("points"), without("labels"));
      marks.draw();
    },
    add(label = own(), at = free(marks.plane, get("points").length)) {
      const k = get("points").length;
      if (k >= MOST) return;
      replace([...get("points"), at], [...get("labels"), label]);
      marks.focus(k);
    },
  };
}

// A place for a new point, the k-th: around the middle, each at another one.
function free(plane, k) {
  const far = 0.06 * (plane.x[1] - plane.x[0]) * Math.sqrt(k % 16);
  const [x, y] = plane.centre;
  return plane.inside(
    [x + far * Math.cos(2.4 * k), y + far * Math.sin(2.4 * k)].map((value) => Number(value.toFixed(2))),
  );
}
