import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes } from '../../text/bytes.js';
import { nodeConfigPath } from '../nodePaths.js';

/** Ignition writes 0600 as a decimal number. */
const ownerOnly = 0o600;

/** The Ignition form for Flatcar, laid out as AgentBaker 06836ee230 `CustomDataFlatcar` prints it. */
export function flatcarCustomData(configText: string): string {
  const source = `data:;base64,${encodeBase64(utf8Bytes(configText))}`;
  return `{
     "ignition": { "version": "3.4.0" },
     "storage": {
       "files": [{
         "path": "${nodeConfigPath}",
         "mode": ${ownerOnly},
         "contents": { "source": "${source}" }
       }]
     }
    }`;
}
