import { vmssModelOf } from '../../../core/index.js';
import { mapRendered, maskingRemark, renderCommand } from './renderCommand.js';

export const vmss = renderCommand({
  name: 'vmss',
  summary: 'a scale set model with the custom data and the vmssCSE extension in place',
  details: `JSON as Azure Resource Manager takes it, to be merged into the rest of a scale set.

Secrets in the config are masked, so what is printed cannot start a node; --show-secrets gives
the real thing.`,
  prepare(args) {
    const showSecrets = args.flag('show-secrets');
    return (analysis) =>
      mapRendered(vmssModelOf(analysis, { showSecrets }), ({ model, masked }) => ({
        fields: { model },
        text: JSON.stringify(model, null, 2),
        remark: maskingRemark(masked, 'model'),
      }));
  },
});
