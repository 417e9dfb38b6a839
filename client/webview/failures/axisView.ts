import type { TimelineResult } from '../../../server/src/protocol.js';

/** Width of an axis label with its margins, in pixels. */
const labelWidth = 76;

/** The point that keeps its position on the screen when the axis gets longer or shorter. */
export interface Anchor {
  /** A fraction of the axis, and its distance from the left edge of the view in pixels. */
  readonly at: number;
  readonly x: number;
  readonly top: number;
}

/** The visible part of the axis. */
export class AxisView {
  readonly #scroller: HTMLElement;
  readonly #zoom: number;

  private constructor(scroller: HTMLElement, zoom: number) {
    this.#scroller = scroller;
    this.#zoom = zoom;
  }

  /** Undefined if nothing is drawn. */
  static of(chart: TimelineResult | undefined): AxisView | undefined {
    const scroller = document.querySelector<HTMLElement>('.scroller');
    return scroller === null || chart === undefined ? undefined : new AxisView(scroller, chart.zoom);
  }

  /** The number of axis labels that fit side by side. */
  get divisions(): number {
    return Math.max(1, Math.floor(this.#visible / labelWidth));
  }

  /** The start of a step if it is visible, else the middle of the visible part. */
  anchor(from: number | undefined): Anchor {
    const { scrollLeft, scrollTop: top } = this.#scroller;
    const x = from === undefined ? -1 : from * this.#length - scrollLeft;
    return from !== undefined && x >= 0 && x <= this.#visible
      ? { at: from, x, top }
      : { at: (scrollLeft + this.#visible / 2) / this.#length, x: this.#visible / 2, top };
  }

  restore({ at, x, top }: Anchor): void {
    this.#scroller.scrollLeft = at * this.#length - x;
    this.#scroller.scrollTop = top;
  }

  /** Scrolls by a quarter of the visible part. */
  move(direction: 1 | -1): void {
    this.#scroller.scrollBy({ left: (direction * this.#visible) / 4 });
  }

  /** Scrolls to a step unless it is visible. */
  reveal([from, to]: readonly [number, number]): void {
    const { scrollLeft } = this.#scroller;
    const isVisible = to * this.#length >= scrollLeft && from * this.#length <= scrollLeft + this.#visible;
    if (!isVisible) this.#scroller.scrollLeft = from * this.#length - this.#visible / 4;
  }

  /** The width of the visible part, in pixels. */
  get #visible(): number {
    return Math.max(1, this.#length / this.#zoom);
  }

  get #length(): number {
    return this.#scroller.querySelector<HTMLElement>('.axis .track')?.offsetWidth ?? 1;
  }
}
