import type { Platform } from '../../platform.js';
import type { Content, DecodeContext } from '../content.js';
import type { LayerName } from '../../document/payload.js';
import { decodeBase64Layer, openBase64, openTransferredBase64 } from './base64.js';
import { decodeGzipLayer, decodeOtherCompression, openGzip } from './compression.js';
import { decodeEscapedJson, openEscapedJson } from './escapedJson.js';
import {
  type Body,
  bytesOf,
  type DecodedLayer,
  type LayerDecoder,
  type LayerOpener,
  type OpenLayer,
  textOf,
  WriteError,
} from './layer.js';
import { openSoftWraps } from './pasted.js';
import { decodeByteOrderMark, decodeUtf16Layer, openMarkedUtf8, openUtf16 } from './textEncodings.js';
import { openDataUrl, openPercent, openQuotedPrintable } from './transfer.js';

/** Tried in order, again and again, until none recognises the content. A new encoding is added here. */
const peelers: readonly LayerDecoder[] = [
  decodeGzipLayer,
  decodeOtherCompression,
  decodeByteOrderMark,
  decodeUtf16Layer,
  decodeEscapedJson,
  decodeBase64Layer,
];

/** Takes one transport layer off; undefined where none is recognised. `expected` is handed to each peeler. */
export function decodeOneLayer(content: Content, context: DecodeContext, expected: boolean): DecodedLayer | undefined {
  for (const peeler of peelers) {
    const peeled = peeler(content, context, expected);
    if (peeled !== undefined) return peeled;
  }
  return undefined;
}

/** A layer between a payload and the text that holds it, where the names of the `decode` result do not say enough. */
export type HeldLayer = LayerName | 'transferred-base64';

/** How each layer is put on again; what is missing here cannot be. A new encoding is added here. */
const openers: Partial<Record<HeldLayer, LayerOpener>> = {
  base64: openBase64,
  base64url: openBase64,
  'yaml-binary': openBase64,
  'transferred-base64': openTransferredBase64,
  'quoted-printable': openQuotedPrintable,
  gzip: openGzip,
  'data-url': openDataUrl,
  'percent-encoding': openPercent,
  'escaped-json-text': openEscapedJson,
  'utf8-bom': openMarkedUtf8,
  utf16le: openUtf16('utf-16le', false),
  utf16be: openUtf16('utf-16be', false),
  'utf16le-bom': openUtf16('utf-16le', true),
  'utf16be-bom': openUtf16('utf-16be', true),
};

/** Why some layers cannot be put on again. */
const reasons: Partial<Record<HeldLayer, string>> = {
  'remote-url': 'The document only says where the content is; there is no content to change.',
};

/** Takes layers off, from the outside in, until there is the text that the payload has. */
export function openLayers(
  outer: Body,
  layers: readonly HeldLayer[],
  text: string,
  platform: Platform,
): OpenLayer | WriteError {
  const open: OpenLayer[] = [];
  let body = outer;
  const take = (opener: LayerOpener): WriteError | undefined => {
    const layer = opener(body, platform);
    if (layer instanceof WriteError) return layer;
    open.push(layer);
    body = layer.inner;
    return undefined;
  };
  for (const name of layers) {
    const opener = openers[name];
    if (opener === undefined) return new WriteError(reasons[name] ?? `The layer ${name} cannot be put on again.`);
    const obstacle = take(opener);
    if (obstacle !== undefined) return obstacle;
  }
  if (textOf(body) === undefined) return new WriteError('It holds bytes that are no characters, which would be lost.');
  if (textOf(body) !== text) {
    const obstacle = take(openSoftWraps);
    if (obstacle !== undefined) return obstacle;
    if (textOf(body) !== text) return new WriteError('It is read otherwise than it is written.');
  }
  const isText = typeof body === 'string';
  const close = (inner: Body): Body | WriteError => {
    let made: Body | WriteError = isText ? inner : bytesOf(inner);
    for (const layer of open.toReversed()) if (!(made instanceof WriteError)) made = layer.close(made);
    return made;
  };
  return { inner: body, close };
}
