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
  type Result,
  type RevealedStrings,
  scriptSize,
  type Span,
} from '../core/index.js';
import type { CustomDataSize, MissingText, PreviewEntry, PreviewTarget, RenderResult, TextForm } from '../protocol.js';
import type { ServerHost } from './host.js';
import { commentSign, languageOf, languageOfName } from './payloadEntries.js';
import type { Settings } from './settings.js';

/** What renderings depend on besides the config, taken from the settings. */
export interface RenderingContext {
  readonly dialect: CustomDataDialect;
  readonly options: PreviewOptions;
  /** Sentences about settings that could not be applied. */
  readonly remarks: readonly string[];
}

/** The preview that an editor asks for, in the dialect of the settings if the editor names no known one. */
export function toView({ what, dialect, part, file, pool }: PreviewTarget, fallback: CustomDataDialect): PreviewView {
  switch (what) {
    case 'custom-data': {
      const chosen = customDataDialects.find((candidate) => candidate === dialect) ?? fallback;
      return { what, dialect: chosen, ...(part === undefined ? {} : { part }) };
    }
    case 'node-file':
      return { what, file: file ?? '' };
    case 'karpenter-script':
    case 'karpenter-options':
      return { what, ...(pool === undefined ? {} : { pool }) };
    default:
      return { what };
  }
}

/** Answers the `render` request. */
export function rendering(analysis: Analysis, view: PreviewView, context: RenderingContext): RenderResult {
  const rendered = previewOf(analysis, view, context.options);
  if (!rendered.ok) return missing(analysis, view, rendered.error);
  const size = sizeOf(analysis, view.what === 'custom-data' ? view.dialect : context.dialect, view);
  return {
    ok: true,
    text: rendered.value.text,
    ...formOf(rendered.value),
    remarks: context.remarks,
    ...(size === undefined ? {} : { size }),
  };
}

/** The available renderings, or the reason why the config can't be rendered. */
export function renderings(
  analysis: Analysis,
  { options }: RenderingContext,
  selection?: Span,
): PreviewEntry[] | RenderFailure {
  const entries = previewEntries(analysis, options, selection);
  if (!entries.ok) return entries.error;
  return entries.value.map(({ view, title, bytes }) => ({
    target: view,
    bytes,
    ...(title === undefined ? {} : { title }),
  }));
}

/** The size of the custom data, measured without masking, which would change the length. */
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

/** JSON is shown as JSON with comments because a missing preview is explained in comments. */
function formOf({ name, payload }: Pick<Preview, 'name' | 'payload'>): TextForm {
  const languageId = payload === undefined ? languageOfName(name) : languageOf(payload);
  return { name, languageId: languageId === 'json' ? 'jsonc' : languageId };
}

/** Collects the settings for renderings of a document; `folders` are the URIs of the workspace folders. */
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

function remarkOn(name: string, setting: string, read: Result<unknown> | undefined): string[] {
  return read?.ok === false ? [`The setting ${name} names ${setting}. ${read.error}`] : [];
}
