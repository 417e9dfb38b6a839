import { stringMap } from '../../syntax/stringMap.js';
import { composeMaps } from '../../text/positionMap.js';
import { type ArchiveEntry, readArchive } from '../../userData/archive.js';
import { archiveType, isIncludeType, typeByBeginning } from '../../userData/contentTypes.js';
import type { DecodeContext } from '../context.js';
import { byteContent, type Content, textContent, withinBudget } from '../decoders.js';
import type { PartChild } from '../payload.js';
import { type Findings, opened, type Surroundings } from './finder.js';
import { kindOfType } from './mimeParts.js';

/** Finds the entries of a `#cloud-config-archive`; what cloud-init fails at or passes over is none. */
export function archiveEntries(surroundings: Surroundings, context: DecodeContext): Findings {
  const { tree } = surroundings.payload;
  const { entries } = tree === undefined ? { entries: [] } : readArchive(tree);
  const { kept, problems } = opened(entries, 'entries', surroundings.origin);
  const children = kept.map((entry, index) => openEntry(surroundings, entry, index, context));
  return { children, problems };
}

function openEntry(surroundings: Surroundings, entry: ArchiveEntry, index: number, context: DecodeContext): PartChild {
  const { payload } = surroundings;
  const { contentType, filename, writtenType } = entry;
  // Aliases make one text the content of many entries.
  const { content, problems } = withinBudget(contentOf(surroundings, entry), context, 'The entry');
  // Nothing takes archives and includes in here, whatever is in them.
  const kind = contentType === archiveType || isIncludeType(contentType) ? 'unknown' : kindOfType(contentType);
  // The format is what the content begins with; an entry may count as a cloud-config without beginning as one.
  const vague = kind === 'cloud-config' && content.text !== undefined && typeByBeginning(content.text) === undefined;
  return {
    is: 'part',
    contentType: writtenType,
    transferEncoding: undefined,
    filename,
    span: content.origin,
    payload: surroundings.open({
      content,
      name: filename === undefined || filename === '' ? `entry ${index + 1}` : filename,
      steps: [...payload.steps, `part:${index}`],
      transport: 'none',
      partType: contentType,
      problems,
      ...(kind === undefined ? {} : { kind }),
      ...(vague ? { format: 'text' as const } : {}),
    }),
  };
}

function contentOf({ payload, text }: Surroundings, entry: ArchiveEntry): Content {
  const { bytes, content, node } = entry;
  const origin = payload.map.toOuter((content ?? node).span);
  if (content?.kind === 'string')
    return textContent(content.value, composeMaps(payload.map, stringMap(text, content)), origin);
  return byteContent(bytes, origin);
}
