import { windowsErrors } from '../error.js';
import { download, ports, scriptLog } from './general.js';

/** The API server, interfaces, ports and certificates. */
export const networkErrors = [
  ...windowsErrors('network', {
    WINDOWS_CSE_ERROR_CHECK_API_SERVER_CONNECTIVITY: `The Windows node can't connect to the API server on port 443.
      - A firewall, route or security group blocks the API server.
      - The name of the API server doesn't resolve: for a private cluster its DNS zone is not linked to this network.
      - The authorized IP ranges don't include the outbound address of the nodes.
      > On a node of the same subnet, run \`Test-NetConnection <API server> -Port 443\` and \`Resolve-DnsName <API server>\`.
      > Search ${scriptLog} for the last attempt to connect.`,
    WINDOWS_CSE_ERROR_GET_SUBNET_PREFIX: `The address range of the subnet could not be read.
      - The identity of the cluster isn't allowed to read the virtual network, which is often in another resource group.
      > Check the role assignments on the virtual network.
      > Search ${scriptLog} for the request to Microsoft.Network.`,
    WINDOWS_CSE_ERROR_NETWORK_INTERFACES_NOT_EXIST: `There is no information about the network interfaces of the VM.
      - On Azure Stack the file with the interfaces was not written, or the query for them returned nothing.
      > On the node, read C:\\k\\azurecni\\netconf\\interfaces.json and run \`Get-NetAdapter\`.`,
    WINDOWS_CSE_ERROR_NETWORK_ADAPTER_NOT_EXIST: `Windows has no network adapter for the pods.
      - The driver of the adapter was not ready yet, or it is bound to a virtual switch of an earlier attempt.
      > On the node, run \`Get-NetAdapter\` and \`Get-HnsNetwork\`.`,
    WINDOWS_CSE_ERROR_MANAGEMENT_IP_NOT_EXIST: `The adapter for the node has no address.
      - DHCP assigned no address after the external network was created.
      > On the node, run \`ipconfig /all\`.
      > Search ${scriptLog} for the external network and the address.`,
    WINDOWS_CSE_ERROR_NOT_FOUND_MANAGEMENT_IP: `None of the adapters has the address of the node.
      - The adapter lost its address while the host network service created its virtual switch.
      > On the node, run \`Get-NetIPAddress -AddressFamily IPv4\` and \`Get-HnsNetwork | select Name, ManagementIP\`.`,
    WINDOWS_CSE_ERROR_CALICO_SERVICE_ACCOUNT_NOT_EXIST: `The service account of Calico did not exist when Calico was set up on the node.
      - Calico is not installed in the cluster yet, or its namespace calico-system has another name.
      > Run \`kubectl get serviceaccounts -n calico-system\`.`,
    WINDOWS_CSE_ERROR_GET_CA_CERTIFICATES: `The list of certificate authorities of this cloud could not be read.
      - The endpoint on 168.63.129.16 that provides the list did not respond.
      > Search ${scriptLog} for acms and the HTTP status.`,
    WINDOWS_CSE_ERROR_EMPTY_CA_CERTIFICATES: `The list of certificate authorities of this cloud is empty.
      - The cluster isn't in a special cloud, or the list of its cloud is not published.
      > Search ${scriptLog} for the response of 168.63.129.16, and check the location of the cluster.`,
    WINDOWS_CSE_ERROR_SET_TCP_DYNAMIC_PORT_RANGE: ports(
      'dynamic range of TCP ports',
      'netsh int ipv4 show dynamicportrange tcp',
    ),
    WINDOWS_CSE_ERROR_SET_TCP_EXCLUDE_PORT_RANGE: ports(
      'list of reserved TCP ports',
      'netsh int ipv4 show excludedportrange tcp',
    ),
    WINDOWS_CSE_ERROR_SET_UDP_DYNAMIC_PORT_RANGE: ports(
      'dynamic range of UDP ports',
      'netsh int ipv4 show dynamicportrange udp',
    ),
    WINDOWS_CSE_ERROR_SET_UDP_EXCLUDE_PORT_RANGE: ports(
      'list of reserved UDP ports',
      'netsh int ipv4 show excludedportrange udp',
    ),
    WINDOWS_CSE_ERROR_GET_NODE_IPV6_IP: `The IPv6 address of the node could not be determined.
      - The cluster is dual-stack, and the subnet or the interface of this node has no IPv6 address.
      > On the node, run \`Get-NetIPAddress -AddressFamily IPv6\`; check the address ranges of the subnet.`,
    WINDOWS_CSE_ERROR_WINDOWS_CILIUM_NETWORKING_INSTALL_FAILED: `The installation of Cilium networking for Windows failed.
      - Its installer needs a newer Windows, or the package in the image is incomplete.
      > On the node, look into C:\\akse-cache\\wcn.
      > Search ${scriptLog} for Cilium.`,
  }),
  ...windowsErrors('tls-bootstrap', {
    WINDOWS_CSE_ERROR_ENABLE_SECURE_TLS: `The settings for old TLS versions could not be written to the registry.
      - A group policy prevents changes to the keys under SCHANNEL.
      > On the node, look at HKLM:\\SYSTEM\\CurrentControlSet\\Control\\SecurityProviders\\SCHANNEL\\Protocols.`,
    WINDOWS_CSE_ERROR_INSTALL_SECURE_TLS_BOOTSTRAP_CLIENT: `The client of secure TLS bootstrapping was downloaded but could not be installed.
      - The archive doesn't contain aks-secure-tls-bootstrap-client.exe, or the target folder is not writable.
      > On the node, run \`dir C:\\k\\aks-secure-tls-bootstrap-client.exe\`.`,
  }),
];

