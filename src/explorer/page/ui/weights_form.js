// SPDX-License-Identifier: MIT
import { byId, make, onSubmit, percentText } from "./elements.js";
import { isWeight, offerBooks } from "./edit_view.js";

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
    byId("weights-equal").addEventListener("click", () => this.setAll((_, weights) => Math.max(1, Math.round(sumOf(weights) / weights.length))));
    byId("weights-flat").addEventListener("click", () => this.setAll((weight) => Math.round(Math.sqrt(weight))));
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
