/** The public door of the core: everything that the server and the command line may use. */
export {
  Analysis,
  type ContractVerdict,
  type DocumentRuleFailure,
  type Progress,
  type ReplacedText,
  type Source,
} from './analysis.js';
export { append } from './append.js';
export type { ValidationContext } from './circumstances.js';
export { type CloudInitVersion, defaultCloudInitVersion, parseCloudInitVersion } from './cloudConfig/version.js';
export { compareDocuments, type CompareOptions } from './compare/compare.js';
export type {
  Both,
  Comparison,
  ComparisonNote,
  DifferenceKind,
  FieldDifference,
  FileDifference,
  Side,
  TextDifference,
  VariableDifference,
} from './compare/comparison.js';
export { type ComparisonRole, comparisonRole, payloadRole } from './compare/role.js';
export { type SideBySide, sideBySide } from './compare/sideBySide/sideBySide.js';
export type { Hunk, HunkLine } from './compare/hunks.js';
export { type NodeImage, parseNodeImage } from './contract/release.js';
export type { Configuration } from './contract/types.generated.js';
export { type DocumentKind, documentKinds, isDocumentKind, kindTitles } from './document/kinds.js';
export {
  codesOf,
  explainCode,
  type Explanation,
  explainFailure,
  explainFailures,
  type ExplainOptions,
} from './failure/explain.js';
export { provisioningReport } from './failure/report.js';
export type { BootStep } from './bootLog/bootStep.js';
export { type BootText, bootTimeline, type BootTimeline } from './bootLog/bootTimeline.js';
export { type BootChart, bootChart, type ChartRow, type ChartWindow } from './bootLog/chart/chart.js';
export { chartReport } from './bootLog/chart/report.js';
export { chartSvg } from './bootLog/chart/svg.js';
export { chartLines, type ChartSegment } from './bootLog/chart/text.js';
export { type ExplanationResult, explanationResult } from './failure/result.js';
export { codeTables, isFailureFamily } from './failure/tables/index.js';
export { type FailureFamily, failureFamilies } from './failure/tables/table.js';
export type { RevealedTexts } from './contract/maskSecrets.js';
export { limits } from './limits.js';
export type { TemplateOptions } from './payload/context.js';
export type { Child, FileProblem, Payload } from './payload/payload.js';
export { karpenterOptionsOf } from './karpenter/optionsOf.js';
export { karpenterScriptOf } from './karpenter/scriptOf.js';
export { type KarpenterSettings, readKarpenterSettings } from './karpenter/resources/settingsText.js';
export type { ResourceContext } from './karpenter/resources/options.js';
export { scriptSize } from './karpenter/size.js';
export type { KarpenterScript } from './karpenter/script/render.js';
export { isEncoded, payloadSummary } from './payload/summary.js';
export { childLabel, childTitle } from './payload/title.js';
export { childAround, payloadAt, wayTo } from './payload/way.js';
export type { Inflated, Platform } from './platform.js';
export { matchesCode } from './problems/codePattern.js';
export { allProblemCodes, type ProblemCode, problemCodes, problemHref, type Severity } from './problems/codes.js';
export type { Fix, Problem, TextChange } from './problems/problem.js';
export { type CustomData, type CustomDataDialect, customDataDialects } from './render/customData/customData.js';
export { type ParsedGpuComponents, parseGpuComponents } from './render/environment/gpuComponents.js';
export type { NodeFile } from './render/environment/nodeFiles.js';
export type { EnvironmentOptions, GpuComponent, GpuComponents } from './render/environment/options.js';
export type { RenderedVariable } from './render/environment/renderEnvironment.js';
export { environmentVariables, variablesFedBy } from './render/environment/table.js';
export type { EnvironmentVariable, VariableKind } from './render/environment/variable.js';
export { missingPreview } from './preview/banner.js';
export { type PreviewEntry, previewEntries } from './preview/entries.js';
export { previewHover } from './preview/hover.js';
export { type ConfigSecret, configSecrets } from './preview/secrets.js';
export { fileTitle } from './preview/nodeFiles.js';
export { type Origin, originsOf, placeInPreview, type PreviewPlace } from './preview/origins.js';
export type { PreviewSection, Preview } from './preview/passage.js';
export { previewOf } from './preview/preview.js';
export { type FieldUses, usesOf } from './preview/uses.js';
export { previewName, type PreviewOptions, type PreviewView } from './preview/view.js';
export { customDataSize, type CustomDataSize } from './render/customData/size.js';
export { customDataLevel } from './customDataLength.js';
export { type InstanceData, readInstanceData } from './userData/instanceData.js';
export { isVersion } from './values/version.js';
export {
  bootCommandOf,
  cseOf,
  customDataOf,
  environmentOf,
  nodeFilesOf,
  type SecretsOption,
  vmssModelOf,
} from './render/render.js';
export type { Rendered, RenderFailure } from './render/rendered.js';
export type { VmssModel } from './render/vmssModel.js';
export { karpenterReport, type KarpenterReport } from './report/karpenter.js';
export { type DecodeOptions, decodeReport, type DecodeReport } from './report/decodeReport.js';
export { type PublishedSchema, publishedSchemas } from './schemas.js';
export { inflatingOn } from './secrets/inflating.js';
export { maskInPlace, maskSecrets, maskVariable } from './secrets/mask.js';
export { type EditableText, maskForEditing, restoreSecrets } from './secrets/placeholders.js';
export { keepingLineEnds } from './text/lineEnds.js';
export type { LineIndex, Position } from './text/lineIndex.js';
export { overlaps, type Span } from './text/span.js';
export { type SafeFixes, applySafeFixes, type QuickFix, quickFixes, safeFixes } from './features/codeActions.js';
export { codeLenses, type Lens } from './features/codeLenses.js';
export { complete } from './features/completion/complete.js';
export type { Completion } from './features/completion/completion.js';
export { type IgnoringLine, ignoringLine } from './features/ignoreLine.js';
export type { InlayHint } from './features/inlayHint.js';
export { inlayHints } from './features/inlayHints.js';
export { formatChanges, type FormattingStyle } from './features/formatting.js';
export { textToDecode } from './features/decodable.js';
export { hover, type HoverOptions } from './features/hover.js';
export type { HoverInfo } from './features/hoverInfo.js';
export {
  configRefactoringNames,
  type Refactoring,
  refactoringChanges,
  type RefactoringName,
  refactoringNames,
  refactorings,
} from './features/refactorings.js';
export { type Definition, definitionsAt, type FileLink, fileLinks, referencesAt } from './features/relations.js';
export { type Folding, foldings, type FoldingLimits } from './features/folding.js';
export { type Link, links } from './features/links.js';
export { selectionSpans } from './features/selection.js';
export type { OutlineEntry } from './features/outlineEntry.js';
export { outline } from './features/symbols.js';
export { gzipHeaderLength } from './text/gzipHeader.js';
export { createLineIndex } from './text/lineIndex.js';
