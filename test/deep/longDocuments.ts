import type { DeepDocument } from './documents.js';

/** More characters than V8 can remember for one `[^…]+` in a process that has compiled many patterns: 16 million. */
const run = 'x'.repeat(17 * 1024 * 1024);

/** Documents with one run of characters that is longer than any pattern may repeat without help. */
export function* longDocuments(): Generator<DeepDocument> {
  yield { title: 'a command with a variable', name: 'a.txt', text: `A="${run}" /bin/x` };
  yield { title: 'a line of a log', name: 'a.log', text: `2026-03-03 10:00:00,123 - util.py[DEBUG]: ${run}\n` };
  yield { title: 'a command of a cloud-config', name: 'a.yaml', text: `#cloud-config\nruncmd:\n- ${run}\n` };
  yield {
    title: 'a file of a cloud-config',
    name: 'a.yaml',
    text: `#cloud-config\nwrite_files:\n- path: /etc/x\n  content: ${run}\n`,
  };
  yield {
    title: 'a label of a node config',
    name: 'aks-node-controller-config.json',
    text: `{"version":"v1","kubelet_config":{"kubelet_node_labels":{"a":"${run}"}}}`,
  };
}
