import { memberIgnoringCase } from '../../syntax/ignoreCase.js';
import { memberOf, resolved, stringValue, type StringNode, type SyntaxNode } from '../../syntax/node.js';
import { stringMap } from '../../syntax/stringMap.js';
import type { Problem } from '../../problems/problem.js';
import { utf8Bytes } from '../../text/bytes.js';
import { composeMaps, fragmentMap } from '../../text/positionMap.js';
import type { DecodeContext } from '../context.js';
import { byteContent, type Content, decodeBase64Content, decodeGzip, textContent } from '../decoders.js';
import type { FileChild, LayerName } from '../payload.js';
import { childStep, type Findings, type Surroundings } from './finder.js';

/** Finds the files of an Ignition config (2.x and 3.x); remote sources are named, never fetched. */
export function ignitionFiles(surroundings: Surroundings, context: DecodeContext): Findings {
  const storage = resolved(memberOf(surroundings.payload.tree?.root, 'storage')?.value);
  const files = resolved(memberOf(storage, 'files')?.value);
  const children: FileChild[] = [];
  const taken = new Set<string>();
  for (const entry of files?.kind === 'array' ? files.items : []) {
    if (entry.kind === 'object') children.push(openFile(surroundings, entry, taken, context));
  }
  return { children, problems: [] };
}

function openFile(
  surroundings: Surroundings,
  entry: SyntaxNode,
  taken: Set<string>,
  context: DecodeContext,
): FileChild {
  const path = stringValue(memberOf(entry, 'path')?.value);
  const mode = memberOf(entry, 'mode')?.value;
  const contents = memberOf(entry, 'contents')?.value;
  const source = memberOf(contents, 'source')?.value;
  const compression = stringValue(memberOf(contents, 'compression')?.value);
  const outer = surroundings.payload.map;
  const origin = outer.toOuter(source?.span ?? entry.span);
  const problems: Problem[] = [];
  let { content, layers } =
    source?.kind === 'string'
      ? decodeSource(surroundings, source, context, problems)
      : { content: textContent('', outer, origin), layers: [] as LayerName[] };
  if (compression === 'gzip') {
    const inflated = decodeGzip(content, context, 'The file');
    content = inflated.content;
    problems.push(...inflated.problems);
    layers = [...layers, 'gzip'];
  }
  return {
    is: 'file',
    path,
    // Ignition writes modes as decimal numbers; a reader wants the octal digits.
    mode: mode?.kind === 'number' ? mode.value.toString(8).padStart(4, '0') : undefined,
    owner: stringValue(memberIgnoringCase(memberOf(entry, 'user')?.value, 'name')?.value),
    encoding: undefined,
    append: false,
    defer: false,
    span: origin,
    payload: surroundings.open({
      content,
      name: path ?? 'file',
      steps: [...surroundings.payload.steps, childStep(`file:${path ?? '?'}`, taken)],
      outerLayers: layers,
      transport: 'none',
      isFile: true,
      problems,
    }),
  };
}

function decodeSource(
  surroundings: Surroundings,
  source: StringNode,
  context: DecodeContext,
  problems: Problem[],
): { content: Content; layers: LayerName[] } {
  const outer = surroundings.payload.map;
  const origin = outer.toOuter(source.span);
  const map = composeMaps(outer, stringMap(surroundings.text, source));
  const header = /^data:[^,]*,/.exec(source.value);
  // A remote source stays what it is: the URL.
  if (header === null) return { content: textContent(source.value, map, origin), layers: [] };
  const body = source.value.slice(header[0].length);
  const bodyMap = composeMaps(map, fragmentMap(header[0].length));
  if (/;base64,$/i.test(header[0])) {
    const decoded = decodeBase64Content(textContent(body, bodyMap, origin), context, 'The data URL');
    problems.push(...decoded.problems);
    return { content: decoded.content, layers: ['data-url', 'base64'] };
  }
  return { content: byteContent(percentDecoded(body), origin), layers: ['data-url', 'percent-encoding'] };
}

function percentDecoded(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const piece of text.split(/(%[0-9a-fA-F]{2})/)) {
    if (/^%[0-9a-fA-F]{2}$/.test(piece)) bytes.push(parseInt(piece.slice(1), 16));
    else for (const byte of utf8Bytes(piece)) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
