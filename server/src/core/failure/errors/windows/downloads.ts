import { errorsOf } from '../error.js';
import { download, scriptLog } from './forms.js';

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
