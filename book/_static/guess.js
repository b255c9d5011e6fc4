// A guess before the answer: what a form asks for stays closed until the reader has guessed, or asks to see it; then
// both stand together. Only this browser keeps the guesses, by page and question.
addEventListener("DOMContentLoaded", () => {
  for (const form of document.querySelectorAll("form.guess")) protect(form);
});

function protect(form) {
  const answer = form.dataset.answer, input = form.querySelector("input");
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
  };
  const open = (guess) => {
    for (const part of closed) part.hidden = false;
    form.hidden = true, again.hidden = false, said.textContent = sentence(guess, answer);
  };
  const commit = (guess) => {
    keep(key, guess), open(guess);
    again.focus({ preventScroll: true }); // what had the focus is gone; what was closed comes next
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    commit(input ? input.value : event.submitter.value);
  });
  form.querySelector("button[type=button]").addEventListener("click", () => commit(""));
  again.addEventListener("click", () => {
    keep(key, null), close();
    if (input) input.value = "";
    form.querySelector("input, button").focus({ preventScroll: true });
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
