import { marshal, UnmarshalableNumberError } from '../../contract/marshal.js';
import type { MessageValue } from '../../contract/value.js';
import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes } from '../../text/bytes.js';
import { type Rendered, renderFailure } from '../rendered.js';
import { cloudInitCustomData } from './cloudInit.js';
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
  let configText: string;
  try {
    // The write_files producer used Go's standard encoder on the Go struct, the later ones protojson.
    configText =
      dialect === 'write-files'
        ? marshal(config, { encoder: 'go-json' })
        : marshal(config, { encoder: 'protojson', indent: 2 });
  } catch (error) {
    if (error instanceof UnmarshalableNumberError)
      return renderFailure('render/unmarshalable-number', `${error.message}.`);
    throw error;
  }
  const decoded = decodedForm(config, configText, dialect);
  return { ok: true, value: { customData: encodeBase64(utf8Bytes(decoded)), decoded, config: configText } };
}

function decodedForm(config: MessageValue, configText: string, dialect: CustomDataDialect): string {
  switch (dialect) {
    case 'cloud-init':
      return cloudInitCustomData(config, configText);
    case 'flatcar':
      return flatcarCustomData(configText);
    case 'write-files':
      return writeFilesCustomData(configText);
  }
}
