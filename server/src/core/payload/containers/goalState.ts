import { memberOf, resolved, type SyntaxNode } from '../../formats/tree/node.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { elementText, textElements, type XmlElement } from '../../formats/xml.js';
import { problem, type Problem } from '../../problems/problem.js';
import { decodeBase64 } from '../../text/base64.js';
import { composeMaps } from '../../text/positionMap.js';
import { type Result, success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { textContent } from '../content.js';
import { goalStateFormat } from '../recognise.js';
import { couldBeBase64, worthDecoding } from '../layers/base64.js';
import { spliceThrough } from '../layers/layer.js';
import type { Child, FieldChild, Holder, JsonChild } from '../../document/payload.js';
import { childStep, type Findings, type Surroundings, tooMany } from './container.js';
import { openString } from './strings.js';

/**
 * Finds the settings of extensions and the custom data in what the Linux agent gets from Azure (WALinuxAgent 2.13):
 * extension configs as XML, the same as JSON, and `ovf-env.xml`. Protected settings are encrypted for the machine.
 */
export function goalState(surroundings: Surroundings): Findings {
  return goalStateFormat(surroundings.text) === undefined ? vmSettings(surroundings) : xmlGoalState(surroundings);
}

function xmlGoalState(surroundings: Surroundings): Findings {
  const children: Child[] = [];
  const taken = new Set<string>();
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

function settingsOf(surroundings: Surroundings, element: XmlElement, taken: Set<string>): JsonChild {
  const { payload, text, open } = surroundings;
  const inner = elementText(text, element.content);
  const span = payload.map.toOuter(element.content);
  const name = element.attributes.get('name') ?? element.name;
  const opened = open({
    content: textContent(inner.text, composeMaps(payload.map, inner.map), span),
    name,
    steps: [...payload.steps, childStep(name, taken)],
    kind: 'cse-settings',
    transport: 'none',
    format: 'json-string',
  });
  return {
    is: 'json',
    pointer: `/${name}`,
    span,
    payload: opened,
    holder: () => elementHolder(text, element.content),
  };
}

function customDataOf(surroundings: Surroundings, element: XmlElement): FieldChild {
  const { payload, text, open } = surroundings;
  const inner = elementText(text, element.content);
  const span = payload.map.toOuter(element.content);
  // Samples hold a word in place of the data, which would decode to noise.
  const isBase64 = couldBeBase64(inner.text) && worthDecoding(decodeBase64(inner.text).bytes);
  const problems: Problem[] = [];
  if (!isBase64)
    problems.push(problem('payload/base64-invalid', span, 'CustomData has to be base64; this is plain text.'));
  const opened = open({
    content: textContent(inner.text, composeMaps(payload.map, inner.map), span),
    name: 'customData',
    steps: [...payload.steps, '/CustomData'],
    transport: isBase64 ? 'base64-expected' : 'none',
    problems,
  });
  return {
    is: 'field',
    pointer: '/CustomData',
    role: 'customData',
    protected: false,
    span,
    payload: opened,
    holder: () => elementHolder(text, element.content),
  };
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
      const child = node?.kind === 'string' ? publicSettings(surroundings, node, path) : undefined;
      if (child === undefined) continue;
      if (children.length >= surroundings.context.limits.childrenPerPayload)
        return { children, problems: [tooMany('extensions', surroundings)] };
      children.push(child);
    }
  }
  return { children, problems: [] };
}

function publicSettings(surroundings: Surroundings, node: SyntaxNode & { kind: 'string' }, path: NodePath): JsonChild {
  const pointer = pointerOf(path);
  const opened = openString(surroundings, node, {
    name: 'publicSettings',
    steps: [...surroundings.payload.steps, pointer],
    kind: 'cse-settings',
    transport: 'none',
    format: 'json-string',
  });
  return { is: 'json', pointer, ...opened };
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
      if (inSection && /[&<>]/.test(next)) return success([{ span, newText: escaped(next) }]);
      return success([
        { span, newText: spliceThrough(written, map, value, next, inSection ? (same) => same : escaped) },
      ]);
    },
  });
}
