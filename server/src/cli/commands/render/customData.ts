import { customDataOf, limits } from '../../../core/index.js';
import { customDataDialects } from '../../../core/names.js';
import { renderingFields } from '../../../results/rendering.js';
import { mapRendered, maskingRemark, renderCommand } from './renderCommand.js';

export const customData = renderCommand({
  name: 'custom-data',
  summary: 'the custom data that a producer would send for a node config',
  options: {
    dialect: { type: 'string', value: customDataDialects.join('|'), help: 'the form (default: cloud-init)' },
    decoded: { type: 'boolean', help: 'print the text instead of its base64' },
  },
  details: `cloud-init   today's form: a MIME message with a boothook that writes the config
flatcar      Ignition, for Flatcar and Azure Container Linux
write-files  the older form: a cloud-config with write_files

Secrets in the config are masked, so what is printed cannot start a node; --show-secrets gives
the real thing.`,
  prepare(args) {
    const dialect = args.choice('dialect', customDataDialects, 'cloud-init');
    const showSecrets = args.flag('show-secrets');
    return (analysis) =>
      mapRendered(customDataOf(analysis, dialect, { showSecrets }), (value) => {
        const { customData: encoded, decoded, masked } = value;
        const share = ((100 * encoded.length) / limits.customDataCharacters).toFixed(1);
        const size = `${encoded.length.toLocaleString('en')} base64 characters, ${share} % of what Azure takes`;
        const hidden = maskingRemark(masked, 'custom data');
        return {
          fields: renderingFields.customData(value),
          text: args.flag('decoded') ? decoded : encoded,
          remark: hidden === undefined ? size : `${size}; ${hidden}`,
        };
      });
  },
});
