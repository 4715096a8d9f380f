// How this browser likes its table: speed of animations, confirmation, order of the
// hand, shortcut keys.

const STORE = "table";
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

export const SPEEDS = ["normal", "fast", "off"];

/** Settings kept in this browser; `changed(name)` is called after each change. */
export function createSettings(changed) {
  const chosen = load();

  function set(name, value) {
    chosen[name] = value;
    save(chosen);
    changed(name);
  }

  return {
    get speed() {
      return chosen.speed ?? (REDUCED.matches ? "off" : "normal");
    },
    get confirm() {
      return chosen.confirm ?? "choice";
    },
    get sort() {
      return chosen.sort ?? "game";
    },
    get keys() {
      return chosen.keys ?? true;
    },
    set,
  };
}

/** Let the inputs in `form` show and change the settings. */
export function bindSettings(form, settings) {
  form.hidden = false;
  const inputs = [...form.querySelectorAll("input")];
  const show = () => {
    for (const input of inputs) {
      input.checked = input.type === "checkbox" ? settings[input.name] : settings[input.name] === input.value;
    }
    // What was chosen at another game may not be on offer here.
    for (const name of new Set(inputs.map((input) => input.name))) {
      const group = inputs.filter((input) => input.name === name && input.type === "radio");
      if (group.length && !group.some((input) => input.checked)) group[0].checked = true;
    }
  };
  form.addEventListener("change", ({ target }) => {
    settings.set(target.name, target.type === "checkbox" ? target.checked : target.value);
  });
  show();
  return show;
}

function load() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {};
  } catch {
    return {}; // storage forbidden, or not ours to read
  }
}

function save(chosen) {
  try {
    localStorage.setItem(STORE, JSON.stringify(chosen));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
