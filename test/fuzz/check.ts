import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import { Analysis, decodeReport, limits, maskingOf, problemCodes, validate } from '../../server/src/core/index.js';

/** Decodes and validates an input, and throws if the result violates an invariant. */
export function checkInput(content: Uint8Array): void {
  const analysis = new Analysis(
    { name: 'input', content, templates: { useDefaults: content.length % 2 === 0 } },
    nodePlatform,
  );
  let decoded = 0;
  const addresses = new Set<string>();
  for (const document of analysis.documents()) {
    const address = JSON.stringify(document.steps);
    if (addresses.has(address)) throw new Error(`two payloads at ${address}`);
    addresses.add(address);
    const { text, map, bytes } = document;
    if (document.steps.length > 0 && document.encodings.length > 0) decoded += bytes.length;
    if (text === undefined) continue;
    const middle = text.length >> 1;
    inFile(analysis, map.toOuter({ start: middle, end: text.length }), 'a mapped range');
  }
  if (decoded > limits.decodedBytes * 4) throw new Error(`decoded to ${decoded} bytes`);
  for (const found of validate(analysis).problems) {
    inFile(analysis, found.span, found.code);
    if (!(found.code in problemCodes) || found.message === '')
      throw new Error(`unknown code or empty message: ${found.code}`);
  }
  const [failure] = validate(analysis).failures;
  if (failure !== undefined) throw failure.error instanceof Error ? failure.error : new Error(String(failure.error));
  JSON.stringify(decodeReport(analysis, { withText: true, masking: maskingOf([analysis]) }));
}

function inFile({ text }: Analysis, { start, end }: { start: number; end: number }, what: string): void {
  if (!(start >= 0 && start <= end && end <= text.length))
    throw new Error(`${what} is at ${start}..${end} of ${text.length}`);
}
