/**
 * The library: `import { analyze, validate } from 'aks-bootstrap'`. Text in, results out; no function reads a file, uses the
 * network or keeps anything. See docs/library.md.
 */
import {
  Analysis,
  bootCommandOf,
  compareDocuments,
  comparisonResult,
  cseOf,
  customDataOf,
  decodingResult,
  environmentOf,
  type EnvironmentOptions,
  explainFailure,
  explanationResult,
  isKnown,
  isContainerdVersion,
  karpenterScriptOf,
  maskingOf,
  nodeFilesOf,
  parseGpuComponents,
  redact as redactFiles,
  type Rendered,
  renderingFields,
  renderingResult,
  validationResult,
  vmssModelOf,
} from '../core/index.js';
import { analysisOf, openDocument, parsedOption } from './document.js';
import { platform } from './platform.js';
import type {
  AnalyzedDocument,
  AnalyzeOptions,
  CompareOptions,
  CompareResult,
  DecodeOptions,
  DecodeResult,
  ExplainOptions,
  ExplainResult,
  RedactOptions,
  RedactResult,
  Renderings,
  RenderOptions,
  RenderResult,
  SecretsOption,
  ValidateResult,
} from './types.js';

export type * from './types.js';

/** Opens a document of any supported kind. Content that can't be read is reported by `validate`, never thrown. */
export function analyze(content: string | Uint8Array, options: AnalyzeOptions = {}): AnalyzedDocument {
  return openDocument(content, options);
}

/** All problems of a document and of the payloads inside it. */
export function validate(document: AnalyzedDocument, options: SecretsOption = {}): ValidateResult {
  const analysis = analysisOf(document);
  const masking = maskingOf([analysis], options);
  return masking.strings(validationResult(analysis.name, analysis, masking));
}

/** What is made from a node config, or from Karpenter's options or resources. */
export function render<What extends keyof Renderings>(
  document: AnalyzedDocument,
  what: What,
  options: RenderOptions = {},
): RenderResult<What> {
  const analysis = renderable(analysisOf(document), what);
  const masking = maskingOf([analysis], options);
  const secrets = { ...environmentOptions(options), showSecrets: masking.showsSecrets, masking };
  const result = <T>(rendered: Rendered<T>, fields: (value: T) => object): RenderResult<What> => {
    const made = renderingResult(masking.text(analysis.name), rendered, fields);
    // A config is masked before it is rendered, so that only an error can quote its text.
    return (rendered.ok ? made : masking.strings(made)) as RenderResult<What>;
  };
  switch (what) {
    case 'cse':
      return result(cseOf(analysis), renderingFields.cse);
    case 'env':
      return result(environmentOf(analysis, secrets), renderingFields.environment);
    case 'boot-command':
      return result(bootCommandOf(analysis, secrets), renderingFields.bootCommand);
    case 'node-files':
      return result(nodeFilesOf(analysis, secrets), renderingFields.nodeFiles);
    case 'vmss':
      return result(vmssModelOf(analysis, secrets), ({ model }) => ({ model }));
    case 'karpenter':
      return result(karpenterScriptOf(analysis, { ...secrets, pool: options.nodePool }), renderingFields.karpenter);
    case 'custom-data':
      return result(customDataOf(analysis, options.dialect, secrets), renderingFields.customData);
    default:
      throw new TypeError(`There is no rendering ${JSON.stringify(what)}.`);
  }
}

/** Every payload inside a document, layer by layer. */
export function decode(document: AnalyzedDocument, options: DecodeOptions = {}): DecodeResult {
  const analysis = analysisOf(document);
  const masking = maskingOf([analysis], options);
  return masking.strings(decodingResult(analysis.name, analysis, { withText: options.withText === true, masking }));
}

/** What a failure of provisioning means, from any text that shows it. */
export function explain(document: AnalyzedDocument, options: ExplainOptions = {}): ExplainResult {
  const analysis = analysisOf(document);
  const masking = maskingOf([analysis], options);
  const budget = analysis.newBudget();
  const explanation = explainFailure(analysis.failureText, { family: options.table, masking, budget });
  return masking.strings({ file: analysis.name, ...explanationResult(explanation, analysis.lines) });
}

/** The differences between two documents after decoding both: one result for each pair of machines, else a single one. */
export function compare(
  before: AnalyzedDocument,
  after: AnalyzedDocument,
  options: CompareOptions = {},
): readonly CompareResult[] {
  const [first, second] = [analysisOf(before), analysisOf(after)];
  const masking = maskingOf([first, second], options);
  const files = [first.name, second.name] as const;
  const comparisons = compareDocuments(first, second, { environment: environmentOptions(options), masking });
  return comparisons.map((found) => masking.strings(comparisonResult(files, first, second, found)));
}

/** The same documents with secrets, and names on request, replaced in all layers. Equal secrets get equal values. */
export function redact(documents: readonly AnalyzedDocument[], options: RedactOptions = {}): RedactResult {
  const files = documents.map((document) => {
    const { name, content, kind } = analysisOf(document).source;
    return { name, content, kind };
  });
  const { files: redacted, manifest } = redactFiles(files, { platform, pseudonyms: options.pseudonyms === true });
  // Names of files can contain secrets. The texts have none any more: masking would replace the invented values.
  const { files: reports, notRedacted } = maskingOf([]).strings(manifest);
  return { results: reports.map((report, index) => ({ ...report, text: redacted[index]?.text ?? '' })), notRedacted };
}

/** A document as the command line reads what it renders. */
function renderable(analysis: Analysis, what: keyof Renderings): Analysis {
  const { source } = analysis;
  if (what === 'karpenter')
    return source.kind === undefined ? new Analysis({ ...source, kind: 'karpenter-options' }, platform) : analysis;
  return isKnown(analysis) ? analysis : new Analysis({ ...source, fallbackKind: 'node-config' }, platform);
}

function environmentOptions({ containerd, gpuComponents }: RenderOptions): EnvironmentOptions {
  const containerdVersion = parsedOption(
    containerd,
    (text) => (isContainerdVersion(text) ? text : undefined),
    'containerd must be a version such as 1.7.22',
  );
  const parsed = gpuComponents === undefined ? undefined : parseGpuComponents(gpuComponents);
  if (parsed?.ok === false) throw new TypeError(`gpuComponents isn't a list of GPU components. ${parsed.error}`);
  return { containerdVersion, gpuComponents: parsed?.value };
}
