/**
 * One way in which documents contain a secret. `secret` makes a different one of the right form for each seed; `text`
 * puts it into one line as documents write it.
 */
export interface SecretKind {
  readonly name: string;
  readonly text: (secret: string) => string;
  readonly secret: (seed: number) => string;
}

type Form = (seed: number) => string;

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();

/** Random characters that depend on the seed only. */
function random(seed: number, length: number, alphabet: string): string {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(length, 0x85ebca6b)) >>> 0;
  let result = '';
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    result += alphabet.charAt(Math.floor((state / 2 ** 32) * alphabet.length));
  }
  return result;
}

const drawn =
  (prefix: string, length: number, alphabet = lower + upper + digits): Form =>
  (seed) =>
    // A digit, so that no secret is a word by chance.
    `${prefix}${random(seed, length - 1, alphabet)}${alphabet.includes('7') ? '7' : alphabet.charAt(7)}`;

const base64Of =
  (textOf: Form): Form =>
  (seed) =>
    Buffer.from(textOf(seed)).toString('base64');

const hex = '0123456789abcdef';
const password = drawn('Hu', 12);
/** Random bytes. */
const keyOf =
  (bytes: number): Form =>
  (seed) =>
    Buffer.from(random(seed, bytes, everyByte), 'latin1').toString('base64');
const everyByte = String.fromCharCode(...Array(256).keys());
const key64 = keyOf(64);
const key32 = keyOf(32);
const bootstrapToken: Form = (seed) => `${random(seed, 6, lower + digits)}.${drawn('', 16, lower + digits)(seed)}`;
const webToken: Form = (seed) => {
  const part = (text: string): string => Buffer.from(text).toString('base64url');
  return `${part('{"alg":"RS256"}')}.${part(`{"sub":"${password(seed)}"}`)}.${drawn('', 43)(seed)}`;
};
const uuid: Form = (seed) => random(seed, 32, hex).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const userAndPassword = base64Of((seed) => `deployer:${password(seed)}`);
const pemBody: Form = (seed) => `MIIEpAIBAAKCAQEA${drawn('', 600)(seed)}`;

/** Kinds whose secrets have the same form. */
function kinds(secret: Form, texts: Readonly<Record<string, SecretKind['text']>>): readonly SecretKind[] {
  return Object.entries(texts).map(([name, text]) => ({ name, text, secret }));
}

