import { givenAt, givenItems, givenValues, type GivenNode } from '../../formats/tree/given.js';
import {
  memberIgnoringCase,
  memberOf,
  resolved,
  stringValue,
  type StringNode,
  type SyntaxNode,
} from '../../formats/tree/node.js';
import { stringMap } from '../../formats/tree/stringMap.js';
import type { Problem } from '../../problems/problem.js';
import { composeMaps } from '../../text/positionMap.js';
import { failure, type Result } from '../../text/result.js';
import { type Content, isGzip, textContent } from '../content.js';
import { base64 } from '../layers/base64.js';
import { decodeGzip } from '../layers/compression.js';
import { dataUrl, percentEncoding } from '../layers/transfer.js';
import type { Child, ConfigChild, FileChild, Holder, LayerName, OverriddenChild } from '../../document/payload.js';
import { childStep, type Findings, plainFile, type Surroundings, type TakenSteps } from './container.js';
import { openOverridden, repeatedAnywhere } from './repeated.js';
import { openString, stringHolder } from './strings.js';

/**
 * Finds what an Ignition config (2.x and 3.x) writes on the node: files, systemd units, and the configs that replace it or
 * are merged into it. Remote sources are never fetched.
 */
export function ignitionFiles(surroundings: Surroundings): Findings {
  const root = surroundings.payload.tree?.root;
  const ignition = resolved(memberOf(root, 'ignition')?.value);
  const taken: TakenSteps = new Map();
  const files = entriesOf(root, 'storage', 'files').flatMap((entry) => openFile(surroundings, entry, taken) ?? []);
  const units = unitTexts(root).flatMap((unit) =>
    unit.isOverridden ? [] : (openUnitText(surroundings, unit, taken) ?? []),
  );
  const version = stringValue(memberOf(ignition, 'version')?.value);
  return {
    children: [
      ...files,
      ...units,
      ...openConfigs(surroundings, ignition, taken),
      ...overriddenPayloads(surroundings, taken),
    ].slice(0, surroundings.context.limits.childrenPerPayload),
    problems: repeatedAnywhere(surroundings),
    details: version === undefined ? {} : { ignitionVersion: version },
  };
}

function entriesOf(root: SyntaxNode | undefined, holder: string, list: string): readonly SyntaxNode[] {
  const entries = resolved(memberOf(resolved(memberOf(root, holder)?.value), list)?.value);
  return entries?.kind === 'array' ? entries.items : [];
}

