import { linuxErrors, type ErrorText, scriptLog, unit } from '../error.js';

function restriction(verb: string, table: string): ErrorText {
  return `The rule that blocks pods from the instance metadata service could not be ${verb} the iptables table ${table}.
    - Another program held the iptables lock while the rule was being ${verb} ${table}.
    - The kernel has no module for the table ${table}, or the node only uses nftables.
    > On the node, run \`iptables -t ${table} -S\` and search for 169.254.169.254.
    > Search ${scriptLog} for \`ensureIMDSRestriction\` or \`disableIMDSRestriction\`, and the iptables message after it.`;
}

/** Outbound connections, the API server, DNS, interfaces and rules. */
export const networkErrors = [
  ...linuxErrors('network', {
    ERR_OUTBOUND_CONN_FAIL: `The node can't reach mcr.microsoft.com or the registry of the cluster, which every node needs.
      - A route table sends traffic through a firewall or network virtual appliance that blocks addresses AKS requires.
      - A security group on the subnet denies outgoing traffic on port 443.
      - The DNS of the virtual network doesn't resolve the name, or the HTTP proxy of the cluster doesn't respond.
      - The subnet has no outbound path: no load balancer rule, NAT gateway or route.
      >agentbaker Read the end of /var/log/azure/cluster-provision-cse-output.log: curl or nc reports whether DNS, the connection or TLS failed.
      >engines Search the end of ${scriptLog} for curl or nc, which report whether DNS, the connection or TLS failed.
      > On a node of the same subnet, run \`curl -v https://mcr.microsoft.com/v2/\`.
      >agentbaker Run \`az aks check-network outbound\` for the cluster.
      > Compare the rules of the firewall with the outbound rules that AKS documents (https://aka.ms/aks-required-ports-and-addresses).`,
    ERR_K8S_API_SERVER_CONN_FAIL: `The name of the API server resolves, but the node can't connect to it on port 443.
      - The authorized IP ranges of the API server don't include the outbound address of the node.
      - A firewall, route or security group blocks the API server or, for a private cluster, its private endpoint.
      - The control plane is stopped or being upgraded.
      > On the node, run \`nc -vz <API server> 443\` and \`curl -v --cacert /etc/kubernetes/certs/ca.crt https://<API server>:443\`.
      >agentbaker Compare \`az aks show --query apiServerAccessProfile\` with the outgoing address of the node pool.
      > Search ${scriptLog} for \`apiserverCurl\` or \`apiserverNC\`. A successful connection to mcr.microsoft.com doesn't rule this out.`,
    ERR_K8S_API_SERVER_DNS_LOOKUP_FAIL: `The custom DNS servers of the node don't resolve the name of the API server.
      - The private DNS zone of the cluster is not linked to the virtual network of the custom DNS servers.
      - The custom DNS servers don't forward to Azure DNS (168.63.129.16).
      > On the node, run \`nslookup <API server>\`, then \`nslookup <API server> 168.63.129.16\`: if only the second one works, the DNS servers don't forward to Azure DNS.
      > Check \`dhcpOptions.dnsServers\` of the virtual network, and the links of the private DNS zone.`,
    ERR_K8S_API_SERVER_AZURE_DNS_LOOKUP_FAIL: `Azure DNS doesn't resolve the name of the API server.
      - The private DNS zone of the cluster is not linked to the virtual network of the nodes.
      - The record of the API server doesn't exist yet or was removed, for example because the cluster was stopped.
      > On the node, run \`nslookup <API server> 168.63.129.16\`.
      > Check the virtual network links of the private DNS zone (\`az network private-dns link vnet list\`) and its A records.`,
    ERR_DNS_HEALTH_FAIL: `The node could not resolve the name of the registry that it bootstraps from, so provisioning stopped.
      - The DNS servers of the virtual network don't respond in time.
      - The DNS servers don't forward names outside their own zones.
      > On the node, run \`resolvectl status\` and \`nslookup mcr.microsoft.com\`.
      > Search ${scriptLog} for \`verify_DNS_health\`.`,
    ERR_CUSTOM_SEARCH_DOMAINS_FAIL: `The search domain of the config could not be set up on the node, or the node could not join its realm.
      - The user or the password of the realm is wrong, or the user isn't allowed to add computers.
      - The domain controller is not reachable from the subnet.
      > On the node, read /opt/azure/containers/setup-custom-search-domain.log.
      >agentbaker Compare \`custom_search_domain_config\` of the node config.`,
    ERR_HTTP_PROXY_CA_CONVERT: `The certificate of the HTTP proxy could not be converted to the format that the system needs.
      - The value isn't a PEM certificate, or it was base64-encoded twice.
      > Validate \`proxy_trusted_ca\` under \`http_proxy_config\` of the node config: it must contain a PEM certificate.`,
    ERR_UPDATE_CA_CERTS: `The certificates of the config could not be added to the trusted certificates.
      - One of the custom certificates, or the certificate of the HTTP proxy, isn't valid.
      > On the node, run \`ls -l /usr/local/share/ca-certificates/certs\` and \`openssl x509 -noout -subject -in\` for each file.
      > Validate \`custom_ca_certs\` of the node config.`,
    ERR_DISBALE_IPTABLES: `The iptables service of Azure Linux could not be disabled.
      - systemd could not stop or mask the service, for example because another unit requires it.
      > On the node, run \`systemctl status iptables.service\` and \`systemctl list-dependencies --reverse iptables.service\`.`,
    ERR_PRIMARY_NIC_IP_NOT_FOUND: `The address of the first network interface of the VM could not be determined.
      - The metadata service returned no address, for example because the VM was just created.
      - The VM has several interfaces and none is marked as primary.
      > On the node, query the metadata service for \`network/interface\` and compare with \`ip addr\`.
      > Search ${scriptLog} for primaryNicIP.`,
    ERR_INSERT_IMDS_RESTRICTION_RULE_INTO_MANGLE_TABLE: restriction('inserted into', 'mangle'),
    ERR_INSERT_IMDS_RESTRICTION_RULE_INTO_FILTER_TABLE: restriction('inserted into', 'filter'),
    ERR_DELETE_IMDS_RESTRICTION_RULE_FROM_MANGLE_TABLE: restriction('deleted from', 'mangle'),
    ERR_DELETE_IMDS_RESTRICTION_RULE_FROM_FILTER_TABLE: restriction('deleted from', 'filter'),
    ERR_CNI_VERSION_INVALID: `The version of the reference network plugins (CNI) is missing or invalid.
      - The components file of the image has no version of cni-plugins for this release.
      > On the node, search /opt/azure/components.json for cni-plugins.`,
    ERR_SECONDARY_NIC_CONFIG_FAIL: `A further network interface of the node could not be configured.
      - The interface that the config expects is not attached to the VM, or the metadata service doesn't know its address.
      > On the node, run \`ip addr\` and query the metadata service for \`network/interface\`.
      > Search ${scriptLog} for configure-aks-nics.`,
  }),
  ...linuxErrors('localdns', {
    ERR_LOCALDNS_FAIL: unit(
      'local DNS, the resolver on the node',
      'localdns.service',
      'The corefile generated from the node config is not valid for CoreDNS, or 169.254.10.10 is in use.',
    ),
    ERR_LOCALDNS_COREFILE_NOTFOUND: `The corefile of local DNS is not on the node.
      - The node config enables local DNS, but the corefile was empty or could not be written.
      > On the node, run \`ls -l /opt/azure/containers/localdns\`; preview LOCALDNS_GENERATED_COREFILE of the node config.`,
    ERR_LOCALDNS_SLICEFILE_NOTFOUND: `The unit of the slice that limits memory and CPU of local DNS is not on the node.
      - The image is older than the scripts and doesn't contain /etc/systemd/system/localdns.slice.
      > On the node, run \`systemctl cat localdns.slice\`, and check the version of the node image.`,
    ERR_LOCALDNS_BINARY_ERR: `The CoreDNS binary of local DNS is missing or can't be executed.
      - The image is too old: it was built without local DNS, which the config enables.
      > On the node, run \`ls -l /opt/azure/containers/localdns/binary/coredns\`.`,
  }),
];

