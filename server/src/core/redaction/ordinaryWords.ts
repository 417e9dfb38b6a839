import { words } from '../text/table.js';
import { knownNames } from '../values/known/index.js';
import { systemGroups, systemUsers } from '../values/known/linux.js';

/**
 * Words that stay in names. They say nothing about whose node it is, and replacing them everywhere would change what documents mean: parts of
 * the names that AKS makes, technical terms, default users, and names of the fields and messages that the tool reads.
 */
const ordinary: ReadonlySet<string> = new Set([
  ...words(`
    aks mc rg vm vms vmss vnet snet subnet subnets nsg asg route routetable routes table lb slb ip ips pip nic nat dns hcp
    agentpool agentpools nodepool nodepools userpool syspool pool pools agent agents node nodes master worker control plane
    kube kubernetes kubelet kubectl k8s cluster clusters machine machines instance instances karpenter default virtual
    azure azuread azmk8s microsoft windows linux ubuntu flatcar mariner azurelinux debian amd64 arm64 gpu cpu nvidia
    system user users root admin administrator administrators azureuser clouduser localadmin guest core daemon nobody anonymous
    adminuser username hostname localhost local localdomain host hosts internal external public private service services
    prod production dev develop development test testing tests stage staging preprod qa uat int nonprod demo sample
    example examples sandbox lab playground shared common main primary secondary backup temp tmp new old
    app apps application web api apis backend frontend data database db sql cache queue storage account store registry acr
    network networks net security group groups resource resources name names identity identities managed vault key keys
    gateway firewall proxy proxies server servers client clients endpoint endpoints hub spoke infra infrastructure platform
    ops devops monitor monitoring log logs logging logging metrics build ci cd release jenkins github gitlab runner runners
    team project customer company contact info support help mail www com org net io cloud cloudapp windows core onmicrosoft
    east west north south central us eu uk de fr asia europe region zone zones one two three first second third
    true false null none yes no on off enable enabled disable disabled config configuration configure custom script
    extension extensions status code codes error errors failed failure failures success succeeded timeout time date version
    type kind value values id ids path file files run running start started stop stopped output exit message messages
    command commands install download curl wget bash shell sh python systemd systemctl docker containerd container
    containers runc image images disk disks os boot boothook init cloudinit provision provisioning provisioned get set put
    post http https ssh tcp udp tls ssl cert certs certificate certificates token tokens secret secrets password passwords
    for the and with from this that not all any var etc opt usr bin lib home mnt dev proc sys run srv job jobs task tasks
    operation operations request requests response connection outbound inbound access denied unknown invalid required
    missing found ready pending active inactive small medium large spot regular blue green red alpha beta gamma canary
    scale bootstrap bootstrapping moby hyperkube coredns calico cilium flannel kubenet azurecni overlay vhd sig gallery
    galleries localdns envoy etcd scheduler localcluster downloads kubeconfig metadata annotation label labels taint taints
    svc nginx redis postgres mysql kafka spark batch compute memory general basic standard premium free extra additional
  `),
]);

/** Names of the extensions and of the handlers that nodes have. */
const numbered =
  /^(?:aks|agentpool|nodepool|userpool|syspool|systempool|pool|np|node|vm|vmss|host|user|system|worker|master|cse|app|test|dev|prod|gpu|cpu|linux|win|akswin|npwin|v|x|rg|zone|disk|nic|ip|subnet|eth|sd)\d{0,4}$/;

/** What finds ordinary words; regions and system users are read from their tables once. */
export function ordinaryWords(): (word: string) => boolean {
  const regions = new Set(knownNames('location').map(({ name }) => name));
  return (word) =>
    word.length < shortestName ||
    ordinary.has(word) ||
    numbered.test(word) ||
    regions.has(word) ||
    systemUsers.has(word) ||
    systemGroups.has(word) ||
    // Numbers and instance ids of scale sets, which count from 0 in base 36.
    /^\d{1,5}$|^vmss0000[\da-z]{2}$/.test(word);
}

/** Shorter words say little, and appear in too many other words' places. */
const shortestName = 3;