const byName = kinds(password, {
  'JSON member': (s) => `{"vmSize": "Standard_D4s_v5", "clientSecret": "${s}", "location": "eastus"}`,
  'JSON member without spaces': (s) => `{"a":1,"servicePrincipalSecret":"${s}","b":2}`,
  'JSON member, misspelt': (s) => `{"servicePrincipalSecrt": "${s}"}`,
  'JSON member with a letter missing': (s) => `{"tls_bootstrapping_tokn": "${s}"}`,
  'JSON member with letters swapped': (s) => `{"adminPasswrod": "${s}", "a": 1}`,
  'JSON member as one word, clientsecret': (s) => `{"clientsecret": "${s}"}`,
  'JSON member as one word, accesstoken': (s) => `{"accesstoken": "${s}"}`,
  'JSON member as one word, bootstraptoken': (s) => `{"bootstraptoken": "${s}"}`,
  'JSON member as one word, adminpassword': (s) => `{"adminpassword": "${s}"}`,
  'JSON member with an escaped quote': (s) => `{"password": "q\\"${s}", "user": "a"}`,
  'JSON member in angle brackets': (s) => `{"password": "<${s}>"}`,
  'JSON in a JSON string': (s) => `{"settings": "{\\"clientSecret\\": \\"${s}\\", \\"a\\": 1}"}`,
  'JSON in a JSON string in a JSON string': (s) =>
    `{"a": "{\\"b\\": \\"{\\\\\\"password\\\\\\": \\\\\\"${s}\\\\\\"}\\"}"}`,
  'adminPassword of a parameters file': (s) =>
    `{"parameters": {"adminPassword": {"value": "${s}"}, "n": {"value": 3}}}`,
  'defaultValue of a template parameter': (s) => `{"adminPassword": {"type": "securestring", "defaultValue": "${s}"}}`,
  'list under a secret name': (s) => `{"passwords": ["${s}"], "users": ["a"]}`,
  'name and value in JSON': (s) => `{"env": [{"name": "DB_PASSWORD", "value": "${s}"}]}`,
  'name and value in YAML': (s) => `- {name: DB_PASSWORD, value: ${s}}`,
  workspaceKey: (s) => `{"workspaceKey": "${s}"}`,
  primaryKey: (s) => `{"primaryKey": "${s}", "name": "key1"}`,
  secondaryKey: (s) => `{"secondaryKey": "${s}"}`,
  masterKey: (s) => `{"masterKey": "${s}", "id": "_master"}`,
  primaryMasterKey: (s) => `{"primaryMasterKey": "${s}"}`,
  storageAccountKey: (s) => `{"storageAccountKey": "${s}", "storageAccountName": "logs"}`,
  registryPassword2: (s) => `{"registryPassword2": "${s}"}`,
  secretText: (s) => `{"secretText": "${s}", "keyId": "1"}`,
  passphrase: (s) => `passphrase: ${s}`,
  passcode: (s) => `{"passcode": "${s}"}`,
  'YAML member': (s) => `password: ${s}`,
  'YAML member with a colon in the value': (s) => `password: a:${s}`,
  'YAML member with a comma in the value': (s) => `  passwd: a,${s}`,
  'YAML member with spaces in the value': (s) => `  password: a b ${s} # of root`,
  'YAML member with a tag': (s) => `password: !!str ${s}`,
  'YAML member with an anchor': (s) => `password: &pw ${s}`,
  'YAML member in single quotes': (s) => `password: 'it''s ${s}'`,
  'YAML flow member': (s) => `- {name: root, password: ${s}, type: text}`,
  'YAML member of a list': (s) => `  - token: ${s}`,
  'YAML block scalar': (s) => `password: |\n  ${s}\nuser: a`,
  'YAML folded scalar': (s) => `  passwd: >-\n    ${s}\n  name: a`,
  plain_text_passwd: (s) => `    plain_text_passwd: ${s}`,
  'ubuntu_advantage token': (s) => `ubuntu_advantage: {token: ${s}}`,
  'shell assignment': (s) => `CLIENT_SECRET=${s}`,
  'shell assignment with export': (s) => `export TLS_BOOTSTRAP_TOKEN="${s}"`,
  'shell assignment before a command': (s) => `VM=a DB_PASSWORD=${s} /opt/start.sh --all`,
  'shell assignment in single quotes': (s) => `MYSQL_ROOT_PASSWORD='${s}'; export MYSQL_ROOT_PASSWORD`,
  'shell assignment with a comma': (s) => `PASSWORD=x,${s} /usr/bin/run`,
  'shell default': (s) => `PASSWORD="\${PASSWORD:-${s}}"`,
  'shell assignment in a quoted string': (s) => `export MSG="hi CLIENT_SECRET=${s}"`,
  'shell trace': (s) => `++ SERVICE_PRINCIPAL_CLIENT_SECRET=${s}`,
  'shell trace of a string': (s) => `+ x CMD="CLIENT_SECRET=${s}"`,
  commandToExecute: (s) => `{"commandToExecute": "CLIENT_SECRET=${s} VM_SIZE=a bash cse.sh"}`,
  'script in a JSON string': (s) => `{"script": "#!/bin/bash\\nPASSWORD=${s}\\necho done\\n"}`,
  'PowerShell variable': (s) => `$adminPassword = '${s}'`,
  'PowerShell environment variable': (s) => `$env:CLIENT_SECRET = "${s}"`,
  'PowerShell secure string': (s) => `$cred = ConvertTo-SecureString '${s}' -AsPlainText -Force`,
  'PowerShell parameter': (s) => `Set-Thing -AdminPassword ${s} -Name a`,
  'Windows set': (s) => `set DB_PASSWORD=${s}`,
  'ini line': (s) => `password=${s}`,
  'ini line with spaces': (s) => `password = ${s}`,
  'Java property': (s) => `spring.datasource.password=${s}`,
  'Java option': (s) => `java -Djavax.net.ssl.keyStorePassword=${s} -jar a.jar`,
  'dictionary entry': (s) => `config["password"] = "${s}"`,
  'Python keyword argument': (s) => `connect(host='a', password='${s}', timeout=5)`,
  'PHP array': (s) => `'password' => '${s}',`,
  'Go literal': (s) => `cfg := Config{Password: "${s}", Host: "a"}`,
  'Go struct in a log': (s) => `{Name:a Password:${s} Size:3}`,
  Terraform: (s) => `  admin_password = "${s}"`,
  Bicep: (s) => `  adminPassword: '${s}'`,
  TOML: (s) => `bootstrap_token = "${s}"`,
  'XML element': (s) => `<UserName>a</UserName><UserPassword>${s}</UserPassword>`,
  'XML element with attributes': (s) => `<wa:AdminPassword wa:type="text">${s}</wa:AdminPassword>`,
  'XML value of a password': (s) => `<AdministratorPassword><Value>${s}</Value><PlainText>true</PlainText>`,
  'XML attribute': (s) => `<user name="a" password="${s}" />`,
  'XML key and value': (s) => `<add key="ApiPassword" value="${s}" />`,
  'XML in entities': (s) => `&lt;user password=&quot;${s}&quot; /&gt;`,
  'query string': (s) => `https://a.example/x?user=b&access_token=${s}&c=d`,
  'form data': (s) => `grant_type=client_credentials&client_id=a&client_secret=${s}&resource=b`,
  'percent-encoded': (s) => `data:,CLIENT_SECRET%3D${s}%0Aecho%20a`,
  'quoted-printable': (s) => `CLIENT_SECRET=3D${s}`,
  'connection string of SQL Server': (s) => `Server=tcp:a;User ID=b;Password=${s};Encrypt=True`,
  'connection string, Pwd': (s) => `Driver=x;Uid=b;Pwd=${s};`,
  'libpq string': (s) => `host=a user=b password=${s} sslmode=require`,
  netrc: (s) => `machine a.example login b password ${s}`,
  'npm authToken': (s) => `//registry.example/:_authToken=${s}`,
  'docker password': (s) => `{"auths": {"a.azurecr.io": {"username": "b", "password": "${s}"}}}`,
  'docker identitytoken': (s) => `{"auths": {"a.azurecr.io": {"identitytoken": "${s}"}}}`,
  'x-api-key header': (s) => `x-api-key: ${s}`,
  'Ocp-Apim-Subscription-Key header': (s) => `curl -H "Ocp-Apim-Subscription-Key: ${s}" https://a.example`,
  aws_secret_access_key: (s) => `aws_secret_access_key = ${s}`,
  'wpa psk': (s) => `psk="${s}"`,
  'LDAP bindpw': (s) => `bindpw ${s}`,
  'password of sssd': (s) => `ldap_default_authtok = ${s}`,
  'fluentd shared_key': (s) => `<security>\n  shared_key ${s}\n</security>`,
  'fluentd shared_key in quotes': (s) => `<security>\n  shared_key "${s}"\n</security>`,
  TF_TOKEN: (s) => `export TF_TOKEN_app_terraform_io=${s}`,
  OP_SESSION: (s) => `OP_SESSION_contoso=${s} op read x`,
  TS_AUTHKEY: (s) => `TS_AUTHKEY=${s}`,
  'pre-authentication key': (s) => `preauth_key: ${s}`,
  'LDAP rootpw': (s) => `rootpw: ${s}`,
  prose: (s) => `The initial password is: ${s}`,
  'log with a member': (s) => `2026-01-02T03:04:05Z INFO login user=a password=${s} ok=true`,
  'unterminated JSON': (s) => `{"a": 1, "password": "${s}`,
});

