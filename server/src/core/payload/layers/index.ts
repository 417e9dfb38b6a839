import type { LayerName } from '../../document/payload.js';
import { fragmentMap } from '../../text/positionMap.js';
import { failure, type Result, success } from '../../text/result.js';
import { type DecodeContext, type Content, notCharacters, textContent } from '../content.js';
import { base64 } from './base64.js';
import { gzip, unsupportedCompression } from './compression.js';
import { copiedLayers } from './copied.js';
import { escapedJson } from './escapedJson.js';
import type { DecodedLayer, Encoded, Layer } from './layer.js';
import { softWraps } from './pasted.js';
import { textEncoding } from './textEncodings.js';
import { dataUrl, percentEncoding, quotedPrintable } from './transfer.js';

/** All encodings, in the order of detection. */
const layers: readonly Layer[] = [
  gzip,
  unsupportedCompression,
  textEncoding,
  escapedJson,
  base64,
  dataUrl,
  percentEncoding,
  quotedPrintable,
];

const layersByName: ReadonlyMap<LayerName, Layer> = new Map(
  [...copiedLayers, ...layers].flatMap((layer) => layer.names.map((name) => [name, layer])),
);

/** Whether a layer is an encoding, and not the position in which a document holds a payload. */
export function isEncodingLayer(name: LayerName): boolean {
  return layersByName.has(name);
}

/** Decodes the outermost encoding; undefined if none is recognised. */
export function decodeOneLayer(content: Content, context: DecodeContext, expected: boolean): DecodedLayer | undefined {
  for (const { recognise } of layers) {
    const decoded = recognise?.(content, context, expected);
    if (decoded !== undefined) return decoded;
  }
  return undefined;
}

/** A text, how it is encoded, and the text that it decodes to. */
export interface EncodedText {
  readonly written: string;
  /** From the outside in. */
  readonly layers: readonly LayerName[];
  readonly text: string;
}

/** Encodes another text in the style of one that is there. */
export function encodedAlike(
  { written, layers: names, text }: EncodedText,
  next: string,
  context: DecodeContext,
): Result<string> {
  const steps: (Encoded & { readonly encode: NonNullable<Layer['encodeAlike']> })[] = [];
  let content = textContent(written, fragmentMap(0), { start: 0, end: written.length });
  const decode = ({ decode, encodeAlike: encode }: Layer, name: string): string | undefined => {
    if (encode === undefined) return `The layer ${name} can't be written back.`;
    // Changes of a text are written to the text around it.
    const outer = { ...content, bytes: content.bytes, map: fragmentMap(0) };
    const { content: inner, loss } = decode(outer, context, 'The payload');
    steps.push({ outer, inner, encode });
    content = inner;
    return loss;
  };
  for (const name of names) {
    const layer = layersByName.get(name);
    const error = layer === undefined ? `The layer ${name} can't be written back.` : decode(layer, name);
    if (error !== undefined) return failure(error);
  }
  if (content.text === undefined || content.invalid !== undefined) return failure(notCharacters);
  if (content.text !== text) decode(softWraps, '');
  if (content.text !== text) return failure('The current text is read differently.');
  let encoded = textContent(next, fragmentMap(0), content.origin);
  for (const { encode, ...before } of steps.toReversed()) encoded = encode(encoded, before, context);
  return encoded.text === undefined || encoded.invalid !== undefined
    ? failure('The document around it would no longer be text.')
    : success(encoded.text);
}
