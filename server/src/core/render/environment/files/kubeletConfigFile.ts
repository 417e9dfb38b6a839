import { marshal } from '../../../contract/marshal.js';
import type { MessageValue } from '../../../contract/value.js';
import { jsonTraces, type Trace } from '../../trace.js';
import { messageAt } from '../../../contract/fields.js';
import { hasNoStreamingTimeout } from '../kubernetesGates.js';

const filePath = 'kubelet_config.kubelet_config_file_config';

/**
 * The kubelet's config file: protojson with JSON names, indented by Go's `encoding/json`, which escapes
 * what HTML could trip over. A kubelet config without one has an empty file.
 */
export function kubeletConfigFile(config: MessageValue): string | undefined {
  const kubelet = messageAt(config, 'kubelet_config');
  if (kubelet === undefined) return undefined;
  const file = messageAt(kubelet, 'kubelet_config_file_config');
  if (file === undefined) return '{}';
  const shown = hasNoStreamingTimeout(config) ? without(file, 'streaming_connection_idle_timeout') : file;
  return marshal(shown, { encoder: 'protojson', names: 'json', escapeHtml: true, indent: 4 });
}

/** Where the members of that file come from. */
export function kubeletConfigTraces(config: MessageValue): readonly Trace[] {
  const file = messageAt(config, filePath);
  return file === undefined ? [] : jsonTraces(kubeletConfigFile(config) ?? '', file.type, filePath.split('.'));
}

function without(message: MessageValue, fieldName: string): MessageValue {
  return { ...message, fields: new Map([...message.fields].filter(([field]) => field.name !== fieldName)) };
}
