// SPDX-License-Identifier: MIT
import { byId, onClick } from "./elements.js";

/** How long a button reports that it has copied, in milliseconds. */
const PRAISE_TIME = 1500;

/**
 * Prepares buttons that copy a text. texts: {id of a button: a function that returns the text}. If the browser does not
 * allow this, the page shows the text, to be copied by hand.
 */
export function prepareCopying(texts, onSay) {
  for (const [id, text] of Object.entries(texts)) {
    const button = byId(id);
    button.addEventListener("click", async () => {
      const copied = text();
      const done = await copy(copied);
      byId("copy-by-hand").hidden = done;
      if (!done) {
        byId("copy-text").value = copied;
        byId("copy-text").select();
        return;
      }
      onSay(`${button.textContent} copied`);
      button.classList.add("copied");
      setTimeout(() => button.classList.remove("copied"), PRAISE_TIME);
    });
  }
}

/** Returns whether the browser has copied a text. Without a secure connection it has no clipboard. */
const copy = async (text) => (await navigator.clipboard?.writeText(text).then(() => true, () => false)) ?? false;

const THEME_NAMES = { auto: "as the system", light: "light", dark: "dark" };
/** The name under which the browser stores the choice. */
const THEME_KEY = "polyglot-explore-theme";

/** Prepares the button for the colours of the page: those of the system, light, or dark. onSay(text) */
export function prepareTheme(onSay) {
  const kept = stored((storage) => storage.getItem(THEME_KEY));
  let theme = THEME_NAMES[kept] ? kept : "auto";
  showTheme(theme);
  onClick("theme", () => {
    // The first click always changes the colours, whatever the system prefers.
    const themes = matchMedia("(prefers-color-scheme: dark)").matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    showTheme(theme);
    stored((storage) => storage.setItem(THEME_KEY, theme));
    onSay(`Colours: ${THEME_NAMES[theme]}`);
  });
}

function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").title = `Colours: ${THEME_NAMES[theme]}`;
}

/** The browser's storage. If the user forbids it, the choice lasts until the page is closed. */
function stored(action) {
  try {
    return action(localStorage);
  } catch {
    return null;
  }
}
