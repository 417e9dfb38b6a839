import { errorsOf, scriptLog, unit } from '../error.js';

const restriction = (verb: string, table: string): { meaning: string; causes: string[]; next: string[] } => ({
  meaning: `The rule that keeps pods from the instance metadata service could not be ${verb} the table ${table} of iptables.`,
  causes: [
    `Another program held the lock of iptables while the rule was being ${verb} ${table}.`,
    `The kernel has no module for the table ${table}, or the node uses nftables alone.`,
  ],
  next: [
    `On the node, run \`iptables -t ${table} -S\` and look for 169.254.169.254.`,
    `Look in ${scriptLog} for \`ensureIMDSRestriction\` or \`disableIMDSRestriction\`, and iptables' message behind it.`,
  ],
});

/** Reaching the world and the API server, DNS, interfaces and rules. */
export const networkErrors = [
  ...errorsOf('network', {
    ERR_OUTBOUND_CONN_FAIL: {
      meaning:
        'The node cannot reach an address that every node has to reach: mcr.microsoft.com, or the registry of the cluster.',
      causes: [
        'A firewall or a network virtual appliance, to which a route table sends the traffic, does not allow the addresses that AKS requires.',
        'A security group on the subnet denies outgoing traffic on port 443.',
        'DNS of the virtual network does not resolve the name, or the HTTP proxy of the cluster does not answer.',
        'The subnet has no way out: no load balancer rule, NAT gateway or route for it.',
      ],
      next: [
        'Look at the end of /var/log/azure/cluster-provision-cse-output.log: curl or nc tells there whether the name, the connection or TLS failed.',
        'On a node of the same subnet, run `curl -v https://mcr.microsoft.com/v2/`, and `az aks check-network outbound` for the cluster.',
        'Compare the rules of the firewall with the outbound rules that AKS documents (https://aka.ms/aks-required-ports-and-addresses).',
      ],
    },
    ERR_K8S_API_SERVER_CONN_FAIL: {
      meaning: 'The name of the API server resolves, but the node cannot open a connection to it on port 443.',
      causes: [
        'The authorized IP ranges of the API server leave out the address by which the node goes out.',
        'A firewall, route or security group denies the way to the API server, or for a private cluster the way to its private endpoint.',
        'The control plane is stopped or being upgraded.',
      ],
      next: [
        'On the node, run `nc -vz <API server> 443` and `curl -v --cacert /etc/kubernetes/certs/ca.crt https://<API server>:443`.',
        'Compare `az aks show --query apiServerAccessProfile` with the outgoing address of the node pool.',
        `Look in ${scriptLog} for \`apiserverCurl\` or \`apiserverNC\`. A connection to mcr.microsoft.com that succeeded says nothing about this one.`,
      ],
    },
    ERR_K8S_API_SERVER_DNS_LOOKUP_FAIL: {
      meaning: 'The name of the API server does not resolve on the node, which asks DNS servers of its own.',
      causes: [
        'The private DNS zone of the cluster is not linked to the virtual network of the DNS servers that the node asks.',
        'The custom DNS servers do not forward to Azure DNS (168.63.129.16).',
      ],
      next: [
        'On the node, run `nslookup <API server>`, then `nslookup <API server> 168.63.129.16`: if only the second one works, the forwarding is missing.',
        'Look at `dhcpOptions.dnsServers` of the virtual network, and at the links of the private DNS zone.',
      ],
    },
    ERR_K8S_API_SERVER_AZURE_DNS_LOOKUP_FAIL: {
      meaning: 'The name of the API server does not resolve, although the node asks Azure DNS itself.',
      causes: [
        'The private DNS zone of the cluster is not linked to the virtual network of the nodes.',
        'The record of the API server is not there yet or was removed, as after the cluster was stopped.',
      ],
      next: [
        'On the node, run `nslookup <API server> 168.63.129.16`.',
        'Look at the virtual network links of the private DNS zone (`az network private-dns link vnet list`) and at its A records.',
      ],
    },
    ERR_DNS_HEALTH_FAIL: {
      meaning: 'The node could not resolve the name of the registry that it bootstraps from, so it did not go on.',
      causes: [
        'The DNS servers of the virtual network do not answer, or not in time.',
        'They do not forward names outside of their own zones.',
      ],
      next: [
        'On the node, run `resolvectl status` and `nslookup mcr.microsoft.com`.',
        `Look in ${scriptLog} for \`verify_DNS_health\`.`,
      ],
    },
    ERR_CUSTOM_SEARCH_DOMAINS_FAIL: {
      meaning: 'The search domain of the config could not be set up on the node, or the node could not join its realm.',
      causes: [
        'The user or the password of the realm is wrong, or the user may not add computers.',
        'The domain controller is not reachable from the subnet.',
      ],
      next: [
        'On the node, look at /opt/azure/containers/setup-custom-search-domain.log.',
        'Compare `custom_search_domain_config` of the node config.',
      ],
    },
    ERR_HTTP_PROXY_CA_CONVERT: {
      meaning: 'The certificate of the HTTP proxy could not be converted to the form that the system takes.',
      causes: ['The text is no PEM certificate, or base64 was applied twice.'],
      next: [
        'Validate `proxy_trusted_ca` under `http_proxy_config` of the node config: it has to hold a PEM certificate.',
      ],
    },
    ERR_UPDATE_CA_CERTS: {
      meaning: 'The list of trusted certificates could not be renewed with those of the config.',
      causes: ['One of the custom certificates, or that of the HTTP proxy, is no valid certificate.'],
      next: [
        'On the node, run `ls -l /usr/local/share/ca-certificates/certs` and `openssl x509 -noout -subject -in` for each file.',
        'Validate `custom_ca_certs` of the node config.',
      ],
    },
    ERR_DISBALE_IPTABLES: {
      meaning: 'The service iptables, which Azure Linux brings along, could not be switched off.',
      causes: ['systemd could not stop or mask the service, for example because another unit wants it.'],
      next: [
        'On the node, run `systemctl status iptables.service` and `systemctl list-dependencies --reverse iptables.service`.',
      ],
    },
    ERR_PRIMARY_NIC_IP_NOT_FOUND: {
      meaning: 'The address of the first network interface of the VM could not be found out.',
      causes: [
        'The metadata service answered without an address, as shortly after the VM was created.',
        'The VM size has several interfaces and the first one is not marked.',
      ],
      next: [
        'On the node, ask the metadata service for `network/interface` and compare with `ip addr`.',
        `Look in ${scriptLog} for primaryNicIP.`,
      ],
    },
    ERR_INSERT_IMDS_RESTRICTION_RULE_INTO_MANGLE_TABLE: restriction('inserted into', 'mangle'),
    ERR_INSERT_IMDS_RESTRICTION_RULE_INTO_FILTER_TABLE: restriction('inserted into', 'filter'),
    ERR_DELETE_IMDS_RESTRICTION_RULE_FROM_MANGLE_TABLE: restriction('deleted from', 'mangle'),
    ERR_DELETE_IMDS_RESTRICTION_RULE_FROM_FILTER_TABLE: restriction('deleted from', 'filter'),
    ERR_CNI_VERSION_INVALID: {
      meaning: 'The version of the reference network plugins (CNI) is missing or not usable.',
      causes: ['The components file of the image names no version of cni-plugins for this release.'],
      next: ['On the node, look for cni-plugins in /opt/azure/components.json.'],
    },
    ERR_SECONDARY_NIC_CONFIG_FAIL: {
      meaning: 'A further network interface of the node could not be configured.',
      causes: [
        'The interface that the config expects is not attached to the VM, or its address is not known to the metadata service.',
      ],
      next: [
        'On the node, run `ip addr` and ask the metadata service for `network/interface`.',
        `Look in ${scriptLog} for configure-aks-nics.`,
      ],
    },
  }),
  ...errorsOf('localdns', {
    ERR_LOCALDNS_FAIL: unit(
      'local DNS, the resolver on the node itself',
      'localdns.service',
      'The corefile that is made from the node config is not valid for CoreDNS, or 169.254.10.10 is in use.',
    ),
    ERR_LOCALDNS_COREFILE_NOTFOUND: {
      meaning: 'The corefile of local DNS is not on the node.',
      causes: ['The node config switches local DNS on, but its corefile was empty or could not be written.'],
      next: [
        'On the node, run `ls -l /opt/azure/containers/localdns`; preview LOCALDNS_GENERATED_COREFILE of the node config.',
      ],
    },
    ERR_LOCALDNS_SLICEFILE_NOTFOUND: {
      meaning: 'The unit of the slice that limits memory and CPU of local DNS is not on the node.',
      causes: ['The image is older than the scripts and has no /etc/systemd/system/localdns.slice.'],
      next: ['On the node, run `systemctl cat localdns.slice`, and compare the version of the node image.'],
    },
    ERR_LOCALDNS_BINARY_ERR: {
      meaning: 'The program CoreDNS that local DNS runs is missing or cannot be executed.',
      causes: ['The image was built without local DNS: it is too old for a config that switches it on.'],
      next: ['On the node, run `ls -l /opt/azure/containers/localdns/binary/coredns`.'],
    },
  }),
];

