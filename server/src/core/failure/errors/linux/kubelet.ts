import { linuxErrors, install, scriptLog, unit } from '../error.js';

/** Kubernetes on the node, and the credentials of kubelet. */
export const kubeletErrors = [
  ...linuxErrors('kubelet', {
    ERR_K8S_RUNNING_TIMEOUT: `The cluster did not become healthy in time.
      - The API server isn't running on this control plane node, usually because etcd isn't.
      - The certificates and addresses of the control plane don't match.
      > On the node, run \`kubectl cluster-info\`, \`crictl ps -a\` and \`journalctl -u kubelet --no-pager | tail -100\`.
      > Read the logs of the container kube-apiserver.`,
    ERR_KUBECTL_NOT_FOUND: `kubectl is not on the node.
      - The Kubernetes binaries were not unpacked completely, or are missing in the image.
      > On the node, run \`ls -l /usr/local/bin/kube*\`.
      > Search ${scriptLog} for the step that unpacks kubectl.`,
    ERR_KUBELET_START_FAIL: `kubelet did not start.
      - A flag in KUBELET_FLAGS or a member of the kubelet config file is unknown to this version of Kubernetes.
      - A script that runs before kubelet failed, for example the one that gets the VM address from the metadata service.
      - containerd isn't running, or the disk of /var/lib/kubelet could not be mounted.
      >agentbaker Read /var/log/azure/cluster-provision-cse-output.log: the scripts write the state of kubelet to it when they end.
      > On the node, run \`journalctl -u kubelet --no-pager | tail -100\`: its first lines name an unknown flag.
      >agentbaker Validate the node config: it reports flags and feature gates that the Kubernetes version doesn't know.`,
    ERR_KUBELET_INSTALL_FAIL: install(
      'kubelet',
      'kubelet',
      "The image doesn't contain the requested version of kubelet, and packages.aks.azure.com was not reachable.",
    ),
    ERR_KUBECTL_INSTALL_FAIL: install(
      'kubectl',
      'kubectl',
      "The image doesn't contain the requested version of kubectl, and it could not be downloaded.",
    ),
    ERR_K8S_INSTALL_ERR: `The Kubernetes binaries could not be installed.
      - No repository that the node can reach has the version in the node config.
      - The archive doesn't contain the files that the script installs.
      > On the node, run \`ls /opt/kubernetes/downloads /usr/local/bin\` and compare with \`kubernetes_version\` of the node config.
      > Search ${scriptLog} for \`installKubeletKubectlFromURL\` or \`extractKubeBinaries\`.`,
    ERR_LOOKUP_DISABLE_KUBELET_SERVING_CERTIFICATE_ROTATION_TAG: `The VM tag that disables rotation of kubelet's serving certificate could not be read.
      - The metadata service at 169.254.169.254 doesn't respond on this node.
      > Search ${scriptLog} for \`configureKubeletServing\`.
      > On the node, query the metadata service for \`compute/tagsList\`.`,
    ERR_ADDONS_START_FAIL: `The add-ons of the cluster did not start.
      - The API server rejects the manifests in /etc/kubernetes/addons, or is not ready.
      > On the control plane node, run \`kubectl get pods -n kube-system\` and \`systemctl status kube-addon-manager\`.`,
    ERR_CLUSTER_INIT_FAIL: `A step that prepares the new cluster on its first control plane node failed.
      - The API server rejects a manifest that is applied at the first start.
      > Search ${scriptLog} for \`kubectl apply\` and the message after it.`,
    ERR_KUBERESERVED_SLICE_SETUP_FAIL: `The cgroup slice for the resources that Kubernetes reserves could not be set up.
      - systemd could not start kubereserved.slice with the limits in the config.
      > On the node, run \`systemctl status kubereserved.slice\`.`,
    ERR_KUBELET_SLICE_SETUP_FAIL: `The cgroup slice of kubelet could not be set up.
      - systemd could not move kubelet.service into its slice, for example because of an invalid drop-in.
      > On the node, run \`systemctl cat kubelet.service\` and look at the drop-in that names a slice.`,
  }),
  ...linuxErrors('tls-bootstrap', {
    ERR_SECURE_TLS_BOOTSTRAP_ENABLE_FAILURE: unit(
      'secure TLS bootstrapping, which gets the first certificate of kubelet',
      'secure-tls-bootstrap.service',
      "The image is too old and doesn't have the unit, or its settings in the node config are incomplete.",
    ),
  }),
];
