import { type MessageValue, textAt } from '../../../contract/value.js';
import { boolAt, numberAt } from '../../../contract/fields.js';
import { sysctlConfig, sysctlFile, sysctlLines, sysctlSources } from '../files/sysctl.js';
import { tracesOf } from '../../trace.js';
import { base64File } from '../hiddenFile.js';
import { computed, condition, type EnvironmentVariable, template, verbatim } from '../variable.js';

const swap = 'custom_linux_os_config.enable_swap_config';
const swapSize = 'custom_linux_os_config.swap_file_size';
const hugePages = 'custom_linux_os_config.transparent_hugepage_support';
const defragmentation = 'custom_linux_os_config.transparent_defrag';

function swapMegabytes(config: MessageValue): number {
  return numberAt(config, swapSize) ?? 0;
}

/** Kernel parameters, swap and huge pages. */
export const kernelVariables: readonly EnvironmentVariable[] = [
  template(
    'SYSCTL_CONTENT',
    {
      from: sysctlSources,
      rule: `Base64 of the kernel parameters in \`${sysctlConfig}\` and of those that AKS always sets, one a line, sorted by name.`,
      file: base64File('999-sysctl-aks.conf', '/etc/sysctl.d/999-sysctl-aks.conf'),
      traces: (config) => tracesOf(sysctlLines(config)),
    },
    sysctlFile,
  ),
  condition(
    'SHOULD_CONFIG_SWAP_FILE',
    { from: [swap, swapSize], rule: `Whether \`${swap}\` is true and \`${swapSize}\` is above 0.` },
    (config) => boolAt(config, swap) && swapMegabytes(config) > 0,
  ),
  computed(
    'SWAP_FILE_SIZE_MB',
    { from: [swapSize], rule: `The number in \`${swapSize}\`, whatever \`${swap}\` says; 0 where it is absent.` },
    (config) => String(swapMegabytes(config)),
  ),
  condition(
    'SHOULD_CONFIG_TRANSPARENT_HUGE_PAGE',
    { from: [hugePages, defragmentation], rule: `Whether \`${hugePages}\` or \`${defragmentation}\` is not empty.` },
    (config) => textAt(config, hugePages) !== '' || textAt(config, defragmentation) !== '',
  ),
  verbatim('THP_ENABLED', hugePages),
  verbatim('THP_DEFRAG', defragmentation),
];
