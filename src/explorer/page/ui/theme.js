// SPDX-License-Identifier: MIT
import { byId } from "./elements.js";

const THEMES = ["auto", "light", "dark"];
const THEME_NAMES = { auto: "as the system", light: "light", dark: "dark" };
/** Under this name the browser keeps what was chosen. */
const THEME_KEY = "polyglot-explore-theme";

/** The button for the colours of the page: as the system has them, light, or dark. onSay(text) */
export function prepareTheme(onSay) {
  let theme = THEMES.includes(kept()) ? kept() : "auto";
  show(theme);
  byId("theme").addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    show(theme);
    keep(theme);
    onSay(`Colours: ${THEME_NAMES[theme]}`);
  });
}

function show(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").title = `Colours: ${THEME_NAMES[theme]}`;
}

/** A page from a file may have no storage. */
function kept() {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}

function keep(theme) {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // The choice counts for this time.
  }
}
