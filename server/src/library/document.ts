import {
  Analysis,
  parseCloudInitVersion,
  parseImageRange,
  parseNodeImage,
  parseRelease,
  providerRelease,
  readInstanceData,
  readKarpenterSettings,
  type ValidationContext,
} from '../core/index.js';
import { platform } from './platform.js';
import type { AnalyzedDocument, AnalyzeOptions, DocumentKind } from './types.js';

/** A document of the library, with the analysis that callers don't see. */
class OpenedDocument implements AnalyzedDocument {
  readonly analysis: Analysis;

  constructor(analysis: Analysis) {
    this.analysis = analysis;
  }

  get name(): string {
    return this.analysis.name;
  }

  get kind(): DocumentKind {
    return this.analysis.kind;
  }

  get title(): string {
    return this.analysis.title;
  }
}

export function openDocument(content: string | Uint8Array, options: AnalyzeOptions): AnalyzedDocument {
  const { name = 'document', kind } = options;
  return new OpenedDocument(new Analysis({ name, content, kind, context: contextOf(options) }, platform));
}

export function analysisOf(document: AnalyzedDocument): Analysis {
  if (document instanceof OpenedDocument) return document.analysis;
  throw new TypeError('The document was not made by analyze().');
}

function contextOf({ strict, ...given }: AnalyzeOptions): ValidationContext {
  const images = parsedOption(
    given.nodeImage,
    (text) => parseImageRange(text, parseNodeImage) ?? parseImageRange(text, parseRelease),
    'nodeImage must be a version such as 202605.27.0, a release such as v0.20260527.0, or a range',
  );
  const instanceData = parsedOption(given.instanceData, readInstanceData, 'instanceData must be a JSON object');
  const settings = parsedOption(
    given.karpenterSettings,
    readKarpenterSettings,
    "karpenterSettings must be a KarpenterSettings document, Karpenter's Deployment or its Helm values",
  );
  return {
    now: Date.now(),
    strict: strict === true,
    nodeImage: images?.to,
    oldestNodeImage: images?.from,
    cloudInit: parsedOption(given.cloudInit, parseCloudInitVersion, 'cloudInit must be a version such as 24.3.1'),
    instanceData,
    karpenter: {
      settings,
      release: parsedOption(given.karpenter, providerRelease, 'karpenter must be a release such as v1.6.3'),
    },
  };
}

/** The value of an option; throws a `TypeError` with the sentence if it is wrong. */
export function parsedOption<T>(
  text: string | undefined,
  parse: (text: string) => T | undefined,
  sentence: string,
): T | undefined {
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value === undefined) throw new TypeError(`${sentence}.`);
  return value;
}
