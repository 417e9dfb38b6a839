import { described, type ErrorDescription, type ErrorText } from '../errors/error.js';

/** An error of Azure's control plane. */
export interface AzureError extends ErrorDescription {
  /** As Azure spells it. */
  readonly code: string;
  /** Microsoft's page about it, or about its kind. */
  readonly documentation: `https://${string}`;
}

const aksPage = (page: string): `https://${string}` =>
  `https://learn.microsoft.com/troubleshoot/azure/azure-kubernetes/error-codes/${page}`;

const pages = {
  quota: aksPage('quota-exceeded-error'),
  allocation: aksPage('zonalallocation-allocationfailed-error'),
  subnet: aksPage('subnetisfull-error'),
  throttling: aksPage('subscriptionrequeststhrottled'),
  publicAddresses: aksPage('publicipcountlimitreached-error'),
  extensionTimeout: aksPage('vmextensionerror-provisioningtimeout'),
  resourceManager: 'https://learn.microsoft.com/azure/azure-resource-manager/troubleshooting/common-deployment-errors',
  vmErrors: 'https://learn.microsoft.com/troubleshoot/azure/virtual-machines/windows/error-messages',
  agent: 'https://aka.ms/vmextensionlinuxtroubleshoot',
} as const;

const noCapacity: ErrorText = `Azure has no machine for these requirements at the moment, so the VM was not created.
  - The VM size has no free capacity in this zone or region, or too many requirements are combined.
  > Remove a requirement that the message lists, such as the zone or the ephemeral disk, take another VM size, or try again later.`;

const bootDiagnostics =
  'Open the boot diagnostics of the VM: the serial console shows how far the boot got. Extensions, and so the scripts of AKS, start only later.';

const platformFault = (what: string): ErrorText => `${what}
  - A fault in Azure that passes; the config of the node is not involved.
  > Try again. If it remains, give Azure support the correlation ID from the activity log.`;

