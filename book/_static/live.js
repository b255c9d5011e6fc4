// Brings the live figures of a page to life, without a kernel: each is an anywidget whose code and state the notebook
// keeps, and stands on the page as a picture until it comes into sight. Its state goes into the page's address.
addEventListener("DOMContentLoaded", () => {
  const stored = document.querySelector('script[type="application/vnd.jupyter.widget-state+json"]');
  const models = JSON.parse(stored.textContent).state;
  for (const [name, { state }] of Object.entries(models)) {
    const figure = document.getElementById(name);
    if (!figure || !state._esm) continue;
    for (const code of ["_esm", "_css"]) state[code] = models[state[code]]?.state[code] ?? state[code]; // another's
    const watch = new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting) watch.disconnect(), wake(figure, state).catch(console.error);
    }, { rootMargin: "300px" });
    watch.observe(figure);
    if (named(name)) figure.scrollIntoView();
  }
});

async function wake(figure, state) {
  const address = URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" }));
  const widget = (await import(address)).default;
  URL.revokeObjectURL(address);
  if (!document.getElementById("live-style")) {
    const style = document.createElement("style");
    style.id = "live-style";
    style.textContent = state._css;
    document.head.append(style);
  }
  const model = (figure.model = new Model(state)); // there for whoever asks the page
  const keep = addresses(figure.id, widget, model, state);
  const el = document.createElement("div");
  el.className = "live-host";
  figure.prepend(el);
  await widget.render({ model, el });
  figure.classList.add("alive"); // the stylesheet hides the picture
  if (named(figure.id)) figure.scrollIntoView(); // it may be higher than the picture was
  keep();
}

// The addresses of a figure, #fig-name?key=value&...: its model gets a `link` to its state. Returns what makes the
// state follow the page's address, and the address the state.
function addresses(name, widget, model, state) {
  const keys = widget.shared;
  const start = Object.fromEntries(keys.map((key) => [key, state[key]]));

  // An address says what differs: from the state at first, or from that of the figure's `sets` that it says is `shown`.
  const usual = (shown) =>
    shown === start.shown ? start : { ...start, ...state.sets?.find((set) => set.shown === shown) };

  const query = () => {
    const told = { ...usual(model.get("shown")), shown: start.shown };
    const changed = keys.filter((key) => text(model.get(key)) !== text(told[key]));
    return changed.map((key) => `${key}=${text(model.get(key))}`).join("&");
  };
  const found = () => {
    const told = new Map(location.hash.slice(name.length + 2).split("&").map((part) => part.split("=")));
    const known = usual(told.has("shown") ? value(told.get("shown"), "") : start.shown);
    return keys.map((key) => [key, told.has(key) ? value(told.get(key), known[key]) : known[key]]);
  };
  const hash = () => `#${name}${query() && `?${query()}`}`;
  model.link = () => location.origin + location.pathname + location.search + hash();

  let pause = 0;
  const recall = () => {
    if (location.hash.startsWith(`#${name}?`)) {
      const asked = Object.fromEntries(found());
      if (fits(asked, start, widget.lists ?? [])) for (const key of keys) model.set(key, asked[key]);
    }
    clearTimeout(pause); // the address is as it should be
  };
  return () => {
    recall();
    addEventListener("hashchange", recall);
    model.on("change", () => {
      clearTimeout(pause);
      const bare = location.pathname + location.search;
      pause = setTimeout(() => history.replaceState(history.state, "", query() ? hash() : bare), 300);
    });
  };
}

// Words that act: links to a figure, with a state that it gets. The figure meant is outlined while one is pointed at.
addEventListener("DOMContentLoaded", () => {
  const back = document.createElement("button");
  Object.assign(back, { type: "button", className: "back", textContent: "Back to the text" });
  for (const word of document.querySelectorAll("a.acts")) {
    const figure = document.getElementById(word.hash.slice(1));
    const mean = (meant) => () => figure.classList.toggle("meant", meant && word.matches(":hover, :focus-visible"));
    for (const event of ["pointerenter", "focus"]) word.addEventListener(event, mean(true));
    for (const event of ["pointerleave", "blur"]) word.addEventListener(event, mean(false));
    word.hash += `?${word.dataset.state}`;
    word.addEventListener("click", () => {
      figure.prepend(back);
      back.onclick = () => (back.remove(), word.focus({ preventScroll: true }), word.scrollIntoView({ block: "center" }));
      if (word.href !== location.href) return; // else the browser says that the address changes
      history.replaceState(null, "");
      dispatchEvent(new Event("hashchange"));
    });
  }
});

// Whether the page's address names a figure, with or without a state of it.
function named(name) {
  return location.hash.slice(1).split("?")[0] === name;
}

// A value as text: a list with commas, a list of lists with semicolons, numbers to the eight digits that hands can set.
function text(value) {
  if (Array.isArray(value)) return value.map(text).join(Array.isArray(value[0]) ? ";" : ",");
  return encodeURIComponent(typeof value === "number" ? Number(value.toPrecision(8)) : value);
}

// The value that a text stands for, of a sample's kind; where it is none, NaN or undefined, which fit nothing.
function value(text, sample) {
  if (Array.isArray(sample)) {
    const parts = text ? text.split(Array.isArray(sample[0]) ? ";" : ",") : [];
    return parts.map((part) => value(part, sample[0] ?? 0));
  }
  const plain = decoded(text ?? "");
  if (typeof sample === "number") return plain ? Number(plain) : NaN;
  return typeof sample === "boolean" ? { true: true, false: false }[plain] : plain;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // not what a figure wrote
  }
}

// Whether a state from an address can be shown: values of the same kind as those that they replace, and of the same
// length. Only `lists` may be longer or shorter, all together; one that was empty may stay so.
function fits(found, start, lists) {
  if (!Object.keys(start).every((key) => alike(found[key], start[key], lists.includes(key)))) return false;
  const lengths = lists.filter((key) => found[key].length || start[key].length).map((key) => found[key].length);
  return !lengths.includes(0) && new Set(lengths).size <= 1;
}

function alike(value, sample, free = false) {
  if (typeof sample === "number") return Number.isFinite(value);
  if (!Array.isArray(sample)) return typeof value === typeof sample;
  if (!Array.isArray(value) || (!free && value.length !== sample.length)) return false;
  return value.every((item, i) => alike(item, free ? sample[0] ?? 0 : sample[i]));
}

// What a figure needs of a widget's model.
class Model {
  constructor(state) {
    this.state = { ...state };
    this.listeners = {};
  }

  get(key) {
    return this.state[key];
  }

  set(key, value) {
    if (this.state[key] === value) return;
    this.state[key] = value;
    for (const event of [`change:${key}`, "change"]) for (const listener of this.listeners[event] ?? []) listener();
  }

  save_changes() {}

  on(event, listener) {
    (this.listeners[event] ??= []).push(listener);
  }

  off(event, listener) {
    this.listeners[event] = (this.listeners[event] ?? []).filter((other) => other !== listener);
  }
}
