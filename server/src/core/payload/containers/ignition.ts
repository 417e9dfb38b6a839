import { append, percentDecoded } from '../../text/strings.js';
import {
  memberIgnoringCase,
  memberOf,
  resolved,
  type StringNode,
  stringValue,
  type SyntaxNode,
} from '../../formats/tree/node.js';
import { stringMap } from '../../formats/tree/stringMap.js';
import type { Problem } from '../../problems/problem.js';
import { composeMaps, fragmentMap } from '../../text/positionMap.js';
import { byteContent, type Content, decodeBase64Content, decodeGzip, isGzip, textContent } from '../content.js';
import type { ConfigChild, FileChild, LayerName } from '../../document/payload.js';
import { childStep, type Findings, type Surroundings } from './container.js';

/**
 * Finds what an Ignition config (2.x and 3.x) puts on the node: files, systemd units, and the configs that it is replaced
 * by or merged with. Remote sources are named, never fetched.
 */
export function ignitionFiles(surroundings: Surroundings): Findings {
  const root = surroundings.payload.tree?.root;
  const ignition = resolved(memberOf(root, 'ignition')?.value);
  const taken = new Set<string>();
  const files = entriesOf(root, 'storage', 'files').flatMap((entry) => openFile(surroundings, entry, taken) ?? []);
  const units = entriesOf(root, 'systemd', 'units').flatMap((entry) => openUnit(surroundings, entry, taken));
  const version = stringValue(memberOf(ignition, 'version')?.value);
  return {
    children: [...files, ...units, ...openConfigs(surroundings, ignition, taken)].slice(
      0,
      surroundings.context.limits.childrenPerPayload,
    ),
    problems: [],
    details: version === undefined ? {} : { ignitionVersion: version },
  };
}

function entriesOf(root: SyntaxNode | undefined, holder: string, list: string): readonly SyntaxNode[] {
  const entries = resolved(memberOf(resolved(memberOf(root, holder)?.value), list)?.value);
  return entries?.kind === 'array' ? entries.items : [];
}

function openFile(surroundings: Surroundings, entry: SyntaxNode, taken: Set<string>): FileChild | undefined {
  if (entry.kind !== 'object') return undefined;
  const path = stringValue(memberOf(entry, 'path')?.value);
  const mode = memberOf(entry, 'mode')?.value;
  const resource = openResource(surroundings, memberOf(entry, 'contents')?.value, entry);
  return {
    is: 'file',
    path,
    // Ignition writes modes as decimal numbers; a reader wants the octal digits.
    mode: mode?.kind === 'number' ? mode.value.toString(8).padStart(4, '0') : undefined,
    owner: stringValue(memberIgnoringCase(memberOf(entry, 'user')?.value, 'name')?.value),
    encoding: undefined,
    append: false,
    defer: false,
    ...(resource.source === undefined ? {} : { source: resource.source }),
    span: resource.content.origin,
    payload: surroundings.open({
      content: resource.content,
      name: path ?? 'file',
      steps: [...surroundings.payload.steps, childStep(`file:${path ?? '?'}`, taken)],
      outerLayers: resource.layers,
      transport: 'none',
      problems: resource.problems,
    }),
  };
}

/** A unit lands in systemd's own folder, its drop-ins in a folder named after it. */
function openUnit(surroundings: Surroundings, entry: SyntaxNode, taken: Set<string>): FileChild[] {
  const name = stringValue(memberOf(entry, 'name')?.value);
  if (name === undefined) return [];
  const folder = '/etc/systemd/system';
  const dropins = resolved(memberOf(entry, 'dropins')?.value);
  const texts = [{ path: `${folder}/${name}`, node: memberOf(entry, 'contents')?.value }];
  for (const dropin of dropins?.kind === 'array' ? dropins.items : []) {
    const dropinName = stringValue(memberOf(dropin, 'name')?.value) ?? '?';
    texts.push({ path: `${folder}/${name}.d/${dropinName}`, node: memberOf(dropin, 'contents')?.value });
  }
  return texts.flatMap(({ path, node }) => openUnitText(surroundings, path, resolved(node), taken) ?? []);
}

