import { words } from '../text/table.js';

/** What a name is of, as the manifest counts pseudonyms. */
export type NameKind = 'id' | 'group' | 'resource' | 'host' | 'user' | 'address';

/** A name at a position that only names have. */
export interface FoundName {
  readonly kind: NameKind;
  readonly name: string;
}

/** Names of members, variables, and options, in lower case without separators, and what their values are. */
const kindsByField: Readonly<Record<string, NameKind>> = Object.fromEntries(
  (
    [
      [
        'group',
        'resourcegroup resourcegroupname vnetresourcegroup vnetresourcegroupname noderesourcegroup mcresourcegroup rg',
      ],
      [
        'resource',
        `cluster clustername managedclustername primaryscaleset primaryscalesetname primaryavailabilityset scalesetname
         vmssname virtualmachinescaleset virtualmachinescalesetname virtualnetworkname vnetname subnet subnetname
         securitygroup securitygroupname networksecuritygroupname nsgname routetable routetablename loadbalancername
         availabilityset availabilitysetname identityname userassignedidentityname storageaccountname accountname
         vaultname keyvaultname registryname resourcename agentpool agentpoolname nodepool nodepoolname gatewayname
         networkinterfacename publicipname`,
      ],
      [
        'host',
        `hostname host computername computernameprefix machinename virtualmachine virtualmachinename vmname node nodename
         fqdn privatefqdn azureportalfqdn fqdnsubdomain apiservername apiserver kubernetesapiserverfqdn dnsprefix
         domainname searchdomain localhostname servername noproxyentries noproxy`,
      ],
      [
        'user',
        `adminusername username user adminuser login linuxadminusername windowsadminusername realmuser caller givenname
         surname upn uniquename preferredusername sshuser remoteuser account owneruser author`,
      ],
      [
        'id',
        `subscription subscriptionid azuresubscriptionid tenant tenantid azuretenantid clientid azureclientid aadclientid
         defaultclientid defaulttenantid serviceprincipalid serviceprincipalclientid principalid objectid oid tid appid
         applicationid objectidentifier userassignedidentityid assignedidentityid kubeletidentityclientid kubeletclientid
         identityclientid managedidentityclientid aadtenantid vmid vmuniqueid uniqueid nameidentifier`,
      ],
    ] as const
  ).flatMap(([kind, fields]) => words(fields).map((field) => [field, kind])),
);

/** What the value of a member, variable or option with this name is. */
export function kindOfField(field: string): NameKind | undefined {
  const folded = field
    .replace(/^.*[/]/, '')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
  return Object.hasOwn(kindsByField, folded) ? kindsByField[folded] : undefined;
}

const guid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The UUIDs in a text. */
export function idsIn(text: string): string[] {
  return Array.from(text.matchAll(guid), ([id]) => id);
}

