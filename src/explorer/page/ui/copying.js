// SPDX-License-Identifier: MIT
import { byId } from "./elements.js";

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
      const done = await write(copied);
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
const write = async (text) => (await navigator.clipboard?.writeText(text).then(() => true, () => false)) ?? false;
