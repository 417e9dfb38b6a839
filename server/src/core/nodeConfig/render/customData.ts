import { type Rendered, renderFailure } from '../../document/rendered.js';
import type { Platform } from '../../platform.js';
import { encodeBase64 } from '../../text/base64.js';
import { change, contains, type Controller } from '../../values/known/releases.js';
import { utf8Bytes, utf8Length } from '../../text/bytes.js';
import { base64Length } from '../../values/encoded.js';
import { enabledFeaturesPath, nodeConfigPath } from '../../values/known/linux.js';
import { marshal, marshalledSize, type MarshalStyle, sortedEntries, UnmarshalableNumberError } from '../marshal.js';
import { type MessageValue, textMapAt } from '../value.js';
import type { CustomDataDialect } from './dialects.js';

/** SHA-256 in hexadecimal digits. */
type Hash = Platform['sha256'];

/** What changed in custom data (`pkg/nodeconfigutils`). */
export const customDataChanges = {
  protojson: change(
    'v0.20250923.0',
    7032,
    'The config inside is protobuf JSON; before, it was the JSON of the Go struct with numbers for enums.',
  ),
  mime: change(
    'v0.20260324.0',
    8082,
    'Custom data is a MIME message with a boothook that starts the node controller; before, it was a cloud-config with write_files.',
  ),
  ownerOnly: change('v0.20260415.0', 8291, 'The config file gets the mode 0600 instead of 0644.'),
  preload: change('v0.20260611.0', 8687, 'The boothook starts `provision_preload.sh` in the background.'),
  features: change('v0.20260717.0', 8917, 'The boothook writes `enabled_features` to a file.'),
  launcher: change(
    'v0.20260729.0',
    8993,
    'The boothook starts the launcher of the node controller, if the image has one.',
  ),
};

/** The boundary of a MIME message for the bodies of its parts. */
type Boundary = (bodies: readonly string[]) => string;

/**
 * The current format: a MIME message of a boothook that writes the config and starts the node controller, and a
 * cloud-config that marks the end (AgentBaker 06836ee230, `nodeconfigutils.CustomData`). Go's multipart writer ends its
 * own lines with CR LF, the parts keep LF.
 */
function cloudInitCustomData(
  configText: string,
  features: readonly string[],
  boundary: Boundary,
  controller: Controller | undefined,
): string {
  const bodies = [boothook(configText, features, controller), endMarker] as const;
  return message(bodies, boundary(bodies));
}

function message([hook, marker]: readonly [hook: string, marker: string], boundary: string): string {
  const parts = [
    { contentType: 'text/cloud-boothook', body: hook },
    { contentType: 'text/cloud-config', body: marker },
  ];
  const lines = ['MIME-Version: 1.0', `Content-Type: multipart/mixed; boundary="${boundary}"`, ''];
  for (const { contentType, body } of parts) {
    lines.push(
      `--${boundary}`,
      'Content-Transfer-Encoding: 7bit',
      `Content-Type: ${contentType}`,
      'Mime-Version: 1.0',
      '',
      body,
    );
  }
  lines.push(`--${boundary}--`, '');
  return lines.join('\r\n');
}

const boundaryLength = 60;

/** Upstream's boundary is random; ours follows from the content, so that equal configs give equal bytes. */
function hashedBoundary(hash: Hash): Boundary {
  return (bodies) => hash(utf8Bytes(bodies.join('\0'))).slice(0, boundaryLength);
}

function boothook(configText: string, features: readonly string[], controller: Controller | undefined): string {
  const mode = contains(controller, customDataChanges.ownerOnly) ? '0600' : '0644';
  const writeConfig = [
    `cat <<'EOF' | base64 -d >${nodeConfigPath}`,
    encodeBase64(utf8Bytes(configText)),
    'EOF',
    `chmod ${mode} ${nodeConfigPath}`,
  ];
  const preload = 'nohup /bin/bash /opt/azure/containers/provision_preload.sh >/dev/null 2>&1 &';
  const hasLauncher = contains(controller, customDataChanges.launcher);
  return [
    '#cloud-boothook',
    '#!/bin/bash',
    'set -euo pipefail',
    '',
    log('boothook start'),
    '',
    `mkdir -p /opt/azure/containers${hasLauncher ? ' /var/log/azure' : ''}`,
    '',
    ...(contains(controller, customDataChanges.preload) ? [preload, ''] : []),
    ...writeConfig,
    ...(contains(controller, customDataChanges.features) ? writeFeatures(features) : []),
    '',
    ...(hasLauncher ? launch : [log('launching aks-node-controller service'), startService]),
    '',
  ].join('\n');
}

const startService = 'systemctl start --no-block aks-node-controller.service';

const launcherPath = '/opt/azure/containers/aks-node-controller-launcher.sh';

const launch = [
  log('launching aks-node-controller'),
  `if [ -f ${launcherPath} ]; then`,
  `\tnohup /bin/bash ${launcherPath} > /var/log/azure/aks-node-controller.output 2>&1 &`,
  'else',
  `\t${startService}`,
  'fi',
];

const endMarker = `#cloud-config
runcmd:
- echo "AKS Node Controller cloud-init completed at $(date)"
`;

function log(message: string): string {
  return `logger -t aks-boothook "${message} $(date -Ins)"`;
}

