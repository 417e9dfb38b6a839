import type { Analysis } from '../../analysis.js';
import { isNodeConfig } from '../../nodeConfig/detect.js';
import { usualDialect } from '../../nodeConfig/render/customData.js';
import type { CustomDataDialect } from '../../nodeConfig/render/dialects.js';
import { shownConfig } from '../../rendering.js';
import { maskText } from '../../secrets/find.js';
import type { Span } from '../../text/span.js';
import { partsOf } from './nodeConfig.js';
import { configSecrets } from './trace.js';
import type { Preview, PreviewOptions, PreviewView } from './view.js';
import { counted } from '../../text/strings.js';

/** A line above a preview, or above a part of it, that leads somewhere else. */
export interface PreviewLens {
  /** In the preview. */
  readonly span: Span;
  readonly title: string;
  readonly action:
    /** Shows the config, at a range if one is given. */
    | { readonly is: 'config'; readonly at?: Span }
    /** Opens another preview. */
    | { readonly is: 'preview'; readonly view: PreviewView }
    /** Lets the user choose a secret to show. */
    | { readonly is: 'reveal' }
    /** Masks all secrets again. */
    | { readonly is: 'hide' };
}

/** What a header names besides the preview itself. */
interface PreviewHeader {
  /** The name of the document that the preview is made from. */
  readonly name: string;
  /** The node image, or a range of them; empty for the newest one, undefined if it doesn't matter. */
  readonly image: string | undefined;
  /** How much of Azure's limit the custom data uses. */
  readonly size: string | undefined;
}

const top: Span = { start: 0, end: 0 };

/**
 * What is above a preview, because a comment in it would change its bytes: what it is made from and for, and how to show or
 * hide secrets. Encoded files inside it can be opened where they are.
 */
export function previewLenses(
  analysis: Analysis,
  view: PreviewView,
  preview: Preview,
  options: PreviewOptions,
  header: PreviewHeader,
): PreviewLens[] {
  const { masked = 0, stopsAt } = preview;
  const { revealed, containerdVersion } = options;
  const shown = configSecrets(analysis).filter(({ pointer, text }) => revealed?.get(pointer) === text).length;
  const lenses: PreviewLens[] = [];
  const add = (title: string, action: PreviewLens['action']): void => {
    lenses.push({ span: top, title, action });
  };
  if (stopsAt !== undefined) {
    const line = analysis.lines.positionAt(stopsAt).line + 1;
    add(`$(warning) The node stops reading in line ${line}`, { is: 'config', at: { start: stopsAt, end: stopsAt } });
  }
  // A narrow column cuts the row, so what can be done comes first.
  if (mentionsSecrets(view, preview)) {
    if (shown > 0) add(`${counted(shown, 'secret')} shown: hide`, { is: 'hide' });
    if (masked > 0) add(`${counted(masked, 'secret')} masked: reveal…`, { is: 'reveal' });
  }
  const parts = [
    `${titleOf(view)} of ${header.name}${dialectOf(view)}`,
    header.image === '' ? 'newest image' : header.image && `image ${header.image}`,
    usesContainerd(view) ? containerdVersion && `containerd ${containerdVersion}` : undefined,
    isWhole(view) ? header.size : undefined,
  ];
  add(parts.filter((part) => part !== undefined && part !== '').join(', '), { is: 'config' });
  return [...lenses, ...encodedParts(analysis, view, preview, options)];
}

/** What is encoded in a preview, and is a preview itself. */
function encodedParts(
  analysis: Analysis,
  view: PreviewView,
  { sections }: Preview,
  options: PreviewOptions,
): PreviewLens[] {
  if (view.what === 'env') {
    return sections.flatMap(({ span, file }) =>
      file === undefined || file.text === ''
        ? []
        : [
            opening({ start: span.start, end: span.start }, file.path ?? file.name, {
              what: 'node-file',
              file: file.name,
            }),
          ],
    );
  }
  const encoded = sections[0]?.traces?.find(({ from }) => from.length === 0)?.span;
  if (encoded === undefined) return [];
  if (view.what === 'vmss') {
    const dialect = usualDialect(analysis.nodeConfig?.image?.controller);
    return [opening(encoded, 'custom data', { what: 'custom-data', dialect })];
  }
  if (view.what !== 'custom-data' || view.part !== undefined) return [];
  const shown = shownConfig(analysis, options);
  const rendered = shown.ok ? shown.value.view.customDataOf(shown.value.config, view.dialect) : undefined;
  if (!shown.ok || rendered?.ok !== true) return [];
  return partsOf(shown.value.view, rendered.value)
    .filter(({ payload }) => isNodeConfig(payload))
    .slice(0, 1)
    .map(({ title, payload }) => opening(encoded, title, { ...view, part: payload.steps }));
}

function opening(span: Span, title: string, view: PreviewView): PreviewLens {
  return { span, title: `Open ${title}`, action: { is: 'preview', view } };
}

function titleOf(view: PreviewView): string {
  switch (view.what) {
    case 'custom-data':
      return view.part === undefined ? 'Custom data' : 'A part of the custom data';
    case 'node-file':
      return view.file;
    default:
      return titles[view.what];
  }
}

const titles = {
  cse: 'CSE command',
  'boot-command': 'Boot command',
  env: 'Environment',
  'node-files': 'Node files',
  vmss: 'Scale set model',
  'karpenter-script': 'Karpenter script',
  'karpenter-options': 'Bootstrap options',
} as const;

function dialectOf(view: PreviewView): string {
  return view.what === 'custom-data' ? dialects[view.dialect] : '';
}

const dialects: Readonly<Record<CustomDataDialect, string>> = {
  'cloud-init': ' for cloud-init',
  flatcar: ' for Ignition',
  'write-files': ' with write_files',
};

/** Containerd on the node decides about its configuration. */
function usesContainerd({ what }: PreviewView): boolean {
  return what === 'env' || what === 'node-files' || what === 'node-file';
}

/** Whether a preview is what Azure measures, or contains it. */
function isWhole(view: PreviewView): boolean {
  return view.what === 'karpenter-script' || view.what === 'vmss' || (view.what === 'custom-data' && !view.part);
}

/** Whether a preview shows a secret or its mask, also in base64. */
function mentionsSecrets({ what }: PreviewView, { text, masked = 0 }: Preview): boolean {
  if (what === 'cse' || what === 'boot-command') return false;
  return masked === 0 || (what !== 'node-files' && what !== 'node-file') || text.includes(maskText);
}