function openUnitText(
  { payload, text, open }: Surroundings,
  path: string,
  contents: SyntaxNode | undefined,
  taken: Set<string>,
): FileChild | undefined {
  if (contents?.kind !== 'string') return undefined;
  const span = payload.map.toOuter(contents.span);
  const unit = open({
    content: textContent(contents.value, composeMaps(payload.map, stringMap(text, contents)), span),
    name: path,
    steps: [...payload.steps, childStep(`unit:${path}`, taken)],
    outerLayers: ['systemd-unit'],
    transport: 'none',
  });
  const attributes = { mode: undefined, owner: undefined, encoding: undefined, append: false, defer: false };
  return { is: 'file', path, ...attributes, span, payload: unit };
}

/** The configs that `ignition.config` replaces this one by, or merges into it. */
function openConfigs(surroundings: Surroundings, ignition: SyntaxNode | undefined, taken: Set<string>): ConfigChild[] {
  const config = resolved(memberOf(ignition, 'config')?.value);
  const merged = resolved(memberOf(config, 'merge')?.value ?? memberOf(config, 'append')?.value);
  const entries = [
    ...(merged?.kind === 'array' ? merged.items.map((entry) => ({ via: 'merge' as const, entry })) : []),
    ...[memberOf(config, 'replace')?.value].map((entry) => ({ via: 'replace' as const, entry })),
  ];
  return entries.flatMap(({ via, entry }): ConfigChild[] => {
    if (entry === undefined || memberOf(entry, 'source')?.value?.kind !== 'string') return [];
    const { content, layers, problems, source } = openResource(surroundings, entry, entry);
    if (source !== undefined) return [];
    const payload = surroundings.open({
      content,
      name: `${via}.ign`,
      steps: [...surroundings.payload.steps, childStep(`config:${via}`, taken)],
      outerLayers: layers,
      transport: 'none',
      isFile: true,
      problems,
    });
    return [{ is: 'config', via, span: content.origin, payload }];
  });
}

/** What the source of a file or config holds, decoded. */
interface Resource {
  readonly content: Content;
  readonly layers: readonly LayerName[];
  readonly problems: readonly Problem[];
  /** The URL of content that is elsewhere. */
  readonly source?: string;
}

function openResource(surroundings: Surroundings, resource: SyntaxNode | undefined, entry: SyntaxNode): Resource {
  const outer = surroundings.payload.map;
  const source = resolved(memberOf(resource, 'source')?.value);
  if (source?.kind !== 'string')
    return { content: textContent('', outer, outer.toOuter(entry.span)), layers: [], problems: [] };
  const problems: Problem[] = [];
  const decoded = decodeSource(surroundings, source, problems);
  if (decoded.layers[0] === 'remote-url') return { ...decoded, problems, source: source.value };
  if (stringValue(memberOf(resource, 'compression')?.value) !== 'gzip') return { ...decoded, problems };
  const inflated = decodeGzip(decoded.content, surroundings.context, 'The file');
  append(problems, inflated.problems);
  // Content that is no gzip at all was not unpacked.
  const isGzipped = isGzip(decoded.content.bytes);
  return { content: inflated.content, layers: isGzipped ? [...decoded.layers, 'gzip'] : decoded.layers, problems };
}

function decodeSource(
  surroundings: Surroundings,
  source: StringNode,
  problems: Problem[],
): { content: Content; layers: LayerName[] } {
  const outer = surroundings.payload.map;
  const origin = outer.toOuter(source.span);
  const map = composeMaps(outer, stringMap(surroundings.text, source));
  const header = /^data:[^,]*,/.exec(source.value);
  // A remote source stays what it is: the URL.
  if (header === null) return { content: textContent(source.value, map, origin), layers: ['remote-url'] };
  const body = source.value.slice(header[0].length);
  const bodyMap = composeMaps(map, fragmentMap(header[0].length));
  if (/;base64,$/i.test(header[0])) {
    const decoded = decodeBase64Content(textContent(body, bodyMap, origin), surroundings.context, 'The data URL');
    append(problems, decoded.problems);
    return { content: decoded.content, layers: ['data-url', 'base64'] };
  }
  return { content: byteContent(percentDecoded(body), origin), layers: ['data-url', 'percent-encoding'] };
}