function writeFeatures(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [`cat <<'EOF' >${enabledFeaturesPath}`, ...lines, 'EOF', `chmod 0600 ${enabledFeaturesPath}`];
}

function featuresOf(config: MessageValue): ReadonlyMap<string, string> {
  return textMapAt(config, 'enabled_features');
}

/** Only names that a shell can assign and values without line breaks get into the file. */
function featureLines(features: Iterable<readonly [name: string, value: string]>): string[] {
  const lines: string[] = [];
  for (const [name, value] of features) {
    if (/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name) && !/[\r\n]/.test(value)) lines.push(`${name}=${value}`);
  }
  return lines;
}

/** The Ignition format for Flatcar, laid out as AgentBaker 06836ee230 `CustomDataFlatcar` prints it. */
function flatcarCustomData(configText: string, controller: Controller | undefined): string {
  // Ignition writes modes as decimal numbers.
  const mode = contains(controller, customDataChanges.ownerOnly) ? 0o600 : 0o644;
  const source = `data:;base64,${encodeBase64(utf8Bytes(configText))}`;
  return `{
     "ignition": { "version": "3.4.0" },
     "storage": {
       "files": [{
         "path": "${nodeConfigPath}",
         "mode": ${mode},
         "contents": { "source": "${source}" }
       }]
     }
    }`;
}

/** The older format: a cloud-config that writes the file (AgentBaker 46cf78d753, February 2025). */
function writeFilesCustomData(configText: string): string {
  return `#cloud-config
write_files:
- path: ${nodeConfigPath}
  permissions: "0755"
  owner: root
  content: !!binary |
   ${encodeBase64(utf8Bytes(configText))}`;
}

export interface CustomData {
  /** What goes into `osProfile.customData`: base64 of `decoded`. */
  readonly customData: string;
  readonly decoded: string;
  /** The config's JSON text inside it. */
  readonly config: string;
}

/** The format that a release makes for nodes with cloud-init. */
export function usualDialect(controller: Controller | undefined): CustomDataDialect {
  return contains(controller, customDataChanges.mime) ? 'cloud-init' : 'write-files';
}

/** Whether a release makes custom data in a format. Without a release, all formats can be made. */
export function hasDialect(dialect: CustomDataDialect, controller: Controller | undefined): boolean {
  return controller === undefined || (dialect !== 'write-files') === controller.has(customDataChanges.mime);
}

/** Renders the custom data that a producer would send for a config. */
export function renderCustomData(
  config: MessageValue,
  dialect: CustomDataDialect,
  hash: Hash,
  controller?: Controller,
): Rendered<CustomData> {
  if (controller !== undefined && !hasDialect(dialect, controller)) {
    const { tag } = controller.release;
    const until = customDataChanges.mime.release.tag;
    const which = dialect === 'write-files' ? `releases before ${until}` : `${until} and later releases`;
    return renderFailure(
      'render/no-such-dialect',
      `AgentBaker ${tag} makes no custom data in the format ${dialect}, only ${which} do.`,
    );
  }
  const configText = marshalled(() => marshal(config, styleOf(dialect, controller)));
  if (!configText.ok) return configText;
  const features = featureLines(sortedEntries(featuresOf(config)));
  const decoded = decodedForm(configText.value, features, dialect, hashedBoundary(hash), controller);
  return { ok: true, value: { customData: encodeBase64(utf8Bytes(decoded)), decoded, config: configText.value } };
}

/** The first write_files producers used Go's standard encoder on the Go struct, the later ones protojson. */
function styleOf(dialect: CustomDataDialect, controller: Controller | undefined): MarshalStyle {
  const isFirst = dialect === 'write-files' && controller?.has(customDataChanges.protojson) !== true;
  return isFirst ? { encoder: 'go-json' } : { encoder: 'protojson', indent: 2 };
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

/** What the node gets, before the encoding that Azure wants; the config's text is in it as base64. */
function decodedForm(
  configText: string,
  features: readonly string[],
  dialect: CustomDataDialect,
  boundary: Boundary,
  controller: Controller | undefined,
): string {
  switch (dialect) {
    case 'cloud-init':
      return cloudInitCustomData(configText, features, boundary, controller);
    case 'flatcar':
      return flatcarCustomData(configText, controller);
    case 'write-files':
      return writeFilesCustomData(configText);
  }
}

/** The size of custom data. */
export interface CustomDataSize {
  /** Bytes before the encoding that Azure wants. */
  readonly bytes: number;
  /** Base64 characters, which are what Azure counts. */
  readonly characters: number;
}

/** Measures custom data without writing the config; `isPlain` as for `marshalledSize`. */
export function customDataSize(
  config: MessageValue,
  dialect: CustomDataDialect,
  isPlain = false,
  controller?: Controller,
): Rendered<CustomDataSize> {
  const configSize = marshalled(() => marshalledSize(config, styleOf(dialect, controller), isPlain));
  if (!configSize.ok) return configSize;
  // Boundaries are all of the same length, and the order of the features makes no difference.
  const features = dialect === 'cloud-init' ? featureLines(featuresOf(config)).join('\n') : '';
  const around = decodedForm('', features === '' ? [] : [''], dialect, () => '0'.repeat(boundaryLength), controller);
  const bytes = utf8Length(around) + utf8Length(features) + base64Length(configSize.value);
  return { ok: true, value: { bytes, characters: base64Length(bytes) } };
}