/** Codes with the same description are one row. */
const rows: readonly (readonly [codes: string, page: `https://${string}`, text: ErrorText])[] = [
  [
    'QuotaExceeded ErrCode_InsufficientVCPUQuota InsufficientVCPUQuota',
    pages.quota,
    `The subscription has no quota left for these VMs in this region, so they were not created.
      - The cores that are in use and the new ones together exceed the limit, also for the short time of an upgrade.
      > Ask for a higher limit (Azure portal, Quotas), or take a VM size of a family with free quota: \`az vm list-usage --location REGION -o table\`.`,
  ],
  [
    'OperationNotAllowed',
    pages.quota,
    `Azure refuses the operation in the present state, mostly because a limit of the subscription is reached.
      - A quota for cores, or for spot cores, is used up; or the resource is in a state in which it can't be changed.
      > Read the sentence behind the code: it names the limit or the state.`,
  ],
  ['OverconstrainedAllocationRequest OverconstrainedZonalAllocationRequest', pages.allocation, noCapacity],
  [
    'AllocationFailed ZonalAllocationFailed AKSCapacityHeavyUsage AKSCapacityError',
    pages.allocation,
    `There is no free capacity for this VM size in the zone or region at the moment, so the VM was not created.
      - Others use the capacity; quota doesn't reserve it.
      > Take another zone or VM size, or try again later. For upgrades, \`maxUnavailable\` in place of \`maxSurge\` needs no more VMs.`,
  ],
  [
    'SkuNotAvailable',
    'https://aka.ms/azureskunotavailable',
    `The VM size is not offered to this subscription in this region or zone, so no VM was created.
      - Azure restricts the size here, often because capacity is short, or the size doesn't exist in the zone.
      > List what is available: \`az vm list-skus --location REGION --size SIZE --all -o table\`, and take another size, zone or region.`,
  ],
  [
    'VMSizeNotSupported VMSizeIsNotPermittedToEnableAcceleratedNetworking BadVMSize',
    pages.vmErrors,
    `The VM size doesn't support what is asked for, so no VM was created.
      - The size has no support for the disk, the network, the generation or the architecture of the image.
      > Compare the size with \`az vm list-skus --size SIZE -o json\`, and take a size that has what the message names.`,
  ],
  [
    'InvalidParameter InvalidTemplate InvalidRequestContent InvalidRequestFormat BadRequest',
    aksPage('invalidparameter-error'),
    `A value in the request is not accepted, so nothing was created.
      - The message names the parameter, such as a VM size that the region doesn't have.
      > Correct the parameter in the message; \`az vm list-skus --location REGION -o table\` lists sizes.`,
  ],
  [
    'InvalidResourceReference',
    pages.resourceManager,
    `The request names a resource that Azure doesn't find, so nothing was created.
      - The resource, such as a subnet, was deleted, is in another region or subscription, or its name is wrong.
      > Compare the ID in the message with what is there: \`az resource show --ids ID\`.`,
  ],
  [
    'ServicePrincipalValidationClientError',
    'https://learn.microsoft.com/azure/aks/update-credentials',
    `The client secret of the cluster's service principal is wrong or has expired, so AKS can't change anything.
      - Secrets of service principals expire, after a year by default.
      > Make a new secret: \`az ad app credential reset --id APP\`.
      >agentbaker Give it to the cluster: \`az aks update-credentials --reset-service-principal\`. A managed identity needs no secret.`,
  ],
  [
    'AvailabilityZoneNotSupported',
    aksPage('availabilityzonenotsupported-error'),
    `The zone doesn't offer this VM size to the subscription, so no VM was created.
      - Zones have different sizes, and their numbers mean another place in each subscription.
      > \`az vm list-skus --location REGION --zone --size SIZE -o table\` shows the zones of a size.`,
  ],
  [
    'InsufficientSubnetSize SubnetIsFull',
    pages.subnet,
    `The subnet has too few free addresses for the nodes and their pods, so the VMs were not created.
      - Each node takes an address for itself and, with Azure CNI without overlay, one for each of its \`max_pods\`.
      > Use a larger subnet for a new node pool, or lower the number of nodes, the surge of upgrades or the pods of a node.`,
  ],
  [
    'VirtualNetworkNotInSucceededState SubnetsNotInSucceededState ReferencedResourceNotProvisioned',
    aksPage('virtualnetworknotinsucceededstate-error'),
    `A network that the nodes need is being changed, or its last change failed, so Azure refuses to use it.
      - Another deployment changes the virtual network at the same time.
      > Wait until the network has the state Succeeded, then repeat: \`az network vnet show --query provisioningState\`.`,
  ],
  [
    'RequestDisallowedByPolicy',
    aksPage('requestdisallowedbypolicy-error'),
    `A policy of the organisation forbids a resource that the node pool needs, so it was not created.
      - An assignment of Azure Policy with the effect deny covers the node resource group.
      > Look up the assignment that the message names, and add what it asks for (such as tags) or an exemption for the node resource group.`,
  ],
  [
    'AuthorizationFailed LinkedAuthorizationFailed Forbidden',
    aksPage('linkedauthorizationfailed-error'),
    `The identity is not allowed to do this, so Azure refused it.
      - The identity of the cluster, or of the caller, lacks a role on the resource that the message names.
      > Assign the role that contains the action in the message, on the scope in the message; new assignments take some minutes.`,
  ],
  [
    'ScopeLocked',
    'https://learn.microsoft.com/azure/azure-resource-manager/management/lock-resources',
    `A lock keeps the resource from being changed, so Azure refused the operation.
      - The resource is locked, or a group or subscription that contains it; AKS has to change everything in the node resource group.
      > Remove the lock that the message names, also for the time of the operation: \`az lock list --resource-group GROUP\`.`,
  ],
  [
    'OperationPreempted',
    pages.resourceManager,
    `Another operation on the same resource took the place of this one or is still in progress, so this one didn't run.
      - Two callers, such as a pipeline and the autoscaler, change the same node pool or scale set.
      > Wait until the other one has ended, then repeat.
      >agentbaker \`az aks operation show-latest\` shows it, \`az aks operation-abort\` ends it.`,
  ],
  [
    'LoadBalancerInUseByVirtualMachineScaleSet',
    pages.resourceManager,
    `The load balancer can't be deleted while a scale set uses it.
      - Network interfaces of the scale set are in its pools.
      > Delete the scale set, or take its network interfaces out of the pools of the load balancer, then repeat.`,
  ],
  [
    'SubscriptionRequestsThrottled TooManyRequests AKSRequestsThrottled Throttled TooManyRequestsReceived RetryableError',
    pages.throttling,
    `The subscription sent too many requests, so Azure refused this one.
      - Controllers, pipelines or monitors ask Azure for the same resources very often.
      > Repeat after the time in the message, and find the caller in the activity log if it happens again.`,
  ],
  [
    'PublicIPCountLimitReached OperationNotAllowedPublicIPCountLimitReached PublicIPPrefixCountLimitReached',
    pages.publicAddresses,
    `The subscription has as many public IP addresses in this region as its limit allows.
      - The load balancer or the nodes need another address.
      > Delete unused addresses (\`az network public-ip list -o table\`), or ask for a higher limit.`,
  ],
  [
    'InvalidLoadBalancerProfileAllocatedOutboundPorts OutboundRuleCannotAllocateEnoughPorts RulesPerFrontendIpConfigurationLimitReached RulesPerNicLimitReached',
    aksPage('invalidloadbalancerprofileallocatedoutboundports-error'),
    `The load balancer of the cluster can't take the nodes: a limit of ports, rules or addresses is reached.
      - The outgoing ports per node times the number of nodes exceed what the addresses of the load balancer have.
      > Add outgoing addresses, lower the ports per node, or use a NAT gateway.`,
  ],
  [
    'OSProvisioningTimedOut',
    pages.vmErrors,
    `The operating system did not report in time that it has started.
      - The image doesn't boot, or the VM can't reach 168.63.129.16.
      -linux cloud-init waits for something, such as its data source.
      > ${bootDiagnostics}
      >linux cloud-init's own lines are on the console too: search it for \`cloud-init[\` and for FAILED.`,
  ],
  [
    'OSProvisioningInternalError',
    pages.vmErrors,
    `The operating system did not finish its own provisioning because of an internal error, so the scripts of AKS didn't run.
      -linux cloud-init failed, for example because it got no network address or no answer from the metadata service.
      - A fault in Azure that passes.
      > ${bootDiagnostics}
      >linux cloud-init's own lines are on the console too: search it for \`cloud-init[\` and for \`result=error\`.`,
  ],
  [
    'OSProvisioningClientError',
    pages.vmErrors,
    `The operating system did not finish its own provisioning, although its guest agent runs.
      - The image was not prepared for provisioning (not generalized).
      -linux cloud-init failed.
      > ${bootDiagnostics}`,
  ],
  [
    'VMExtensionProvisioningTimeout',
    pages.extensionTimeout,
    `Azure stopped waiting for an extension to report. There is no exit code, because nothing had ended.
      - The scripts still wait, often for a download or for DNS, or the guest agent did not get to run the extension.
      >linux On a Linux node, read the end of /var/log/azure/cluster-provision.log, and the lines about the extension in /var/log/waagent.log.
      >windows On a Windows node, read the end of C:\\AzureData\\CustomDataSetupScript.log, and C:\\WindowsAzure\\Logs\\WaAppAgent.log.
      > Without access to the node, open its boot diagnostics.`,
  ],
  [
    'VMExtensionProvisioningError VMExtensionHandlerNonTransientError VMExtensionManagementInternalError',
    pages.agent,
    `An extension of the VM failed, but the text does not say how.
      - The part of the message with the reason is missing.
      > Read the statuses of the extensions: \`az vmss get-instance-view --instance-id N\` or \`az vm get-instance-view\`.`,
  ],
  [
    'VMAgentStatusCommunicationError',
    pages.agent,
    `The guest agent of the VM doesn't report, so Azure doesn't know how the extensions ended.
      - The VM doesn't run or hangs, its agent has stopped, or a firewall or route blocks 168.63.129.16 (ports 80 and 32526).
      >linux On a Linux node, run \`systemctl status walinuxagent\` (Ubuntu) or \`systemctl status waagent\`, and read /var/log/waagent.log.
      >windows On a Windows node, run \`Get-Service WindowsAzureGuestAgent\`, and read C:\\WindowsAzure\\Logs\\WaAppAgent.log.
      > Without access to the node, open its boot diagnostics.`,
  ],
  [
    'VMStartTimedOut VMStartTimedOutWithGuestAgent ProvisioningTimedOut',
    pages.vmErrors,
    `The VM was created but did not start in time.
      - The host had a fault, or the operating system doesn't boot from this image or disk.
      > ${bootDiagnostics}`,
  ],
  [
    'ImageNotFound GalleryImageNotFound PlatformImageNotFound ImageVersionNotFound',
    pages.resourceManager,
    `The image of the node doesn't exist where the VM is to be created.
      - The version was removed, was not copied to this region, or its name is wrong.
      > Compare the reference with \`az vm image list\` or \`az sig image-version list\`, and upgrade the node image of the pool.`,
  ],
  [
    'MissingSubscriptionRegistration',
    aksPage('missingsubscriptionregistration-error'),
    `The subscription is not registered for a service that the nodes need.
      - A resource provider that the message names was never used in this subscription.
      > Register it: \`az provider register --namespace NAMESPACE\`.`,
  ],
  [
    'PodDrainFailure UpgradeFailed',
    'https://aka.ms/aks/debugdrainfailures',
    `AKS could not empty a node for the upgrade, so the upgrade stopped there. The node itself didn't fail.
      - A disruption budget allows no pod to be evicted, or a pod doesn't end in time.
      > Read the message: it names the node and the pod. \`kubectl get pdb -A\` shows budgets with 0 allowed disruptions.
      > Change the budget, scale the workload up or delete the pod, then repeat the upgrade.`,
  ],
  [
    'MarketplacePurchaseEligibilityFailed ResourcePurchaseValidationFailed VMMarketplaceInvalidInput',
    pages.vmErrors,
    `The image is sold in the marketplace, and its terms were not accepted for this subscription.
      - The plan of the image is missing in the request, or the subscription must not buy it.
      > Accept the terms: \`az vm image terms accept --urn URN\`.`,
  ],
  ['FabricVmCreationError', pages.vmErrors, platformFault('The host system of Azure could not create the VM.')],
  [
    'NetworkingInternalOperationError',
    pages.vmErrors,
    platformFault('Azure could not set up the network of the VM because of an internal error.'),
  ],
  [
    'StorageFailure StorageOperationError DiskProcessingError InternalDiskManagementError StorageAccountAlreadyTaken',
    pages.vmErrors,
    platformFault('Azure could not set up a disk of the VM.'),
  ],
  [
    'InternalExecutionError InternalOperationError InternalServerError InternalError ServerError InternalSubscriptionError',
    pages.vmErrors,
    platformFault('Azure reports an internal error, and nothing else.'),
  ],
];

const byCode: ReadonlyMap<string, AzureError> = new Map(
  rows.flatMap(([codes, documentation, text]) =>
    codes.split(/\s+/).map((code) => [code, { code, documentation, ...described(text) }] as const),
  ),
);

/** What a code of the control plane means. A part behind a slash belongs to the service below: `StorageFailure/X`. */
export function azureError(code: string): AzureError | undefined {
  const known = byCode.get(code) ?? byCode.get(code.split('/', 1)[0] ?? '');
  return known && { ...known, code };
}

/** What a code means in a text: `OperationNotAllowed` is also the code while another operation is in progress. */
export function azureErrorIn(text: string, code: string): AzureError | undefined {
  const isBusy =
    code === 'OperationNotAllowed' &&
    /Another (?:\w{1,30} ){0,2}operation (?:\([^)\n]{1,60}\) )?is in progress/i.test(text);
  const known = azureError(isBusy ? 'OperationPreempted' : code);
  return known && { ...known, code };
}

/** Whether Azure stopped waiting. */
export function isTimeout(code: string): boolean {
  return /Timeout|Timed[Oo]ut/.test(code);
}

/** All codes that are explained. */
export const azureCodes: readonly string[] = [...byCode.keys()];
