import type { TypeDescriptions } from '../describe.js';

/** Defaults are those of the parser. */
export const clusterTypes: TypeDescriptions = {
  // cluster_config.proto
  CloudProviderConfig: {
    doc: "Retries and rate limits of the Azure cloud provider's calls to Azure, written to `azure.json`. Every absent field has a default.",
    since: 'v0.20260312.0 #8018',
    fields: {
      'optional bool backoff = 1': [
        'Whether calls to Azure that fail or are throttled are tried again. Without it the other `backoff` fields have no effect.',
        { default: true },
      ],
      'string backoff_mode = 2': [
        'Generation of the retry policy. `v2` leaves exponent and jitter out of `azure.json`; any other value means the older policy, which reads them.',
        { default: 'v2', examples: ['v2', 'default'] },
      ],
      'optional int32 backoff_retries = 3': [
        'How often a failed call to Azure is tried again. An explicit 0 is kept.',
        { range: { min: 0 }, default: 6, unit: 'retries', examples: [6] },
      ],
      'optional double backoff_exponent = 4': [
        'Factor by which the wait grows from one retry to the next. Not used in `backoff_mode` `v2`.',
        { range: { min: 0 }, examples: [1.5] },
      ],
      'optional int32 backoff_duration = 5': [
        'Seconds before a failed call is tried the first time again. An explicit 0 is kept.',
        { range: { min: 0 }, default: 5, unit: 'seconds', examples: [5] },
      ],
      'optional double backoff_jitter = 6': [
        'Random share that is added to each wait: 1 adds up to 100 percent. Not used in `backoff_mode` `v2`.',
        { range: { min: 0 }, examples: [1] },
      ],
      'optional bool rate_limit = 7': [
        'Whether the provider limits its own calls to Azure. Without it the other `rate_limit` fields have no effect.',
        { default: true },
      ],
      'optional double rate_limit_qps = 8': [
        'Reads a second that the limit allows on average.',
        { range: { min: 0 }, default: 10, unit: 'calls per second', examples: [10] },
      ],
      'optional double rate_limit_qps_write = 9': [
        'Writes a second that the limit allows on average.',
        { range: { min: 0 }, default: 10, unit: 'calls per second', examples: [10] },
      ],
      'optional int32 rate_limit_bucket = 10': [
        'Reads that may come in one burst above `rate_limit_qps`.',
        { range: { min: 0 }, default: 100, unit: 'calls', examples: [100] },
      ],
      'optional int32 rate_limit_bucket_write = 11': [
        'Writes that may come in one burst above `rate_limit_qps_write`.',
        { range: { min: 0 }, default: 100, unit: 'calls', examples: [100] },
      ],
    },
  },
  ClusterConfig: {
    doc: "The node's place in Azure and what the cloud provider has to know of it: region, group, kind of VM, network and load balancer.",
    fields: {
      'ClusterNetworkConfig cluster_network_config = 1':
        'Names of the virtual network, subnet, security group and route table, and the address of CoreDNS. Two required fields are in it.',
      'LoadBalancerConfig load_balancer_config = 2':
        'What the cloud provider has to know of the load balancer. Absent, the SKU is empty, 148 rules are allowed and control plane nodes stay out of it.',
      'string resource_group = 3': [
        "Resource group of the node's VM, usually the `MC_` group that AKS manages for the cluster.",
        { required: true, format: 'resource-group-name', examples: ['MC_contoso_pool_eastus'] },
      ],
      'string location = 4': [
        'Azure region of the node. Its beginning also selects cloud and ARM endpoint: `china`, `usgov` or `usdod`, two German regions, and the public cloud for every other name.',
        { required: true, format: 'location', known: 'location', examples: ['eastus', 'westeurope'] },
      ],
      'VmType vm_type = 5':
        'Whether the cloud provider takes the node for a scale set instance or a VM of its own. Absent exports an empty `VM_TYPE`.',
      'string primary_availability_set = 6': [
        'Availability set whose members the load balancer serves, for VMs of their own. Leave it empty with `VM_TYPE_VMSS`.',
        { format: 'resource-name', examples: ['contoso-agentpool-availabilitySet'] },
      ],
      'string primary_scale_set = 7': [
        'Scale set whose instances the load balancer serves, with `VM_TYPE_VMSS`.',
        { format: 'resource-name', examples: ['aks-pool1-12345678-vmss'] },
      ],
      'bool use_instance_metadata = 8':
        "Whether the cloud provider asks the VM's metadata service before it calls the Azure API.",
      'CloudProviderConfig cloud_provider_config = 9 since v0.20260312.0 #8018':
        "Other retries and rate limits of the cloud provider's calls than the default ones.",
    },
  },
  ClusterNetworkConfig: {
    doc: 'Names of the Azure network resources around the node, and the cluster IP of CoreDNS.',
    fields: {
      'string vnet_name = 1': [
        "Virtual network that the node's network interface is in: its name, not its ID.",
        { required: true, format: 'resource-name', examples: ['aks-vnet-12345678'] },
      ],
      'string vnet_resource_group = 2': [
        "Resource group of the virtual network, where it is not the node's own, as with a network that you bring.",
        { format: 'resource-group-name', examples: ['contoso-network-rg'] },
      ],
      'string subnet = 3': [
        'Subnet of the node inside `vnet_name`: its name, not its ID.',
        { format: 'resource-name', examples: ['aks-subnet'] },
      ],
      'string security_group_name = 4': [
        'Network security group that the cloud provider opens ports in for load balancer services: its name, not its ID.',
        { format: 'resource-name', examples: ['aks-agentpool-12345678-nsg'] },
      ],
      'string route_table = 5': [
        "Route table of the subnet, into which kubenet's pod routes are written: its name, not its ID.",
        { required: true, format: 'resource-name', examples: ['aks-agentpool-12345678-routetable'] },
      ],
      'string core_dns_service_ip = 6 since v0.20250911.0 #6967': [
        'Cluster IP of CoreDNS, to which the local DNS cache forwards. Used with `enable_local_dns` only.',
        { format: 'ip-address', default: '10.0.0.10', examples: ['10.0.0.10'] },
      ],
    },
  },
  LoadBalancerConfig: {
    doc: 'Settings of the Azure load balancer that the cloud provider reads from `azure.json`.',
    fields: {
      'LoadBalancerSku load_balancer_sku = 1':
        "SKU of the cluster's load balancer. Absent exports an empty `LOAD_BALANCER_SKU`.",
      'optional bool exclude_master_from_standard_load_balancer = 2': [
        "Whether control plane nodes stay out of a standard load balancer's backend pool.",
        { default: true },
      ],
      'optional int32 max_load_balancer_rule_count = 3': [
        'Load balancing rules that the cloud provider may make. An explicit 0 is kept.',
        { range: { min: 0 }, default: 148, unit: 'rules', examples: [148, 250] },
      ],
      'bool disable_outbound_snat = 4':
        "Whether outbound SNAT is off in the load balancer's rules, for clusters whose egress takes another way.",
    },
  },
  LoadBalancerSku: {
    doc: "SKU of the Azure load balancer in front of the cluster's services.",
    values: {
      'LOAD_BALANCER_SKU_UNSPECIFIED = 0': 'No SKU was chosen: `LOAD_BALANCER_SKU` is exported empty.',
      'LOAD_BALANCER_SKU_BASIC = 1':
        'The basic load balancer, exported as `basic`. Azure has retired it, so new clusters do without.',
      'LOAD_BALANCER_SKU_STANDARD = 2': 'The standard load balancer, exported as `standard`.',
    },
  },
  VmType: {
    doc: 'Kind of VM that the node is to the cloud provider.',
    values: {
      'VM_TYPE_UNSPECIFIED = 0': 'No kind of VM was chosen: `VM_TYPE` is exported empty.',
      'VM_TYPE_STANDARD = 1': 'A VM of its own, usually in an availability set; exported as `standard`.',
      'VM_TYPE_VMSS = 2': 'An instance of a virtual machine scale set, as in most node pools; exported as `vmss`.',
    },
  },
  // api_server_config.proto
  ApiServerConfig: {
    doc: "Where the kubelet finds the cluster's API server, and that server's certificate.",
    fields: {
      'string api_server_public_key = 1': [
        'Certificate of the API server as base64 of PEM, decoded into `/etc/kubernetes/certs/apiserver.crt`. Empty writes no file, which is usual for current clusters.',
        { format: 'base64-certificates' },
      ],
      'string api_server_name = 2': [
        'DNS name or IP address of the API server, without scheme and port: the kubelet connects to its port 443. Provisioning stops when the name does not resolve or the port does not answer.',
        { required: true, format: 'host', examples: ['contoso-dns-1a2b3c4d.hcp.eastus.azmk8s.io'] },
      ],
    },
  },

  // auth_config.proto
  AuthConfig: {
    doc: 'The Azure identity of the node: tenant, subscription, and either a managed identity or a service principal.',
    fields: {
      'string tenant_id = 1': [
        'Microsoft Entra tenant of the identity, a GUID. It is written to `azure.json`.',
        { format: 'uuid', examples: ['00000000-0000-0000-0000-000000000002'] },
      ],
      'string subscription_id = 2': [
        "Azure subscription that holds the node's resources, a GUID.",
        { required: true, format: 'uuid', examples: ['00000000-0000-0000-0000-000000000001'] },
      ],
      'string service_principal_id = 3': [
        'Application (client) ID of the service principal, a GUID. Nodes with a managed identity have the word `msi` here.',
        { examples: ['msi', '00000000-0000-0000-0000-000000000004'] },
      ],
      'string service_principal_secret = 4': [
        'Secret of the service principal as base64 text, decoded into `/etc/kubernetes/azure.json`. Nodes with a managed identity have `bXNp` here, which is `msi` encoded.',
        { secret: true, format: 'base64', examples: ['bXNp'] },
      ],
      'string assigned_identity_id = 5': [
        'Client ID of the user-assigned managed identity that the kubelet and the cloud provider use. Goes together with `use_managed_identity_extension`.',
        { examples: ['00000000-0000-0000-0000-000000000003'] },
      ],
      'bool use_managed_identity_extension = 6':
        "Whether the node signs in with the VM's managed identity instead of the service principal.",
    },
  },

  // service_account_image_pull_profile.proto
  ServiceAccountImagePullProfile: {
    doc: "Image pulls with the identity of a pod's service account, as arguments of the registry credential provider.",
    since: 'v0.20260122.0 #7596',
    fields: {
      'bool enabled = 1':
        'Whether the registry credential provider uses service account tokens. Without it the other fields here are not read.',
      'string default_client_id = 2': [
        'Client ID for service accounts that name no identity of their own, a GUID.',
        { format: 'uuid', examples: ['00000000-0000-0000-0000-000000000006'] },
      ],
      'string default_tenant_id = 3': [
        'Tenant of the identity in `default_client_id`, a GUID.',
        { format: 'uuid', examples: ['00000000-0000-0000-0000-000000000002'] },
      ],
      'string local_authority_sni = 4': [
        "TLS server name of the cluster's own authority for these identities, passed as `--ib-sni-name`. Fill it whenever `enabled` is set.",
        { format: 'dns-name', examples: ['identity.contoso.example'] },
      ],
    },
  },

  // custom_cloud_config.proto
  CustomCloudConfig: {
    doc: 'Endpoints of a cloud that is none of the built-in ones; in use only while `custom_cloud_env_name` is `akscustom`.',
    fields: {
      'string custom_cloud_env_name = 1': [
        "Name of the cloud environment. `akscustom`, in any casing, marks a custom cloud; any other value, including `AzureStackCloud`, doesn't.",
        { examples: ['akscustom'] },
      ],
      'string repo_depot_endpoint = 2': [
        'Base URL of the package mirror inside the custom cloud. Other clouds ignore it.',
        { format: 'url', examples: ['https://repodepot.contoso.example/ubuntu'] },
      ],
      'string custom_env_json_content = 3': [
        "Environment of the custom cloud as a string of raw JSON: the parser uses its `resourceManagerEndpoint` as ARM endpoint, which stays empty if the string isn't valid JSON. The scripts, however, write `akscustom.json` by decoding the same string as base64.",
        {
          format: 'json-object',
          examples: ['{"name":"akscustom","resourceManagerEndpoint":"https://management.contoso.example/"}'],
        },
      ],
      'string container_registry_dns_suffix = 4': [
        'DNS suffix of container registries in the custom cloud, with its leading dot. The registry credential provider then answers for it as well.',
        { format: 'dns-suffix', examples: ['.azurecr.contoso.example'] },
      ],
    },
  },
};
