// How this browser likes its table: animations, confirmation, order of the hand, shortcut keys, sounds,
// calls.

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
    get sounds() {
      return chosen.sounds ?? true;
    },
    get volume() {
      return chosen.volume ?? 60;
    },
    get vibration() {
      return chosen.vibration ?? false;
    },
    get notify() {
      return chosen.notify ?? false;
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
      if (input.type === "range") input.value = settings[input.name];
      else input.checked = input.type === "checkbox" ? settings[input.name] : settings[input.name] === input.value;
    }
    // What was chosen at another game may not be on offer here.
    for (const name of new Set(inputs.map((input) => input.name))) {
      const group = inputs.filter((input) => input.name === name && input.type === "radio");
      if (group.length && !group.some((input) => input.checked)) group[0].checked = true;
    }
  };
  form.addEventListener("change", ({ target }) => {
    settings.set(target.name, valueOf(target));
  });
  show();
  return show;
}

function valueOf(input) {
  if (input.type === "range") return Number(input.value);
  return input.type === "checkbox" ? input.checked : input.value;
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
