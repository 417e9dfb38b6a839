import type { TimelineRow } from '../../../server/src/protocol.js';
import { tipOf } from './details.js';
import { element } from './dom.js';

/** What is shown of a step beside the pointer. */
export class Tip {
  readonly #box = element('div', { class: 'tip', role: 'tooltip', hidden: true });
  #shown: TimelineRow | undefined;

  constructor() {
    document.body.append(this.#box);
  }

  show(row: TimelineRow, { clientX: x, clientY: y }: PointerEvent): void {
    if (this.#shown !== row) this.#box.replaceChildren(...tipOf(row));
    this.#shown = row;
    this.#box.hidden = false;
    const { width, height } = this.#box.getBoundingClientRect();
    const left = Math.max(0, Math.min(x + 14, window.innerWidth - width - 8));
    const fitsBelow = y + 18 + height <= window.innerHeight;
    this.#box.style.setProperty('left', `${left}px`);
    this.#box.style.setProperty('top', `${fitsBelow ? y + 18 : Math.max(0, y - height - 10)}px`);
  }

  hide(): void {
    this.#shown = undefined;
    this.#box.hidden = true;
  }
}
