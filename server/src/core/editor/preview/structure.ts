import type { OutlineEntry } from '../../document/editing.js';
import type { Masking } from '../../secrets/masking.js';
import { createLineIndex, type LineIndex, type Span } from '../../text/span.js';
import { type Folding, indentedBlocks } from '../folding.js';
import { fileMark } from './nodeConfig.js';
import type { Preview, PreviewSection } from './view.js';

/** The variables or files of a preview. Undefined if it has no named sections: then its text is a document of a known kind. */
export function previewOutline(preview: Preview, masking: Masking): OutlineEntry[] | undefined {
  return isNamed(preview) ? preview.sections.map((section) => entryOf(section, preview.text, masking)) : undefined;
}

function entryOf({ span, head, file }: PreviewSection, text: string, masking: Masking): OutlineEntry {
  const title = text.slice(head.start, head.end);
  const isFile = title.startsWith(fileMark);
  return {
    name: masking.text(isFile ? title.slice(fileMark.length) : title),
    detail: masking.text(isFile ? '' : (file?.path ?? '')),
    kind: isFile ? 'file' : 'string',
    span,
    nameSpan: head,
    deprecated: false,
    children: [],
  };
}

/** The sections of a preview that have several lines, and the indented blocks in them; undefined as for the outline. */
export function previewFoldings(preview: Preview): Folding[] | undefined {
  if (!isNamed(preview)) return undefined;
  const { text, sections } = preview;
  const lines = createLineIndex(text);
  return sections.flatMap(({ span, head }) =>
    [span, ...indentedBlocks({ start: head.end + 1, end: span.end }, text)].flatMap((one) =>
      foldingOf(one, text, lines),
    ),
  );
}

/** The lines of a block behind its first one, without empty lines at its end. */
function foldingOf({ start, end }: Span, text: string, lines: LineIndex): Folding[] {
  const last = start + text.slice(start, end).trimEnd().length;
  const firstEnd = text.indexOf('\n', start);
  if (firstEnd < 0 || lines.positionAt(start).line >= lines.positionAt(last).line) return [];
  return [{ span: { start: firstEnd, end: last }, kind: 'block' }];
}

/** Whether the sections have names: a preview that isn't divided has one without. */
function isNamed({ sections }: Preview): boolean {
  return sections.length > 1;
}