/** Downloads of the Windows scripts. */
export const downloadErrors = windowsErrors('download', {
  WINDOWS_CSE_ERROR_DOWNLOAD_FILE_WITH_RETRY: `A file could not be downloaded after several attempts.
    - The connection is interrupted repeatedly, or the server returns an error.
    > The message names the URL; search ${scriptLog} for the exit code of curl after it.`,
  WINDOWS_CSE_ERROR_DOWNLOAD_CA_CERTIFICATES: `A CA certificate of this cloud could not be downloaded.
    - 168.63.129.16 returned the list but not this certificate.
    > Search ${scriptLog} for the name of the certificate and the HTTP status.`,
  WINDOWS_CSE_ERROR_DOWNLOAD_CSE_PACKAGE: download(
    'the package of provisioning scripts',
    'packages.aks.azure.com (acs-mirror.azureedge.net for older clusters)',
    'windowsCSEScriptsPackageURL',
  ),
  WINDOWS_CSE_ERROR_DOWNLOAD_KUBERNETES_PACKAGE: download(
    'the archive with Kubernetes for Windows',
    'packages.aks.azure.com (acs-mirror.azureedge.net for older clusters)',
    'kubeBinariesSASURL',
  ),
  WINDOWS_CSE_ERROR_DOWNLOAD_CNI_PACKAGE: download(
    'the archive with the network plugins',
    'packages.aks.azure.com',
    'vnetCniWindowsPluginsURL',
  ),
  WINDOWS_CSE_ERROR_DOWNLOAD_HNS_MODULE: download(
    'the PowerShell module for the host network service',
    'github.com or the cache of the image',
    'HNSModule',
  ),
  WINDOWS_CSE_ERROR_DOWNLOAD_CALICO_PACKAGE: download(
    'Calico for Windows',
    'packages.aks.azure.com',
    'windowsCalicoPackageURL',
  ),
  WINDOWS_CSE_ERROR_DOWNLOAD_GMSA_PACKAGE: download(
    'the plug-in for group managed service accounts',
    'packages.aks.azure.com',
    'windowsGmsaPackageUrl',
  ),
  WINDOWS_CSE_ERROR_DOWNLOAD_CSI_PROXY_PACKAGE: download(
    'the CSI proxy',
    'packages.aks.azure.com',
    'windowsCSIProxyURL',
  ),
  WINDOWS_CSE_ERROR_DOWNLOAD_CONTAINERD_PACKAGE: download(
    'containerd',
    'packages.aks.azure.com',
    'windowsContainerdURL',
  ),
  WINDOWS_CSE_ERROR_DOWNLOAD_CREDEDNTIAL_PROVIDER: download(
    "kubelet's credential provider",
    'packages.aks.azure.com',
    'windowsCredentialProviderURL',
  ),
  WINDOWS_CSE_ERROR_DOWNLOAD_SECURE_TLS_BOOTSTRAP_CLIENT: download(
    'the client of secure TLS bootstrapping',
    'packages.aks.azure.com',
    'CustomSecureTLSBootstrappingClientDownloadURL',
  ),
  WINDOWS_CSE_ERROR_EXTRACT_ZIP: `An archive could not be unpacked.
    - The download was interrupted, or a proxy sent its own page.
    - The drive C: has too little space for its content.
    > Search ${scriptLog} for Expand-Archive and the file; check its size on the node.`,
});
