import { fileTitle, type NodeFile, nodeFilesOf } from '../../../core/index.js';
import { renderingFields } from '../../../results/rendering.js';
import { containerdOption, containerdVersion } from './nodeOptions.js';
import { mapRendered, maskingRemark, renderCommand } from './renderCommand.js';

export const nodeFiles = renderCommand({
  name: 'node-files',
  summary: 'the files that are hidden in those variables, decoded',
  options: containerdOption,
  details: `Configs of containerd, kubelet, kernel parameters, limits, CNI and DNS, and the certificates and keys
that the config carries. Each is printed behind a line with its path and its variable.`,
  prepare(args) {
    const options = { containerdVersion: containerdVersion(args), showSecrets: args.flag('show-secrets') };
    return (analysis) =>
      mapRendered(nodeFilesOf(analysis, options), (value) => ({
        fields: renderingFields.nodeFiles(value),
        text: value.files.map(titled).join('\n'),
        remark: maskingRemark(value.masked, 'files'),
      }));
  },
});

function titled(file: NodeFile): string {
  const { text } = file;
  return `${fileTitle(file)}\n${text.endsWith('\n') || text === '' ? text : `${text}\n`}`;
}
