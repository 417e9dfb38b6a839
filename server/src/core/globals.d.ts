// The only platform names that the core uses; Node and every web worker provide them (WHATWG Encoding and HTML).
declare class TextEncoder {
  encode(text: string): Uint8Array;
  /** Writes whole characters that fit into `room`; `read` counts UTF-16 units. */
  encodeInto(text: string, room: Uint8Array): { readonly read: number; readonly written: number };
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}
/** Decodes base64 into one character for each byte; throws if it isn't base64. */
declare function atob(text: string): string;
/** Copies data; strings in the copy don't keep the texts in memory that they were cut out of. */
declare function structuredClone<T>(value: T): T;
