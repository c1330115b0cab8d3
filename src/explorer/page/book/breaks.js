// SPDX-License-Identifier: MIT
/** The longest time for which a loop may block the page, in milliseconds. */
const LONGEST_WORK = 30;
let lastBreak = 0;
let nextBreak = null;

/** Resolves when the browser has had time to draw and to take input. Timers would wait for a second on a hidden page. */
export const takeBreak = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Takes a break if the last one was long ago. Long loops await it. */
export function breakIfDue() {
  if (performance.now() - lastBreak < LONGEST_WORK) return undefined;
  nextBreak ??= takeBreak().then(() => {
    lastBreak = performance.now();
    nextBreak = null;
  });
  return nextBreak;
}