const pull = (tool: string, check: string): { meaning: string; causes: string[]; next: string[] } => ({
  meaning: `A container image could not be pulled in time with ${tool}.`,
  causes: [
    `The node does not reach the registry of the image that ${tool} was to pull, usually mcr.microsoft.com or its data endpoints.`,
    'The image and tag do not exist in that registry.',
  ],
  next: [
    `Look in ${scriptLog} for the last \`${tool}\` command: it names the image.`,
    `On the node, run \`${check}\` with that image.`,
  ],
});

const fromRegistry = (thing: string, step: string): { meaning: string; causes: string[]; next: string[] } => ({
  meaning: `${thing} could not be pulled from the registry that the cluster bootstraps from.`,
  causes: [
    `The cache rule of the registry does not cover ${thing.charAt(0).toLowerCase()}${thing.slice(1)}, or the upstream has no such version.`,
    'The private endpoint of the registry, or the DNS record of its data endpoint, is missing in this network.',
  ],
  next: [
    `Look in ${scriptLog} for ${step} and the output of oras: it names the artifact and the HTTP status.`,
    'Run `az acr cache list` for the registry and compare with what the log asks for.',
  ],
});

/** Images and artifacts from container registries. */
export const registryErrors = errorsOf('registry', {
  ERR_DOCKER_IMG_PULL_TIMEOUT: pull('docker', 'docker pull'),
  ERR_CONTAINERD_CTR_IMG_PULL_TIMEOUT: pull('ctr', 'ctr -n k8s.io images pull'),
  ERR_CONTAINERD_CRICTL_IMG_PULL_TIMEOUT: pull('crictl', 'crictl pull'),
  ERR_CONTAINER_IMG_PULL_TIMEOUT: {
    meaning: 'A container image could not be pulled in time.',
    causes: [
      'The registry of the image, k8s.gcr.io or mcr.microsoft.com, is not reachable or no longer holds it.',
      'Docker or containerd does not run.',
    ],
    next: [`Look in ${scriptLog} for \`pullContainerImage\`: it names the image and the tool.`],
  },
  ERR_PULL_POD_INFRA_CONTAINER_IMAGE: {
    meaning: 'The pause image, which every pod needs, could not be pulled.',
    causes: [
      'The registry that the node config names for it is not reachable, or the cache rule for oss/kubernetes/pause is missing.',
      'The node config names an image that does not exist.',
    ],
    next: [
      'On the node, run `crictl pull` with the image of `--pod-infra-container-image`.',
      `Look in ${scriptLog} for \`ensurePodInfraContainerImage\` or pause.`,
    ],
  },
  ERR_ORAS_PULL_K8S_FAIL: fromRegistry('The archive with the Kubernetes binaries', 'kubernetes-node'),
  ERR_ORAS_PULL_CREDENTIAL_PROVIDER: fromRegistry(
    "The archive with kubelet's credential provider",
    'azure-acr-credential-provider',
  ),
  ERR_ORAS_PULL_SYSEXT_FAIL: fromRegistry('A system extension of Flatcar or Azure Container Linux', '`systemd-sysext`'),
  ERR_ORAS_PULL_NETWORK_TIMEOUT: {
    meaning: 'The login of the node to the registry that the cluster bootstraps from did not get through.',
    causes: [
      'The login server of the registry is not reachable from the subnet: private endpoint, DNS record or firewall.',
      'oras is not on the image, which the script reports under the same code.',
    ],
    next: [
      'On the node, run `curl -v https://<registry>/v2/` and `which oras`.',
      `Look in ${scriptLog} for \`oras_login_with_kubelet_identity\` and the request to /oauth2/exchange.`,
    ],
  },
  ERR_ARTIFACT_STREAMING_INSTALL: {
    meaning: 'The components of artifact streaming were there and could not be installed.',
    causes: [
      'The image is of another release than the packages were built for, or the kernel lacks what overlaybd needs.',
    ],
    next: ['On the node, run `systemctl status acr-mirror overlaybd-tcmu overlaybd-snapshotter`.'],
  },
  ERR_ARTIFACT_STREAMING_ACR_NODEMON_START_FAIL: {
    meaning: 'The monitor of artifact streaming would not start. Images of today do not have it any more.',
    causes: ['The service acr-nodemon failed, for example because containerd was not ready.'],
    next: ['On the node, run `journalctl -u acr-nodemon --no-pager | tail -50`, and use a newer node image.'],
  },
});