function pull(tool: string, check: string): ErrorText {
  return `A container image could not be pulled in time with ${tool}.
    - The node can't reach the registry of the image that ${tool} pulls, usually mcr.microsoft.com or its data endpoints.
    - The registry doesn't have the image and tag.
    > Search ${scriptLog} for the last \`${tool}\` command: it names the image.
    > On the node, run \`${check}\` with that image.`;
}

function fromRegistry(thing: string, step: string): ErrorText {
  return `${thing} could not be pulled from the registry that the cluster bootstraps from.
    - The cache rule of the registry doesn't cover ${thing.charAt(0).toLowerCase()}${thing.slice(1)}, or the upstream doesn't have this version.
    - The private endpoint of the registry, or the DNS record of its data endpoint, is missing in this network.
    > Search ${scriptLog} for ${step} and the output of oras: it names the artifact and the HTTP status.
    > Run \`az acr cache list\` for the registry and compare it with the requests in the log.`;
}

/** Images and artifacts from container registries. */
export const registryErrors = linuxErrors('registry', {
  ERR_DOCKER_IMG_PULL_TIMEOUT: pull('docker', 'docker pull'),
  ERR_CONTAINERD_CTR_IMG_PULL_TIMEOUT: pull('ctr', 'ctr -n k8s.io images pull'),
  ERR_CONTAINERD_CRICTL_IMG_PULL_TIMEOUT: pull('crictl', 'crictl pull'),
  ERR_CONTAINER_IMG_PULL_TIMEOUT: `A container image could not be pulled in time.
    - The registry of the image, k8s.gcr.io or mcr.microsoft.com, is not reachable or no longer has it.
    - Docker or containerd isn't running.
    > Search ${scriptLog} for \`pullContainerImage\`: it names the image and the tool.`,
  ERR_PULL_POD_INFRA_CONTAINER_IMAGE: `The pause image, which every pod needs, could not be pulled.
    - The registry in the node config is not reachable, or the cache rule for oss/kubernetes/pause is missing.
    - The image in the node config doesn't exist.
    > On the node, run \`crictl pull\` with the image of \`--pod-infra-container-image\`.
    > Search ${scriptLog} for \`ensurePodInfraContainerImage\` or pause.`,
  ERR_ORAS_PULL_K8S_FAIL: fromRegistry('The archive with the Kubernetes binaries', 'kubernetes-node'),
  ERR_ORAS_PULL_CREDENTIAL_PROVIDER: fromRegistry(
    "The archive with kubelet's credential provider",
    'azure-acr-credential-provider',
  ),
  ERR_ORAS_PULL_SYSEXT_FAIL: fromRegistry('A system extension of Flatcar or Azure Container Linux', '`systemd-sysext`'),
  ERR_ORAS_PULL_NETWORK_TIMEOUT: `The node could not log in to the registry that the cluster bootstraps from.
    - The login server of the registry is not reachable from the subnet: private endpoint, DNS record or firewall.
    - The image doesn't contain oras, which the script reports with the same code.
    > On the node, run \`curl -v https://<registry>/v2/\` and \`which oras\`.
    > Search ${scriptLog} for \`oras_login_with_kubelet_identity\` and the request to /oauth2/exchange.`,
  ERR_ARTIFACT_STREAMING_INSTALL: `The components of artifact streaming were downloaded but could not be installed.
    - The packages were built for another release than the image, or the kernel doesn't support overlaybd.
    > On the node, run \`systemctl status acr-mirror overlaybd-tcmu overlaybd-snapshotter\`.`,
  ERR_ARTIFACT_STREAMING_ACR_NODEMON_START_FAIL: `The monitor of artifact streaming did not start. Current images no longer have it.
    - The service acr-nodemon failed, for example because containerd was not ready.
    > On the node, run \`journalctl -u acr-nodemon --no-pager | tail -50\`, and use a newer node image.`,
});
