import {
  type Analysis,
  childLabel,
  childTitle,
  comparisonRole,
  type FileProblem,
  isKnown,
  kinds,
  type Masking,
  namesOfResources,
  namesOnWay,
  type Payload,
  payloadSummary,
  type ProblemCode,
  repeatedMachines,
  type Resource,
  resourcesIn,
  wayTo,
} from '../core/index.js';
import type { DecodeResult, PayloadEntry, ProblemCounts } from '../protocol.js';
import { toRange } from './convert.js';
import { fileName, payloadIcon } from './payloadEntries.js';
import type { Shown } from './shown.js';
import type { SyncedDocument } from './syncedDocument.js';

/** What a document contains: its payloads, what they belong to, and its own problems. */
export type DocumentEntries = Pick<DecodeResult, 'payloads' | 'resources' | 'distinctConfigs' | keyof ProblemCounts>;

/**
 * The payloads inside a payload of a document, by default those of the document, with what they belong to. `problems` are
 * those of the document that are reported.
 */
export function documentEntries(
  document: SyncedDocument,
  masking: Masking,
  problems: readonly FileProblem[],
  around: Payload = document.analysis.root,
): Shown<DocumentEntries> {
  const { analysis, files } = document;
  const counts = countProblems(analysis, problems);
  const { list, around: resourceAround, spanOf } = resourcesIn(analysis);
  const indexes = new Map(list.map((resource, index) => [resource, index]));
  const indexOf = (resource: Resource | undefined): number | undefined => resource && indexes.get(resource);
  const entryOf = (
    payload: Payload,
    { title, label, file }: { readonly title: string; readonly label: string; readonly file?: string | undefined },
    outer: readonly string[],
    children: readonly Shown<PayloadEntry>[],
  ): Shown<PayloadEntry> => ({
    title: masking.text(title),
    label: masking.text(label),
    name: masking.text(fileName(payload.name)),
    outer: [...namesOfResources(analysis, resourceAround(payload)), ...outer].map((one) => masking.text(one)),
    summary: masking.text(payloadSummary(payload)),
    icon: payloadIcon(payload),
    layers: payload.layers,
    steps: payload.steps,
    ...(file === undefined ? {} : { file: files.get(file)?.uri }),
    bytes: payload.bytes.length,
    kind: isKnown(payload) ? kinds[payload.kind].title : '',
    role: comparisonRole(payload),
    ...countsOf(counts, payload),
    readable: payload.text !== undefined,
    resource: indexOf(resourceAround(payload)),
    children,
  });
  const childrenOf = ({ children }: Payload, outer: readonly string[]): readonly Shown<PayloadEntry>[] =>
    children.map((child) => {
      const { payload, file } = child;
      const inside = childrenOf(payload, [...outer, ...namesOnWay([child])]);
      return entryOf(payload, { title: childTitle(child), label: childLabel(child), file }, outer, inside);
    });
  const inside = childrenOf(around, namesOnWay(wayTo(analysis.root, around.steps) ?? []));
  const name = fileName(around.name);
  const nameOf = (resource: Resource | undefined) => resource && masking.text(resource.name);
  const repeated = repeatedMachines(analysis);
  const configs = new Set([...analysis.documents()].flatMap(({ kind, text }) => (kind === 'node-config' ? text : [])));
  return {
    // An encoded file is a payload itself; otherwise only what is inside it counts.
    payloads:
      around === analysis.root && around.text !== analysis.text
        ? [entryOf(around, { title: name, label: name }, [], inside)]
        : inside,
    resources: list.map((resource) => ({
      is: resource.is,
      name: masking.text(resource.name),
      icon: resourceIcons[resource.is],
      range: toRange(analysis.lines, spanOf(resource)),
      around: indexOf(resource.around),
      ...countsOf(counts, resource),
      sameAs: nameOf(repeated.get(resource)),
    })),
    ...countsOf(counts, around),
    ...(configs.size === 0 ? {} : { distinctConfigs: configs.size }),
  };
}

const resourceIcons: Readonly<Record<Resource['is'], string>> = {
  'scale set': 'server-environment',
  VM: 'vm',
  extension: 'extensions',
};

/** The problems of each document, and of each resource in its own document. */
function countProblems(
  analysis: Analysis,
  problems: readonly FileProblem[],
): ReadonlyMap<Payload | Resource, CountedProblems> {
  const counts = new Map<Payload | Resource, CountedProblems>();
  const { ofProblem } = resourcesIn(analysis);
  for (const found of problems) {
    const owner = ofProblem(found) ?? found.document;
    const counted = counts.get(owner) ?? { errors: 0, warnings: 0, codes: new Set() };
    counts.set(owner, counted);
    if (found.severity === 'error') counted.errors++;
    else if (found.severity === 'warning') counted.warnings++;
    counted.codes.add(found.code);
  }
  return counts;
}

interface CountedProblems {
  errors: number;
  warnings: number;
  readonly codes: Set<ProblemCode>;
}

function countsOf(
  counts: ReadonlyMap<Payload | Resource, CountedProblems>,
  owner: Payload | Resource,
): Shown<ProblemCounts> {
  const { errors = 0, warnings = 0, codes = [] } = counts.get(owner) ?? {};
  return { errors, warnings, codes: [...codes] };
}
