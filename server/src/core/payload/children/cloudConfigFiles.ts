import { limits } from '../../limits.js';
import { problem, type Problem } from '../../problems/problem.js';
import { memberOf, resolved, stringValue, type SyntaxNode } from '../../syntax/node.js';
import { stringMap } from '../../syntax/stringMap.js';
import { composeMaps } from '../../text/positionMap.js';
import type { DecodeContext } from '../context.js';
import type { FileChild, LayerName } from '../payload.js';
import { type Content, type Decoded, decodeBase64Content, decodeGzip, textContent } from '../decoders.js';
import { isGzip } from '../peelers/magic.js';
import { childStep, type Findings, type Surroundings } from './finder.js';

/** The steps that each `encoding` of write_files stands for (cloud-init 26.2, `cc_write_files`). */
const encodings = new Map<string, readonly ('base64' | 'gzip')[]>([
  ['text/plain', []],
  ['b64', ['base64']],
  ['base64', ['base64']],
  ['gz', ['gzip']],
  ['gzip', ['gzip']],
  ['gz+b64', ['base64', 'gzip']],
  ['gz+base64', ['base64', 'gzip']],
  ['gzip+b64', ['base64', 'gzip']],
  ['gzip+base64', ['base64', 'gzip']],
]);

/** Finds what `write_files` puts on the node, decoded as cloud-init does: YAML's `!!binary` first, then `encoding`. */
export function cloudConfigFiles(surroundings: Surroundings, context: DecodeContext): Findings {
  const list = resolved(memberOf(resolved(surroundings.payload.tree?.root), 'write_files')?.value);
  const children: FileChild[] = [];
  const problems: Problem[] = [];
  if (list?.kind !== 'array') return { children, problems };
  const taken = new Set<string>();
  for (const item of list.items) {
    const entry = resolved(item);
    if (entry?.kind !== 'object') continue;
    if (children.length >= limits.childrenPerPayload) {
      problems.push(
        problem(
          'payload/limit-children',
          surroundings.origin,
          `More than ${limits.childrenPerPayload} files; the rest is not decoded.`,
        ),
      );
      break;
    }
    children.push(openFile(surroundings, entry, taken, context));
  }
  return { children, problems };
}

function openFile(
  surroundings: Surroundings,
  entry: SyntaxNode,
  taken: Set<string>,
  context: DecodeContext,
): FileChild {
  const value = (name: string): SyntaxNode | undefined => resolved(memberOf(entry, name)?.value);
  const path = stringValue(value('path'));
  const encoding = stringValue(value('encoding'));
  const decoded = decodeContent(surroundings, value('content'), encoding, value('encoding') ?? entry, context);
  const permissions = value('permissions');
  return {
    is: 'file',
    path,
    mode: permissions?.kind === 'string' || permissions?.kind === 'number' ? permissions.value : undefined,
    owner: stringValue(value('owner')),
    encoding,
    append: isTrue(value('append')),
    defer: isTrue(value('defer')),
    span: decoded.content.origin,
    payload: surroundings.open({
      content: decoded.content,
      name: path ?? 'write_files entry',
      steps: [...surroundings.payload.steps, childStep(`write_files:${path ?? '?'}`, taken)],
      outerLayers: decoded.layers,
      transport: 'none',
      problems: decoded.problems,
    }),
  };
}

interface DecodedContent {
  readonly content: Content;
  readonly layers: LayerName[];
  readonly problems: Problem[];
}

function decodeContent(
  surroundings: Surroundings,
  node: SyntaxNode | undefined,
  encoding: string | undefined,
  encodingNode: SyntaxNode,
  context: DecodeContext,
): DecodedContent {
  const { payload, text } = surroundings;
  const outer = payload.map;
  const layers: LayerName[] = [];
  const problems: Problem[] = [];
  const origin = outer.toOuter(node?.span ?? encodingNode.span);
  let content: Content;
  const take = (decoded: Decoded): void => {
    content = decoded.content;
    problems.push(...decoded.problems);
  };
  const binary = node?.kind === 'binary' ? node.source : undefined;
  const source = binary ?? (node?.kind === 'string' ? node : undefined);
  if (source === undefined) content = textContent('', outer, origin);
  else content = textContent(source.value, composeMaps(outer, stringMap(text, source)), origin);
  if (binary !== undefined) {
    layers.push('yaml-binary');
    take(decodeBase64Content(content, context, 'The !!binary content'));
  }
  const steps = encodings.get(encoding?.trim().toLowerCase() ?? 'text/plain');
  if (steps === undefined) {
    const place = outer.toOuter(encodingNode.span);
    problems.push(
      problem(
        'payload/unknown-encoding',
        place,
        `write_files has no encoding ${JSON.stringify(encoding)}; the content is written as it stands.`,
      ),
    );
  }
  for (const step of steps ?? []) {
    const what = `The content with encoding ${encoding ?? ''}`;
    // What is no gzip at all is not unpacked; cloud-init writes an empty file for gzip of nothing.
    if (step === 'base64' || content.bytes.length === 0 || content.partial || isGzip(content.bytes)) layers.push(step);
    if (content.bytes.length === 0) continue;
    take(step === 'base64' ? decodeBase64Content(content, context, what) : decodeGzip(content, context, what));
  }
  if (isGzip(content.bytes) && steps?.includes('gzip') !== true) {
    problems.push(
      problem(
        'payload/content-still-compressed',
        origin,
        'The content is gzip data, and without a gzip encoding the file stays compressed on the node.',
      ),
    );
  }
  return { content, layers, problems };
}

/** cloud-init's reading of a switch: a boolean, or one of these words. */
function isTrue(node: SyntaxNode | undefined): boolean {
  if (node?.kind === 'boolean') return node.value;
  return node?.kind === 'string' && /^(?:true|1|on|yes)$/i.test(node.value);
}
