import type { Fix, Problem } from '../../../problems/problem.js';
import { decodeBase64 } from '../../../text/base64.js';
import { decodeText, looksLikeText } from '../../../text/bytes.js';
import type { Rule } from '../../rule.js';
import { insertYamlMember } from '../../fixes/yamlMember.js';
import { entryProblem } from './entryProblem.js';
import type { CloudConfigInput, WrittenFile } from './input.js';

/** Content whose encoding is not the one that `encoding` says, or that is decoded once too often. */
export const encodings: Rule<CloudConfigInput> = {
  name: 'cloud-config/encodings',
  *check({ text, files }): Generator<Problem> {
    for (const file of files) {
      const { content, encoding } = file.entry;
      if (encoding.is !== 'known') continue;
      const base64 = encoding.steps.includes('base64');
      if (content?.kind === 'binary' && base64) yield twice(file);
      else if (content?.kind === 'string' && !base64) yield* forgotten(file, content.value, text);
    }
  },
};

function twice({ entry, ok }: WrittenFile): Problem {
  const gzip = entry.encoding.is === 'known' && entry.encoding.steps.includes('gzip');
  const wanted = gzip ? 'gz' : 'text/plain';
  const fixes: Fix[] =
    entry.encodingNode === undefined
      ? []
      : [
          {
            title: `Change the encoding to ${wanted}`,
            changes: [{ span: entry.encodingNode.span, newText: wanted }],
            // What cannot be decoded is not written at all, so nothing is lost.
            safe: false,
          },
        ];
  const effect = ok ? 'so the content has to be base64 inside base64' : 'and the second time there is no base64 left';
  return entryProblem(
    'cloud-config/decoded-twice',
    entry,
    { key: 'encoding', node: entry.encodingNode },
    `!!binary has decoded the base64 already, and this encoding does it once more, ${effect}. Use ${wanted} here, or take away !!binary.`,
    fixes,
  );
}

function* forgotten({ entry }: WrittenFile, content: string, text: string): Generator<Problem> {
  const inside = insideBase64(content);
  const gzipWanted = entry.encoding.is === 'known' && entry.encoding.steps.includes('gzip');
  if (inside === undefined || (gzipWanted && inside !== 'gzip')) return;
  const wanted = inside === 'gzip' ? 'gz+b64' : 'b64';
  const change =
    entry.encodingNode === undefined
      ? insertYamlMember(text, entry.node, `encoding: ${wanted}`)
      : { span: entry.encodingNode.span, newText: wanted };
  yield entryProblem(
    'cloud-config/not-decoded',
    entry,
    { key: 'content', node: entry.content },
    `This looks like base64 of ${inside === 'gzip' ? 'gzip data' : 'a text'}, which the encoding ${gzipWanted ? 'gz does not take off' : 'does not say, so the letters themselves are written'}. Use encoding: ${wanted}.`,
    change === undefined ? [] : [{ title: `Set encoding: ${wanted}`, changes: [change], safe: false }],
  );
}

/** What a text decodes to that can hardly be anything but base64. */
function insideBase64(content: string): 'gzip' | 'text' | undefined {
  if (!/^[A-Za-z0-9+/\s]+(?:=\s*){0,2}$/.test(content)) return undefined;
  const compact = content.replace(/\s+/g, '');
  // Short words and hashes are base64 by chance.
  if (compact.length < 24 || /^[0-9a-fA-F]+$/.test(compact)) return undefined;
  const { bytes, fault } = decodeBase64(compact);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (fault !== undefined) return undefined;
  const decoded = decodeText(bytes);
  return looksLikeText(decoded) && /[\s:={<#]/.test(decoded.text) ? 'text' : undefined;
}
