import {
  type Analysis,
  type CustomDataDialect,
  customDataDialects,
  customDataLevel,
  customDataSize,
  limits,
  type Masked,
  type Masking,
  maskingOf,
  missingPreview,
  type Preview,
  previewName,
  previewOf,
  type PreviewView,
  readingFor,
  type RenderFailure,
  scriptSize,
  safeFileName,
} from '../core/index.js';
import type { CustomDataSize, NamedText, PreviewTarget, RenderResult } from '../protocol.js';
import { languageOf, languageOfName } from './payloadEntries.js';
import type { RenderingContext } from './session.js';
import { maskedMessage, type Shown } from './shown.js';
import { viewLanguage } from '../virtualDocuments.js';
import { wrapped } from '../core/names.js';

/** The preview that an editor requests, in the dialect of the settings if the request has no known one. */
export function toView({ what, dialect, part, file, pool }: PreviewTarget, fallback: CustomDataDialect): PreviewView {
  switch (what) {
    case 'custom-data':
      return { what, dialect: customDataDialects.find((candidate) => candidate === dialect) ?? fallback, part };
    case 'node-file':
      return { what, file: file ?? '' };
    case 'karpenter-script':
    case 'karpenter-options':
      return { what, pool };
    default:
      return { what };
  }
}

/** Answers the `render` request; the size is that of `measured`. */
export function rendering(
  analysis: Analysis,
  view: PreviewView,
  context: RenderingContext,
  measured = analysis,
): Shown<RenderResult> {
  const masking = maskingOf([analysis], context.options);
  const rendered = previewOf(analysis, view, context.options);
  if (!rendered.ok) return missing(analysis, view, rendered.error, masking);
  const remarks = context.remarks.map((remark) => masking.text(remark));
  // Its config was masked before it was rendered, except for the secrets that the user chose to see.
  return {
    ok: true,
    ...named(view, rendered.value, masking.rendered),
    remarks,
    size: sizeOf(measured, context.dialect, view),
  };
}

/** The node image of a config or its range of images; empty for the newest one, undefined for other documents. */
export function imagesOf({ nodeConfig }: Analysis): Masked | undefined {
  if (nodeConfig === undefined) return undefined;
  const { images = [] } = nodeConfig.image ?? {};
  const ends = [...new Set([images[0], images.at(-1)])].flatMap((image) => image?.version ?? []);
  return maskedMessage(ends.join('..'));
}

/** The format of custom data that is shown and measured unless a setting chooses one. */
export const usualDialect: CustomDataDialect = 'cloud-init';

/** The size of the custom data, in the dialect of the preview if it has one; not masked, which would change the length. */
export function sizeOf(analysis: Analysis, usual: CustomDataDialect, view?: PreviewView): CustomDataSize | undefined {
  const reading = analysis.nodeConfig?.reading;
  const dialect = view?.what === 'custom-data' ? view.dialect : usual;
  const measured = reading?.ok === true ? customDataSize(reading.value, dialect) : undefined;
  const options = readingFor(analysis, view);
  const size = measured?.ok === true ? measured.value : options && scriptSize(options);
  if (size === undefined) return undefined;
  const { bytes, characters } = size;
  return { bytes, characters, limit: limits.customDataCharacters, level: customDataLevel(characters) };
}

/** The size of custom data in base64, as Azure counts it: `5.5 of 87.4 KB`. */
export function sizeText({ characters, limit }: CustomDataSize): string {
  const kilobytes = (count: number): string => (count / 1_000).toFixed(1);
  return `${kilobytes(characters)} of ${kilobytes(limit)} KB`;
}

/** Characters of a line of a text about a missing preview, which is shown in a narrow column. */
const missingWidth = 60;

function missing(analysis: Analysis, view: PreviewView, failed: RenderFailure, masking: Masking): Shown<RenderResult> {
  const form = named(view, { name: previewName(view), text: '' }, masking);
  const sign = form.languageId === 'jsonc' ? '//' : '#';
  // A secret is found in a whole line only.
  const lines = missingPreview(analysis, view, failed)
    .flatMap((paragraph) => masking.text(paragraph).split(/\r\n|\r|\n/))
    .flatMap((line) => (line.startsWith(' ') ? line : wrapped(line, missingWidth, '  ')).split('\n'));
  const text = masking.rendered.text(lines.map((line) => `${sign} ${line}`.trimEnd() + '\n').join(''));
  return { ok: false, code: failed.code, message: masking.text(failed.message), ...form, text };
}

/** JSON is shown as JSON with comments because a missing preview is explained in comments. */
function named(
  view: PreviewView,
  { name, text, payload }: Pick<Preview, 'name' | 'text' | 'payload'>,
  masking: Pick<Masking, 'text'>,
): Shown<NamedText> {
  const isMixed = view.what === 'env' || view.what === 'node-files';
  const languageId = isMixed ? viewLanguage : payload === undefined ? languageOfName(name) : languageOf(payload);
  return {
    name: masking.text(safeFileName(name)),
    text: masking.text(text),
    languageId: languageId === 'json' ? 'jsonc' : languageId,
  };
}
