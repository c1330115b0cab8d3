// SPDX-License-Identifier: MIT
import { isWeight, offerBooks } from "./edit_view.js";
import { byId, counted, make, onClick, onSubmit, percentText } from "./elements.js";

/** How long the form waits after a key before it counts the moves, in milliseconds. */
const COUNT_PAUSE = 250;

/**
 * The form that adds whole lines to a book, from the board or from a PGN.
 *
 * lines(wish): a promise of what would be added, see ServerSource. onAdd(wish, with a weight)
 */
export class LinesForm {
  constructor(books, { lines, onAdd }) {
    Object.assign(this, { lines, onAdd });
    offerBooks("lines-book", books);
    byId("lines-text").addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.count(), COUNT_PAUSE);
    });
    for (const id of ["lines-book", "lines-side", "lines-variations"]) byId(id).addEventListener("change", () => this.count());
    onSubmit("lines-form", () => this.add());
  }

  /** text: the moves as a user writes them, or a PGN */
  open(text) {
    byId("lines-text").value = text;
    byId("add-lines").showModal();
    byId(text ? "lines-weight" : "lines-text").focus();
    return this.count();
  }

  get wish() {
    const [book, side, variations, text] = ["book", "side", "variations", "text"].map((name) => byId(`lines-${name}`).value);
    return { book: Number(book), side: side || undefined, variations: variations === "all", text };
  }

  async count() {
    const { wish } = this;
    const found = await this.lines(wish).catch(({ message: problem }) => ({ moves: 0, left_out: 0, variations: 0, missing: 0, problem }));
    // The user may have changed the text meanwhile.
    if (wish.text !== byId("lines-text").value) return null;
    const { moves, missing, weighed, left_out: leftOut, variations } = found;
    byId("lines-variations-label").hidden = variations === 0;
    byId("lines-count").textContent = moves + leftOut > 0 ? [
      `${counted(found.lines, "line")} with ${counted(moves, "move")}: the book ${missing === 0 ? "has all of them" : `does not have ${missing} of them`}`,
      weighed > 0 && `weight of ${counted(weighed, "move")} by marks or comments`,
      leftOut > 0 && `${counted(leftOut, "move")} left out by comments`,
      variations > 0 && !wish.variations && `without ${counted(variations, "variation")}`,
    ].filter(Boolean).join("; ") : "";
    byId("lines-problem").textContent = found.problem;
    byId("lines-submit").disabled = missing === 0;
    return found;
  }

  async add() {
    clearTimeout(this.timer);
    const found = await this.count();
    if (!found || found.missing === 0) return;
    byId("add-lines").close();
    this.onAdd({ ...this.wish, weight: Number(byId("lines-weight").value) });
  }
}

/**
 * The form that sets the weights of several moves at once.
 *
 * rowsIn(book): the moves that a book has in the position on the board, [{uci, san, weight}]
 * onSet({book, changes: [{move, action, weight, seen}]})
 */
export class WeightsForm {
  constructor(books, { rowsIn, onSet }) {
    Object.assign(this, { rowsIn, onSet });
    offerBooks("weights-book", books);
    byId("weights-book").addEventListener("change", () => this.fill());
    byId("weights-fields").addEventListener("input", () => this.showShares());
    onClick("weights-equal", () => this.setAll((_, weights) => Math.max(1, Math.round(sumOf(weights) / weights.length))));
    onClick("weights-flat", () => this.setAll((weight) => Math.round(Math.sqrt(weight))));
    onSubmit("weights-form", () => this.set());
  }

  open() {
    this.fill();
    byId("weights").showModal();
    this.fields[0]?.focus();
  }

  get book() {
    return Number(byId("weights-book").value);
  }

  get fields() {
    return [...byId("weights-fields").querySelectorAll("input")];
  }

  fill() {
    this.rows = this.rowsIn(this.book);
    byId("weights-problem").textContent = "";
    byId("weights-fields").replaceChildren(
      ...this.rows.map(({ san, weight }) =>
        make(
          "label",
          {},
          make("span", { class: "weights-move" }, san),
          make("input", { inputmode: "numeric", autocomplete: "off", enterkeyhint: "done", value: weight, "data-san": san }),
          make("span", { class: "weights-share" }))));
    byId("weights-submit").disabled = this.rows.length === 0;
    this.showShares();
  }

  /** Shows the shares that the moves would have with the new weights. */
  showShares() {
    const weights = this.fields.map(({ value }) => (isWeight(value) ? Number(value) : 0));
    const total = sumOf(weights);
    this.fields.forEach((field, i) => {
      field.nextElementSibling.textContent = weights[i] > 0 ? percentText((100 * weights[i]) / total) : field.value === "" ? "removed" : "never";
    });
  }

  /** Changes the weights of all moves that stay. weightOf(weight, all): the new weight of a move */
  setAll(weightOf) {
    const kept = this.fields.filter(({ value }) => isWeight(value));
    const weights = kept.map(({ value }) => Number(value));
    kept.forEach((field, i) => (field.value = weightOf(weights[i], weights)));
    this.showShares();
  }

  set() {
    const wrong = this.fields.find(({ value }) => value !== "" && !isWeight(value));
    byId("weights-problem").textContent = wrong ? `Weight of ${wrong.dataset.san}: “${wrong.value}” is no whole number from 0 to 65535` : "";
    if (wrong) {
      wrong.select();
      return;
    }
    const changes = this.rows.flatMap(({ uci, weight }, i) => {
      const { value } = this.fields[i];
      if (value === String(weight)) return [];
      return value === "" ? [{ move: uci, action: "remove", seen: weight }] : [{ move: uci, action: "set", weight: Number(value), seen: weight }];
    });
    byId("weights").close();
    if (changes.length > 0) this.onSet({ book: this.book, changes });
  }
}

const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
