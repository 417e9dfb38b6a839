/**
 * The custom requests between editors and the server: names and plain types, shared by both sides.
 * This file imports nothing, so that the client needs no server code for it.
 */
export const requests = {
  /** {@link RenderParams} to {@link RenderResult}. */
  render: 'aksBootstrap/render',
  /** {@link DocumentParams} to {@link DecodeResult}. */
  decode: 'aksBootstrap/decode',
  /** {@link LayerTextParams} to {@link LayerTextResult}. */
  layerText: 'aksBootstrap/layerText',
  /** {@link SetKindParams} to null. */
  setKind: 'aksBootstrap/setKind',
  /** No parameters to {@link KindsResult}. */
  kinds: 'aksBootstrap/kinds',
} as const;

/** What an editor tells about itself when it starts the server. */
export interface InitializationOptions {
  /** Languages whose syntax errors the editor shows without us; for JSON also outline, folding and formatting. */
  readonly hostServes?: { readonly json?: boolean; readonly yaml?: boolean };
  /** Whether the editor has the commands that code lenses lead to. */
  readonly commands?: boolean;
  /** The editor's command that offers completions again, for where a chosen one leads to another choice. */
  readonly suggestCommand?: string;
}

/** The commands that code lenses lead to; each takes the document's URI first. */
export const lensCommands = {
  previewCustomData: 'aksBootstrap.previewCustomData',
  previewCse: 'aksBootstrap.previewCse',
  /** Takes the steps of the payload as its second argument. */
  decodePayloads: 'aksBootstrap.decodePayloads',
} as const;

export interface DocumentParams {
  /** An open document; its unsaved text counts. */
  readonly uri: string;
}

export interface RenderParams extends DocumentParams {
  readonly what: 'custom-data' | 'cse' | 'boot-command';
  readonly dialect?: 'cloud-init' | 'flatcar' | 'write-files';
  /** Whether secrets appear; they are masked by default. */
  readonly showSecrets?: boolean;
}

/** A rendering, or the reason why there is none. */
export type RenderResult =
  | {
      readonly ok: true;
      readonly text: string;
      /** The editor language of the text. */
      readonly languageId: string;
      /** What a file with this text would be called. */
      readonly name: string;
      /** Length of the base64 that Azure gets, and the most that it takes; custom data only. */
      readonly size?: { readonly characters: number; readonly limit: number };
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** A document inside a document. */
export interface PayloadEntry {
  readonly title: string;
  /** Encodings and format, from the outside in. */
  readonly layers: readonly string[];
  /** The way from the file; asks for the text with `layerText`. */
  readonly steps: readonly string[];
  /** Bytes after decoding. */
  readonly bytes: number;
  /** A kind as people call it; empty for text of no known kind. */
  readonly kind: string;
  /** Problems inside this document, deeper ones not counted. */
  readonly errors: number;
  readonly warnings: number;
  readonly readable: boolean;
  readonly children: readonly PayloadEntry[];
}

export interface DecodeResult {
  readonly kind: string;
  readonly payloads: readonly PayloadEntry[];
}

export interface LayerTextParams extends DocumentParams {
  readonly steps: readonly string[];
  readonly showSecrets?: boolean;
}

/** The text of a payload; null where the document has no readable payload there any more. */
export type LayerTextResult = { readonly text: string; readonly languageId: string; readonly name: string } | null;

export interface SetKindParams extends DocumentParams {
  /** A document kind, or null to detect it again. */
  readonly kind: string | null;
}

/** The kinds that `setKind` takes, with what people call them. */
export type KindsResult = readonly { readonly kind: string; readonly title: string }[];
