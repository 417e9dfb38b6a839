import { memberOf, resolved, type SyntaxNode } from '../../formats/tree/node.js';
import { pointerOf } from '../../formats/tree/paths.js';
import { elementText, textElements, type XmlElement } from '../../formats/xml.js';
import { problem } from '../../problems/problem.js';
import { composeMaps } from '../../text/positionMap.js';
import { type Result, success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { textContent } from '../content.js';
import { goalStateFormat } from '../recognise.js';
import { isBase64WithStrays, isEncodedPayload } from '../layers/base64.js';
import { spliceThrough } from '../layers/layer.js';
import type { Child, FieldChild, Holder, JsonChild } from '../../document/payload.js';
import { childStep, type Findings, type Opening, type Surroundings, tooMany, type TakenSteps } from './container.js';
import { openString } from './strings.js';

/**
 * Finds the settings of extensions and the custom data in the goal state of the Linux agent (WALinuxAgent 2.13): extension
 * configs as XML or JSON, and `ovf-env.xml`. Protected settings are encrypted for the machine.
 */
export function goalState(surroundings: Surroundings): Findings {
  return goalStateFormat(surroundings.text) === undefined ? vmSettings(surroundings) : xmlGoalState(surroundings);
}

function xmlGoalState(surroundings: Surroundings): Findings {
  const children: Child[] = [];
  const taken: TakenSteps = new Map();
  for (const element of textElements(surroundings.text)) {
    if (children.length >= surroundings.context.limits.childrenPerPayload)
      return { children, problems: [tooMany('elements', surroundings)] };
    const { name } = element;
    if (name === 'RuntimeSettings' || name === 'ExtensionRuntimeSettings')
      children.push(settingsOf(surroundings, element, taken));
    else if (name === 'CustomData') children.push(customDataOf(surroundings, element));
  }
  return { children, problems: [] };
}

function settingsOf(surroundings: Surroundings, element: XmlElement, taken: TakenSteps): JsonChild {
  const name = element.attributes.get('name') ?? element.name;
  const opened = openElement(surroundings, element, {
    name,
    steps: [...surroundings.payload.steps, childStep(name, taken)],
    kind: 'cse-settings',
    transport: 'none',
    format: 'json-string',
  });
  return { is: 'json', pointer: `/${name}`, ...opened };
}

function customDataOf(surroundings: Surroundings, element: XmlElement): FieldChild {
  const { payload, text } = surroundings;
  const { text: value } = elementText(text, element.content);
  // Samples have a word instead of the data, which would decode to noise.
  const isBase64 = isEncodedPayload(value) || isBase64WithStrays(value);
  const span = payload.map.toOuter(element.content);
  const message = 'CustomData must be base64; this is plain text.';
  const opened = openElement(surroundings, element, {
    name: 'customData',
    steps: [...payload.steps, '/CustomData'],
    transport: isBase64 ? 'base64-expected' : 'none',
    problems: isBase64 ? [] : [problem('payload/base64-invalid', span, message)],
  });
  return { is: 'field', pointer: '/CustomData', role: 'customData', protected: false, ...opened };
}

function openElement(
  { payload, text, open }: Surroundings,
  { content: range }: XmlElement,
  opening: Omit<Opening, 'content'>,
): Pick<Child, 'span' | 'payload' | 'holder'> {
  const { text: value, map } = elementText(text, range);
  const span = payload.map.toOuter(range);
  const content = textContent(value, composeMaps(payload.map, map), span);
  return { span, payload: open({ ...opening, content }), holder: () => elementHolder(text, range) };
}

/** `extensionGoalStates[].settings[].publicSettings` is JSON in a string. */
function vmSettings(surroundings: Surroundings): Findings {
  const { payload } = surroundings;
  const children: Child[] = [];
  const extensions = listOf(memberOf(payload.tree?.root, 'extensionGoalStates')?.value);
  for (const [index, extension] of extensions.entries()) {
    for (const [number, settings] of listOf(memberOf(resolved(extension), 'settings')?.value).entries()) {
      const node = resolved(memberOf(resolved(settings), 'publicSettings')?.value);
      const path = ['extensionGoalStates', index, 'settings', number, 'publicSettings'];
      if (node?.kind !== 'string') continue;
      if (children.length >= surroundings.context.limits.childrenPerPayload)
        return { children, problems: [tooMany('extensions', surroundings)] };
      const pointer = pointerOf(path);
      const opened = openString(surroundings, node, {
        name: 'publicSettings',
        steps: [...payload.steps, pointer],
        kind: 'cse-settings',
        transport: 'none',
        format: 'json-string',
      });
      children.push({ is: 'json', pointer, ...opened });
    }
  }
  return { children, problems: [] };
}

function listOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  const list = resolved(node);
  return list?.kind === 'array' ? list.items : [];
}

/** The text of an XML element. */
function elementHolder(text: string, span: Span): Result<Holder> {
  const written = text.slice(span.start, span.end);
  const { text: value, map } = elementText(written, { start: 0, end: written.length });
  const quotes = written.includes('&quot;');
  const escaped = (changed: string): string => {
    const needed = changed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return quotes ? needed.replaceAll('"', '&quot;') : needed;
  };
  // In CDATA nothing can be escaped, so a text that needs escapes is written without CDATA.
  const inSection = written.includes('<![CDATA[');
  return success({
    value,
    write(next) {
      const newText =
        inSection && /[&<>]/.test(next)
          ? escaped(next)
          : spliceThrough(written, map, value, next, inSection ? (same) => same : escaped);
      return success([{ span, newText }]);
    },
  });
}
