import { append } from '../../text/strings.js';
import { overriddenEntries, writeFileEntries } from '../../cloudConfig/writeFiles/entry.js';
import type { WriteFileEntry } from '../../document/writeFile.js';
import { holdsPlaceholder } from '../../text/placeholder.js';
import { problem, type Problem } from '../../problems/problem.js';
import { stringValue } from '../../formats/tree/node.js';
import { stringMap } from '../../formats/tree/stringMap.js';
import { decodeBase64 } from '../../text/base64.js';
import { composeMaps, opaqueMap } from '../../text/positionMap.js';
import { type Span, spanOfMatch } from '../../text/span.js';
import {
  byteContent,
  type Content,
  type DecodeContext,
  isGzip,
  partialContent,
  textContent,
  withinBudget,
} from '../content.js';
import type { FileChild, LayerName, OverriddenChild } from '../../document/payload.js';
import { decodeGzip } from '../layers/compression.js';
import { childStep, type Findings, opened, type Surroundings, type TakenSteps } from './container.js';
import { openOverridden } from './repeated.js';
import { stringHolder } from './strings.js';

/** Finds the files of `write_files`, decoded like cloud-init does: YAML's `!!binary` first, then `encoding`. */
export function cloudConfigFiles(surroundings: Surroundings): Findings {
  const taken: TakenSteps = new Map();
  const entries = writeFileEntries(surroundings.payload.tree?.root);
  const { kept, problems } = opened(entries, 'files', surroundings);
  const children = kept.map((entry) => openFile(surroundings, entry, taken, 'write_files'));
  const most = surroundings.context.limits.childrenPerPayload - kept.length;
  const overridden = overriddenEntries(surroundings.payload.tree?.root).slice(0, most);
  return { children: [...children, ...overridden.map((entry) => openUnused(surroundings, entry, taken))], problems };
}

/** Opens the file of an entry; `list` is the name of the list that has it. */
export function openFile(
  surroundings: Surroundings,
  entry: WriteFileEntry,
  taken: TakenSteps,
  list: 'write_files' | 'files',
): FileChild {
  const path = stringValue(entry.pathNode);
  const decoded = decodeContent(surroundings, entry);
  const { permissionsNode } = entry;
  return {
    is: 'file',
    path,
    mode: permissionsNode?.kind === 'string' || permissionsNode?.kind === 'number' ? permissionsNode.value : undefined,
    owner: stringValue(entry.ownerNode),
    encoding: stringValue(entry.encodingNode),
    append: entry.append,
    defer: entry.defer,
    written: { entry, ok: decoded.ok },
    span: decoded.content.origin,
    holder: () => stringHolder(surroundings.text, entry.content),
    payload: surroundings.open({
      content: decoded.content,
      name: path ?? `${list} entry`,
      steps: [...surroundings.payload.steps, childStep(`${list}:${path ?? '?'}`, taken)],
      outerLayers: decoded.layers,
      transport: 'none',
      isFile: true,
      problems: decoded.problems,
    }),
  };
}

function openUnused(surroundings: Surroundings, entry: WriteFileEntry, taken: TakenSteps): OverriddenChild {
  const path = stringValue(entry.pathNode);
  const { content, layers, problems } = decodeContent(surroundings, entry);
  return openOverridden(surroundings, `write_files:${path ?? '?'}`, taken, {
    opening: {
      content,
      name: path ?? 'write_files entry',
      outerLayers: layers,
      transport: 'none',
      isFile: true,
      problems,
    },
    holder: () => stringHolder(surroundings.text, entry.content),
  });
}

interface DecodedContent {
  readonly content: Content;
  readonly layers: LayerName[];
  readonly problems: Problem[];
  /** Whether cloud-init can decode it too. */
  readonly ok: boolean;
}

