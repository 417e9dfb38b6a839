import {
  type Analysis,
  type CustomDataDialect,
  customDataDialects,
  customDataLevel,
  customDataSize,
  limits,
  missingPreview,
  type Preview,
  previewEntries,
  previewName,
  previewOf,
  readingFor,
  type PreviewOptions,
  type PreviewView,
  type RenderFailure,
  type RevealedStrings,
  scriptSize,
  type Span,
} from '../core/index.js';
import type { CustomDataSize, MissingText, PreviewEntry, PreviewTarget, RenderResult, TextForm } from '../protocol.js';
import type { ReadFile, ServerHost } from './host.js';
import { commentSign, languageOf, languageOfName } from './payloadEntries.js';
import type { Settings } from './settings.js';

/** What renderings depend on beside the config, as the settings have it. */
export interface RenderingContext {
  readonly dialect: CustomDataDialect;
  readonly options: PreviewOptions;
  /** Sentences about settings that could not be followed. */
  readonly remarks: readonly string[];
}

/** The view of the core that an editor asks for; what is no choice of ours gives way to the settings. */
export function toView({ what, dialect, part, file, pool }: PreviewTarget, fallback: CustomDataDialect): PreviewView {
  switch (what) {
    case 'custom-data': {
      const chosen = customDataDialects.find((candidate) => candidate === dialect) ?? fallback;
      return { view: 'custom-data', dialect: chosen, ...(part === undefined ? {} : { part }) };
    }
    case 'node-file':
      return { view: 'node-file', file: file ?? '' };
    case 'karpenter-script':
    case 'karpenter-options':
      return { view: what, ...(pool === undefined ? {} : { pool }) };
    default:
      return { view: what };
  }
}

/** The target that leads to a view of the core. */
export function toTarget(view: PreviewView): PreviewTarget {
  switch (view.view) {
    case 'custom-data':
      return { what: view.view, dialect: view.dialect, ...(view.part === undefined ? {} : { part: view.part }) };
    case 'node-file':
      return { what: view.view, file: view.file };
    case 'karpenter-script':
    case 'karpenter-options':
      return { what: view.view, ...(view.pool === undefined ? {} : { pool: view.pool }) };
    default:
      return { what: view.view };
  }
}

/** Answers the `render` request. */
export function rendering(analysis: Analysis, view: PreviewView, context: RenderingContext): RenderResult {
  const rendered = previewOf(analysis, view, context.options);
  if (!rendered.ok) return missing(analysis, view, rendered.error);
  const size = sizeOf(analysis, view.view === 'custom-data' ? view.dialect : context.dialect, view);
  return {
    ok: true,
    text: rendered.value.text,
    ...formOf(rendered.value),
    remarks: context.remarks,
    ...(size === undefined ? {} : { size }),
  };
}

/** The renderings that there are; none where the config cannot be rendered. */
export function renderings(
  analysis: Analysis,
  { options }: RenderingContext,
  selection?: Span,
): PreviewEntry[] | RenderFailure {
  const entries = previewEntries(analysis, options, selection);
  if (!entries.ok) return entries.error;
  return entries.value.map(({ view, title, bytes }) => ({
    target: toTarget(view),
    bytes,
    ...(title === undefined ? {} : { title }),
  }));
}

/** How much custom data the config or the options make: masking would change the length. */
export function sizeOf(analysis: Analysis, dialect: CustomDataDialect, view?: PreviewView): CustomDataSize | undefined {
  const reading = analysis.nodeConfig?.reading;
  const measured = reading?.ok === true ? customDataSize(reading.value, dialect) : undefined;
  const options = readingFor(analysis, view);
  const size = measured?.ok === true ? measured.value : options && scriptSize(options);
  if (size === undefined) return undefined;
  const { bytes, characters } = size;
  return { bytes, characters, limit: limits.customDataCharacters, level: customDataLevel(characters) };
}

function missing(analysis: Analysis, view: PreviewView, failure: RenderFailure): MissingText {
  const form = formOf({ name: previewName(view) });
  const sign = commentSign(form.languageId);
  const lines = missingPreview(analysis, view, failure).flatMap((line) => line.split(/\r\n|\r|\n/));
  return { ok: false, ...failure, ...form, text: lines.map((line) => `${sign} ${line}`.trimEnd() + '\n').join('') };
}

/** JSON is shown as JSON with comments: what stands there where there is no preview are comments. */
function formOf({ name, payload }: Pick<Preview, 'name' | 'payload'>): TextForm {
  const languageId = payload === undefined ? languageOfName(name) : languageOf(payload);
  return { name, languageId: languageId === 'json' ? 'jsonc' : languageId };
}

/** Gathers what the settings say about renderings of a document; `folders` are the URIs of the workspace folders. */
export async function renderingContext(
  uri: string,
  revealed: RevealedStrings | undefined,
  { dialect, containerdVersion, gpuComponents, karpenterSettings }: Settings,
  folders: readonly string[],
  host: Pick<ServerHost, 'gpuComponents' | 'karpenterSettings'>,
): Promise<RenderingContext> {
  const components = gpuComponents === '' ? undefined : await host.gpuComponents(gpuComponents, uri, folders);
  const karpenter =
    karpenterSettings === '' ? undefined : await host.karpenterSettings(karpenterSettings, uri, folders);
  return {
    dialect,
    options: {
      showSecrets: false,
      revealed,
      containerdVersion,
      gpuComponents: components?.ok === true ? components.value : undefined,
    },
    remarks: [
      ...remarkOn('aksBootstrap.preview.gpuComponents', gpuComponents, components),
      ...remarkOn('aksBootstrap.karpenter.settings', karpenterSettings, karpenter?.content),
    ],
  };
}

function remarkOn(name: string, setting: string, read: ReadFile<unknown> | undefined): string[] {
  return read?.ok === false ? [`The setting ${name} names ${setting}. ${read.message}`] : [];
}
