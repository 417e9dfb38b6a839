import { limits } from '../../limits.js';
import { stringAt } from '../../syntax/stringAt.js';
import type { DecodeContext } from '../context.js';
import type { Child } from '../payload.js';
import type { Findings, Surroundings } from './finder.js';
import { looseFields } from './looseFields.js';
import { jsonInString } from './machine/embeddedJson.js';
import { openString } from './openString.js';

/** Finds JSON in a text that nobody knows: the text may be one JSON string, or a line of a log with such a string in it. */
export function looseText(surroundings: Surroundings, context: DecodeContext): Findings {
  const { payload, text } = surroundings;
  // What is inside of something else was found by who knows that better.
  if (payload.steps.length > 0 && !payload.encodings.includes('escaped-json-text')) return nothing;
  const root = payload.tree?.root;
  if (root?.kind === 'string') {
    const child = jsonInString(surroundings, root, []);
    return child === undefined ? nothing : { children: [child], problems: [] };
  }
  if (root === undefined) return { children: quotedJson(surroundings, text), problems: [] };
  return looseFields(surroundings, context);
}

const nothing: Findings = { children: [], problems: [] };

/** JSON with escaped quotes, in quotes of its own. */
function quotedJson(surroundings: Surroundings, text: string): Child[] {
  const { payload } = surroundings;
  const children: Child[] = [];
  const begins = /"[{[]\s{0,20}\\+"/g;
  for (let tries = 0; tries < limits.embeddedJson; tries++) {
    const start = begins.exec(text)?.index;
    if (start === undefined) break;
    const node = stringAt(text, start);
    if (node === undefined) continue;
    begins.lastIndex = node.span.end;
    const opened = openString(surroundings, node, {
      name: 'JSON',
      steps: [...payload.steps, `json:${children.length + 1}`],
      outerLayers: ['json-string'],
      transport: 'none',
    });
    if (opened.payload.children.length > 0) children.push({ is: 'json', pointer: '', ...opened });
  }
  return children;
}