function decodeContent(surroundings: Surroundings, entry: WriteFileEntry): DecodedContent {
  const { payload, text } = surroundings;
  const { content: node, encoding, encodingNode } = entry;
  const outer = payload.map;
  const layers: LayerName[] = [];
  const problems: Problem[] = [];
  const origin = outer.toOuter(node?.span ?? encodingNode?.span ?? entry.node.span);
  const binary = node?.kind === 'binary' ? node.source : undefined;
  const source = binary ?? (node?.kind === 'string' ? node : undefined);
  // With aliases, one string is the content of many files.
  const written = withinBudget(
    source === undefined
      ? textContent('', outer, origin)
      : textContent(source.value, composeMaps(outer, stringMap(text, source)), origin),
    surroundings.context,
    'The content',
  );
  append(problems, written.problems);
  let { content } = written;
  let ok = true;
  if (binary !== undefined) {
    layers.push('yaml-binary');
    if (!holdsPlaceholder(binary.value)) {
      // Invalid base64 here is reported as an error of the YAML.
      const decoded = withinBudget(
        byteContent(decodeBase64(content.text ?? '', 'python').bytes, origin),
        surroundings.context,
        'The content',
      );
      content = decoded.content;
      append(problems, decoded.problems);
    }
  }
  if (encoding.is === 'unknown') {
    const named = encodingNode?.kind === 'string' ? JSON.stringify(encodingNode.value) : 'like this';
    problems.push(
      problem(
        'payload/unknown-encoding',
        outer.toOuter((encodingNode ?? entry.node).span),
        `write_files has no encoding ${named}; the content is written as it is.`,
      ),
    );
  }
  for (const step of encoding.is === 'known' ? encoding.steps : []) {
    if (content.partial === true || holdsPlaceholder(content.text ?? '')) {
      // Content with an unresolved expression of a template can't be decoded.
      layers.push(step);
      content = partialContent(content);
      continue;
    }
    // cloud-init writes an empty file for empty gzip data.
    if (step === 'gzip' && content.bytes.length === 0) {
      layers.push(step);
      break;
    }
    const what = `The content with encoding ${stringValue(encodingNode) ?? ''}`;
    const decoded =
      step === 'base64'
        ? fromBase64(binary === undefined ? content : asciiContent(content), what, surroundings.context)
        : fromGzip(content, what, surroundings.context);
    append(problems, decoded.problems);
    ok = decoded.ok;
    if (!decoded.taken) break;
    layers.push(step);
    content = decoded.content;
  }
  // Text without the first of the bytes isn't encoded to look for them.
  const mayBeGzip = content.text === undefined || content.text.startsWith('\x1f');
  if (mayBeGzip && isGzip(content.bytes) && ok && !layers.includes('gzip')) {
    problems.push(
      problem(
        'payload/content-still-compressed',
        origin,
        'The content is gzip data, and without a gzip encoding the file stays compressed on the node.',
      ),
    );
  }
  return { content, layers, problems, ok };
}

interface Step {
  readonly content: Content;
  readonly problems: readonly Problem[];
  readonly ok: boolean;
  /** Whether the content is the decoded one, if only a part of it. */
  readonly taken: boolean;
}

const base64Faults = {
  'invalid-character': 'holds characters outside of ASCII',
  truncated: "is cut off, or isn't base64 at all: its last group has a single letter",
  'missing-padding': "has no = padding at its end, or isn't base64 at all",
} as const;

/** Bytes as base64 reads them: one character each; those outside of ASCII become one that is skipped. */
function asciiContent(content: Content): Content {
  const text = new TextDecoder('latin1').decode(content.bytes).replace(/[^\0-\x7f]/g, '?');
  return {
    ...content,
    bytes: content.bytes,
    text,
    map: content.text === text ? content.map : opaqueMap(content.origin),
  };
}

/** Python's base64, which skips characters that aren't base64 and needs all padding. */
function fromBase64(content: Content, what: string, context: DecodeContext): Step {
  const { text = '\x80', origin } = content;
  const decoded = context.readOnce('base64 as Python', text, () => pythonBase64(text, context));
  const { strange } = decoded;
  const place = strange === undefined ? origin : content.map.toOuter(strange);
  if (decoded.fault !== undefined) {
    const message = `${what} ${base64Faults[decoded.fault]}; cloud-init cannot decode it, and writes no file.`;
    return { content, problems: [problem('payload/base64-invalid', place, message)], ok: false, taken: false };
  }
  const bounded = withinBudget(context.byteContent(decoded.bytes, origin), context, what);
  const ignored = `${what} isn't only base64; cloud-init skips other characters and everything after the padding.`;
  return {
    content: bounded.content,
    problems: [
      ...bounded.problems,
      ...(strange === undefined ? [] : [problem('payload/base64-ignored', place, ignored)]),
    ],
    ok: true,
    taken: true,
  };
}

interface PythonBase64 {
  readonly bytes: Uint8Array;
  readonly fault?: keyof typeof base64Faults | undefined;
  /** The first character outside of the alphabet, or the first one after the padding. */
  readonly strange: Span | undefined;
}

function pythonBase64(text: string, { platform }: DecodeContext): PythonBase64 {
  const plain = platform.base64(text);
  if (plain !== undefined) return { bytes: plain, strange: undefined };
  const { bytes, fault } = decodeBase64(text, 'python');
  const strange = /[^A-Za-z0-9+/=\s]|(?<==)\s*[A-Za-z0-9+/]/.exec(text);
  return { bytes, fault: fault?.kind, strange: strange === null ? undefined : spanOfMatch(strange) };
}

function fromGzip(content: Content, what: string, context: DecodeContext): Step {
  const { content: unpacked, problems } = decodeGzip(content, context, what);
  const failed = problems.length > 0;
  return { content: unpacked, problems, ok: !failed, taken: !failed || unpacked.bytes.length > 0 };
}
