/** aksnodeconfig/v1/cluster_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { enumeration, field, message, value } from '../describe.js';

export const clusterConfigMessages = [
  message('CloudProviderConfig', 'TBD', [
    field('optional bool backoff = 1', 'TBD', { since: 'v0.20260312.0' }),
    field('string backoff_mode = 2', 'TBD', { since: 'v0.20260312.0' }),
    field('optional int32 backoff_retries = 3', 'TBD', { since: 'v0.20260312.0' }),
    field('optional double backoff_exponent = 4', 'TBD', { since: 'v0.20260312.0' }),
    field('optional int32 backoff_duration = 5', 'TBD', { since: 'v0.20260312.0' }),
    field('optional double backoff_jitter = 6', 'TBD', { since: 'v0.20260312.0' }),
    field('optional bool rate_limit = 7', 'TBD', { since: 'v0.20260312.0' }),
    field('optional double rate_limit_qps = 8', 'TBD', { since: 'v0.20260312.0' }),
    field('optional double rate_limit_qps_write = 9', 'TBD', { since: 'v0.20260312.0' }),
    field('optional int32 rate_limit_bucket = 10', 'TBD', { since: 'v0.20260312.0' }),
    field('optional int32 rate_limit_bucket_write = 11', 'TBD', { since: 'v0.20260312.0' }),
  ]),
  message('ClusterConfig', 'TBD', [
    field('ClusterNetworkConfig cluster_network_config = 1', 'TBD'),
    field('LoadBalancerConfig load_balancer_config = 2', 'TBD'),
    field('string resource_group = 3', 'TBD', { required: true }),
    field('string location = 4', 'TBD', { required: true }),
    field('VmType vm_type = 5', 'TBD'),
    field('string primary_availability_set = 6', 'TBD'),
    field('string primary_scale_set = 7', 'TBD'),
    field('bool use_instance_metadata = 8', 'TBD'),
    field('CloudProviderConfig cloud_provider_config = 9', 'TBD', { since: 'v0.20260312.0' }),
  ]),
  message('ClusterNetworkConfig', 'TBD', [
    field('string vnet_name = 1', 'TBD', { required: true }),
    field('string vnet_resource_group = 2', 'TBD'),
    field('string subnet = 3', 'TBD'),
    field('string security_group_name = 4', 'TBD'),
    field('string route_table = 5', 'TBD', { required: true }),
    field('string core_dns_service_ip = 6', 'TBD', { since: 'v0.20250911.0' }),
  ]),
  message('LoadBalancerConfig', 'TBD', [
    field('LoadBalancerSku load_balancer_sku = 1', 'TBD'),
    field('optional bool exclude_master_from_standard_load_balancer = 2', 'TBD'),
    field('optional int32 max_load_balancer_rule_count = 3', 'TBD'),
    field('bool disable_outbound_snat = 4', 'TBD'),
  ]),
];

export const clusterConfigEnums = [
  enumeration('LoadBalancerSku', 'TBD', [
    value('LOAD_BALANCER_SKU_UNSPECIFIED = 0', 'TBD'),
    value('LOAD_BALANCER_SKU_BASIC = 1', 'TBD'),
    value('LOAD_BALANCER_SKU_STANDARD = 2', 'TBD'),
  ]),
  enumeration('VmType', 'TBD', [
    value('VM_TYPE_UNSPECIFIED = 0', 'TBD'),
    value('VM_TYPE_STANDARD = 1', 'TBD'),
    value('VM_TYPE_VMSS = 2', 'TBD'),
  ]),
];
