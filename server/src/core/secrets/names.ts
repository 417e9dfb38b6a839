import { NameIndex } from '../text/suggest.js';
import { words } from '../text/table.js';
import { withoutTrailing } from '../text/strings.js';

/**
 * Whether the value under a name must not be shown. Decided by the last words of the name, so that `bootstrapToken`,
 * `TLS_BOOTSTRAP_TOKEN` and `--client-secret` are found, and `token_endpoint` and `secretName` aren't. A misspelt word
 * counts: the value of `servicePrincipalSecrt` is a secret all the same.
 */
export function isSecretName(name: string): boolean {
  if (secretVariables.has(name) || variableForName.test(name)) return true;
  if (!mayBeSecret.test(name.toLowerCase())) return false;
  const parts = nameParts(name);
  const last = parts.at(-1);
  if (last === undefined || otherNames.has(parts.slice(-3).join(' '))) return false;
  if (isSecretWord(last)) return true;
  const key = keyWord.exec(last);
  if (key === null) return false;
  const qualifier = key[1] === '' || key[1] === undefined ? parts.at(-2) : key[1];
  return keyQualifiers.has(qualifier ?? '');
}

/**
 * The end of a name at a range without a number that is a word of its own, as in `label-17`, which doesn't matter to whether
 * it is secret: long lists have such names.
 */
export function endWithoutNumber(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isDigit(text.charCodeAt(at - 1))) at--;
  return at > start && !/[A-Za-z]/.test(text.charAt(at - 1)) ? at : end;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether the name ends with `key`. Values of such names are often names themselves, as in `primaryKey: id`. */
export function isKeyName(name: string): boolean {
  return keyWord.test(nameParts(name).at(-1) ?? '');
}

/** Whether the name ends with `pat`, which is short for a personal access token and for a pattern. */
export function isPatName(name: string): boolean {
  return nameParts(name).at(-1) === 'pat';
}

/** Variables of the bootstrap environment whose names don't show that they're secret (AgentBaker v20260626, `cse_cmd.sh`). */
const secretVariables = new Set(['SERVICE_PRINCIPAL_FILE_CONTENT', 'KUBELET_CLIENT_CONTENT']);

/** Variables with a token whose names end with what it is for: a host for Terraform, an account for 1Password. */
const variableForName = /^(?:TF_TOKEN|OP_SESSION)_\w/;

/** Letters of which every secret word, every misspelt one and `key` have some: rules out most names before they are divided. */
const mayBeSecret = /p[aw]?s|pat(?!h)|pw|s[ecr]|sas|cr[ed]|ok|tk|tt|toek|key|auth|hashed/;

/** Names that end like those of secrets. The members of an etcd cluster tell their own cluster by its token. */
const otherNames = new Set(['initial cluster token']);

/** The words of a name in lower case, without numbers and without words such as `value` at its end. */
function nameParts(name: string): readonly string[] {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => /[a-z]/.test(part));
  while (parts.length > 1 && detailWords.has(parts.at(-1) ?? '')) parts.pop();
  const last = parts.pop();
  return last === undefined ? parts : [...parts, withoutTrailing(last, '0123456789')];
}

/** Words at the end of a name that say in which form it contains what the words before them name. */
const detailWords = new Set(
  words(`
    value text string plain plaintext cleartext base64 b64 encoded hex hash data content raw new old current previous
  `),
);

function isSecretWord(word: string): boolean {
  if (secretWords.has(word)) return true;
  if (otherWords.has(word)) return false;
  return (
    secretEnding.test(word) || (mayBeMisspelt.test(word) && misspellable.nearest(word, word.length < 7 ? 1 : 2) >= 0)
  );
}

const secretWords = new Set(
  words(`
    password passwd passphrase pwd secret token credential credentials sas apikey accesskey accountkey privatekey
    hashed pass pw rootpw bindpw psk creds passcode keypass storepass userpass dbpass rootpass adminpass sshpass
    requirepass masterauth authtoken authtok pat
  `),
);

/** Words that are similar to secret ones. */
const otherWords = new Set(
  words(`
    nopasswd chpasswd htpasswd gpasswd taken toke tokens passed passes passport passive passage passing possess
    secrete secreted discrete creed cred create created
  `),
);

/** Ends of words that contain several, such as `clientsecret`. */
const secretEnding = /(?:password|passwd|passphrase|secret|token|credential|apikey|[^l]pwd|tokn|tken|toekn)s?$/;

/** Rules out nearly all words before they're compared with the misspellable ones. */
const mayBeMisspelt = /^(?:p[aw]?s|apss|s[ec]{1,2}|sc?r|cr[ed]|to?k|tt|toe?k|ot?k)[a-z]*(?:[rwdhsktn])/;

const misspellable = new NameIndex(words('password passwd passphrase secret token credential credentials'));

const keyWord = /^([a-z]*?)keys?$/;

/** A `key` is secret only after one of these words. */
const keyQualifiers = new Set(
  words(`
    private client access account storage shared api signing encryption agent workspace primary secondary master
    admin query function functions subscription registration activation license licence product validation session
    preshared auth preauth setup linking secret symmetric hmac aes decryption sas cosmos unseal recovery readonly readwrite wrapping root
  `),
);
