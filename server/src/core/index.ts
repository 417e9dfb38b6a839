/** The public interface of the core: everything that the server and the command line may use. */
export { Analysis, type Source, type ValidationContext } from './analysis.js';
export { type Checkout, checkoutLayout, type CheckoutProblem, readCheckout } from './checkout.js';
export { limits } from './limits.js';
export { searching } from './documentSecrets.js';
export { growingMasking, type GrowingMasking, maskingOf } from './masking.js';
export { Remembered } from './remembered.js';
export type { Inflated, Platform } from './platform.js';
export {
  bootCommandOf,
  cseOf,
  customDataOf,
  environmentOf,
  karpenterOptionsOf,
  karpenterScriptOf,
  karpenterTemplateOf,
  nodeFilesOf,
  type SecretsOption,
  vmssModelOf,
} from './rendering.js';
export { nameInResources, namesAround, namesOfResources, repeatedMachines, resourcesIn } from './resources.js';
export { type Progress, unrecognisedIn, validate, validating } from './validate.js';
export { type CaseFile, CaseUnpacker, isArchive } from './case/archive.js';
export type { Case, CaseFailure, CaseInstance } from './case/case.js';
export { CaseReader, unreadReason } from './case/reader.js';
export { isAboutBoots } from './case/verdict.js';
export {
  caseReport,
  type CaseReportOptions,
  caseSummary,
  gapsByReason,
  namedGaps,
  positionTitle,
} from './case/report.js';
export { type InstanceData, readInstanceData } from './cloudConfig/userData/instanceData.js';
export { type CloudInitVersion, defaultCloudInitVersion, parseCloudInitVersion } from './cloudConfig/version.js';
export { compareDocuments, type CompareOptions } from './compare/compare.js';
export {
  type Both,
  type ComparedNames,
  type Comparison,
  type ComparisonNote,
  type DifferenceKind,
  type EntryDifference,
  type FieldDifference,
  type Hunk,
  sameness,
  type TextDifference,
  type UpstreamChange,
  type VariableDifference,
} from './compare/comparison.js';
export { type ComparisonRole, comparisonRole } from './compare/matching.js';
export { type SideBySide, sideBySide } from './compare/sideBySide.js';
export {
  type Completion,
  type FileLink,
  type HoverInfo,
  type InlayHint,
  type Lens,
  type OutlineEntry,
  type Refactoring,
  type RefactoringName,
  refactoringNames,
} from './document/editing.js';
export { type DocumentKind, documentKinds, isDocumentKind, isKnown } from './document/kinds.js';
export { machinesIn, shownSelectors } from './document/machineModel.js';
export {
  type Child,
  childAround,
  childLabel,
  childTitle,
  type FileProblem,
  namesOnWay,
  type Payload,
  payloadAt,
  trailTo,
  wayTo,
  type Resource,
} from './document/payload.js';
export type { Rendered, RenderFailure } from './document/rendered.js';
export {
  applySafeFixes,
  countSafeFixes,
  encodedChanges,
  type FixableProblems,
  ignoringLine,
  quickFixes,
  refactoringChanges,
  refactorings,
  safeFixes,
} from './editor/codeActions.js';
export { applyChanges } from './formats/tree/changes.js';
export { codeLenses } from './editor/annotations.js';
export { complete } from './editor/cursor.js';
export { textToDecode } from './editor/payloads.js';
export { type Folding, foldings } from './editor/folding.js';
export { formatChanges, type FormattingStyle } from './editor/formatting.js';
export { hover } from './editor/hover.js';
export { inlayHints } from './editor/annotations.js';
export { fileLinks, type Link, links } from './editor/links.js';
export { fileTitle } from './editor/preview/nodeConfig.js';
export { previewLenses, type PreviewLens } from './editor/preview/lenses.js';
export { missingPreview, previewEntries, previewOf, readingFor, reasonLine } from './editor/preview/preview.js';
export { previewFoldings, previewOutline } from './editor/preview/structure.js';
export {
  configSecrets,
  originsOf,
  placeInPreview,
  previewHover,
  secretSpan,
  usesInPreview,
  usesOf,
} from './editor/preview/trace.js';
export { type Preview, previewName, type PreviewOptions, type PreviewView } from './editor/preview/view.js';
export { type AsNodeSees, type FilledField } from './nodeConfig/asNodeSees.js';
export { definitionsAt, referencesAt } from './editor/cursor.js';
export { replacementError, replacePayload } from './editor/payloads.js';
export { selectionSpans } from './editor/selection.js';
export { outline } from './editor/symbols.js';
export { type BootChart, bootChart, type ChartRow, type ChartWindow } from './failure/bootLog/chart.js';
export { chartSvg } from './failure/bootLog/chartSvg.js';
export { chartLines, chartReport, type ChartSegment } from './failure/bootLog/chartText.js';
export { type BootText, bootTimeline } from './failure/bootLog/timeline.js';
export {
  type CodeEntry,
  explainCode,
  explainFailure,
  explainFailures,
  explainShellCode,
  sourceOf,
  type Explanation,
} from './failure/explain.js';
export { errorNamed, nearestErrorName } from './failure/exitCodes/meaning.js';
export { dayOfImage, type TextDay } from './failure/when.js';
export { candidateSentences, failureFacts, failureTitle, provisioningReport } from './failure/report.js';
export { codeTables, isFailureFamily } from './failure/exitCodes/index.js';
export type { FailureFamily } from './failure/exitCodes/table.js';
export {
  type FleetDifference,
  type FleetGroup,
  FleetGrouping,
  type FleetGroups,
  type FleetMember,
  type FleetRecord,
  FleetRecorder,
  memberName,
} from './fleet/groups.js';
export { groupsPage } from './fleet/groupsPage.js';
export { differenceText, groupsTable } from './fleet/tables.js';
export { type FoundValue, foundValues, ValueCounts } from './fleet/find.js';
export { csvRow } from './formats/csv.js';
export {
  type FleetCondition,
  parseFleetConditions,
  parsePathPattern,
  parsePathPatterns,
  type PathPattern,
  valueText,
} from './fleet/paths.js';
export {
  FleetFixes,
  fixEverywhere,
  type FixEverywhere,
  fixKey,
  preferredFixes,
  type RepeatedFix,
  repeatedFixes,
} from './fleet/fixes.js';
export {
  type CodeCount,
  codeCounts,
  type DocumentProblems,
  type ProblemGroup,
  problemsByDocument,
  ProblemSummary,
} from './fleet/problems.js';
export { type FoundDocument, groupsHeading, groupsReport, valuesReport } from './fleet/report.js';
export { type InputRecord, readRecord } from './fleet/record.js';
export { type FleetDocument, fleetDocuments, type FleetValue } from './fleet/values.js';
export type { ResourceContext } from './karpenter/resources/options.js';
export { providerRelease, type ProviderRelease, providerReleases } from './karpenter/resources/release.js';
export { type KarpenterSettings, readKarpenterSettings } from './karpenter/resources/settings.js';
export { missingLines } from './karpenter/script/gaps.js';
export { scriptSize } from './karpenter/script/render.js';
export {
  type ImageRange,
  knownReleases,
  parseImageRange,
  parseNodeImage,
  parseRelease,
  type Release,
  releaseRemark,
} from './values/known/releases.js';
export {
  type AcceptedProblems,
  type Baseline,
  type BaselineEntry,
  baselineEntry,
  baselineText,
  readBaseline,
} from './configuration/baseline.js';
export { describeSettings, type DescribedSetting, writtenIn } from './configuration/describe.js';
export { configurationFileNames } from './configuration/kind.js';
export { type ConfigurationReading, readConfiguration } from './configuration/read.js';
export { allSettings } from './configuration/schema.js';
export {
  asObject,
  readSettings,
  type ReportedProblems,
  reportedUnder,
  type SettingPath,
  type Settings,
  settingsOf,
  type SettingsSource,
  type SeverityLevel,
  severityLevels,
  type SourceSettings,
  withoutFiles,
} from './configuration/settings.js';
export type { Configuration } from './nodeConfig/contract/types.generated.js';
export { customDataSize, type CustomDataSize } from './nodeConfig/render/customData.js';
export { type CustomDataDialect, customDataDialects } from './nodeConfig/render/dialects.js';
export { environmentVariables, type NodeFile, variablesFedBy } from './nodeConfig/render/environment/environment.js';
export {
  type EnvironmentOptions,
  type GpuComponents,
  parseGpuComponents,
} from './nodeConfig/render/environment/options.js';
export type { SourceFiles, TemplateOptions } from './payload/content.js';
export { kinds } from './payload/kindTable.js';
export { payloadSummary } from './payload/summary.js';
export {
  allProblemCodes,
  matchesCode,
  type ProblemCode,
  problemCodes,
  problemHref,
  mostSevere,
  severities,
  type Severity,
} from './problems/codes.js';
export { Fingerprints, shortHash } from './problems/fingerprint.js';
export type { Fix, Problem, TextChange } from './problems/problem.js';
export type { RevealedStrings } from './record/maskFields.js';
export {
  redact,
  type RedactableFile,
  type RedactedFileReport,
  type Redaction,
  type UnredactedFile,
} from './redaction/redact.js';
export {
  answerTool,
  type AssistantTool,
  assistantTools,
  kindFor,
  type ToolCall,
  toolCall,
  toolDescription,
  type ToolQuestion,
  toolSchema,
} from './results/assistantTools.js';
export { answer, pathText, problemResult, type ProblemResult, type ResultRange } from './results/answer.js';
export { decodeReport, decodingResult, karpenterReport, type KarpenterReport } from './results/decode.js';
export { extractedDocuments, ExtractedNames } from './results/extraction.js';
export { unopenedIn } from './results/unopened.js';
export { comparisonResult } from './results/diff.js';
export { modeOf, type ReportOptions } from './results/inside.js';
export { codeResult, type ExplainedCode, type ExplanationResult, explanationResult } from './results/explain.js';
export { exampleCount, exampleValues, holdsExamples } from './examples.js';
export { recognise, type Recognition, type RecognitionContext } from './results/recognition.js';
export { missingResult, renderingFields, renderingResult } from './results/render.js';
export {
  type CountedResult,
  countedResult,
  type IgnoredResult,
  problemsResult,
  validationResult,
  type ValidationResult,
  type ValidationSummary,
  validationSummary,
} from './results/validate.js';
export { type Masked, type MaskedStrings, type Masking, type TextMasking } from './secrets/masking.js';
export { restoreSecrets } from './secrets/placeholders.js';
export { encodeBase64 } from './text/base64.js';
export { gzipHeaderLength, utf8Bytes } from './text/bytes.js';
export { foldedName, safeFileName, safeSegments } from './text/fileName.js';
export { type Glob, parseGlob } from './text/glob.js';
export type { Result } from './text/result.js';
export { createLineIndex, type LineIndex, overlaps, type Position, type Span } from './text/span.js';
export { addToList, append, capitalized, keepingLineEnds, withoutTrailing } from './text/strings.js';
export { type Markdown, plainText, prose } from './text/markdown.js';
export { cutBefore, visible, visibleLine } from './text/visible.js';
export { joinedXml, type Xml, xml, xmlText } from './text/xml.js';
export { customDataLevel } from './values/encoded.js';
export { isContainerdVersion } from './values/goVersions.js';
