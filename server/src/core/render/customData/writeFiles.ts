import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes } from '../../text/bytes.js';
import { nodeConfigPath } from '../nodePaths.js';

/** The older form: a cloud-config that writes the file (AgentBaker 46cf78d753, February 2025). */
export function writeFilesCustomData(configText: string): string {
  return `#cloud-config
write_files:
- path: ${nodeConfigPath}
  permissions: "0755"
  owner: root
  content: !!binary |
   ${encodeBase64(utf8Bytes(configText))}`;
}
