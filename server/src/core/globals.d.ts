// The only platform names that the core uses; Node and every web worker provide them (WHATWG Encoding and HTML).
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}
/** Decodes base64 into one character for each byte; throws on what is no base64. */
declare function atob(text: string): string;
