import { readWord, type ShellWord } from '../../../shell/word.js';
import type { Span } from '../../../text/span.js';
import { WriteError } from '../obstacle.js';
import type { HeldLayer } from '../openLayers.js';
import type { Holder, Writing } from './holder.js';

/** A word of a shell command; its quotes stay where they are enough. */
export function shellWordHolder(text: string, span: Span, layers: readonly HeldLayer[]): Holder | WriteError {
  const word = wordAt(text, span.start);
  if (word?.span.end !== span.end || word.dynamic)
    return new WriteError('The shell puts something else into this word when it runs.');
  const written = text.slice(span.start, span.end);
  const at = written.indexOf(word.value);
  return {
    value: word.value,
    layers,
    write(value) {
      const within: Writing[] =
        at < 0 ? [] : [{ span, text: written.slice(0, at) + value + written.slice(at + word.value.length) }];
      const quoted = { span, text: `'${value.replaceAll("'", "'\\''")}'` };
      return [...within, quoted].filter((writing) => wordAt(writing.text, 0)?.value === value);
    },
  };
}

function wordAt(text: string, start: number): ShellWord | undefined {
  const read = readWord(text, start);
  return 'word' in read ? read.word : undefined;
}