/** The names at a value of a given kind. Expressions, paths and variables are not names. */
export function* namesIn(kind: NameKind, value: string): Generator<FoundName> {
  if (value === '' || /^[$[{<%/]|[{}<>$]|__(?:ARM|TF)_EXPR_/.test(value)) return;
  // The name of a variable.
  if (/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(value) && !value.startsWith('MC_')) return;
  if (kind === 'id') {
    for (const name of idsIn(value)) yield { kind, name };
  } else if (kind === 'host') yield* hostNames(value);
  else if (kind === 'user') yield { kind, name: value.replace(/@[^]*/, '') };
  else yield { kind, name: value };
}

/** Suffixes of hosts that tenants name; their last labels are public. */
const tenantDomains =
  /\.(?:azmk8s\.(?:io|us)|cloudapp\.(?:azure\.com|net)|(?:privatelink\.)?[a-z0-9-]{1,63}\.azmk8s\.io|azurecr\.(?:io|us|cn)|(?:blob|file|queue|table|vault|database|servicebus|dfs)\.[a-z.]{0,60}windows\.net|vault\.azure\.net|azurewebsites\.net|onmicrosoft\.com|azurefd\.net|trafficmanager\.net|azure-api\.net|redis\.cache\.windows\.net)$/i;

/** Public domains. */
const publicDomains =
  /(?:^|\.)(?:microsoft\.com|microsoftonline\.com|azure\.(?:com|net|us|cn)|azure\.microsoft\.com|windows\.(?:net|com)|azureedge\.net|aka\.ms|msft\.net|office\.com|live\.com|visualstudio\.com|microsoft\.us|azmk8s\.io|ubuntu\.com|canonical\.com|debian\.org|snapcraft\.io|github\.com|githubusercontent\.com|ghcr\.io|docker\.(?:io|com)|k8s\.io|kubernetes\.io|gcr\.io|pkg\.dev|quay\.io|helm\.sh|google\.com|googleapis\.com|nvidia\.com|cilium\.io|istio\.io|flatcar\.org|python\.org|pypi\.org|npmjs\.org|rubygems\.org|hashicorp\.com|w3\.org|xmlsoap\.org|oasis-open\.org|apache\.org|gnu\.org|kernel\.org|json-schema\.org|letsencrypt\.org|amazonaws\.com|cloudflare\.com|freedesktop\.org|launchpad\.net|sourceforge\.net|wikipedia\.org|mozilla\.org|golang\.org|go\.dev|redhat\.com|fedoraproject\.org|centos\.org|suse\.com|opensuse\.org|alpinelinux\.org|archlinux\.org|openssl\.org|ietf\.org|rfc-editor\.org|iana\.org|stackoverflow\.com|bit\.ly|coreos\.com|elastic\.co|grafana\.com|prometheus\.io|jenkins\.io|ansible\.com|chef\.io|puppet\.com|terraform\.io|readthedocs\.(?:io|org)|cloud-init\.io|karpenter\.(?:sh|azure\.com)|svc\.cluster\.local|cluster\.local|example\.(?:com|org|net))$/i;

/** The labels of a host that aren't public: of a name of one label, this label. */
function* hostNames(host: string): Generator<FoundName> {
  const name = host.replace(/:\d*$/, '').replace(/\.$/, '');
  if (/^[\d.]+$/.test(name) || name.includes(':')) return;
  const tenant = tenantDomains.exec(name);
  if (tenant === null && publicDomains.test(name)) return;
  const labels = (tenant === null ? name : name.slice(0, tenant.index)).split('.');
  // The top-level domain is public.
  const own = tenant === null && labels.length > 1 ? labels.slice(0, -1) : labels;
  for (const label of own) yield { kind: 'host', name: label };
}

/** Types of resources whose names are public or mean the same everywhere. */
const publicTypes: ReadonlySet<string> = new Set([
  'extensions',
  'locations',
  'versions',
  'skus',
  'offers',
  'publishers',
  'operations',
  'operationstatuses',
  'ipconfigurations',
  'frontendipconfigurations',
  'roledefinitions',
  'deploymentstacks',
]);

function* resourceNames(path: string): Generator<FoundName> {
  const [, ...segments] = path.split('/');
  // The images of AKS are in public galleries.
  if (/\/galleries\/AKS/i.test(path)) return;
  for (let at = 1; at < segments.length; at += 2) {
    const [type = '', name = ''] = [segments[at - 1], segments[at]];
    if (!publicTypes.has(type.toLowerCase())) yield { kind: 'resource', name };
  }
}

/** Resource ids; the segments are separated by slashes, so no two of the repetitions match the same text. */
const resourceId =
  /(?:\/subscriptions\/([0-9a-f-]{36}))?(?:\/resource-?groups\/([\w.()-]{1,90}))?(?:\/providers\/[a-z][\w.]{1,80}((?:\/[\w.()-]{1,100}){1,20}))?/gi;

/** Names that only their surroundings in a text show; each pattern has its name in the first group. */
const patterns: readonly { readonly kind: NameKind; readonly marker: RegExp; readonly pattern: RegExp }[] = [
  { kind: 'group', marker: /mc_/i, pattern: /(?<![A-Za-z0-9])(MC_[\w.()-]{1,77})/gi },
  {
    kind: 'group',
    marker: /resource ?group/i,
    pattern: /resource ?groups?(?: name)?\s{0,2}[:=]?\s{0,2}\\{0,8}['"]([\w.()-]{1,90})/gi,
  },
  // The names that AKS gives scale sets and machines.
  { kind: 'host', marker: /aks/i, pattern: /(?<![A-Za-z0-9])(aks[a-z]{0,3}-[a-z0-9]{1,12}-\d{8}-\w{1,12})/gi },
  {
    kind: 'host',
    marker: /['"]/,
    pattern: /\b(?:VM|virtual machine|instance|node|host|machine)\s{1,2}\\{0,8}['"]([\w.-]{1,80})/gi,
  },
  { kind: 'host', marker: /:\/\//, pattern: /\bhttps?:\/\/(?:[^\s/@"'\\]{1,100}@)?([A-Za-z0-9][\w.-]{0,250})/gi },
  {
    kind: 'host',
    marker: /\.io|\.com|\.net/i,
    pattern:
      /(?<![\w.-])([a-z0-9][\w-]{0,62}(?:\.[\w-]{1,63}){0,4}\.(?:azmk8s\.io|azurecr\.io|cloudapp\.azure\.com|cloudapp\.net|onmicrosoft\.com|windows\.net))/gi,
  },
  {
    kind: 'host',
    marker: /\.(?:corp|lan|local|internal|intranet)/i,
    pattern: /(?<![\w.-])([a-z0-9][\w-]{0,62}(?:\.[\w-]{1,63}){0,4}\.(?:corp|lan|local|internal|intranet))(?![\w-])/gi,
  },
  // Log lines: `Nov 22 10:00:00 HOST process[1]:` and the same with a date of ISO 8601.
  {
    kind: 'host',
    marker: /:/,
    pattern:
      /^(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})?|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.:Z+-]{0,16}) ([A-Za-z][\w.-]{0,80}) [\w./@-]{1,80}(?:\[\d{1,10}\])?:/gm,
  },
  // AKS scripts print the date and the host before their steps.
  { kind: 'host', marker: /customscript/, pattern: /\d{4},([A-Za-z][\w.-]{0,80}), (?:start|end)customscript/g },
  { kind: 'user', marker: /home/, pattern: /\/home\/([A-Za-z_][\w.-]{0,40})/g },
];

/** An e-mail address, or the user and host of an SSH key. Searched from the `@`, since names may be long. */
function* addressesIn(text: string): Generator<FoundName> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const user = /(?<![\w.+-])[_.+-]*([A-Za-z0-9][\w.+-]*)$/.exec(text.slice(Math.max(0, at - 64), at))?.[1];
    const host = /^[A-Za-z0-9][\w-]*(?:\.[\w-]+)*/.exec(text.slice(at + 1, at + 254))?.[0].replace(/\.$/, '');
    if (user === undefined || host === undefined) continue;
    // Instances of systemd units, versions of packages, digests of images and public hosts.
    if (/\.(?:service|socket|timer|mount|scope|slice|target|device|path)$|^sha256|^v?\d/.test(host)) continue;
    const isMail = /\.[A-Za-z]{2,20}$/.test(host);
    const isKeyComment = /(?:ssh-\w+|ecdsa-[\w.@-]{1,60}) [A-Za-z0-9+/=]+ [\w.+-]*$/.test(
      text.slice(Math.max(0, at - 900), at),
    );
    if (!isMail && !isKeyComment) continue;
    if (publicDomains.test(host) && !tenantDomains.test(host)) {
      if (/^(?:git|noreply|support)$/.test(user)) continue;
    }
    yield { kind: 'user', name: user };
    yield* hostNames(host);
  }
}

/** `name: value`, `name=value` and `--name value`; quotes may be escaped, as in nested JSON. */
const named =
  /(?<![\w.])([A-Za-z][\w.-]{0,60})(?:\\{0,8}["']?\s{0,4}[:=]\s{0,4}|(?<=--[\w.-]{1,60})\s{1,4})\\{0,8}["']?([A-Za-z0-9_(][\w.@()+-]{0,250})/g;

/** The names in a text. */
export function* namesInText(written: string): Generator<FoundName> {
  // Slashes are escaped in some JSON and in addresses.
  const text = written.replace(/%2f|\\\//gi, '/');
  for (const [, field = '', value = ''] of text.matchAll(named)) {
    const kind = kindOfField(field);
    if (kind !== undefined) yield* namesIn(kind, value);
  }
  for (const { 0: id, 1: subscription, 2: group, 3: path } of text.matchAll(resourceId)) {
    if (id === '' || /\/galleries\/AKS/i.test(path ?? '')) continue;
    if (subscription !== undefined) yield* namesIn('id', subscription);
    if (group !== undefined) yield { kind: 'group', name: group };
    if (path !== undefined) yield* resourceNames(path);
  }
  for (const [, tenant = ''] of text.matchAll(/(?:microsoftonline\.(?:com|us)|sts\.windows\.net)\/([0-9a-f-]{36})/gi))
    yield* namesIn('id', tenant);
  for (const { kind, marker, pattern } of patterns) {
    if (!marker.test(text)) continue;
    for (const [, name = ''] of text.matchAll(pattern)) yield* namesIn(kind, name);
  }
  yield* addressesIn(text);
}
