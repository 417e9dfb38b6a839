import { isKnown } from '../document/kinds.js';
import { isNodeConfig } from '../nodeConfig/detect.js';
import type { Payload } from '../document/payload.js';
import type { Masking } from '../secrets/masking.js';
import { byteString } from '../text/bytes.js';
import { type Both, both, type Comparison, type Side } from './comparison.js';
import {
  type ConfigTwin,
  configTwin,
  configValue,
  readConfig,
  type ReadConfig,
  refusedValues,
} from './configValues.js';
import { fileLines, linesOf, type MaskedLines, type TextLines } from './lines.js';
import { type ComparedPart, isTooLarge, type Match, type PartPair } from './matching.js';
import { comparedModels } from './models.js';
import { Identities, TreeValue } from './treeValues.js';
import { type ComparedValue, layOut } from './values.js';

/** A title with lines below it on each side that has any. */
export interface Section {
  readonly title: string;
  /** Laid out when needed. */
  readonly lines: () => Both<TextLines>;
}

/** The differences of a match, and the sections that they are differences of. */
export interface ComparedMatch {
  readonly comparison: Comparison;
  readonly sections: readonly Section[];
}

/** A document on one side. */
export interface SectionSide {
  readonly payload: Payload;
  /** Its values; undefined for a document that has none, which is compared by its lines or bytes. */
  readonly value: ComparedValue | undefined;
  /** Set for node configs. */
  readonly config: (ConfigTwin & Pick<ReadConfig, 'reading' | 'image'>) | undefined;
  /** The text as it is; undefined for binary content. */
  readonly text: string | undefined;
}

/** A document on both sides, or on one of them. */
export interface DocumentSection extends Section, Both<SectionSide> {
  /** The name in differences; undefined for the document that the whole comparison is about. */
  readonly name: string | undefined;
}

/** The documents of two subjects: their configs, and what is compared beside them. */
export interface DocumentSections {
  readonly configs: DocumentSection;
  /** The machines themselves, if there is one on both sides. */
  readonly models: ModelSection | undefined;
  readonly parts: readonly DocumentSection[];
}

/** The models of two machines. */
interface ModelSection extends DocumentSection {
  /** Members that are not compared. */
  readonly leftOut: readonly string[];
}

/** The documents on both sides of a match. Both views of a comparison are made of them. */
export function sectionsOf(match: Match, masking: Masking): DocumentSections {
  const { before, after } = match.configs;
  const identities = new Identities(new Set());
  const config = (read: ReadConfig | undefined): SectionSide | undefined =>
    read && configSide(read, undefined, masking, identities);
  return {
    configs: section('Contract', undefined, config(before), config(after), masking),
    models: modelSection(match, masking),
    parts: match.parts.map((pair) => partSection(pair, masking)),
  };
}

function section(
  title: string,
  name: string | undefined,
  before: SectionSide | undefined,
  after: SectionSide | undefined,
  masking: Masking,
): DocumentSection {
  const lines = (): Both<TextLines> =>
    both(before && linesOfSide(before, masking), after && linesOfSide(after, masking));
  return { title, name, ...both(before, after), lines };
}

function modelSection(match: Match, masking: Masking): ModelSection | undefined {
  const values = comparedModels(match, masking);
  if (values === undefined) return undefined;
  const side = (of: Side): SectionSide | undefined => {
    const model = match.subjects[of]?.model;
    return model && { payload: model.root, value: values[of], config: undefined, text: undefined };
  };
  return { ...section('Model', 'model', side('before'), side('after'), masking), leftOut: values.leftOut };
}

function partSection(pair: PartPair, masking: Masking): DocumentSection {
  const { before, after, name } = pair;
  const identities = new Identities(new Set([...(before?.omitted ?? []), ...(after?.omitted ?? [])]));
  const side = (part: ComparedPart | undefined): SectionSide | undefined => {
    if (part === undefined) return undefined;
    const { payload, text } = part;
    if (isNodeConfig(payload) && !isTooLarge(payload.text))
      return configSide(readConfig(payload), text, masking, identities);
    const value = hasValues(payload) ? new TreeValue(payload.tree?.root, identities, masking) : undefined;
    return { payload, value, config: undefined, text };
  };
  return section((after ?? before)?.title ?? '', name, side(before), side(after), masking);
}

function configSide(read: ReadConfig, text: string | undefined, masking: Masking, identities: Identities): SectionSide {
  const { payload, reading, image } = read;
  const twin = configTwin(reading.value, masking);
  const refused = refusedValues(read, (node, name, { secret }) => {
    return new TreeValue(node, identities, masking, name, node.span, secret);
  });
  return { payload, value: configValue(twin, refused), config: { ...twin, reading, image }, text };
}

/** Whether a document is compared by its values: one of a known kind that has values, or other readable JSON. */
export function hasValues(payload: Payload): boolean {
  const { tree } = payload;
  if (isTooLarge(payload.text) || tree?.root === undefined) return false;
  return isKnown(payload) || tree.problems.every(({ severity }) => severity !== 'error');
}

function linesOfSide({ value, text, payload }: SectionSide, masking: Masking): TextLines {
  if (value !== undefined) return layOut(value);
  if (text !== undefined) return fileLines(linesOf(text, masking));
  // Only the bytes decide whether two are the same.
  return { real: [byteString(payload.bytes)], shown: [`(no text, ${payload.bytes.length} bytes)`] };
}

/** The lines of a document's text, whatever its format. */
export function textOf(side: SectionSide | undefined, masking: Masking): MaskedLines {
  return linesOf(side?.text ?? '', masking);
}