const byCommandLine = kinds(password, {
  '--password': (s) => `tool login --user a --password ${s} --verbose`,
  '--password=': (s) => `tool login --password=${s} --verbose`,
  '--password in quotes': (s) => `tool --password "${s}" run`,
  '--client-secret': (s) => `az login --service-principal --client-secret '${s}'`,
  'az login -p': (s) => `az login --service-principal -u a -p ${s} --tenant b`,
  'az vm --admin-password': (s) => `az vm create -n a --admin-password ${s}`,
  'az storage --account-key': (s) => `az storage blob list --account-key ${s} -c a`,
  'az acr login -p': (s) => `az acr login -n a -u b -p ${s}`,
  'curl -u': (s) => `curl -s -u admin:${s} https://a.example/x`,
  'curl -u in quotes': (s) => `curl -u 'admin:${s}' https://a.example/x`,
  'curl -u without a space': (s) => `curl -uadmin:${s} https://a.example/x`,
  'curl --user': (s) => `curl --user admin:${s} -O https://a.example/x`,
  'curl --proxy-user': (s) => `curl --proxy-user a:${s} https://b.example`,
  'curl --data': (s) => `curl -d 'user=a&password=${s}' https://b.example`,
  'curl -H Authorization': (s) => `curl -H 'Authorization: Token ${s}' https://b.example`,
  'wget --password': (s) => `wget --user=a --password=${s} https://b.example`,
  'wget --http-password': (s) => `wget --http-password=${s} https://b.example`,
  'sshpass -p': (s) => `sshpass -p ${s} ssh a@b`,
  'sshpass -p without a space': (s) => `sshpass -p${s} scp c a@b:`,
  'mysql -p': (s) => `mysql -h a -u root -p${s} -e 'select 1'`,
  'mysqldump -p': (s) => `mysqldump -uroot -p'${s}' db > db.sql`,
  'psql URL': (s) => `psql postgresql://a:${s}@b.example/db`,
  PGPASSWORD: (s) => `PGPASSWORD=${s} psql -h a`,
  'redis-cli -a': (s) => `redis-cli -h a -a ${s} ping`,
  'mongo -p': (s) => `mongosh --host a -u b -p ${s} --eval x`,
  'docker login -p': (s) => `docker login -u a -p ${s} b.azurecr.io`,
  'docker login from standard input': (s) => `echo ${s} | docker login -u a --password-stdin b.azurecr.io`,
  'podman login -p': (s) => `podman login -u a -p ${s} b.azurecr.io`,
  'oras login -p': (s) => `oras login b.azurecr.io -u a -p ${s}`,
  'ctr --user': (s) => `ctr -n k8s.io images pull --user a:${s} b.azurecr.io/c:1`,
  'crictl --creds': (s) => `crictl pull --creds a:${s} b.azurecr.io/c:1`,
  'skopeo --src-creds': (s) => `skopeo copy --src-creds a:${s} docker://b docker://c`,
  'helm --password': (s) => `helm registry login a.azurecr.io -u b --password ${s}`,
  'helm --set': (s) => `helm install a b --set auth.password=${s},c=d`,
  'chpasswd with echo': (s) => `echo root:${s} | chpasswd`,
  'chpasswd with echo in quotes': (s) => `echo "azureuser:${s}" | sudo chpasswd`,
  'chpasswd with printf': (s) => `printf 'root:${s}\\n' | /usr/sbin/chpasswd -c SHA512`,
  'chpasswd with a here-string': (s) => `chpasswd <<< "root:${s}"`,
  'chpasswd with a here-document': (s) => `chpasswd <<EOF\nroot:${s}\nEOF`,
  'chpasswd list in cloud-config': (s) => `chpasswd: {list: "root:${s}"}`,
  'chpasswd list as a block': (s) => `chpasswd:\n  expire: false\n  list: |\n    root:${s}\nruncmd: []`,
  'chpasswd list of entries': (s) => `chpasswd:\n  list:\n    - root:${s}`,
  'chpasswd list in JSON': (s) => `{"chpasswd": {"list": ["root:${s}", "b:RANDOM"]}}`,
  'passwd --stdin': (s) => `echo '${s}' | passwd --stdin root`,
  'sudo -S': (s) => `echo ${s} | sudo -S apt-get update`,
  'useradd -p': (s) => `useradd -m -p ${s} -s /bin/bash a`,
  'usermod --password': (s) => `usermod --password ${s} a`,
  'htpasswd -b': (s) => `htpasswd -bc /etc/a.htpasswd b ${s}`,
  'openssl pass:': (s) => `openssl pkcs12 -in a.pfx -passin pass:${s} -out a.pem`,
  'openssl -k': (s) => `openssl enc -aes-256-cbc -in a -out b -k ${s}`,
  'openssl passwd': (s) => `openssl passwd -6 ${s}`,
  'keytool -storepass': (s) => `keytool -list -keystore a -storepass ${s}`,
  'gpg --passphrase': (s) => `gpg --batch --passphrase ${s} -c a`,
  'ldapsearch -w': (s) => `ldapsearch -x -D cn=a -w ${s} -b dc=b`,
  'smbclient -U': (s) => `smbclient //a/b -U 'c%${s}' -c ls`,
  'mount -o password': (s) => `mount -t cifs //a/b /mnt/c -o username=d,password=${s},vers=3.0`,
  fstab: (s) => `//a/b /mnt/c cifs username=d,password=${s},serverino 0 0`,
  'ua attach': (s) => `ua attach ${s}`,
  'pro attach': (s) => `pro attach --no-auto-enable ${s}`,
  'subscription-manager --password': (s) => `subscription-manager register --username a --password ${s}`,
  'subscription-manager --activationkey': (s) => `subscription-manager register --org 1 --activationkey=${s}`,
  'kubectl --from-literal': (s) => `kubectl create secret generic a --from-literal=pin=${s}`,
  'kubectl --from-literal with a space': (s) => `kubectl create secret generic a --from-literal pin=${s}`,
  'kubectl --docker-password': (s) => `kubectl create secret docker-registry a --docker-password=${s}`,
  'kubectl --token': (s) => `kubectl --token ${s} get pods`,
  'k3s token': (s) => `k3s agent --server https://a:6443 --token ${s}`,
  'vault login': (s) => `vault login ${s}`,
  'net user': (s) => `net user admin ${s} /add`,
  'net use': (s) => `net use Z: \\\\a\\b /user:c ${s}`,
  'cmdkey /pass': (s) => `cmdkey /add:a /user:b /pass:${s}`,
  'expect send': (s) => `tool -password:${s} -user:a`,
  'zip -P': (s) => `zip -P ${s} a.zip b`,
  '7z -p': (s) => `7z x a.7z -p${s} -oout`,
  'ipmitool -P': (s) => `ipmitool -H a -U b -P ${s} power status`,
  'realm join': (s) => `echo ${s} | realm join -U a b.example`,
  adcli: (s) => `echo -n '${s}' | adcli join --stdin-password b.example`,
  'az devops login from standard input': (s) => `echo ${s} | az devops login --organization https://a.example`,
  'key of the Log Analytics agent': (s) => `sh onboard_agent.sh -w a -s ${s} -d b.example`,
  'key of the Log Analytics agent, omsadmin.sh': (s) => `/opt/microsoft/omsagent/bin/omsadmin.sh -w a -s ${s}`,
  'tailscale --authkey': (s) => `tailscale up --authkey ${s} --ssh`,
  'tailscale --auth-key=': (s) => `tailscale up --auth-key=${s}`,
  'list of arguments, tailscale': (s) => `- [tailscale, up, --auth-key, ${s}]`,
  'netbird --setup-key': (s) => `netbird up --setup-key ${s}`,
  'netbird -k': (s) => `netbird up -k ${s}`,
  'ngrok config add-authtoken': (s) => `ngrok config add-authtoken ${s}`,
  'ngrok authtoken': (s) => `ngrok authtoken ${s}`,
  'nessuscli --key': (s) => `/opt/nessus_agent/sbin/nessuscli agent link --key=${s} --host=a --port=8834`,
  'sentinelctl token': (s) => `sentinelctl management token set ${s}`,
  'cloudflared service install': (s) => `cloudflared service install ${s}`,
  'aws configure set': (s) => `aws configure set aws_secret_access_key ${s} --profile a`,
  'list of arguments, aws': (s) => `- [aws, configure, set, aws_session_token, ${s}]`,
  'git config': (s) => `git config --global github.token ${s}`,
  'npm config set': (s) => `npm config set //registry.example/:_authToken ${s}`,
  'kubectl config set': (s) => `kubectl config set users.a.token ${s}`,
  'nmcli wireguard.private-key': (s) => `nmcli con modify wg0 wireguard.private-key ${s}`,
  'nmcli psk': (s) => `nmcli c mod a 802-11-wireless-security.psk ${s}`,
  'ssh-keygen -N': (s) => `ssh-keygen -q -t ed25519 -N "${s}" -f /root/.ssh/a`,
  'ssh-keygen -N without a space': (s) => `ssh-keygen -t ed25519 -N'${s}' -f a`,
  'ssh-keygen -P': (s) => `ssh-keygen -p -P ${s} -N "" -f a`,
  'curl -b': (s) => `curl -b 'session=${s}' https://a.example`,
  'curl -b without a space': (s) => `curl -b"session=${s}" https://a.example`,
  'curl --cookie': (s) => `curl --cookie "theme=dark; session=${s}; a=b" https://a.example`,
  'cookies of a header': (s) => `wget --header 'Cookie: consent=accept; session=${s}' https://a.example`,
  'list of arguments': (s) => `["tool", "login", "--password", "${s}", "--verbose"]`,
  'list of arguments without spaces': (s) => `["--password","${s}"]`,
  'list of arguments, az login -p': (s) => `{"runcmd": [["az", "login", "-u", "a", "-p", "${s}"]]}`,
  'YAML list of arguments': (s) => `- [az, login, -u, a, -p, ${s}]`,
  'YAML list of arguments, curl': (s) => `- [curl, -u, "a:${s}", "https://b.example"]`,
  'YAML block of arguments': (s) => `- tool\n- --password\n- ${s}\n- --verbose`,
  'command in a JSON string': (s) => `{"command": "bash -c \\"sshpass -p '${s}' ssh a@b\\""}`,
});

