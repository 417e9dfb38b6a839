import type { Advice } from '../../errors/error.js';
import { failedUnit, type ProgramRow, readyNode } from './program.js';

const flags = (flag: string): string => `kubelet_config.kubelet_flags["${flag}"]`;
const configFile = 'kubelet_config.kubelet_config_file_config';
const token = 'bootstrapping_config.tls_bootstrapping_token';

/** What kubelet says about one field of its config file, in JSON's spelling. */
const fieldOfFile = /unknown field "([\w.]{1,120})"|\bKubeletConfiguration\.([\w.]{1,120}) of type\b/;

/** The field of the node config that becomes a field of the config file: `cgroupsPerQOS` is `cgroups_per_qos`. */
function configFileField([words]: RegExpExecArray): string {
  const [, unknown, mistyped] = fieldOfFile.exec(words) ?? [];
  const name = unknown ?? mistyped;
  if (name === undefined) return configFile;
  return `${configFile}.${name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase()}`;
}

const version = '`kubelet --version` on the node shows its version';
const journal = 'On the node, read `journalctl -u kubelet --no-pager | tail -100`.';
const neverRegisters = 'so it ends at once and the node never registers';

/** Where the messages of kubelet are on other nodes than those of AKS with Linux. */
export const kubeletLogs: readonly Advice[] = [
  { words: journal, scope: 'engines' },
  { words: 'On the node, read C:\\k\\kubelet.err.log: its last lines show the cause.', scope: 'windows' },
];