function openFile(surroundings: Surroundings, entry: SyntaxNode, taken: TakenSteps): FileChild | undefined {
  if (entry.kind !== 'object') return undefined;
  const path = stringValue(memberOf(entry, 'path')?.value);
  const mode = memberOf(entry, 'mode')?.value;
  const resource = openResource(surroundings, memberOf(entry, 'contents')?.value, entry);
  return {
    ...plainFile,
    path,
    // Ignition writes modes as decimal numbers.
    mode: mode?.kind === 'number' ? mode.value.toString(8).padStart(4, '0') : undefined,
    owner: stringValue(memberIgnoringCase(memberOf(entry, 'user')?.value, 'name')?.value),
    ...(resource.source === undefined ? {} : { source: resource.source }),
    span: resource.content.origin,
    holder: resource.holder,
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

/** The text of a unit or of a drop-in. */
interface UnitText extends GivenNode {
  /** Where it is written on the node. */
  readonly path: string;
}

/** A unit is written to systemd's folder, its drop-ins to a folder with its name. */
function unitTexts(root: SyntaxNode | undefined): UnitText[] {
  const folder = '/etc/systemd/system';
  const textsOf = (entry: GivenNode, path: string): UnitText[] =>
    givenValues(entry, 'contents').map((contents) => ({ ...contents, path }));
  return givenAt(root, ['systemd', 'units'])
    .flatMap(givenItems)
    .flatMap((entry) => {
      const name = stringValue(memberOf(entry.node, 'name')?.value);
      if (name === undefined) return [];
      const dropins = givenValues(entry, 'dropins').flatMap(givenItems);
      return [
        ...textsOf(entry, `${folder}/${name}`),
        ...dropins.flatMap((dropin) => {
          const dropinName = stringValue(memberOf(dropin.node, 'name')?.value) ?? '?';
          return textsOf(dropin, `${folder}/${name}.d/${dropinName}`);
        }),
      ];
    });
}

function openUnitText(surroundings: Surroundings, { path, node }: UnitText, taken: TakenSteps): FileChild | undefined {
  const contents = resolved(node);
  if (contents?.kind !== 'string') return undefined;
  const unit = openString(surroundings, contents, {
    name: path,
    steps: [...surroundings.payload.steps, childStep(`unit:${path}`, taken)],
    outerLayers: ['systemd-unit'],
    transport: 'none',
  });
  return { ...plainFile, path, ...unit };
}

/** Contents, units and configs that Ignition never gets, because a later member of the same name takes their place. */
function overriddenPayloads(surroundings: Surroundings, taken: TakenSteps): OverriddenChild[] {
  const { payload, text } = surroundings;
  const { root } = payload.tree ?? {};
  const openSource = (step: string, name: string, resource: GivenNode, isFile?: true): OverriddenChild[] =>
    givenValues(resource, 'source').flatMap(({ node: source, isOverridden }) => {
      if (!isOverridden || source.kind !== 'string') return [];
      const { content, layers, problems, holder } = openSourceOf(surroundings, resource.node, source);
      const opening = {
        content,
        problems,
        name,
        outerLayers: layers,
        transport: 'none' as const,
        ...(isFile ? { isFile } : {}),
      };
      return [openOverridden(surroundings, step, taken, { opening, holder })];
    });
  const files = givenAt(root, ['storage', 'files'])
    .flatMap(givenItems)
    .flatMap((entry) => {
      const path = stringValue(memberOf(entry.node, 'path')?.value);
      return givenValues(entry, 'contents').flatMap((contents) =>
        openSource(`file:${path ?? '?'}`, path ?? 'file', contents),
      );
    });
  const units = unitTexts(root).flatMap(({ node, path, isOverridden }): OverriddenChild[] => {
    if (!isOverridden || node.kind !== 'string') return [];
    const content = textContent(
      node.value,
      composeMaps(payload.map, stringMap(text, node)),
      payload.map.toOuter(node.span),
    );
    const opening = { content, name: path, outerLayers: ['systemd-unit'], transport: 'none' } as const;
    return [openOverridden(surroundings, `unit:${path}`, taken, { opening, holder: () => stringHolder(text, node) })];
  });
  const configs = ['merge', 'append', 'replace'].flatMap((name) => {
    const given = givenAt(root, ['ignition', 'config', name]);
    const via = name === 'replace' ? 'replace' : 'merge';
    return (name === 'replace' ? given : given.flatMap(givenItems)).flatMap((entry) =>
      openSource(`config:${via}`, `${via}.ign`, entry, true),
    );
  });
  return [...files, ...units, ...configs];
}

/** The configs that `ignition.config` replaces this one with, or merges into it. */
function openConfigs(surroundings: Surroundings, ignition: SyntaxNode | undefined, taken: TakenSteps): ConfigChild[] {
  const config = resolved(memberOf(ignition, 'config')?.value);
  const merged = resolved(memberOf(config, 'merge')?.value ?? memberOf(config, 'append')?.value);
  const entries = [
    ...(merged?.kind === 'array' ? merged.items.map((entry) => ({ via: 'merge' as const, entry })) : []),
    ...[memberOf(config, 'replace')?.value].map((entry) => ({ via: 'replace' as const, entry })),
  ];
  return entries.flatMap(({ via, entry }): ConfigChild[] => {
    if (entry === undefined || memberOf(entry, 'source')?.value?.kind !== 'string') return [];
    const { content, layers, problems, source, holder } = openResource(surroundings, entry, entry);
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
    return [{ is: 'config', via, span: content.origin, payload, holder }];
  });
}

/** The decoded source of a file or config. */
interface Resource {
  readonly content: Content;
  readonly layers: readonly LayerName[];
  readonly problems: readonly Problem[];
  /** The URL of content that is elsewhere. */
  readonly source?: string;
  readonly holder: Child['holder'];
}

function openResource(surroundings: Surroundings, resource: SyntaxNode | undefined, entry: SyntaxNode): Resource {
  const { payload } = surroundings;
  const source = resolved(memberOf(resource, 'source')?.value);
  if (source?.kind === 'string') return openSourceOf(surroundings, resource, source);
  const content = textContent('', payload.map, payload.map.toOuter(entry.span));
  return { content, layers: [], problems: [], holder: () => failure('The document has no source for it.') };
}

function openSourceOf(surroundings: Surroundings, resource: SyntaxNode | undefined, source: StringNode): Resource {
  const { payload, text, context } = surroundings;
  const origin = payload.map.toOuter(source.span);
  const url = textContent(source.value, composeMaps(payload.map, stringMap(text, source)), origin);
  if (!/^data:[^,]*,/.test(source.value)) {
    const holder = (): Result<Holder> =>
      failure('The document only has the address of the content; there is no content to change.');
    return { content: url, layers: ['remote-url'], problems: [], source: source.value, holder };
  }
  const holder = (): Result<Holder> => stringHolder(text, source);
  const isBase64 = /^data:[^,]*;base64,/i.test(source.value);
  const data = dataUrl.decode(url, context, 'The data URL').content;
  const { content, problems } = (isBase64 ? base64 : percentEncoding).decode(data, context, 'The data URL');
  const layers: readonly LayerName[] = ['data-url', isBase64 ? 'base64' : 'percent-encoding'];
  if (stringValue(memberOf(resource, 'compression')?.value) !== 'gzip') return { content, layers, problems, holder };
  const inflated = decodeGzip(content, context, 'The file');
  return {
    content: inflated.content,
    // Content that isn't gzip at all was not unpacked.
    layers: isGzip(content.bytes) ? [...layers, 'gzip'] : layers,
    problems: [...problems, ...inflated.problems],
    holder,
  };
}
