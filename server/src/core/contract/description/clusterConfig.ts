/** aksnodeconfig/v1/cluster_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { enumeration, field, message, value } from '../describe.js';

export const clusterConfigMessages = [
  message('CloudProviderConfig', "Retries and rate limits of the Azure cloud provider's calls to Azure.", [
    field('optional bool backoff = 1', 'Whether failed calls are tried again; true where absent.', {
      since: 'v0.20260312.0',
    }),
    field('string backoff_mode = 2', 'Generation of the retry policy; empty stands for `v2`.', {
      since: 'v0.20260312.0',
      examples: ['v2'],
    }),
    field('optional int32 backoff_retries = 3', 'How often a failed call is tried again; 6 where absent.', {
      since: 'v0.20260312.0',
    }),
    field('optional double backoff_exponent = 4', 'Factor by which the wait between retries grows; 0 where absent.', {
      since: 'v0.20260312.0',
    }),
    field('optional int32 backoff_duration = 5', 'Seconds before the first retry; 5 where absent.', {
      since: 'v0.20260312.0',
    }),
    field('optional double backoff_jitter = 6', 'Random share that is added to each wait; 0 where absent.', {
      since: 'v0.20260312.0',
    }),
    field('optional bool rate_limit = 7', 'Whether the provider limits its own calls; true where absent.', {
      since: 'v0.20260312.0',
    }),
    field('optional double rate_limit_qps = 8', 'Reads a second that the limit allows on average; 10 where absent.', {
      since: 'v0.20260312.0',
    }),
    field(
      'optional double rate_limit_qps_write = 9',
      'Writes a second that the limit allows on average; 10 where absent.',
      { since: 'v0.20260312.0' },
    ),
    field('optional int32 rate_limit_bucket = 10', 'Reads that may burst above the average; 100 where absent.', {
      since: 'v0.20260312.0',
    }),
    field('optional int32 rate_limit_bucket_write = 11', 'Writes that may burst above the average; 100 where absent.', {
      since: 'v0.20260312.0',
    }),
  ]),
  message('ClusterConfig', "The cluster's place in Azure.", [
    field('ClusterNetworkConfig cluster_network_config = 1', 'Virtual network, subnet and routes of the node.'),
    field(
      'LoadBalancerConfig load_balancer_config = 2',
      "The cluster's load balancer, as the cloud provider has to know it.",
    ),
    field(
      'string resource_group = 3',
      "Resource group of the node's VM, usually the `MC_` group of the cluster. Required.",
      { required: true, examples: ['MC_contoso_pool_eastus'] },
    ),
    field(
      'string location = 4',
      'Azure region of the node. It also selects the cloud: China, Germany, US Government or public. Required.',
      { required: true, examples: ['eastus'] },
    ),
    field('VmType vm_type = 5', 'Whether the node is an instance of a scale set or a VM of its own.'),
    field(
      'string primary_availability_set = 6',
      'Availability set that the load balancer serves, for VMs of their own.',
    ),
    field('string primary_scale_set = 7', 'Scale set that the load balancer serves, for scale set instances.', {
      examples: ['aks-pool1-12345678-vmss'],
    }),
    field(
      'bool use_instance_metadata = 8',
      'Whether the cloud provider asks the instance metadata service before it asks Azure.',
    ),
    field(
      'CloudProviderConfig cloud_provider_config = 9',
      'Retries and rate limits of the cloud provider; absent means its defaults.',
      { since: 'v0.20260312.0' },
    ),
  ]),
  message('ClusterNetworkConfig', 'The virtual network that the node is in.', [
    field('string vnet_name = 1', 'Name of the virtual network. Required.', {
      required: true,
      examples: ['aks-vnet-12345678'],
    }),
    field('string vnet_resource_group = 2', "Resource group of the virtual network, where it is not the node's own."),
    field('string subnet = 3', "Name of the node's subnet.", { examples: ['aks-subnet'] }),
    field('string security_group_name = 4', 'Name of the network security group on the subnet.', {
      examples: ['aks-agentpool-12345678-nsg'],
    }),
    field('string route_table = 5', 'Name of the route table on the subnet. Required.', {
      required: true,
      examples: ['aks-agentpool-12345678-routetable'],
    }),
    field(
      'string core_dns_service_ip = 6',
      'Cluster IP of CoreDNS, to which the local DNS cache forwards; empty stands for 10.0.0.10.',
      { since: 'v0.20250911.0', examples: ['10.0.0.10'] },
    ),
  ]),
  message('LoadBalancerConfig', "The cluster's load balancer.", [
    field('LoadBalancerSku load_balancer_sku = 1', 'SKU of the load balancer.'),
    field(
      'optional bool exclude_master_from_standard_load_balancer = 2',
      "Whether control plane nodes stay out of a standard load balancer's backend pool.",
    ),
    field(
      'optional int32 max_load_balancer_rule_count = 3',
      'Rules that the load balancer may hold; 148 where absent.',
      { examples: [148] },
    ),
    field('bool disable_outbound_snat = 4', 'Whether the load balancer leaves outbound traffic of the nodes alone.'),
  ]),
];

export const clusterConfigEnums = [
  enumeration('LoadBalancerSku', "SKU of the cluster's load balancer.", [
    value('LOAD_BALANCER_SKU_UNSPECIFIED = 0', 'Nothing was chosen.'),
    value('LOAD_BALANCER_SKU_BASIC = 1', 'The basic load balancer, which Azure is retiring.'),
    value('LOAD_BALANCER_SKU_STANDARD = 2', 'The standard load balancer.'),
  ]),
  enumeration('VmType', 'Whether the node is part of a scale set.', [
    value('VM_TYPE_UNSPECIFIED = 0', 'Nothing was chosen.'),
    value('VM_TYPE_STANDARD = 1', 'A VM of its own, in an availability set.'),
    value('VM_TYPE_VMSS = 2', 'An instance of a scale set.'),
  ]),
];
