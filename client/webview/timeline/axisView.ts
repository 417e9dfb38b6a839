import type { TimelineResult } from '../../../server/src/protocol.js';

/** Pixels that a label of the axis may take, with the room around it. */
const labelWidth = 76;

/** What stays where it is when the axis gets longer or shorter. */
export interface Anchor {
  /** A place on the axis, and how far from the left edge of the window it is, in pixels. */
  readonly at: number;
  readonly x: number;
  readonly top: number;
}

/** The part of the axis that is in sight. */
export class AxisView {
  readonly #scroller: HTMLElement;
  readonly #zoom: number;

  private constructor(scroller: HTMLElement, zoom: number) {
    this.#scroller = scroller;
    this.#zoom = zoom;
  }

  /** Undefined where nothing is drawn. */
  static of(chart: TimelineResult | undefined): AxisView | undefined {
    const scroller = document.querySelector<HTMLElement>('.scroller');
    return scroller === null || chart === undefined ? undefined : new AxisView(scroller, chart.zoom);
  }

  /** How many labels of the axis have room side by side. */
  get divisions(): number {
    return Math.max(1, Math.floor(this.#seen / labelWidth));
  }

  /** The beginning of a step where that is in sight, else the middle of what is. */
  anchor(from: number | undefined): Anchor {
    const { scrollLeft, scrollTop: top } = this.#scroller;
    const x = from === undefined ? -1 : from * this.#length - scrollLeft;
    return from !== undefined && x >= 0 && x <= this.#seen
      ? { at: from, x, top }
      : { at: (scrollLeft + this.#seen / 2) / this.#length, x: this.#seen / 2, top };
  }

  restore({ at, x, top }: Anchor): void {
    this.#scroller.scrollLeft = at * this.#length - x;
    this.#scroller.scrollTop = top;
  }

  /** Goes along the axis by a quarter of what is in sight. */
  move(direction: 1 | -1): void {
    this.#scroller.scrollBy({ left: (direction * this.#seen) / 4 });
  }

  /** Goes to a step that is out of sight. */
  reveal([from, to]: readonly [number, number]): void {
    const { scrollLeft } = this.#scroller;
    const isSeen = to * this.#length >= scrollLeft && from * this.#length <= scrollLeft + this.#seen;
    if (!isSeen) this.#scroller.scrollLeft = from * this.#length - this.#seen / 4;
  }

  /** The width of what is in sight, in pixels. */
  get #seen(): number {
    return Math.max(1, this.#length / this.#zoom);
  }

  get #length(): number {
    return this.#scroller.querySelector<HTMLElement>('.axis .track')?.offsetWidth ?? 1;
  }
}
