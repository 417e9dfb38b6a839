import type { MessageValue } from '../../contract/value.js';
import type { PlainValue } from '../../syntax/toValue.js';
import type { TextLines } from '../hunks.js';
import { plainMessage } from '../plainValue.js';
import { layOut, type Shape } from './layOut.js';

/** A value of a config, and the same as it may be shown. */
interface Twin {
  readonly real: PlainValue;
  readonly shown: PlainValue;
}

/** The fields of a config in the order of the contract, by their proto names. */
export function configLines(real: MessageValue, shown: MessageValue): TextLines {
  return layOut<Twin>({ real: plainMessage(real), shown: plainMessage(shown) }, shapeOf);
}

function shapeOf({ real, shown }: Twin): Shape<Twin> {
  if (Array.isArray(real)) {
    const hidden = Array.isArray(shown) ? shown : [];
    return { is: 'list', items: real.map((item, index) => ({ real: item, shown: hidden[index] ?? null })) };
  }
  if (typeof real === 'object' && real !== null) {
    const hidden = typeof shown === 'object' && shown !== null && !Array.isArray(shown) ? shown : {};
    const entries = Object.entries(real).map(
      ([name, value]) => [name, { real: value, shown: hidden[name] ?? null }] as const,
    );
    return { is: 'object', entries };
  }
  return { is: 'text', lines: { real: [JSON.stringify(real)], shown: [JSON.stringify(shown)] } };
}
