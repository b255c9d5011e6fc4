// What every live figure stands in: its state, its controls, and its frame.
import { button } from "./controls.js";
import { html, put, write } from "./elements.js";
import { goalList } from "./goals.js";

// A figure keeps its state in the model, the widget's traits. `bound(name)` is what a control of one trait needs.
export function stateOf(model) {
  const get = (name) => model.get(name);
  const set = (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes(); // to Python, if there is one
  };
  return { get, set, bound: (name) => ({ get: () => get(name), set: (value) => set({ [name]: value }) }) };
}

const folded = (name, summary, ...content) =>
  html("details", { class: `live-fold ${name}` }, html("summary", {}, summary), ...content);

const KEYS =
  "Tab goes from point to point (Page Up and Page Down where there are many). The arrow keys move a point, with " +
  "Shift ten times as far";

// The frame of a figure: its question, the first of its parts (as a rule its picture), a line of numbers that is also
// read aloud, the other parts (its main controls), what is `more`, its goals, and a last row: undo, redo, reset to what
// the traits `shared` with the page's address were, a link to the state, the keys. A `brief` figure has only the
// question, the parts, the numbers and the reset. `draw` draws the state and returns the line of numbers; it is called
// at most once a frame. `position` is the trait that a player walks through, which undo leaves alone. `keys` adds to
// what keys do, `help` says it all.
export function figure(model, el, given) {
  const { question, goals = [], shared, position, parts, more = [], draw, keys = "", help = `${KEYS}${keys}.` } = given;
  const { get, set } = stateOf(model);
  const taken = (names) => JSON.stringify(names.map(get));
  const restore = (names, values) => set(Object.fromEntries(names.map((name, i) => [name, values[i]])));
  const start = taken(shared);
  const reset = button("Reset", () => restore(shared, JSON.parse(start)));
  const numbers = html("p", { class: "live-numbers" });
  const spoken = html("p", { class: "live-spoken", role: "status" });
  const last = html("div", { class: "live-row live-end" }, reset);
  const live = html("div", { class: "live" }, html("p", { class: "live-question" }, question));
  live.append(parts[0], numbers, spoken, ...parts.slice(1));
  parts[0].classList.add("live-view"); // stands beside the rest where there is room, and in sight on a phone

  let [past, aims] = [null, null];
  if (given.brief) live.classList.add("live-brief");
  else {
    const edited = shared.filter((name) => name !== position);
    past = history(el, () => taken(edited), (values) => restore(edited, JSON.parse(values)));
    aims = goalList(goals, set);
    if (more.length) live.append(folded("live-more", "More", ...more));
    if (goals.length) live.append(aims.element);
    last.prepend(...past.buttons);
    last.append(...(model.link ? [linkButton(model)] : []), folded("live-help", "Keys", html("p", {}, help)));
  }
  live.append(last);
  el.append(html("div", { class: "live-room" }, live));

  // What has the focus gets its keys: this keeps JupyterLab from taking the arrows to go from cell to cell.
  el.addEventListener("focusin", ({ target }) => put(target, "data-lm-suppress-shortcuts", "true"));

  const show = speaker(numbers, spoken);
  let due = 0;
  const redraw = () => {
    due = 0;
    show(draw());
    aims?.draw();
  };
  const soon = () => {
    past?.note();
    due ||= requestAnimationFrame(redraw);
  };
  live.addEventListener("lostpointercapture", soon); // what stood still under a finger may move again
  model.on("change", soon);
  redraw();
  return () => {
    model.off("change", soon);
    cancelAnimationFrame(due);
  };
}

// Undo and redo: a state is kept once it has stood for a moment. `now` gives the state as a text, `bring` brings one
// back.
function history(el, now, bring) {
  let [kept, pause] = [now(), 0];
  const [before, after] = [[], []]; // the last is the nearest
  const keep = () => {
    clearTimeout(pause);
    if (now() === kept) return;
    before.push(kept);
    after.length = 0;
    kept = now();
    permit();
  };
  const go = (from, to) => {
    keep();
    if (!from.length) return;
    to.push(kept);
    kept = from.pop();
    bring(kept);
    permit();
  };
  const [undo, redo] = [() => go(before, after), () => go(after, before)];
  const buttons = [button("Undo", undo), button("Redo", redo)];
  const permit = () => [before, after].forEach(({ length }, k) => (buttons[k].disabled = !length));
  permit();
  el.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey)) return;
    (event.shiftKey ? redo : undo)();
    event.preventDefault();
    event.stopPropagation();
  });
  const note = () => {
    clearTimeout(pause);
    pause = setTimeout(keep, 300);
    buttons[0].disabled &&= now() === kept; // what was done a moment ago can be undone at once
  };
  return { buttons, note };
}

// Copies the address of the state that is shown, and says so for a moment.
function linkButton(model) {
  const copy = button("Copy link", async () => {
    await navigator.clipboard.writeText(model.link());
    write(copy, "Copied");
    setTimeout(() => write(copy, "Copy link"), 1500);
  });
  return copy;
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
