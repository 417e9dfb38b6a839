import type { TypeDescriptions } from '../describe.js';

export const networkTypes: TypeDescriptions = {
  // network_config.proto
  NetworkConfig: {
    doc: "The cluster's network plugin and policy engine, and extra network interfaces of the node.",
    fields: {
      'NetworkPlugin network_plugin = 1': 'What gives pods their addresses. Absent exports an empty `NETWORK_PLUGIN`.',
      'NetworkPolicy network_policy = 2': 'What enforces network policies. Absent exports an empty `NETWORK_POLICY`.',
      'string vnet_cni_plugins_url = 3': [
        'URL of the Azure CNI plugins, a tarball. Needed with `NETWORK_PLUGIN_AZURE` where the image has no copy.',
        {
          format: 'url',
          examples: [
            'https://acs-mirror.azureedge.net/azure-cni/v1.4.32/binaries/azure-vnet-cni-linux-amd64-v1.4.32.tgz',
          ],
        },
      ],
      'string cni_plugins_url = 4': [
        'URL of the reference CNI plugins. No script variable carries it.',
        {
          format: 'url',
          examples: ['https://acs-mirror.azureedge.net/cni-plugins/v1.1.1/binaries/cni-plugins-linux-amd64-v1.1.1.tgz'],
        },
      ],
      'int32 standard_secondary_nic_count = 5 since v0.20260616.0 #8642': [
        'Number of standard network interfaces beside the first one, exported as `STANDARD_SECONDARY_NIC_COUNT`.',
        { range: { min: 0 }, unit: 'network interfaces', examples: [1] },
      ],
    },
  },
  NetworkPlugin: {
    doc: 'What gives pods their network interfaces and addresses.',
    values: {
      'NETWORK_PLUGIN_UNSPECIFIED = 0': 'No plugin was chosen: `NETWORK_PLUGIN` is exported empty.',
      'NETWORK_PLUGIN_NONE = 1': 'AKS sets up no pod network: the cluster brings its own CNI. Exported as `none`.',
      'NETWORK_PLUGIN_AZURE = 2': 'Azure CNI, whose config file the scripts put in place. Exported as `azure`.',
      'NETWORK_PLUGIN_KUBENET = 3':
        "kubenet, with routes in the subnet's route table. Exported as `kubenet`; without Calico containerd gets a CNI template for it.",
    },
  },
  NetworkPolicy: {
    doc: 'What enforces Kubernetes network policies on the node.',
    values: {
      'NETWORK_POLICY_UNSPECIFIED = 0': 'No engine was chosen: `NETWORK_POLICY` is exported empty.',
      'NETWORK_POLICY_NONE = 1': 'AKS does not enforce network policies. Exported as `none`.',
      'NETWORK_POLICY_AZURE = 2': 'Azure Network Policy Manager, which goes with Azure CNI. Exported as `azure`.',
      'NETWORK_POLICY_CALICO = 3':
        'Calico. Exported as `calico`; with kubenet it ends the clean-up of duplicate packets on the bridge.',
    },
  },
  // custom_search_domain_config.proto
  CustomSearchDomainConfig: {
    doc: 'An extra DNS search domain and the realm account that joins it. All three fields are needed together.',
    fields: {
      'string domain_name = 1': [
        "DNS domain that is added to the node's search list; in capital letters it is the realm that the node joins.",
        { format: 'dns-name', examples: ['corp.contoso.example'] },
      ],
      'string realm_user = 2': [
        'Account that joins the node to the realm, without the realm. Empty switches the search domain off.',
        { examples: ['svc-join'] },
      ],
      'string realm_password = 3': [
        'Password of `realm_user`, exported as it is. Empty switches the search domain off.',
        { secret: true },
      ],
    },
  },

  // http_proxy_config.proto
  HttpProxyConfig: {
    doc: 'The outbound proxy of the node, for its services, its package downloads and the kubelet.',
    fields: {
      'string http_proxy = 1': [
        'URL of the proxy for plain HTTP. It is put into shell text without escaping, so quotes and dollar signs have to be percent-encoded.',
        { format: 'proxy-url', examples: ['http://proxy.contoso.example:3128/'] },
      ],
      'string https_proxy = 2': [
        'URL of the proxy for HTTPS, which may have the scheme `http` itself. Empty sends HTTPS without a proxy.',
        {
          format: 'proxy-url',
          examples: ['http://proxy.contoso.example:3128/', 'https://proxy.contoso.example:3129/'],
        },
      ],
      'repeated string no_proxy_entries = 3': [
        "Hosts, domains and CIDR ranges that are reached without the proxy, joined with commas. An empty list counts as absent. The API server and the cluster's networks belong in it.",
        {
          format: 'no-proxy-entry',
          examples: [['localhost', '127.0.0.1', '168.63.129.16', '169.254.169.254', '10.0.0.0/16', '.svc']],
        },
      ],
      'string proxy_trusted_ca = 4': [
        'CA certificate of a proxy that opens TLS, as base64 of PEM; line breaks are removed. The node trusts it only with a proxy URL.',
        { format: 'base64-certificates', strips: 'line-endings' },
      ],
    },
  },

  // imds_restriction_config.proto
  ImdsRestrictionConfig: {
    doc: 'A firewall rule that keeps pods from the Azure instance metadata service at 169.254.169.254.',
    fields: {
      'bool enable_imds_restriction = 1':
        "Whether traffic to the metadata service is dropped unless it comes from the node's own address. The rule is made sure of whenever the kubelet starts.",
      'bool insert_imds_restriction_rule_to_mangle_table = 2':
        "Whether the rule goes into iptables' mangle table instead of the filter table. Without `enable_imds_restriction` there is no rule.",
    },
  },
};
