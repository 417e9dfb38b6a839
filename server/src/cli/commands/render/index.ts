import {
  bootCommandOf,
  cseOf,
  customDataOf,
  environmentOf,
  fileTitle,
  limits,
  type NodeFile,
  nodeFilesOf,
  renderingFields,
  vmssModelOf,
} from '../../../core/index.js';
import { customDataDialects, grouped } from '../../../core/names.js';
import type { Command } from '../../command.js';
import {
  containerdOption,
  containerdVersion,
  gpuComponents,
  gpuComponentsOption,
  mapRendered,
  maskingRemark,
  renderCommand,
} from './command.js';
import { releaseOptions } from '../../inputs.js';
import { karpenter } from './karpenter.js';

const cse = renderCommand({
  name: 'cse',
  summary: 'the commandToExecute of the vmssCSE extension',
  options: releaseOptions,
  details: 'It only waits for the node controller, so it is the same for every config.',
  prepare: () => (analysis) =>
    mapRendered(cseOf(analysis), (command) => ({ fields: renderingFields.cse(command), text: command })),
});

const bootCommand = renderCommand({
  name: 'boot-command',
  summary: 'the command line that aks-node-controller starts on the node',
  options: releaseOptions,
  details: 'Printed one argument a line.',
  prepare: () => (analysis, secrets) =>
    mapRendered(bootCommandOf(analysis, secrets), (value) => ({
      fields: renderingFields.bootCommand(value),
      text: value.argv.join('\n'),
      incomplete: value.incomplete,
    })),
});

const customData = renderCommand({
  name: 'custom-data',
  summary: 'the custom data that a producer would send for a node config',
  options: {
    ...releaseOptions,
    dialect: {
      type: 'string',
      value: customDataDialects.join('|'),
      help: 'the format (default: cloud-init, or what the release makes)',
    },
    decoded: { type: 'boolean', help: 'print the text instead of its base64' },
  },
  details: `cloud-init   today's form: a MIME message with a boothook that writes the config
flatcar      Ignition, for Flatcar and Azure Container Linux
write-files  the older form: a cloud-config with write_files

Secrets in the config are masked, so what is printed cannot start a node; --show-secrets gives
the real thing.`,
  prepare(args) {
    const dialect = args.choice('dialect', customDataDialects);
    return (analysis, secrets) =>
      mapRendered(customDataOf(analysis, dialect ?? analysis.context.dialect, secrets), (value) => {
        const { customData: encoded, decoded, masked } = value;
        const share = ((100 * encoded.length) / limits.customDataCharacters).toFixed(1);
        const size = `${grouped(encoded.length)} base64 characters, ${share} % of what Azure accepts`;
        const hidden = maskingRemark(masked, 'custom data');
        return {
          fields: renderingFields.customData(value),
          text: args.flag('decoded') ? decoded : encoded,
          remark: hidden === undefined ? size : `${size}; ${hidden}`,
        };
      });
  },
});

const environment = renderCommand({
  name: 'env',
  summary: 'the variables that the provisioning scripts get from a node config',
  options: { ...releaseOptions, ...containerdOption, ...gpuComponentsOption },
  details: `Printed as NAME=value lines, sorted by name; the JSON result has them in an object. Two things are not
in the config but on the node: the version of containerd, which decides the form of its config, and
the components list, which has the versions of the GPU drivers. It is AgentBaker's components.json,
or an object such as {"aks-gpu-cuda-lts": "580.159.04-20260629214430"}.`,
  async prepare(args) {
    const containerd = containerdVersion(args);
    const components = await gpuComponents(args);
    return (analysis, secrets, node) => {
      const options = {
        containerdVersion: containerd ?? node.containerdVersion,
        gpuComponents: components ?? node.gpuComponents(),
      };
      return mapRendered(environmentOf(analysis, { ...options, ...secrets }), (value) => ({
        fields: renderingFields.environment(value),
        text: value.variables.map((one) => `${one.name}=${one.value}`).join('\n'),
        remark: maskingRemark(value.masked, 'values'),
        incomplete: value.incomplete,
      }));
    };
  },
});

const nodeFiles = renderCommand({
  name: 'node-files',
  summary: 'the files that those variables contain, decoded',
  options: { ...releaseOptions, ...containerdOption },
  details: `Configs of containerd, kubelet, kernel parameters, limits, CNI and DNS, and the certificates and keys
in the config. Each is printed after a line with its path and its variable.`,
  prepare(args) {
    const containerd = containerdVersion(args);
    return (analysis, secrets, node) => {
      const options = { containerdVersion: containerd ?? node.containerdVersion };
      return mapRendered(nodeFilesOf(analysis, { ...options, ...secrets }), (value) => ({
        fields: renderingFields.nodeFiles(value),
        text: value.files.map(titled).join('\n'),
        remark: maskingRemark(value.masked, 'files'),
        incomplete: value.incomplete,
      }));
    };
  },
});

function titled(file: NodeFile): string {
  const { text } = file;
  return `${fileTitle(file)}\n${text.endsWith('\n') || text === '' ? text : `${text}\n`}`;
}

const vmss = renderCommand({
  name: 'vmss',
  summary: 'a scale set model with the custom data and the vmssCSE extension in place',
  options: releaseOptions,
  details: `JSON for Azure Resource Manager, to merge into the rest of a scale set.

Secrets in the config are masked, so what is printed cannot start a node; --show-secrets gives
the real thing.`,
  prepare: () => (analysis, secrets) =>
    mapRendered(vmssModelOf(analysis, secrets), ({ model, masked }) => ({
      fields: { model },
      text: JSON.stringify(model, null, 2),
      remark: maskingRemark(masked, 'model'),
    })),
});

/** The `render` family. A new rendering is a function in the core, a file here and an entry in this list. */
export const renderCommands: readonly Command[] = [
  customData,
  cse,
  environment,
  bootCommand,
  nodeFiles,
  vmss,
  karpenter,
];
