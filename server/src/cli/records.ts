import { type InputRecord, limits, readRecord } from '../core/index.js';
import { type OptionSpecs, type ParsedArguments, UsageError } from './command.js';

export const recordOptions = {
  ndjson: {
    type: 'boolean',
    help: 'read a document in each line of standard input, and print a line of JSON for each',
  },
} as const satisfies OptionSpecs;

/** A line of standard input: a record, or why it isn't one. Lines are counted from 1. */
export type RecordLine =
  { readonly line: number; readonly record: InputRecord } | { readonly line: number; readonly fault: string };

/** Throws {@link UsageError} for operands and formats that records exclude. */
export function checkRecordOptions(args: ParsedArguments): void {
  if (args.files.some((file) => file !== '-')) throw new UsageError('--ndjson reads standard input, and no files');
  const format = args.text('format');
  if (format !== undefined && format !== 'json')
    throw new UsageError('--ndjson prints JSON, and accepts no other --format');
}

/** The records in lines of UTF-8. Empty lines have none. Of a line that is too long, nothing is kept. */
export async function* recordLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<RecordLine> {
  let line = 0;
  for await (const bytes of linesOf(source)) {
    line++;
    if (bytes === undefined) {
      yield { line, fault: `The line is longer than ${limits.recordBytes >> 20} MiB.` };
      continue;
    }
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      yield { line, fault: 'The line is not valid UTF-8.' };
      continue;
    }
    if (text.trim() === '') continue;
    const record = readRecord(text);
    yield record.ok ? { line, record: record.value } : { line, fault: record.error };
  }
}

const lineFeed = 10;

/** Lines without their ends; undefined for those that are too long. */
async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length > limits.recordBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const end = (): Uint8Array | undefined => {
    const line = length > limits.recordBytes ? undefined : Buffer.concat(parts, length);
    [parts, length] = [[], 0];
    return line;
  };
  for await (const chunk of source) {
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, start)) {
      add(chunk.subarray(start, at));
      yield end();
      start = at + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield end();
}
