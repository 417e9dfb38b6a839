/**
 * What aks-node-controller starts on the node once it has the bootstrap environment
 * (AgentBaker 06836ee230, `parser.BuildCSECmd`); it does not depend on the config.
 */
export function bootCommand(): string[] {
  const prepare =
    '[ -f "${INIT_AKS_CLOUD_FILEPATH}" ]; then \t"${INIT_AKS_CLOUD_FILEPATH}" >> /var/log/azure/cluster-provision.log 2>&1 || exit $?; fi';
  const provision = '/usr/bin/nohup /bin/bash -c "/bin/bash /opt/azure/containers/provision_start.sh" ';
  return ['/bin/bash', '-c', `echo $(date),$(hostname) > \${PROVISION_OUTPUT}; if ${prepare}; ${provision}`];
}
