// Lists of any length: only what is in view is there. Rows have one height, so that a place is a number.

/** A list in its own scrolling box; `row(number)` makes one. */
class VirtualList {
  constructor({ height, row, className = "" }) {
    this.height = height;
    this.row = row;
    this.length = 0;
    this.columns = 1;
    this.space = h("div.space");
    this.element = h(`div.list${className ? "." + className : ""}`, { tabindex: 0 }, this.space);
    this.shown = new Map();
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  /** Shows so many rows, all made anew. */
  reset(length) {
    this.length = length;
    this.clear();
    this.layOut();
  }

  clear() {
    this.shown.forEach((row) => row.remove());
    this.shown.clear();
  }

  layOut() {
    const height = Math.ceil(this.length / this.columns) * this.height;
    this.space.style.height = `${height}px`;
    // A short list needs no more room than its rows; borders and a scroll bar have some.
    this.element.style.setProperty("--content", `${height + 2}px`);
    this.draw();
  }

  resized() {
    this.draw();
  }

  draw() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / this.height) - 4) * this.columns;
    const end = Math.min(this.length, Math.ceil((scrollTop + clientHeight) / this.height + 4) * this.columns);
    for (const [number, row] of this.shown) {
      if (number < first || number >= end) {
        row.remove();
        this.shown.delete(number);
      }
    }
    for (let number = first; number < end; number++) {
      if (!this.shown.has(number)) {
        const row = this.row(number);
        this.place(row, number);
        this.shown.set(number, row);
        this.space.append(row);
      }
    }
  }

  place(row, number) {
    row.style.transform = `translateY(${number * this.height}px)`;
    row.style.height = `${this.height}px`;
  }

  /** Scrolls so that a row is in view. */
  reveal(number) {
    const top = Math.floor(number / this.columns) * this.height;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop || top + this.height > scrollTop + clientHeight) {
      this.element.scrollTop = top - clientHeight / 2 + this.height / 2;
    }
    this.draw();
  }
}

/** The same with as many tiles in a row as there is room for. */
class VirtualGrid extends VirtualList {
  constructor({ width, height, tile }) {
    super({ height, row: tile, className: "grid" });
    this.width = width;
  }

  resized() {
    const columns = Math.max(1, Math.floor(this.element.clientWidth / this.width));
    if (columns !== this.columns) {
      this.columns = columns;
      this.clear();
      this.layOut();
    } else {
      this.draw();
    }
  }

  place(tile, number) {
    const part = 100 / this.columns;
    const [row, column] = [Math.floor(number / this.columns), number % this.columns];
    tile.style.cssText += `transform:translateY(${row * this.height}px);left:${column * part}%;width:${part}%;height:${this.height}px`;
  }
}
