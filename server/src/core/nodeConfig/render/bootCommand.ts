import { change, contains, type Controller } from '../../values/known/releases.js';
import { boolAt, isCustomCloud, type MessageValue, textAt } from '../value.js';
import { toLower, withoutSpace } from './environment/go.js';

/** What changed in the boot command (`parser/templates/cse_cmd.sh.gtpl`). */
export const bootCommandChanges = {
  statusScript: change(
    'v0.20260113.0',
    7456,
    'A script of the image checks the status of cloud-init, and its exit code ends the boot command; before, that was always 1.',
  ),
  lostExit: change(
    'v0.20260122.0',
    7650,
    'If cloud-init fails, the log is printed. A missing semicolon makes the exit behind it a part of that command, so provisioning continues.',
  ),
  noWait: change(
    'v0.20260324.0',
    8082,
    "The command doesn't wait for cloud-init; `disable_custom_data` has no effect.",
  ),
  cloudScript: change(
    'v0.20260710.0',
    8096,
    'The script for custom clouds runs in every cloud, with the location, and its failure ends the boot command.',
  ),
  scriptByPath: change(
    'v0.20260720.0',
    8875,
    'The script for clouds is the file in `INIT_AKS_CLOUD_FILEPATH`, and is skipped if the image has none.',
  ),
};

/** Sources of the command in releases that have any, as proto paths. */
export const bootCommandSources = [
  'disable_custom_data',
  'custom_cloud_config.custom_cloud_env_name',
  'custom_cloud_config.repo_depot_endpoint',
  'cluster_config.location',
] as const;

/** Whether the boot command of a release depends on a field that no variable carries. */
export function isInBootCommand(path: string, controller: Controller | undefined): boolean {
  return path === 'disable_custom_data' && !contains(controller, bootCommandChanges.noWait);
}

const cloudScript = '/opt/azure/containers/init-aks-custom-cloud.sh >> /var/log/azure/cluster-provision.log 2>&1';
const provision = '/usr/bin/nohup /bin/bash -c "/bin/bash /opt/azure/containers/provision_start.sh"';

/**
 * The command that aks-node-controller starts with the bootstrap environment (AgentBaker 06836ee230,
 * `parser.BuildCSECmd`): a template whose line breaks, also those of values, become spaces. The newest one is the same for
 * every config.
 */
export function bootCommand(config: MessageValue, controller?: Controller): readonly string[] {
  const lines = [
    'echo $(date),$(hostname) > ${PROVISION_OUTPUT};',
    ...beforeProvisioning(config, controller),
    provision,
  ];
  // The template ended without a line break before.
  if (contains(controller, bootCommandChanges.statusScript)) lines.push('');
  return ['/bin/bash', '-c', lines.join(' ').replaceAll('\n', ' ')];
}

function beforeProvisioning(config: MessageValue, controller: Controller | undefined): readonly string[] {
  const has = (one: keyof typeof bootCommandChanges): boolean => contains(controller, bootCommandChanges[one]);
  if (has('scriptByPath')) {
    return [
      'if [ -f "${INIT_AKS_CLOUD_FILEPATH}" ]; then',
      '\t"${INIT_AKS_CLOUD_FILEPATH}" >> /var/log/azure/cluster-provision.log 2>&1 || exit $?;',
      'fi;',
    ];
  }
  const repository = isCustomCloud(config)
    ? [`REPO_DEPOT_ENDPOINT="${textAt(config, 'custom_cloud_config.repo_depot_endpoint')}"`]
    : [];
  if (has('cloudScript')) {
    const location = toLower(withoutSpace(textAt(config, 'cluster_config.location')));
    const prefix = repository.length > 0 ? [...repository, ''] : [];
    return ['', ...prefix, `LOCATION="${location}"`, `${cloudScript} || exit $?;`];
  }
  const wait = has('noWait') ? [] : boolAt(config, 'disable_custom_data') ? [''] : ['', ...waiting(has), ''];
  return [...wait, '', ...(repository.length > 0 ? [...repository, `${cloudScript};`, ''] : [])];
}

/** Waits for cloud-init. */
function waiting(has: (one: keyof typeof bootCommandChanges) => boolean): readonly string[] {
  if (!has('statusScript')) {
    return [
      'cloud-init status --wait > /dev/null 2>&1;',
      `[ "$?" -ne 0 ] && echo 'cloud-init failed' >> \${PROVISION_OUTPUT} && exit 1;`,
      'echo "cloud-init succeeded" >> ${PROVISION_OUTPUT};',
    ];
  }
  const check = [
    'source ${CLOUD_INIT_STATUS_SCRIPT};',
    String.raw`handleCloudInitStatus \"${'${PROVISION_OUTPUT}'}\";`,
    String.raw`returnStatus=\$?;`,
    String.raw`echo \"Cloud init status check exit code: \$returnStatus\" >> ${'${PROVISION_OUTPUT}'};`,
    String.raw`exit \$returnStatus`,
  ].join(' ');
  return [
    'CLOUD_INIT_STATUS_SCRIPT="/opt/azure/containers/cloud-init-status-check.sh";',
    'cloudInitExitCode=0;',
    'if [ -f "${CLOUD_INIT_STATUS_SCRIPT}" ]; then',
    `\t/bin/bash -c "${check}" >> \${PROVISION_OUTPUT} 2>&1;`,
    'else',
    '    cloud-init status --wait > /dev/null 2>&1;',
    'fi;',
    'cloudInitExitCode=$?;',
    'if [ "$cloudInitExitCode" -eq 0 ]; then',
    '\techo "cloud-init succeeded" >> ${PROVISION_OUTPUT};',
    'else',
    '\techo "cloud-init failed with exit code ${cloudInitExitCode}" >> ${PROVISION_OUTPUT};',
    ...(has('lostExit') ? ['\tcat ${PROVISION_OUTPUT}'] : []),
    '\texit ${cloudInitExitCode};',
    'fi;',
  ];
}
