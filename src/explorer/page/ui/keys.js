// SPDX-License-Identifier: MIT
/**
 * Handles keys everywhere except in a field. Escape leaves a field. The board has its own keys. actions: what each
 * key does; the key of a number n calls actions.number(n).
 */
export function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.key === "Escape" && event.target.matches("input, textarea") && !event.target.closest("dialog, #editor")) {
      event.target.blur();
      return;
    }
    if (event.target.closest("input, select, textarea, dialog")) return;
    const action = /^[1-9]$/.test(event.key) ? () => actions.number(Number(event.key)) : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