/** The messages of kubelet 1.20 to 1.34 in the journal. */
export const kubeletRows: readonly ProgramRow[] = [
  {
    pattern: /(?:failed to parse kubelet flag: )?unknown (?:shorthand )?flag: (--[\w-]{1,80})/,
    text: ([, flag = '']) => `kubelet doesn't know the flag ${flag} in its version, ${neverRegisters}.
      > Remove the flag from \`kubelet_config.kubelet_flags\` of the node config, or from the custom configuration of the node pool.
      > ${version}; flags are removed with minor versions of Kubernetes.`,
    field: ([, flag = '']) => flags(flag),
  },
  {
    pattern: /invalid argument "[^\n"]{0,400}" for "(?:-\w, )?(--[\w-]{1,80})" flag: [^\n"]{0,200}/,
    text: ([, flag = '']) => `kubelet doesn't accept the value of the flag ${flag}, ${neverRegisters}.
      > Correct the value in \`kubelet_config.kubelet_flags\` of the node config.
      > ${journal}`,
    field: ([, flag = '']) => flags(flag),
  },
  {
    pattern:
      /un(?:recognized|supported|known) feature gate:? "?([A-Za-z]\w{0,80})|cannot set feature gate ([A-Za-z]\w{0,80}) to[^\n"]{0,100}|invalid value of ([A-Za-z]\w{0,80})=|missing bool value for ([A-Za-z]\w{0,80})/,
    text: ([
      ,
      ...gates
    ]) => `kubelet doesn't accept the feature gate ${firstOf(gates)} in its version, ${neverRegisters}.
      > Remove the gate from \`--feature-gates\` in \`kubelet_config.kubelet_flags\` of the node config.
      > ${version}.`,
    field: flags('--feature-gates'),
  },
  {
    pattern:
      /(?:failed to validate kubelet configuration|invalid configuration:)[^\n]{0,200}?\((?:--)?([a-z][\w-]{1,80})\)[^\n]{0,200}/,
    text: ([, flag = '']) => `kubelet refused its configuration because of --${flag}, ${neverRegisters}.
      > Correct the value in \`kubelet_config.kubelet_flags\` or \`kubelet_config_file_config\` of the node config; flags win over the file.
      > ${journal}`,
    field: ([, flag = '']) => flags(`--${flag}`),
  },
  {
    pattern:
      /[Ff]ailed to load [Kk]ubelet config file[^\n]{0,500}|failed to validate kubelet configuration[^\n]{0,400}|failed to merge kubelet configs?[^\n]{0,300}/,
    text: ([words]) => {
      const [, unknown, mistyped] = fieldOfFile.exec(words) ?? [];
      const why =
        unknown !== undefined
          ? `kubelet doesn't know the field ${unknown} of its config file in its version`
          : mistyped !== undefined
            ? `The field ${mistyped} of kubelet's config file has a value of the wrong type`
            : 'kubelet could not read its config file';
      return `${why}, ${neverRegisters}.
      > Compare \`kubelet_config.kubelet_config_file_config\` of the node config with what this version of kubelet knows; ${version}.
      > On the node, the file is /etc/default/kubeletconfig.json.`;
    },
    field: configFileField,
  },
  {
    pattern: /Using lenient decoding as strict decoding failed[^\n]{0,400}/,
    text: ([
      words,
    ]) => `kubelet ignores what it doesn't know in its config file: ${fieldOfFile.exec(words)?.[1] ?? 'see the message'}.
      > Compare \`kubelet_config.kubelet_config_file_config\` of the node config with what this version of kubelet knows; ${version}.
      > On the node, the file is /etc/default/kubeletconfig.json.`,
    field: configFileField,
  },
  {
    pattern:
      /labels specified with --node-labels: ?\[?[^\n\]]{0,200}|invalid (?:node )?labels?:? [^\n]{0,200}--node-labels/,
    text: `kubelet may not give its node these labels, ${neverRegisters}.
      > Remove labels of the kubernetes.io and k8s.io namespaces from \`kubelet_config.kubelet_node_labels\` of the node config.
      > ${journal}`,
    field: 'kubelet_config.kubelet_node_labels',
  },
  {
    pattern: /invalid taint spec[^\n]{0,200}|(?:failed to parse|invalid)[^\n]{0,60}--register-with-taints[^\n]{0,200}/,
    text: `kubelet doesn't accept the taints of its node, ${neverRegisters}.
      > Correct \`--register-with-taints\` in \`kubelet_config.kubelet_flags\` of the node config: KEY=VALUE:EFFECT, separated by commas.`,
    field: flags('--register-with-taints'),
  },
  {
    pattern: /unable to load (?:client CA file|initial CA bundle|CA bundle)[^\n]{0,300}/i,
    text: `kubelet could not load the certificate of the cluster's authority, ${neverRegisters}.
      > Validate \`kubernetes_ca_cert\` of the node config: it must be base64 of a PEM certificate.
      > On the node, the file is /etc/kubernetes/certs/ca.crt.`,
    field: 'kubernetes_ca_cert',
  },
  {
    pattern:
      /tls: (?:failed to find any PEM data|private key does not match public key)[^\n]{0,200}|unable to (?:load|read) (?:client|server) cert[^\n]{0,300}/i,
    text: `kubelet could not load its own certificate and key, ${neverRegisters}.
      > Validate \`kubelet_client_cert_content\` and \`kubelet_client_key\` of the node config; with a bootstrap token they aren't needed.`,
    field: 'kubelet_config.kubelet_client_cert_content',
  },
  {
    pattern: /unable to load bootstrap kubeconfig[^\n]{0,300}|no client certificate or bootstrap token[^\n]{0,200}/i,
    text: `kubelet has no bootstrap kubeconfig, so it can't ask the cluster for a certificate and never registers.
      > Set \`bootstrapping_config.tls_bootstrapping_token\` in the node config, or use secure TLS bootstrapping.
      > On the node, check /var/lib/kubelet/bootstrap-kubeconfig, and \`journalctl -u secure-tls-bootstrap\`.`,
    field: token,
  },
  {
    pattern:
      /failed to (?:bootstrap\b|retrieve access token|get (?:nonce|attested data|credential|instance data))[^\n]{0,400}|secure-tls-bootstrap\.service: (?:Main process exited|Failed with result)[^\n]{0,80}|Failed to start secure-tls-bootstrap\.service/,
    text: `Secure TLS bootstrapping did not get the first certificate of kubelet, so the node can't register.
      - The managed identity in the node config is not assigned to the VM, or the API server is not reachable.
      > Check \`bootstrapping_config\` of the node config, above all \`secure_tls_bootstrapping_user_assigned_identity_id\`.
      > On the node, read \`journalctl -u secure-tls-bootstrap --no-pager\`.`,
    field: 'bootstrapping_config',
  },
  {
    pattern:
      /(?:cannot create certificate signing request|Failed while requesting a signed certificate[^\n]{0,120}|Unable to register node[^\n]{0,120}|failed to ensure lease exists[^\n]{0,80}|csinodes?[^\n]{0,120})[:=]\s?"?(?:Unauthorized|the server has asked for the client to provide credentials)/,
    text: `The API server doesn't accept the credential of kubelet, so the node can't register.
      - The bootstrap token is wrong, or expired because the VM was created long after the config was made.
      > Compare \`bootstrapping_config.tls_bootstrapping_token\` of the node config with the tokens of the cluster: \`kubectl get secrets -n kube-system --field-selector type=bootstrap.kubernetes.io/token\`.
      > Run \`kubectl get csr\`, and check whether the node's request was approved.`,
    field: token,
  },
  {
    pattern:
      /(?:kubelet|kube-apiserver|certificate|reflector|Post|Get|bootstrap)[^\n]{0,300}x509: (?:certificate (?:signed by unknown authority|has expired|is not valid)|cannot validate certificate)[^\n"]{0,200}/,
    text: `kubelet doesn't trust the certificate of the API server, so the node can't register.
      - \`kubernetes_ca_cert\` is of another cluster, or a proxy that inspects TLS is between the node and the API server.
      - The clock of the node is wrong.
      > Compare /etc/kubernetes/certs/ca.crt on the node with the certificate authority of the cluster.
      > Take the API server out of the inspection of the proxy or firewall.`,
    field: 'kubernetes_ca_cert',
  },
  {
    pattern: /Unable to register node[^\n]{0,60} with API server[^\n]{0,300}/,
    text: `kubelet runs but can't register its node with the API server.
      > The error behind the message shows whether DNS, the connection or the permission failed.
      > On the node, run \`curl -vk https://<API server>:443/healthz\`; with \`kubectl get csr\`, check whether the node's request was approved.`,
  },
  {
    pattern: /running with swap on is not supported[^\n"]{0,200}/,
    text: `kubelet refuses to start while swap is on.
      > Set \`--fail-swap-on\` to \`false\` in \`kubelet_config.kubelet_flags\`, or set no swap file in \`custom_linux_os_config\` of the node config.`,
    field: flags('--fail-swap-on'),
  },
  {
    pattern:
      /validate CRI v1 (?:runtime|image) API[^\n]{0,300}|failed to run Kubelet: [^\n]{0,120}(?:containerd\.sock|CRI|container runtime)[^\n]{0,200}|kubelet cgroup driver: [^\n]{0,200} is different from/,
    text: `kubelet can't use the container runtime, so it ends and the node never registers.
      > On the node, run \`systemctl status containerd\` and \`journalctl -u containerd --no-pager | tail -50\`.`,
  },
  {
    pattern: /Container runtime network not ready[^\n]{0,300}/,
    text: `kubelet runs, but the network plugin of the node is not set up, so the node stays NotReady.
      > Check the pods of the network plugin on the node: \`kubectl get pods -n kube-system -o wide --field-selector spec.nodeName=NODE\`.
      > On the node, /etc/cni/net.d must have a config; \`journalctl -u containerd\` shows images that could not be pulled.`,
    settledBy: readyNode,
  },
  {
    pattern: /Failed to start ContainerManager[^\n]{1,400}/,
    text: `kubelet can't set up the cgroups and devices of its node, ${neverRegisters}.
      > ${journal}
      > Compare the reserved resources and the cgroup settings in \`kubelet_config\` of the node config with the size of the VM.`,
  },
  {
    pattern: /"command failed" err="?[^\n]{1,400}|[Ff]ailed to run [Kk]ubelet: [^\n]{1,300}/,
    text: `kubelet ends with an error, so the node never registers.
      > ${journal}
      > Compare \`kubelet_config\` of the node config with the error.`,
  },
  {
    // kubelet.sh, the start script of AKS (AKS#4584).
    pattern: /primaryNicIP is unset[^\n]{0,40}/,
    text: `The start script of kubelet got no address of the VM from the metadata service, ${neverRegisters}.
      > On the node, run \`curl -H Metadata:true "http://169.254.169.254/metadata/instance/network?api-version=2021-02-01"\`: a proxy, route or firewall must not be in between.`,
  },
  {
    pattern: /Dependency failed for (?:[^\n]{0,20} )?kubelet\.service[^\n]{0,40}/,
    text: `A unit that kubelet needs failed, so kubelet does not start and the node never registers.
      > On the node, run \`systemctl --failed\`, and \`journalctl -u UNIT\` for the unit that failed first.`,
    isSummary: true,
  },
  {
    pattern: new RegExp(failedUnit('kubelet')),
    text: `kubelet ends again and again, so the node never registers.
      > ${journal}`,
    isSummary: true,
  },
];

function firstOf(found: readonly (string | undefined)[]): string {
  return found.find((one) => one !== undefined) ?? '';
}
