/** aksnodeconfig/v1/network_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { enumeration, field, message, value } from '../describe.js';

export const networkConfigMessages = [
  message(
    'NetworkConfig',
    "The cluster's network plugin and policy engine, and extra network interfaces of the node.",
    [
      field(
        'NetworkPlugin network_plugin = 1',
        'What gives pods their addresses. Absent exports an empty `NETWORK_PLUGIN`.',
      ),
      field(
        'NetworkPolicy network_policy = 2',
        'What enforces network policies. Absent exports an empty `NETWORK_POLICY`.',
      ),
      field(
        'string vnet_cni_plugins_url = 3',
        'URL of the Azure CNI plugins, a tarball. Needed with `NETWORK_PLUGIN_AZURE` where the image has no copy.',
        {
          format: 'url',
          examples: [
            'https://acs-mirror.azureedge.net/azure-cni/v1.4.32/binaries/azure-vnet-cni-linux-amd64-v1.4.32.tgz',
          ],
        },
      ),
      field('string cni_plugins_url = 4', 'URL of the reference CNI plugins. No script variable carries it.', {
        format: 'url',
        examples: ['https://acs-mirror.azureedge.net/cni-plugins/v1.1.1/binaries/cni-plugins-linux-amd64-v1.1.1.tgz'],
      }),
      field(
        'int32 standard_secondary_nic_count = 5',
        'Number of standard network interfaces beside the first one, exported as `STANDARD_SECONDARY_NIC_COUNT`.',
        { since: 'v0.20260616.0', range: { min: 0 }, unit: 'network interfaces', examples: [1] },
      ),
    ],
  ),
];

export const networkConfigEnums = [
  enumeration('NetworkPlugin', 'What gives pods their network interfaces and addresses.', [
    value('NETWORK_PLUGIN_UNSPECIFIED = 0', 'No plugin was chosen: `NETWORK_PLUGIN` is exported empty.'),
    value('NETWORK_PLUGIN_NONE = 1', 'AKS sets up no pod network: the cluster brings its own CNI. Exported as `none`.'),
    value('NETWORK_PLUGIN_AZURE = 2', 'Azure CNI, whose config file the scripts put in place. Exported as `azure`.'),
    value(
      'NETWORK_PLUGIN_KUBENET = 3',
      "kubenet, with routes in the subnet's route table. Exported as `kubenet`; without Calico containerd gets a CNI template for it.",
    ),
  ]),
  enumeration('NetworkPolicy', 'What enforces Kubernetes network policies on the node.', [
    value('NETWORK_POLICY_UNSPECIFIED = 0', 'No engine was chosen: `NETWORK_POLICY` is exported empty.'),
    value('NETWORK_POLICY_NONE = 1', 'AKS does not enforce network policies. Exported as `none`.'),
    value('NETWORK_POLICY_AZURE = 2', 'Azure Network Policy Manager, which goes with Azure CNI. Exported as `azure`.'),
    value(
      'NETWORK_POLICY_CALICO = 3',
      'Calico. Exported as `calico`; with kubenet it ends the clean-up of duplicate packets on the bridge.',
    ),
  ]),
];
