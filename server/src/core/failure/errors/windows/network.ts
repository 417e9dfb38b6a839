import { errorsOf } from '../error.js';
import { download, ports, scriptLog } from './general.js';

/** Reaching the API server, interfaces, ports and certificates. */
export const networkErrors = [
  ...errorsOf('network', {
    WINDOWS_CSE_ERROR_CHECK_API_SERVER_CONNECTIVITY: {
      meaning: 'The Windows node cannot open a connection to the API server on port 443.',
      causes: [
        'A firewall, route or security group denies the way to the API server.',
        'The name of the API server does not resolve: for a private cluster its DNS zone is not linked to this network.',
        'The authorized IP ranges leave out the address by which the nodes go out.',
      ],
      next: [
        'On a node of the same subnet, run `Test-NetConnection <API server> -Port 443` and `Resolve-DnsName <API server>`.',
        `Look in ${scriptLog} for the last attempt to connect.`,
      ],
    },
    WINDOWS_CSE_ERROR_GET_SUBNET_PREFIX: {
      meaning: 'The address range of the subnet could not be asked for.',
      causes: [
        'The identity of the cluster may not read the virtual network, which often lies in another resource group.',
      ],
      next: [
        'Look at the role assignments on the virtual network.',
        `Look in ${scriptLog} for the request to Microsoft.Network.`,
      ],
    },
    WINDOWS_CSE_ERROR_NETWORK_INTERFACES_NOT_EXIST: {
      meaning: 'There is no information about the network interfaces of the VM.',
      causes: ['On Azure Stack the file with the interfaces was not written, or the query for them gave nothing.'],
      next: ['On the node, look at C:\\k\\azurecni\\netconf\\interfaces.json and run `Get-NetAdapter`.'],
    },
    WINDOWS_CSE_ERROR_NETWORK_ADAPTER_NOT_EXIST: {
      meaning: 'Windows shows no network adapter that could be used for the pods.',
      causes: [
        'The driver of the adapter was not ready yet, or the adapter is bound to a virtual switch of an earlier attempt.',
      ],
      next: ['On the node, run `Get-NetAdapter` and `Get-HnsNetwork`.'],
    },
    WINDOWS_CSE_ERROR_MANAGEMENT_IP_NOT_EXIST: {
      meaning: 'The adapter for the node has no address.',
      causes: ['DHCP gave no address after the external network was created.'],
      next: ['On the node, run `ipconfig /all`.', `Look in ${scriptLog} for the external network and the address.`],
    },
    WINDOWS_CSE_ERROR_NOT_FOUND_MANAGEMENT_IP: {
      meaning: 'The address of the node could not be found among the addresses of its adapters.',
      causes: ['The adapter lost its address while the host network service made its virtual switch.'],
      next: [
        'On the node, run `Get-NetIPAddress -AddressFamily IPv4` and `Get-HnsNetwork | select Name, ManagementIP`.',
      ],
    },
    WINDOWS_CSE_ERROR_CALICO_SERVICE_ACCOUNT_NOT_EXIST: {
      meaning: 'The service account of Calico was not there when Calico was set up on the node.',
      causes: ['Calico is not installed in the cluster yet, or its namespace calico-system has another name.'],
      next: ['Run `kubectl get serviceaccounts -n calico-system`.'],
    },
    WINDOWS_CSE_ERROR_GET_CA_CERTIFICATES: {
      meaning: 'The list of certificate authorities of this cloud could not be asked for.',
      causes: ['The endpoint on 168.63.129.16 that hands out the list did not answer.'],
      next: [`Look in ${scriptLog} for acms and the HTTP status.`],
    },
    WINDOWS_CSE_ERROR_EMPTY_CA_CERTIFICATES: {
      meaning: 'The list of certificate authorities of this cloud came back empty.',
      causes: ['The location of the cluster is no special cloud, or its list is not published.'],
      next: [`Look in ${scriptLog} for the answer of 168.63.129.16, and at the location of the cluster.`],
    },
    WINDOWS_CSE_ERROR_SET_TCP_DYNAMIC_PORT_RANGE: ports(
      'dynamic range of TCP ports',
      'netsh int ipv4 show dynamicportrange tcp',
    ),
    WINDOWS_CSE_ERROR_SET_TCP_EXCLUDE_PORT_RANGE: ports(
      'list of TCP ports that stay free',
      'netsh int ipv4 show excludedportrange tcp',
    ),
    WINDOWS_CSE_ERROR_SET_UDP_DYNAMIC_PORT_RANGE: ports(
      'dynamic range of UDP ports',
      'netsh int ipv4 show dynamicportrange udp',
    ),
    WINDOWS_CSE_ERROR_SET_UDP_EXCLUDE_PORT_RANGE: ports(
      'list of UDP ports that stay free',
      'netsh int ipv4 show excludedportrange udp',
    ),
    WINDOWS_CSE_ERROR_GET_NODE_IPV6_IP: {
      meaning: 'The IPv6 address of the node could not be found out.',
      causes: ['The cluster uses two stacks, and the subnet or the interface of this node has no IPv6 address.'],
      next: ['On the node, run `Get-NetIPAddress -AddressFamily IPv6`; look at the address ranges of the subnet.'],
    },
    WINDOWS_CSE_ERROR_WINDOWS_CILIUM_NETWORKING_INSTALL_FAILED: {
      meaning: 'The installation of Cilium networking for Windows failed.',
      causes: ['Its installer needs a newer Windows, or the package in the image is incomplete.'],
      next: ['On the node, look into C:\\akse-cache\\wcn.', `Look in ${scriptLog} for Cilium.`],
    },
  }),
  ...errorsOf('tls-bootstrap', {
    WINDOWS_CSE_ERROR_ENABLE_SECURE_TLS: {
      meaning: 'The rules about old versions of TLS could not be written to the registry.',
      causes: ['A group policy keeps the keys under SCHANNEL from being changed.'],
      next: ['On the node, look at HKLM:\\SYSTEM\\CurrentControlSet\\Control\\SecurityProviders\\SCHANNEL\\Protocols.'],
    },
    WINDOWS_CSE_ERROR_INSTALL_SECURE_TLS_BOOTSTRAP_CLIENT: {
      meaning: 'The client of secure TLS bootstrapping was downloaded and could not be installed.',
      causes: [
        'The archive does not hold aks-secure-tls-bootstrap-client.exe, or the target folder cannot be written.',
      ],
      next: ['On the node, run `dir C:\\k\\aks-secure-tls-bootstrap-client.exe`.'],
    },
  }),
];

/** What the Windows scripts fetch. */
export const downloadErrors = errorsOf('download', {
  WINDOWS_CSE_ERROR_DOWNLOAD_FILE_WITH_RETRY: {
    meaning: 'A file could not be downloaded, although it was tried several times.',
    causes: ['The connection breaks off again and again, or the address answers with an error.'],
    next: [`The message names the URL; look in ${scriptLog} for curl's exit code behind it.`],
  },
  WINDOWS_CSE_ERROR_DOWNLOAD_CA_CERTIFICATES: {
    meaning: 'One of the certificates of authorities of this cloud could not be downloaded.',
    causes: ['168.63.129.16 gave the list and not this certificate.'],
    next: [`Look in ${scriptLog} for the name of the certificate and the HTTP status.`],
  },
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
  WINDOWS_CSE_ERROR_EXTRACT_ZIP: {
    meaning: 'An archive could not be unpacked.',
    causes: [
      'The download broke off, or a proxy answered with a page in place of the archive.',
      'The drive C: has no room left for its content.',
    ],
    next: [`Look in ${scriptLog} for Expand-Archive and the file; see its size on the node.`],
  },
});