const byForm: readonly SecretKind[] = [
  ...kinds(webToken, {
    'JSON web token': (s) => `got ${s} from server`,
    'JSON web token behind an escaped line end': (s) => `{"log": "a\\n${s}\\nb"}`,
    Bearer: (s) => `Authorization: Bearer ${s}`,
  }),
  ...kinds(bootstrapToken, {
    'bootstrap token': (s) => `using ${s} to join`,
    'bootstrap token behind an escaped line end': (s) => `{"a": "x\\n${s}\\ny"}`,
    'kubeadm join --token': (s) =>
      `kubeadm join 10.0.0.4:6443 --token ${s} --discovery-token-unsafe-skip-ca-verification`,
    TLS_BOOTSTRAP_TOKEN: (s) => `TLS_BOOTSTRAP_TOKEN="${s}"`,
  }),
  ...kinds(drawn('', 43, lower + upper + digits), {
    'SAS signature': (s) => `https://a.blob.core.windows.net/c/f?sv=2024-11-04&sp=r&sig=${s}%3D`,
    'SAS signature, \\u0026': (s) => `{"url": "https://a.blob.core.windows.net/c?sp=r\\u0026sig=${s}\\u0026se=2026"}`,
    'SAS signature, percent-encoded': (s) => `redirect=https%3A%2F%2Fa.example%2Fc%3Fsp%3Dr%26sig%3D${s}%26se%3D2026`,
    'SAS signature, entities': (s) => `<Url>https://a.blob.core.windows.net/c?sp=r&amp;sig=${s}&amp;se=2026</Url>`,
    'Logic Apps signature': (s) =>
      `https://prod.logic.azure.com/workflows/x/triggers/manual/paths/invoke?sv=1.0&sig=${s}`,
    'Service Bus signature': (s) => `SharedAccessSignature sr=a.servicebus&sig=${s}&se=1&skn=root`,
  }),
  ...kinds(key64, {
    AccountKey: (s) => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${s};EndpointSuffix=core.windows.net`,
    'AccountKey, \\u003d': (s) => `{"connection": "AccountName\\u003da;AccountKey\\u003d${s};EndpointSuffix=b"}`,
    'storage key': (s) => `key1 ${s}`,
    'Cosmos connection string': (s) => `AccountEndpoint=https://a.documents.azure.com:443/;AccountKey=${s};`,
  }),
  ...kinds(key32, {
    SharedAccessKey: (s) => `Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=root;SharedAccessKey=${s}`,
    'IoT Hub connection string': (s) => `HostName=a.azure-devices.net;DeviceId=b;SharedAccessKey=${s}`,
    'WireGuard PresharedKey': (s) => `[Peer]\nPublicKey = a\nPresharedKey = ${s}\n`,
    'nmcli WireGuard key': (s) => `nmcli con modify wg0 wireguard.private-key ${s}`,
    'fluentd shared_key with padding': (s) => `shared_key ${s}`,
    'key of the Log Analytics agent with padding': (s) => `onboard_agent.sh -w a -s ${s}`,
    'encryption at rest': (s) => `{"keys": [{"name": "key1", "secret": "${s}"}]}`,
  }),
  ...kinds((seed) => `${drawn('', 3)(seed)}8Q~${drawn('', 34)(seed)}`, {
    'Azure AD client secret': (s) => `creds a ${s} b`,
    'Azure AD client secret in a list': (s) => `["az", "${s}"]`,
  }),
  ...kinds(password, {
    URL: (s) => `http://user:${s}@proxy.example:3128/`,
    'URL without a user': (s) => `redis://:${s}@cache.example:6379/0`,
    'URL with @ in the password': (s) => `https://user:p@${s}@a.example/x`,
    'amqp URL': (s) => `amqps://a:${s}@b.example/vhost`,
    'git URL with a token as user': (s) => `git clone https://x-access-token:${s}@github.com/a/b`,
    'Authorization: Token, PowerShell': (s) => `-Headers @{ Authorization = "Token ${s}" }`,
  }),
  ...kinds(userAndPassword, {
    'Authorization: Basic': (s) => `Authorization: Basic ${s}`,
    'Authorization in JSON': (s) => `{"Authorization": "Basic ${s}"}`,
    'Proxy-Authorization': (s) => `Proxy-Authorization: Basic ${s}`,
    'docker auth': (s) => `{"auths": {"a.azurecr.io": {"auth": "${s}"}}}`,
    'containerd auth': (s) => `  auth = "${s}"`,
    'npm _auth': (s) => `//registry.example/:_auth=${s}`,
  }),
  ...kinds(
    base64Of((seed) => `-----BEGIN RSA PRIVATE KEY-----\n${pemBody(seed)}\n-----END RSA PRIVATE KEY-----\n`),
    {
      'client-key-data': (s) => `    client-key-data: ${s}`,
      'tls.key': (s) => `  tls.key: ${s}`,
    },
  ),
  ...kinds(pemBody, {
    'PEM private key': (s) => `-----BEGIN PRIVATE KEY-----\n${s}\n-----END PRIVATE KEY-----`,
    'PEM private key in JSON': (s) =>
      `{"k": "-----BEGIN RSA PRIVATE KEY-----\\n${s}\\n-----END RSA PRIVATE KEY-----\\n"}`,
    'encrypted PEM private key': (s) =>
      `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${s}\n-----END ENCRYPTED PRIVATE KEY-----`,
    'OpenSSH private key': (s) => `-----BEGIN OPENSSH PRIVATE KEY-----\n${s}\n-----END OPENSSH PRIVATE KEY-----`,
    'cut PEM private key': (s) => `-----BEGIN EC PRIVATE KEY-----\n${s}`,
    'PGP private key': (s) => `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${s}\n-----END PGP PRIVATE KEY BLOCK-----`,
    'SSH.com private key': (s) =>
      `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n${s}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
  }),
  ...kinds((seed) => `MIIEpAIBAAKCAQEA${drawn('', 30_000)(seed)}`, {
    'long PEM private key': (s) => `-----BEGIN PRIVATE KEY-----\n${s}\n-----END PRIVATE KEY-----`,
  }),
  ...kinds(key64, {
    'PuTTY private key': (s) =>
      `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: a\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 1\n${s}\nPrivate-MAC: 00`,
  }),
  ...kinds((seed) => `$6$${drawn('', 16)(seed)}$${drawn('', 86)(seed)}`, {
    'SHA-512 hash of a password': (s) => `root:${s}:19000:0:99999:7:::`,
    'hash in passwd': (s) => `  passwd: ${s}`,
    'hash of usermod -p': (s) => `usermod -p '${s}' root`,
  }),
  ...kinds((seed) => `$y$j9T$${drawn('', 22)(seed)}$${drawn('', 43)(seed)}`, {
    'yescrypt hash': (s) => `a:${s}:19000:0:99999:7:::`,
  }),
  ...kinds((seed) => `$2b$12$${drawn('', 53)(seed)}`, { 'bcrypt hash': (s) => `admin:${s}` }),
  ...kinds((seed) => `$apr1$${drawn('', 8)(seed)}$${drawn('', 22)(seed)}`, { 'Apache hash': (s) => `admin:${s}` }),
  ...kinds(drawn('ghp_', 36), { 'GitHub token': (s) => `remote set-url ${s}` }),
  ...kinds(drawn('github_pat_', 82), { 'GitHub fine-grained token': (s) => `login with ${s}` }),
  ...kinds(drawn('glpat-', 20), { 'GitLab token': (s) => `use ${s} here` }),
  ...kinds(drawn('npm_', 36), { 'npm token': (s) => `publish ${s} done` }),
  ...kinds((seed) => `xoxb-${random(seed, 12, digits)}-${drawn('', 24)(seed)}`, { 'Slack token': (s) => `bot ${s}` }),
  ...kinds(
    (seed) => `${drawn('T', 8, upper + digits)(seed)}/B${drawn('', 8, upper + digits)(seed)}/${drawn('', 24)(seed)}`,
    {
      'Slack webhook': (s) => `https://hooks.slack.com/services/${s}`,
    },
  ),
  ...kinds(drawn('AKIA', 16, upper + '234567'), { 'AWS access key': (s) => `key ${s} of a` }),
  ...kinds(drawn('AIza', 35), { 'Google API key': (s) => `https://maps.example/js?v=3&k=${s}` }),
  ...kinds(drawn('GOCSPX-', 28), { 'Google client secret': (s) => `client ${s}` }),
  ...kinds((seed) => `glsa_${drawn('', 32)(seed)}_${drawn('', 8, hex)(seed)}`, {
    'Grafana token': (s) => `with ${s} there`,
  }),
  ...kinds(drawn('glc_', 60), { 'Grafana Cloud token': (s) => `with ${s} there` }),
  ...kinds(drawn('pul-', 40, hex), { 'Pulumi token': (s) => `with ${s} there` }),
  ...kinds((seed) => `tskey-auth-${drawn('', 12)(seed)}CNTRL-${drawn('', 32)(seed)}`, {
    'Tailscale key': (s) => `with ${s} there`,
  }),
  ...kinds(drawn('tskey-client-', 24), { 'Tailscale client secret': (s) => `with ${s} there` }),
  ...kinds(drawn('NRAK-', 27, upper + digits), { 'New Relic key': (s) => `with ${s} there` }),
  ...kinds((seed) => `dt0c01.${drawn('', 24, upper + digits)(seed)}.${drawn('', 64, upper + digits)(seed)}`, {
    'Dynatrace token': (s) => `with ${s} there`,
  }),
  ...kinds((seed) => `SWMTKN-1-${drawn('', 50, lower + digits)(seed)}-${drawn('', 25, lower + digits)(seed)}`, {
    'token of a Docker swarm': (s) => `with ${s} there`,
  }),
  ...kinds((seed) => `${drawn('', 14)(seed)}.atlasv1.${drawn('', 60)(seed)}`, {
    'HCP Terraform token': (s) => `with ${s} there`,
    'HCP Terraform token in a list': (s) => `["a", "${s}"]`,
  }),
  ...kinds(
    base64Of((seed) => `{"a":"${uuid(seed)}","t":"${uuid(seed + 1)}"}`),
    {
      'cloudflared token in base64': (s) => `cloudflared service install ${s}`,
      'sentinelctl token in base64': (s) => `sentinelctl management token set ${s}`,
    },
  ),
  ...kinds(drawn('sk-', 48), { 'OpenAI key': (s) => `with ${s} as key` }),
  ...kinds(drawn('sk-ant-api03-', 95), { 'Anthropic key': (s) => `with ${s} as key` }),
  ...kinds(drawn('hvs.', 90), { 'Vault token': (s) => `with ${s} as token` }),
  ...kinds(drawn('dapi', 32, hex), { 'Databricks token': (s) => `with ${s} there` }),
  ...kinds(drawn('dckr_pat_', 27), { 'Docker Hub token': (s) => `with ${s} there` }),
  ...kinds(drawn('pypi-AgEIcHlwaS5vcmc', 60), { 'PyPI token': (s) => `with ${s} there` }),
  ...kinds(drawn('sk_live_', 24), { 'Stripe key': (s) => `with ${s} there` }),
  ...kinds((seed) => `SG.${drawn('', 22)(seed)}.${drawn('', 43)(seed)}`, { 'SendGrid key': (s) => `with ${s} there` }),
  ...kinds(uuid, {
    'client secret that is a UUID': (s) => `{"clientSecret": "${s}"}`,
    'secret ID of an AppRole': (s) => `vault write auth/approle/login role_id=x secret_id=${s}`,
    'secret ID of an AppRole in JSON': (s) => `{"role_id": "x", "secret_id": "${s}"}`,
    VAULT_SECRET_ID: (s) => `export VAULT_SECRET_ID="${s}"`,
    'netbird --setup-key that is a UUID': (s) => `netbird up --setup-key ${s}`,
  }),
  ...kinds(drawn('', 52, lower + digits), {
    AZURE_DEVOPS_EXT_PAT: (s) => `export AZURE_DEVOPS_EXT_PAT=${s}`,
    'personal access token': (s) => `{"devOpsPat": "${s}"}`,
    '--pat': (s) => `tool --pat ${s} run`,
    'Azure DevOps token': (s) => `./config.sh --auth pat --token ${s} --pool a`,
  }),
  ...kinds((seed) => `${drawn('', 76)(seed)}AZDO${drawn('', 4)(seed)}`, {
    'Azure DevOps token by form': (s) => `pat is ${s}`,
  }),
  ...kinds((seed) => `${drawn('', 44)(seed)}AzFu${drawn('', 5)(seed)}Q==`, {
    'Azure Functions key': (s) => `with ${s}`,
  }),
  ...kinds((seed) => `${drawn('', 42)(seed)}+ACRA${drawn('', 5)(seed)}`, {
    'registry password': (s) => `acr user ${s}`,
  }),
  ...kinds(drawn('', 40), {
    'function code': (s) => `https://a.azurewebsites.net/api/x?code=${s}&b=c`,
    'git extra header': (s) => `git -c http.extraheader="AUTHORIZATION: bearer ${s}" clone https://a.example`,
    cookie: (s) => `Set-Cookie: session=${s}; Path=/; HttpOnly`,
  }),
  ...kinds(
    base64Of((seed) => `#!/bin/bash\nexport CLIENT_SECRET=${password(seed)}\n`),
    {
      'script in base64': (s) => `{"script": "${s}"}`,
    },
  ),
];

/** The kinds of secrets that must be masked everywhere. */
export const secretKinds: readonly SecretKind[] = [...byName, ...byCommandLine, ...byForm];
