import type { Child, FieldChild, Holder, JsonChild } from '../../document/payload.js';
import { replaced } from '../../text/mappedText.js';
import { composeMaps } from '../../text/positionMap.js';
import { type Result, success } from '../../text/result.js';
import { createLineIndex, type LineIndex } from '../../text/span.js';
import { textContent } from '../content.js';
import { isDocumentText } from '../layers/copied.js';
import { type CodeFence, codeFences } from '../layers/fences.js';
import { spliceThrough } from '../layers/layer.js';
import { opened, type Surroundings, userDataKinds } from './container.js';

/**
 * The documents in the code fences of a ticket or a page, or in long strings of a program, each read on its own. Those without
 * payloads are left out.
 */
export function fencedDocuments(surroundings: Surroundings): readonly Child[] {
  const { text } = surroundings;
  const { kept } = opened(codeFences(text), 'code fences', surroundings);
  if (kept.length === 0) return [];
  const lines = createLineIndex(text);
  return kept.flatMap((fence, index) => openFence(surroundings, fence, index + 1, lines));
}

function openFence({ payload, text, open }: Surroundings, fence: CodeFence, number: number, lines: LineIndex): Child[] {
  const written = text.slice(fence.start, fence.end);
  const indents = fence.indent === 0 ? [] : [...written.matchAll(/^[ \t]{1,16}/gm)];
  const gaps = indents.map(({ 0: { length }, index }) => {
    const start = fence.start + index;
    return { start, end: start + Math.min(length, fence.indent), by: '' };
  });
  const content = replaced(text, fence, gaps);
  if (!isDocumentText(content.text)) return [];
  const span = payload.map.toOuter(fence);
  const step = `fence:${number}`;
  const found = open({
    content: textContent(content.text, composeMaps(payload.map, content.map), span),
    name: `code fence ${number}`,
    steps: [...payload.steps, step],
    isWhole: true,
  });
  const holder = (): Result<Holder> =>
    success({
      value: content.text,
      write(next) {
        const indented = (changed: string): string => changed.replace(/\n(?=[^\n])/g, `\n${' '.repeat(fence.indent)}`);
        const whole = spliceThrough(text, content.map, content.text, next, indented);
        return success([{ span: fence, newText: whole.slice(fence.start, fence.end + whole.length - text.length) }]);
      },
    });
  if (userDataKinds.has(found.kind)) {
    const field: FieldChild = {
      is: 'field',
      pointer: `/${step}`,
      role: 'customData',
      protected: false,
      span,
      payload: found,
      holder,
    };
    return [field];
  }
  const { line } = lines.positionAt(fence.start);
  const json: JsonChild = { is: 'json', pointer: '', line: line + 1, span, payload: found, holder };
  return found.children.length > 0 || found.absent.length > 0 ? [json] : [];
}
