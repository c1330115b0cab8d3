// SPDX-License-Identifier: MIT
import { isFen } from "../rules/served_rules.js";
import { byId, handleKey, onClick } from "./elements.js";

/**
 * Handles keys everywhere except in a field. Escape leaves a field. The board has its own keys. actions: see handleKey()
 */
export function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    if (event.key === "Escape" && event.target.matches("input, textarea") && !event.target.closest("dialog, #editor")) event.target.blur();
    else if (!event.target.closest("input, select, textarea, dialog")) handleKey(event, actions);
  });
}

/** Takes games and positions that are pasted, dropped on the page, or opened from a file. onText(text) */
export function listenForGames(onText) {
  document.addEventListener("paste", (event) => onPaste(event, onText));
  const holdsText = ({ dataTransfer }) => dataTransfer.types.some((type) => type === "Files" || type === "text/plain");
  const isOverField = (event) => event.target.closest?.("input, textarea");
  document.addEventListener("dragover", (event) => holdsText(event) && !isOverField(event) && event.preventDefault());
  document.addEventListener("drop", async (event) => {
    if (!holdsText(event) || isOverField(event)) return;
    event.preventDefault();
    const { files } = event.dataTransfer;
    onText(files.length > 0 ? await textOf(files) : event.dataTransfer.getData("text/plain"));
  });
  onClick("open-games", () => byId("games-file").click());
  byId("games-file").addEventListener("change", async ({ target }) => {
    const text = await textOf(target.files);
    // Otherwise the browser would not report a second choice of the same file.
    target.value = "";
    if (text) onText(text);
  });
}

const textOf = async (files) => (await Promise.all([...files].map((file) => file.text()))).join("\n\n");

/** Takes a whole game or a position that is pasted, even into the field for moves: the field would join its lines. */
function onPaste(event, onText) {
  const text = event.clipboardData.getData("text");
  const field = event.target.closest?.("input, select, textarea");
  const isWhole = text.includes("\n") || text.includes("[") || isFen(text);
  if (field && !(field.id === "move" && isWhole)) return;
  event.preventDefault();
  onText(text);
}
