import type { Analysis } from '../../analysis.js';
import { customDataDialects } from '../../nodeConfig/render/dialects.js';
import { type Rendered, renderFailure, type RenderFailure } from '../../document/rendered.js';
import { travellingFiles } from '../../nodeConfig/render/environment/environment.js';
import type { FileProblem } from '../../document/payload.js';
import type { ProblemCode } from '../../problems/codes.js';
import { validate } from '../../validate.js';
import { shownConfig, type ShownConfig } from '../../rendering.js';
import { bootCommand } from '../../nodeConfig/render/bootCommand.js';
import { cseCommand } from '../../nodeConfig/render/vmssModel.js';
import type { OptionsReading } from '../../karpenter/options/read.js';
import { missingLines } from '../../karpenter/script/gaps.js';
import type { KarpenterView } from '../../karpenter/view.js';
import { utf8Bytes, utf8Length } from '../../text/bytes.js';
import { success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { karpenterPreview, type KarpenterView as KarpenterPreview } from './karpenter.js';
import {
  customDataPreview,
  environmentPreview,
  filePreview,
  nodeFilesPreview,
  partsOf,
  vmssPreview,
} from './nodeConfig.js';
import { type Preview, previewName, type PreviewOptions, type PreviewView } from './view.js';

/** A preview of a node config or of bootstrap options, with the origins of its parts. */
export function previewOf(analysis: Analysis, view: PreviewView, options: PreviewOptions): Rendered<Preview> {
  if (isOfKarpenter(view)) return karpenterPreview(analysis, view, options);
  const shown = shownConfig(analysis, options, onNode.has(view.what));
  if (!shown.ok) return shown;
  const preview = configPreview(shown.value, view, options);
  if (!preview.ok) return preview;
  const { masked, stopsAt } = shown.value;
  return success({ ...preview.value, masked, stopsAt });
}

function isOfKarpenter(view: PreviewView): view is KarpenterPreview {
  return view.what === 'karpenter-script' || view.what === 'karpenter-options';
}

/** What the node makes of a config, also of one with an error; the others are made before there is a node. */
const onNode: ReadonlySet<PreviewView['what']> = new Set<PreviewView['what']>([
  'env',
  'node-files',
  'node-file',
  'boot-command',
]);

function configPreview(
  shown: ShownConfig,
  view: Exclude<PreviewView, KarpenterPreview>,
  options: PreviewOptions,
): Rendered<Preview> {
  const { config, node } = shown;
  const environment = { ...options, ...node };
  switch (view.what) {
    case 'custom-data':
      return customDataPreview(shown, view);
    case 'cse':
      return success(plain(view, `${cseCommand}\n`));
    case 'boot-command':
      return success(plain(view, `${bootCommand(config, node.controller).join('\n')}\n`));
    case 'env':
      return success(environmentPreview(config, environment));
    case 'node-files':
      return success(nodeFilesPreview(config, environment));
    case 'node-file': {
      const travelling = travellingFiles(config, environment).find(({ file }) => file.name === view.file);
      return travelling === undefined
        ? renderFailure('render/no-such-part', `The config no longer contains the file ${view.file}.`)
        : success(filePreview(config, travelling, environment));
    }
    case 'vmss':
      return vmssPreview(shown);
  }
}

/** Text without origins in the config. */
function plain(view: PreviewView, text: string): Preview {
  return { name: previewName(view), text, sections: [] };
}

/** An available preview of a config. */
export interface PreviewEntry {
  readonly target: PreviewView;
  /** The name of a part, the path of a file, or the name of one of several node pools. */
  readonly title: string | undefined;
  /** The length of the text in UTF-8 with its real secrets; 0 if it can't be rendered. */
  readonly bytes: number;
}

/** All previews of a config, before those of their parts; `within` is a selection that chooses among node pools. */
export function previewEntries(
  analysis: Analysis,
  options: PreviewOptions,
  within?: Span,
): Rendered<readonly PreviewEntry[]> {
  // Masks have another length.
  const real = { ...options, showSecrets: true };
  if (analysis.karpenter !== undefined) return karpenterEntries(analysis, analysis.karpenter, real, within);
  const shown = shownConfig(analysis, real, true);
  if (!shown.ok) return shown;
  const { view: document, config, node, stopsAt } = shown.value;
  const entries: PreviewEntry[] = [];
  const add = (view: PreviewView, title: string | undefined, text: string): void => {
    entries.push({ target: view, title, bytes: utf8Bytes(text).length });
  };
  const addWhole = (view: PreviewView): void => {
    const preview = previewOf(analysis, view, real);
    add(view, undefined, preview.ok ? preview.value.text : '');
  };
  for (const dialect of customDataDialects) {
    const view = { what: 'custom-data', dialect } as const;
    if (stopsAt !== undefined) {
      add(view, undefined, '');
      continue;
    }
    const rendered = document.customDataOf(config, dialect);
    if (!rendered.ok) continue;
    add(view, undefined, rendered.value.decoded);
    for (const { title, payload } of partsOf(document, rendered.value))
      add({ ...view, part: payload.steps }, title, payload.text ?? '');
  }
  addWhole({ what: 'cse' });
  addWhole({ what: 'boot-command' });
  addWhole({ what: 'env' });
  addWhole({ what: 'node-files' });
  for (const { file } of travellingFiles(config, { ...options, ...node }))
    add({ what: 'node-file', file: file.name }, file.path ?? file.name, file.text);
  addWhole({ what: 'vmss' });
  return success(entries);
}

/** The script of options; for resources also the options, of each node pool or of those in a selection. */
function karpenterEntries(
  analysis: Analysis,
  karpenter: KarpenterView,
  options: PreviewOptions,
  within: Span | undefined,
): Rendered<readonly PreviewEntry[]> {
  const pools = karpenter.poolNames(within);
  if (pools === undefined) {
    const rendered = karpenterPreview(analysis, { what: 'karpenter-script' }, options);
    if (!rendered.ok) return rendered;
    const bytes = utf8Length(rendered.value.text);
    return success([{ target: { what: 'karpenter-script' }, title: undefined, bytes }]);
  }
  const entries = pools.flatMap((pool) =>
    (['karpenter-script', 'karpenter-options'] as const).map((kind): PreviewEntry => {
      const view = { what: kind, ...(pool === undefined ? {} : { pool }) };
      const rendered = karpenterPreview(analysis, view, options);
      return { target: view, title: pool, bytes: rendered.ok ? utf8Length(rendered.value.text) : 0 };
    }),
  );
  return success(entries);
}

/** The options that a preview shows, of one of several pools; undefined for documents of other kinds. */
export function readingFor({ karpenter }: Analysis, view?: PreviewView): OptionsReading | undefined {
  return karpenter?.forPool(view !== undefined && 'pool' in view ? view.pool : undefined).reading;
}

/** More reasons aren't listed. */
const maxReasons = 10;

/**
 * The paragraphs that are shown if a preview can't be rendered: the mistakes in the config that cause it, with their lines as
 * `reasonLine` finds them.
 */
export function missingPreview(analysis: Analysis, view: PreviewView, failed: RenderFailure): string[] {
  const { code, message, because = 'Karpenter makes no script of these options' } = failed;
  const { missingInputs = [] } = readingFor(analysis, view)?.computed ?? {};
  if (code === 'render/unanswered') {
    return [
      'There is no preview. The resources do not contain everything that Karpenter needs:',
      '',
      ...missingLines(missingInputs.filter(({ blocks }) => blocks)),
      '',
      'Give it in a document of the kind KarpenterSettings: in this file, or in one that the setting aksBootstrap.karpenter.settings names.',
    ];
  }
  const mistakes = code === 'render/refused-by-the-node' ? refusals(analysis) : scriptFaults(analysis, code);
  const lines = mistakes.map(
    ({ span, message: reason }) => `- line ${analysis.lines.positionAt(span.start).line + 1}: ${reason}`,
  );
  // One typing error can cause the same mistake twice on its line.
  const reasons = [...new Set(lines)];
  if (reasons.length === 0) return [`There is no preview. ${message}`];
  const shown = reasons.slice(0, maxReasons);
  if (reasons.length > maxReasons) shown.push(`- and ${reasons.length - maxReasons} more`);
  return [`There is no preview. ${because}:`, '', ...shown];
}

/** A reason of a missing preview in a comment; its first group is `line` with the number. */
export const reasonLine = /^(?:#|\/\/) - (line \d+): /gm;

/** The mistakes for which the node rejects the config. */
function refusals(analysis: Analysis): FileProblem[] {
  return validate(analysis).problems.filter(
    ({ code, layers, severity }) =>
      layers.length === 0 &&
      severity === 'error' &&
      (code.startsWith('json/') || code.startsWith('payload/') || refusing.has(code)),
  );
}

/** The mistakes for which Karpenter renders no script. */
function scriptFaults(analysis: Analysis, code: RenderFailure['code']): FileProblem[] {
  if (code !== 'render/unreadable-options' && code !== 'render/karpenter-panics') return [];
  return validate(analysis).problems.filter(
    (found) => found.severity === 'error' && (found.code.startsWith('json/') || withoutScript.has(found.code)),
  );
}

const withoutScript: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'karpenter/not-an-object',
  'karpenter/wrong-type',
  'karpenter/number-out-of-range',
  'karpenter/invalid-duration',
  'karpenter/missing-option',
  'karpenter/version-panics',
]);

/** Errors of protojson's reader, besides invalid text or JSON. */
const refusing: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'contract/not-an-object',
  'contract/wrong-type',
  'contract/number-out-of-range',
  'contract/null-value',
  'contract/duplicate-field',
  'contract/too-deep',
]);
