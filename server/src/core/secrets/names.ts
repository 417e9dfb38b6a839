/**
 * Names whose values must not be shown. Matched on the words of a name, so that `bootstrapToken`,
 * `TLS_BOOTSTRAP_TOKEN` and `--client-secret` are found and `token_endpoint` or `secretName` are not.
 */
export function isSecretName(name: string): boolean {
  if (secretVariables.has(name)) return true;
  if (!secretLetters.test(name)) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const last = words.at(-1);
  if (last === undefined) return false;
  if (secretWords.has(last)) return true;
  return last === 'key' && keyQualifiers.has(words.at(-2) ?? '');
}

/** What every secret name has in it; nearly all names are passed over for lack of it. */
const secretLetters = /pass|pwd|secret|token|credential|sas|key|hashed/iu;
/** Variables of the bootstrap environment that hold secrets and do not say so (AgentBaker v20260626, `cse_cmd.sh`). */
const secretVariables = new Set(['SERVICE_PRINCIPAL_FILE_CONTENT', 'KUBELET_CLIENT_CONTENT']);

const secretWords = new Set([
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'token',
  'credential',
  'credentials',
  'sas',
  'apikey',
  'accesskey',
  'accountkey',
  'privatekey',
  'hashed',
]);

/** A `key` is secret only with one of these words in front of it. */
const keyQualifiers = new Set([
  'private',
  'client',
  'access',
  'account',
  'storage',
  'shared',
  'api',
  'signing',
  'encryption',
  'agent',
]);
