import { marshal, marshalledSize, type MarshalStyle, UnmarshalableNumberError } from '../../contract/marshal.js';
import type { MessageValue } from '../../contract/value.js';
import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes, utf8Length } from '../../text/bytes.js';
import { type Rendered, renderFailure } from '../rendered.js';
import { cloudInitCustomData, sizeAroundCloudInit } from './cloudInit.js';
import { flatcarCustomData } from './flatcar.js';
import { writeFilesCustomData } from './writeFiles.js';

/** The forms in which a node config travels as custom data. */
export const customDataDialects = ['cloud-init', 'flatcar', 'write-files'] as const;
export type CustomDataDialect = (typeof customDataDialects)[number];

export interface CustomData {
  /** What goes into `osProfile.customData`: base64 of `decoded`. */
  readonly customData: string;
  readonly decoded: string;
  /** The config's JSON text inside it. */
  readonly config: string;
}

/** Renders the custom data that a producer would send for a config. */
export function renderCustomData(config: MessageValue, dialect: CustomDataDialect): Rendered<CustomData> {
  const configText = configTextOf(config, dialect);
  if (!configText.ok) return configText;
  const decoded = decodedForm(config, configText.value, dialect);
  return { ok: true, value: { customData: encodeBase64(utf8Bytes(decoded)), decoded, config: configText.value } };
}

/** The JSON text of a config as it travels in a dialect. */
export function configTextOf(config: MessageValue, dialect: CustomDataDialect): Rendered<string> {
  return marshalled(() => marshal(config, styleOf(dialect)));
}

/** UTF-8 bytes of that text; `isPlain` as for `marshalledSize`. */
export function configSizeOf(config: MessageValue, dialect: CustomDataDialect, isPlain: boolean): Rendered<number> {
  return marshalled(() => marshalledSize(config, styleOf(dialect), isPlain));
}

/** The write_files producer used Go's standard encoder on the Go struct, the later ones protojson. */
function styleOf(dialect: CustomDataDialect): MarshalStyle {
  return dialect === 'write-files' ? { encoder: 'go-json' } : { encoder: 'protojson', indent: 2 };
}

function marshalled<Result>(marshalling: () => Result): Rendered<Result> {
  try {
    return { ok: true, value: marshalling() };
  } catch (error) {
    if (error instanceof UnmarshalableNumberError)
      return renderFailure('render/unmarshalable-number', `${error.message}.`);
    throw error;
  }
}

/** What the node gets, before the encoding that Azure wants; the config's text is in it as one stretch of base64. */
export function decodedForm(config: MessageValue, configText: string, dialect: CustomDataDialect): string {
  switch (dialect) {
    case 'cloud-init':
      return cloudInitCustomData(config, configText);
    case 'flatcar':
      return flatcarCustomData(configText);
    case 'write-files':
      return writeFilesCustomData(configText);
  }
}

/** UTF-8 bytes of what the node gets but for the config's text; `isPlain` as for `marshalledSize`. */
export function sizeAroundConfig(config: MessageValue, dialect: CustomDataDialect, isPlain: boolean): number {
  if (dialect === 'cloud-init') return sizeAroundCloudInit(config, isPlain);
  return utf8Length(decodedForm(config, '', dialect));
}
