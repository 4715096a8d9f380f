// What a page fetches only when it is needed: modules, and styles that wait in it disabled.

/** A function that carries out `load` once, however often it is called; after a failure, again. */
export function later(load) {
  let coming = null;
  return () => {
    coming ??= load().catch((failure) => {
      coming = null;
      throw failure;
    });
    return coming;
  };
}

/** Resolves when the style of `link` is there; rejects, and can be asked again, if it cannot be had. */
export function fetchStyle(link) {
  if (!link.disabled) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener(
      "error",
      () => {
        link.disabled = true;
        reject(new Error(`no style at ${link.href}`));
      },
      { once: true },
    );
    link.disabled = false;
  });
}
