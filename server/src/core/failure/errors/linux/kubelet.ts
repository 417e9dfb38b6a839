import { errorsOf, install, scriptLog, unit } from '../error.js';

/** Kubernetes on the node, and how kubelet gets its credentials. */
export const kubeletErrors = [
  ...errorsOf('kubelet', {
    ERR_K8S_RUNNING_TIMEOUT: {
      meaning: 'The cluster did not become healthy while the script waited for it.',
      causes: [
        'The API server does not run on this control plane node, most often because etcd does not.',
        'The certificates or addresses of the control plane do not fit each other.',
      ],
      next: [
        'On the node, run `kubectl cluster-info`, `crictl ps -a` and `journalctl -u kubelet --no-pager | tail -100`.',
        'Look at the logs of the container kube-apiserver.',
      ],
    },
    ERR_KUBECTL_NOT_FOUND: {
      meaning: 'kubectl is not on the node.',
      causes: ['The Kubernetes binaries were not unpacked completely, or the image was built without them.'],
      next: [
        'On the node, run `ls -l /usr/local/bin/kube*`.',
        `Look in ${scriptLog} for the step that unpacks kubectl.`,
      ],
    },
    ERR_KUBELET_START_FAIL: {
      meaning: 'kubelet would not start.',
      causes: [
        'A flag in KUBELET_FLAGS or a member of the kubelet config file is not known to this version of Kubernetes.',
        'A script that runs before kubelet failed, such as one that asks the metadata service for the address of the VM.',
        'containerd does not run, or the disk that holds /var/lib/kubelet could not be mounted.',
      ],
      next: [
        'Look in /var/log/azure/cluster-provision-cse-output.log: the state of kubelet is written there when the scripts end.',
        'On the node, run `journalctl -u kubelet --no-pager | tail -100`: an unknown flag is named in its first lines.',
        'Validate the node config: flags and feature gates that the Kubernetes version does not know are reported.',
      ],
    },
    ERR_KUBELET_INSTALL_FAIL: install(
      'kubelet',
      'kubelet',
      'The image holds no kubelet of the version asked for, and packages.aks.azure.com was not reachable.',
    ),
    ERR_KUBECTL_INSTALL_FAIL: install(
      'kubectl',
      'kubectl',
      'The image holds no kubectl of the version asked for, and it could not be fetched.',
    ),
    ERR_K8S_INSTALL_ERR: {
      meaning: 'The Kubernetes binaries could not be put in place.',
      causes: [
        'The version in the node config exists in no repository that the node can reach.',
        'The archive was unpacked without the files that the script moves.',
      ],
      next: [
        'On the node, run `ls /opt/kubernetes/downloads /usr/local/bin` and compare with `kubernetes_version` of the node config.',
        `Look in ${scriptLog} for \`installKubeletKubectlFromURL\` or \`extractKubeBinaries\`.`,
      ],
    },
    ERR_LOOKUP_DISABLE_KUBELET_SERVING_CERTIFICATE_ROTATION_TAG: {
      meaning: "The tag of the VM that switches off rotation of kubelet's serving certificate could not be looked up.",
      causes: ['The metadata service at 169.254.169.254 does not answer on this node.'],
      next: [
        `Look in ${scriptLog} for \`configureKubeletServing\`.`,
        'On the node, ask the metadata service for `compute/tagsList`.',
      ],
    },
    ERR_ADDONS_START_FAIL: {
      meaning: 'The add-ons of the cluster did not start.',
      causes: ['The API server refuses the manifests in /etc/kubernetes/addons, or is not ready.'],
      next: [
        'On the control plane node, run `kubectl get pods -n kube-system` and `systemctl status kube-addon-manager`.',
      ],
    },
    ERR_CLUSTER_INIT_FAIL: {
      meaning: 'A step that prepares the new cluster on its first control plane node failed.',
      causes: ['A manifest that is applied at first start is refused by the API server.'],
      next: [`Look in ${scriptLog} for \`kubectl apply\` and the message behind it.`],
    },
    ERR_KUBERESERVED_SLICE_SETUP_FAIL: {
      meaning: 'The group of control (cgroup slice) for what Kubernetes reserves could not be set up.',
      causes: ['systemd could not start kubereserved.slice with the limits that the config gives.'],
      next: ['On the node, run `systemctl status kubereserved.slice`.'],
    },
    ERR_KUBELET_SLICE_SETUP_FAIL: {
      meaning: "The group of control (cgroup slice) for kubelet's own processes could not be set up.",
      causes: ['systemd could not move kubelet.service into its slice, as with a drop-in that is not valid.'],
      next: ['On the node, run `systemctl cat kubelet.service` and look at the drop-in that names a slice.'],
    },
  }),
  ...errorsOf('tls-bootstrap', {
    ERR_SECURE_TLS_BOOTSTRAP_ENABLE_FAILURE: unit(
      'secure TLS bootstrapping, by which kubelet gets its first certificate',
      'secure-tls-bootstrap.service',
      'The image is too old to have the unit, or its settings in the node config are incomplete.',
    ),
  }),
];
