import type { Analysis } from './analysis.js';
import { childTitle, type FileProblem, type Payload, type Resource } from './document/payload.js';
import { byteString } from './text/bytes.js';
import type { Span } from './text/span.js';
import { addToList } from './text/strings.js';

/** The scale sets, VMs and extensions that the payloads of a file belong to. */
export interface Resources {
  /** Those that have a payload or should have one, outer ones before those in them. */
  readonly list: readonly Resource[];
  /** The innermost one around a payload; undefined for the file. */
  readonly around: (payload: Payload) => Resource | undefined;
  /** The innermost one in its own document around a problem; undefined for problems of the rest of a document. */
  readonly ofProblem: (found: FileProblem) => Resource | undefined;
  /** The range of one in the file. */
  readonly spanOf: (resource: Resource) => Span;
}

/** The resources of a file, found once. */
export function resourcesIn(analysis: Analysis): Resources {
  return analysis.made(findResources);
}

/** The names that tell a problem from those elsewhere in the file, from the outside in. */
export function namesAround(analysis: Analysis, found: FileProblem): string[] {
  const { ofProblem, around } = resourcesIn(analysis);
  return namesOfResources(analysis, ofProblem(found) ?? around(found.document));
}

/**
 * The names that tell what belongs to a resource from what belongs to others of the file, from the outside in: those of which
 * the file has several.
 */
export function namesOfResources(analysis: Analysis, resource: Resource | undefined): string[] {
  const { machines, extensions } = analysis.made(countResources);
  const isOneOfSeveral = ({ is }: Resource): boolean => (is === 'extension' ? extensions : machines) > 1;
  return chainOf(resource)
    .filter(isOneOfSeveral)
    .map(({ name }) => name)
    .reverse();
}

/** The name of something with those of the resources around it, such as `aks-pool1-vmss › vmssCSE › commandToExecute`. */
export function nameInResources(analysis: Analysis, resource: Resource | undefined, name: string): string {
  return [...namesOfResources(analysis, resource), name].join(' › ');
}

/** The machines whose payloads are the same as those of an earlier one of the file, with the first of these. */
export function repeatedMachines(analysis: Analysis): ReadonlyMap<Resource, Resource> {
  return analysis.made(findRepeatedMachines);
}

function findRepeatedMachines(analysis: Analysis): ReadonlyMap<Resource, Resource> {
  const contents = new Map<Resource, string[]>();
  for (const { children } of analysis.documents()) {
    for (const child of children) {
      const { resource, payload } = child;
      const machine = chainOf(resource).find(({ is }) => is !== 'extension');
      if (machine === undefined) continue;
      const extension = resource === machine ? null : resource?.name;
      const part = JSON.stringify([extension, childTitle(child), payload.text ?? byteString(payload.bytes)]);
      addToList(contents, machine, part);
    }
  }
  const firsts = new Map<string, Resource>();
  const repeated = new Map<Resource, Resource>();
  for (const [machine, parts] of contents) {
    const content = parts.join('\n');
    const first = firsts.get(content);
    if (first === undefined) firsts.set(content, machine);
    else repeated.set(machine, first);
  }
  return repeated;
}

function findResources({ root }: Analysis): Resources {
  const documents = new Map<Resource, Payload>();
  const byPayload = new Map<Payload, Resource | undefined>();
  /** Those of each document, in the order of their positions. */
  const byDocument = new Map<Payload, readonly Resource[]>();
  const open: { readonly payload: Payload; readonly resource: Resource | undefined }[] = [
    { payload: root, resource: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { payload, resource } = next;
    const { children, absent } = payload;
    byPayload.set(payload, resource);
    const own = [...children, ...absent].flatMap((one) => chainOf(one.resource));
    if (own.length > 0)
      byDocument.set(
        payload,
        [...new Set(own)].sort((a, b) => a.span.start - b.span.start),
      );
    for (const one of byDocument.get(payload) ?? []) documents.set(one, payload);
    for (const child of children.toReversed())
      open.push({ payload: child.payload, resource: child.resource ?? resource });
  }
  return {
    list: [...documents.keys()],
    around: (payload) => byPayload.get(payload),
    ofProblem({ document, span, inner }) {
      const position = inner ?? (document === root ? span : undefined);
      return position && innermost(byDocument.get(document) ?? [], position.start);
    },
    spanOf: (resource) => (documents.get(resource) ?? root).map.toOuter(resource.span),
  };
}

/** A resource with those around it. */
function chainOf(resource: Resource | undefined): Resource[] {
  const chain: Resource[] = [];
  for (let one = resource; one !== undefined; one = one.around) chain.push(one);
  return chain;
}

/** The innermost of the sorted resources at an offset. The last one that begins before it is that, or is inside of it. */
function innermost(sorted: readonly Resource[], offset: number): Resource | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.span.start ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return chainOf(sorted[low - 1]).find(({ span }) => offset <= span.end);
}

function countResources(analysis: Analysis): { readonly machines: number; readonly extensions: number } {
  const { list } = resourcesIn(analysis);
  const extensions = list.filter(({ is }) => is === 'extension').length;
  return { machines: list.length - extensions, extensions };
}
