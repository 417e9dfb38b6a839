import { environmentOf } from '../../../core/index.js';
import { renderingFields } from '../../../results/rendering.js';
import { containerdOption, containerdVersion, gpuComponents, gpuComponentsOption } from './nodeOptions.js';
import { mapRendered, maskingRemark, renderCommand } from './renderCommand.js';

export const environment = renderCommand({
  name: 'env',
  summary: 'the variables that the provisioning scripts get from a node config',
  options: { ...containerdOption, ...gpuComponentsOption },
  details: `Printed as NAME=value lines, sorted by name; the JSON result has them in an object. Two things are not
in the config but on the node: the version of containerd, which decides the form of its config, and
the components list, which has the versions of the GPU drivers. It is AgentBaker's components.json,
or an object such as {"aks-gpu-cuda-lts": "580.159.04-20260629214430"}.`,
  async prepare(args) {
    const options = {
      containerdVersion: containerdVersion(args),
      gpuComponents: await gpuComponents(args),
      showSecrets: args.flag('show-secrets'),
    };
    return (analysis) =>
      mapRendered(environmentOf(analysis, options), (value) => ({
        fields: renderingFields.environment(value),
        text: value.variables.map((one) => `${one.name}=${one.value}`).join('\n'),
        remark: maskingRemark(value.masked, 'values'),
      }));
  },
});
