import type { Analysis } from '../analysis.js';
import { type ProcessedUserData, processUserData } from '../cloudConfig/userData/process.js';
import { kinds } from '../payload/kinds.js';
import { utf8Bytes } from '../text/bytes.js';

/** What cloud-init makes of a file, or of the first custom data or user data in it; undefined if there is neither. */
export function userDataOf(analysis: Analysis): ProcessedUserData | undefined {
  const delivered = deliveredUserData(analysis);
  return delivered && processUserData(delivered, analysis.platform, analysis.decoding.limits.decodedBytes);
}

/** The bytes that cloud-init gets. A file counts as it is, unless the user chose that it is custom data. */
function deliveredUserData({ root, kind, source, decoding }: Analysis): Uint8Array | undefined {
  const { content } = source;
  if (source.kind === 'custom-data') return root.delivered;
  if (kinds[kind].cloudInit === 'reads') {
    if (content.length > decoding.limits.inputBytes) return undefined;
    return typeof content === 'string' ? utf8Bytes(content) : content;
  }
  const child = root.children.find(
    (candidate) => candidate.is === 'field' && (candidate.role === 'customData' || candidate.role === 'userData'),
  );
  return child === undefined || kinds[child.payload.kind].cloudInit === 'ignores' ? undefined : child.payload.delivered;
}
