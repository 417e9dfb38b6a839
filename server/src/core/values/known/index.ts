import { blocks, inlineCode, type Markdown, markup, prose, sequence } from '../../text/markdown.js';
import { featureGates } from './featureGates.js';
import { evictionSignals, reservableResources, tlsCipherSuites } from './kubeletSettings.js';
import { kubeletFlags } from './kubeletFlags.js';
import { sysctls } from './linux.js';
import { locations } from './locations.js';
import { nodeLabels } from './nodeLabels.js';
import { vmSizes } from './vmSizes.js';
import type { KnownName, VocabularyName } from './vocabulary.js';

export { isSettableByKubelet } from './nodeLabels.js';

interface Vocabulary {
  readonly names: readonly KnownName[];
  readonly byText: ReadonlyMap<string, KnownName>;
  /** One spelling for all that the reader on the node, or Azure, treats as the same name. */
  readonly fold: (text: string) => string;
}

const withoutCase = (text: string): string => text.toLowerCase();

function vocabulary(names: readonly KnownName[], fold = (text: string): string => text): Vocabulary {
  return { names, fold, byText: new Map(names.map((known) => [fold(known.name), known])) };
}

const vocabularies: Readonly<Record<VocabularyName, Vocabulary>> = {
  'eviction-signal': vocabulary(evictionSignals),
  'feature-gate': vocabulary(featureGates),
  // The kubelet reads an underscore as a dash; case matters to it.
  'kubelet-flag': vocabulary(kubeletFlags, (text) => text.replaceAll('_', '-')),
  // Azure accepts the display name too: `East US 2`.
  location: vocabulary(locations, (text) => withoutCase(text).replace(/\s/g, '')),
  'node-label': vocabulary(nodeLabels),
  'reservable-resource': vocabulary(reservableResources),
  sysctl: vocabulary(sysctls),
  'tls-cipher-suite': vocabulary(tlsCipherSuites),
  'vm-size': vocabulary(vmSizes, withoutCase),
};

/** The names of a list, in the order in which they are offered; names that are gone carry `removedIn`. */
export function knownNames(name: VocabularyName): readonly KnownName[] {
  return vocabularies[name].names;
}

/**
 * The entry of a list that `text` means. Case matters, as it does to the kubelet, except in Azure's own names: a `location` is found in any casing and with spaces, a `vm-size` in any casing. A `kubelet-flag` has
 * its two dashes, and underscores count as dashes.
 */
export function knownName(name: VocabularyName, text: string): KnownName | undefined {
  const { byText, fold } = vocabularies[name];
  return byText.get(fold(text));
}

/** A known name in Markdown: what it is, which values it accepts, and which versions of Kubernetes know it. */
export function nameMarkdown(known: KnownName): Markdown {
  const { name, detail, doc, example, oneOf, since, deprecatedIn, removedIn, instead } = known;
  const life = [
    since === undefined ? undefined : `Since Kubernetes ${since}.`,
    deprecatedIn === undefined ? undefined : `Deprecated in Kubernetes ${deprecatedIn}.`,
    removedIn === undefined ? undefined : `Removed in Kubernetes ${removedIn}.`,
    instead === undefined ? undefined : `In its place: ${instead}.`,
  ].filter((fact) => fact !== undefined);
  const choices = oneOf === undefined ? '' : markup`Accepts ${sequence(oneOf.map(inlineCode), ', ')}.`;
  return blocks([
    markup`**${prose(name)}**${detail === undefined ? '' : markup` (${prose(detail)})`}`,
    prose(doc),
    sequence([choices, ...life.map(prose)], ' '),
    example === undefined ? '' : markup`For example ${inlineCode(example)}.`,
  ]);
}
