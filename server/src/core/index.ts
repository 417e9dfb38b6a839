/** The public door of the core: everything that the server and the command line may use. */
export { Analysis, type Source, type ValidationContext } from './analysis.js';
export { type DocumentRuleFailure, type Progress, validate, validating } from './validate.js';
export type { ContractVerdict } from './nodeConfig/view.js';
export { replacementError, replacePayload } from './editor/replace.js';
export { userDataOf } from './results/userData.js';
export { failure, type Result, success } from './text/result.js';
export { append } from './text/strings.js';
export { type CloudInitVersion, defaultCloudInitVersion, parseCloudInitVersion } from './cloudConfig/version.js';
export { compareDocuments, type CompareOptions } from './compare/compare.js';
export type {
  Both,
  Comparison,
  ComparisonNote,
  DifferenceKind,
  FieldDifference,
  FileDifference,
  Hunk,
  HunkLine,
  Side,
  TextDifference,
  VariableDifference,
} from './compare/comparison.js';
export { type ComparisonRole, comparisonRole, payloadRole } from './compare/matching.js';
export { type SideBySide, sideBySide } from './compare/sideBySide.js';
export { type NodeImage, parseNodeImage } from './nodeConfig/contract/release.js';
export type { Configuration } from './nodeConfig/contract/types.generated.js';
export { type DocumentKind, documentKinds, isDocumentKind, isKnown } from './document/kinds.js';
export { kinds } from './payload/kinds.js';
export {
  explainCode,
  type Explanation,
  explainFailure,
  explainFailures,
  type ExplainOptions,
} from './failure/explain.js';
export { provisioningReport } from './failure/report.js';
export type { BootStep } from './failure/bootLog/step.js';
export { type BootText, bootTimeline, type BootTimeline } from './failure/bootLog/timeline.js';
export { type BootChart, bootChart, type ChartRow, type ChartWindow } from './failure/bootLog/chart.js';
export { chartReport } from './failure/bootLog/chartText.js';
export { chartSvg } from './failure/bootLog/chartSvg.js';
export { chartLines, type ChartSegment } from './failure/bootLog/chartText.js';
export { codesOf, codeTables, isFailureFamily } from './failure/tables/index.js';
export { type FailureFamily, failureFamilies } from './failure/tables/table.js';
export type { RevealedStrings } from './record/mask.js';
export { limits } from './limits.js';
export type { TemplateOptions } from './payload/content.js';
export type { Child, FileProblem, Payload } from './document/payload.js';
export { karpenterOptionsOf } from './rendering.js';
export { karpenterScriptOf } from './rendering.js';
export { type KarpenterSettings, readKarpenterSettings } from './karpenter/resources/settings.js';
export type { ResourceContext } from './karpenter/resources/options.js';
export { scriptSize } from './karpenter/script/render.js';
export type { KarpenterScript } from './karpenter/script/render.js';
export { isEncoded, payloadSummary } from './payload/summary.js';
export { childLabel, childTitle } from './document/payload.js';
export { childAround, payloadAt, wayTo } from './document/payload.js';
export type { Inflated, Platform } from './platform.js';
export { matchesCode } from './problems/codes.js';
export { allProblemCodes, type ProblemCode, problemCodes, problemHref, type Severity } from './problems/codes.js';
export type { Fix, Problem, TextChange } from './problems/problem.js';
export { type CustomData, type CustomDataDialect, customDataDialects } from './nodeConfig/render/customData.js';
export { parseGpuComponents } from './nodeConfig/render/environment/options.js';
export type { NodeFile } from './nodeConfig/render/environment/environment.js';
export type { EnvironmentOptions, GpuComponent, GpuComponents } from './nodeConfig/render/environment/options.js';
export type { RenderedVariable } from './nodeConfig/render/environment/environment.js';
export { environmentVariables, variablesFedBy } from './nodeConfig/render/environment/environment.js';
export type { EnvironmentVariable, VariableKind } from './nodeConfig/render/environment/variable.js';
export { missingPreview, readingFor } from './editor/preview/preview.js';
export { type PreviewEntry, previewEntries } from './editor/preview/preview.js';
export { previewHover } from './editor/preview/trace.js';
export { type ConfigSecret, configSecrets } from './editor/preview/trace.js';
export { fileTitle } from './editor/preview/nodeConfig.js';
export { type Origin, originsOf, placeInPreview, type PreviewPlace } from './editor/preview/trace.js';
export type { PreviewSection, Preview } from './editor/preview/view.js';
export { previewOf } from './editor/preview/preview.js';
export { type FieldUses, usesOf } from './editor/preview/trace.js';
export { previewName, type PreviewOptions, type PreviewView } from './editor/preview/view.js';
export { customDataSize, type CustomDataSize } from './nodeConfig/render/customData.js';
export { customDataLevel } from './values/encoded.js';
export { type InstanceData, readInstanceData } from './cloudConfig/userData/instanceData.js';
export { isVersion } from './values/goVersions.js';
export {
  bootCommandOf,
  cseOf,
  customDataOf,
  environmentOf,
  nodeFilesOf,
  type SecretsOption,
  vmssModelOf,
} from './rendering.js';
export type { Rendered, RenderFailure } from './document/rendered.js';
export type { VmssModel } from './nodeConfig/render/vmssModel.js';
export { karpenterReport, type KarpenterReport } from './results/karpenter.js';
export { answer, problemResult, type ProblemResult, type ResultRange } from './results/answer.js';
export { comparisonResult } from './results/diff.js';
export { codeResult, type ExplainedCode, type ExplanationResult, explanationResult } from './results/explain.js';
export { renderingFields, renderingResult } from './results/render.js';
export { validationResult, type ValidationResult, validationSummary } from './results/validate.js';
export { type DecodeOptions, decodeReport, type DecodeReport, decodingResult, shownTextOf } from './results/decode.js';
export { type PublishedSchema, publishedSchemas } from './schemas.js';
export { inflatingOn } from './secrets/mask.js';
export { maskInPlace, maskSecrets, maskVariable } from './secrets/mask.js';
export { type EditableText, maskForEditing, restoreSecrets } from './secrets/placeholders.js';
export { keepingLineEnds } from './text/strings.js';
export type { LineIndex, Position } from './text/span.js';
export { overlaps, type Span } from './text/span.js';
export { type SafeFixes, applySafeFixes, type QuickFix, quickFixes, safeFixes } from './editor/codeActions.js';
export { codeLenses } from './editor/codeLenses.js';
export { complete } from './editor/completion.js';
export {
  type Completion,
  configRefactoringNames,
  type Definition,
  type FileLink,
  type HoverInfo,
  type InlayHint,
  type Lens,
  type OutlineEntry,
  type Refactoring,
  type RefactoringName,
  refactoringNames,
} from './document/editing.js';
export { type IgnoringLine, ignoringLine } from './editor/codeActions.js';
export { inlayHints } from './editor/inlayHints.js';
export { formatChanges, type FormattingStyle } from './editor/formatting.js';
export { textToDecode } from './editor/decodable.js';
export { hover, type HoverOptions } from './editor/hover.js';
export { refactoringChanges, refactorings } from './editor/codeActions.js';
export { definitionsAt, fileLinks, referencesAt } from './editor/relations.js';
export { type Folding, foldings, type FoldingLimits } from './editor/folding.js';
export { type Link, links } from './editor/links.js';
export { selectionSpans } from './editor/selection.js';
export { outline } from './editor/symbols.js';
export { gzipHeaderLength } from './text/bytes.js';
export { createLineIndex } from './text/span.js';
