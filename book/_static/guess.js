// A guess before the answer: what a form asks for stays closed until the reader has guessed, or asks to see it; then
// both stand together. Only this browser keeps the guesses, by page and question.
addEventListener("DOMContentLoaded", () => {
  for (const form of document.querySelectorAll("form.guess")) protect(form);
});

function protect(form) {
  const answer = form.dataset.answer, input = form.querySelector("input");
  const board = form.querySelector("svg") && drawing(form.querySelector("svg"));
  const key = `guess ${location.pathname} ${form.querySelector("label, legend").textContent.trim()}`;
  const closed = told(form);
  const [result, said, again] = ["p", "span", "button"].map((name) => document.createElement(name));
  result.className = "guess";
  said.role = "status"; // read out when it changes
  again.type = "button";
  again.textContent = "Forget and close";
  result.append(said, " ", again);
  form.after(result);

  const close = () => {
    for (const part of closed) part.hidden = "until-found"; // so the browser's own search looks in, and opens it
    form.hidden = false, again.hidden = true, said.textContent = "";
    form.classList.remove("drawn");
  };
  const open = (guess) => {
    for (const part of closed) part.hidden = false;
    form.hidden = true, again.hidden = false;
    if (!board || guess === "") return said.textContent = sentence(guess, answer);
    board.draw(guess), form.hidden = false, form.classList.add("drawn"); // the line is seen beside the answer
    said.textContent = board.sentence(answer);
  };
  const commit = (guess) => {
    keep(key, guess), open(guess);
    again.focus({ preventScroll: true }); // what had the focus is gone; what was closed comes next
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    commit(board ? board.line() : input ? input.value : event.submitter.value);
  });
  form.querySelector("button[type=button]").addEventListener("click", () => commit(""));
  again.addEventListener("click", () => {
    keep(key, null), close();
    if (input) input.value = "";
    form.querySelector("input, .end, button").focus({ preventScroll: true });
  });
  for (const part of closed) part.addEventListener("beforematch", () => open("")); // a link or a search leads into it

  const kept = keep(key);
  if (kept === null) close();
  else open(kept);
}

// What tells the answer: the marked parts from the form on, up to the next form.
function told(form) {
  const all = [...document.querySelectorAll("form.guess, .guessed")];
  const after = all.slice(all.indexOf(form) + 1), next = after.findIndex((part) => part.matches("form"));
  return next < 0 ? after : after.slice(0, next);
}

// A guess and the answer; no guess, if the reader asked to see it.
function sentence(guess, answer) {
  if (guess === "") return `It was ${shown(answer)}.`;
  const right = guess === answer || Number(guess) === Number(answer);
  return `You guessed ${shown(guess)}, ${right ? "and that is right" : `it was ${shown(answer)}`}.`;
}

// A line to be drawn between two kinds of points: its ends are dragged, or moved by the arrow keys.
function drawing(svg) {
  const line = svg.querySelector("line"), ends = [...svg.querySelectorAll(".end")];
  const { width, height } = svg.viewBox.baseVal, scale = Number(svg.dataset.scale); // units to 1
  const at = (end) => [end.cx.baseVal.value, end.cy.baseVal.value];
  const move = (end, x, y) => {
    end.cx.baseVal.value = Math.min(width - 10, Math.max(10, Math.round(x)));
    end.cy.baseVal.value = Math.min(height - 10, Math.max(10, Math.round(y)));
    ends.map(at).forEach(([x, y], i) => (line[`x${i + 1}`].baseVal.value = x, line[`y${i + 1}`].baseVal.value = y));
  };
  const draw = (text) => text.split(" ").map(Number).forEach((_, i, v) => i % 2 || move(ends[i / 2], v[i], v[i + 1]));
  draw([0.1 * width, 0.1 * height, 0.1 * width, 0.9 * height].join(" ")); // at the left, where it helps nobody

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  for (const end of ends) {
    end.addEventListener("pointerdown", (event) => end.setPointerCapture(event.pointerId));
    end.addEventListener("pointermove", (event) => {
      if (!end.hasPointerCapture(event.pointerId)) return;
      const box = svg.getBoundingClientRect();
      const to = (value, from, size, units) => ((value - from) / size) * units;
      move(end, to(event.clientX, box.x, box.width, width), to(event.clientY, box.y, box.height, height));
    });
    end.addEventListener("keydown", (event) => {
      if (!arrows[event.key]) return;
      const [x, y] = at(end), [dx, dy] = arrows[event.key], far = event.shiftKey ? 20 : 4;
      move(end, x + far * dx, y + far * dy);
      event.preventDefault();
    });
  }

  // How far the nearest point lies from the line; negative where both kinds lie on one side of it.
  const nearest = () => {
    const [[x, y], [u, v]] = ends.map(at);
    const distance = (p, q) => ((u - x) * (q - y) - (v - y) * (p - x)) / (Math.hypot(u - x, v - y) * scale);
    const plus = [...svg.querySelectorAll(".plus")].map((mark) => distance(...at(mark)));
    const middle = ({ x, y, width: size }) => [x, y].map((side) => side.baseVal.value + size.baseVal.value / 2);
    const minus = [...svg.querySelectorAll(".minus")].map((mark) => distance(...middle(mark)));
    const between = (low, high) => Math.max(...low) < 0 && Math.min(...high) > 0;
    const all = [...plus, ...minus].map(Math.abs);
    return between(plus, minus) || between(minus, plus) ? Math.min(...all) : -1;
  };
  return {
    draw,
    line: () => ends.flatMap(at).join(" "),
    sentence(answer) {
      const found = nearest();
      if (found < 0) return `Your line has points of both kinds on one side; the best one stays ${shown(answer)} away.`;
      return `Your line stays ${shown(found.toFixed(2))} away from the nearest point; the best one ${shown(answer)}.`;
    },
  };
}

function shown(value) {
  return isNaN(value) ? value : Number(value).toLocaleString("en", { maximumFractionDigits: 6 });
}

// Read, write or (null) forget what this browser keeps; a browser that keeps nothing says null.
function keep(key, value) {
  try {
    if (value === undefined) return localStorage.getItem(key);
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {} // the reader does not want anything kept
  return null;
}
