// SPDX-License-Identifier: MIT
import { byId } from "./elements.js";

const THEME_NAMES = { auto: "as the system", light: "light", dark: "dark" };
/** The name under which the browser stores the choice. */
const THEME_KEY = "polyglot-explore-theme";

/** Prepares the button for the colours of the page: those of the system, light, or dark. onSay(text) */
export function prepareTheme(onSay) {
  let theme = THEME_NAMES[kept()] ? kept() : "auto";
  show(theme);
  byId("theme").addEventListener("click", () => {
    // The first click always changes the colours, whatever the system prefers.
    const themes = matchMedia("(prefers-color-scheme: dark)").matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    show(theme);
    keep(theme);
    onSay(`Colours: ${THEME_NAMES[theme]}`);
  });
}

function show(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").title = `Colours: ${THEME_NAMES[theme]}`;
}

/** Returns the stored choice, or null. A page that is opened from a file may have no storage. */
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
    // Without storage, the choice lasts until the page is closed.
  }
}
