// What every live figure stands in: its state, its controls, and its frame.
import { brief, html, put, write } from "./elements.js";

// A figure keeps its state in the model, the widget's traits. `bound(name)` is what a control of one trait needs.
export function stateOf(model) {
  const get = (name) => model.get(name);
  const set = (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes(); // to Python, if there is one
  };
  return { get, set, bound: (name) => ({ get: () => get(name), set: (value) => set({ [name]: value }) }) };
}

// Controls. Those that show a value have a `draw` of their own.
export const button = (text, onclick, title) => html("button", { type: "button", onclick, title }, text);

export function slider(text, { min, max, step, shown = brief }, { get, set }) {
  const input = html("input", { type: "range", min, max, step, oninput: () => set(Number(input.value)) });
  const output = html("output");
  const element = html("label", { class: "live-slider" }, html("span", {}, text), input, output);
  element.draw = (limits = {}) => {
    for (const [name, limit] of Object.entries(limits)) put(input, name, limit);
    if (Number(input.value) !== get()) input.value = get();
    write(output, shown(get()));
  };
  return element;
}

// Options are values with their texts.
export function choice(text, options, { get, set }) {
  const items = Object.entries(options).map(([value, shown]) => html("option", { value }, shown));
  const input = html("select", { onchange: () => set(input.value) }, ...items);
  const element = html("label", {}, html("span", {}, text), input);
  element.draw = () => (input.value = get());
  return element;
}

export const row = (...children) => html("div", { class: "live-row" }, ...children);

const KEYS =
  "Tab goes from point to point (Page Up and Page Down where there are many). The arrow keys move a point, with " +
  "Shift ten times as far";

// The frame of a figure: its question, the first of its parts (as a rule its picture), a line of numbers that is also
// read aloud, the other parts (its controls), and its reset, to what the traits `shared` with the page's address were.
// `draw` draws the state and returns that line; it is called at most once a frame. `keys` adds to what keys do,
// `help` says it all.
export function figure(model, el, { question, shared, parts, draw, keys = "", help = `${KEYS}${keys}.` }) {
  const start = JSON.stringify(shared.map((name) => model.get(name)));
  const reset = button("Reset", () => {
    JSON.parse(start).forEach((value, i) => model.set(shared[i], value));
    model.save_changes();
  });
  const numbers = html("p", { class: "live-numbers" });
  const spoken = html("p", { class: "live-spoken", role: "status" });
  const hint = html("details", { class: "live-help" }, html("summary", {}, "Keys"), html("p", {}, help));
  const content = [html("p", { class: "live-question" }, question), parts[0], numbers, spoken, ...parts.slice(1)];
  const end = html("div", { class: "live-row live-end" }, reset, hint);
  const live = html("div", { class: "live" }, ...content, end);
  parts[0].classList.add("live-view"); // stands beside the rest where there is room, and in sight on a phone
  el.append(html("div", { class: "live-room" }, live));

  // What has the focus gets its keys: this keeps JupyterLab from taking the arrows to go from cell to cell.
  el.addEventListener("focusin", ({ target }) => put(target, "data-lm-suppress-shortcuts", "true"));

  const show = speaker(numbers, spoken);
  let due = 0;
  const redraw = () => {
    due = 0;
    show(draw());
  };
  const soon = () => (due ||= requestAnimationFrame(redraw));
  live.addEventListener("lostpointercapture", soon); // what stood still under a finger may move again
  model.on("change", soon);
  redraw();
  return () => {
    model.off("change", soon);
    cancelAnimationFrame(due);
  };
}

// Shows a line of numbers, and has it read aloud when it stands still.
function speaker(numbers, spoken) {
  let [longest, pause] = [0, 0];
  return (line) => {
    write(numbers, line);
    if (line.length > longest) {
      longest = line.length; // what stands below is not to move under a finger
      requestAnimationFrame(() => (numbers.style.minHeight = `${numbers.offsetHeight}px`));
    }
    clearTimeout(pause);
    pause = setTimeout(() => write(spoken, line), 500); // not every place on the way is worth a word
  };
}
