import { toolName } from './commandOptions.js';
import { issuedPrefix } from './forms.js';
import { isSecretName } from './names.js';

/**
 * Whether a search could find a secret in a text, in an excerpt of it or in what it encodes: a fast check that rules out most
 * names, values and messages, of which an outline or a list of problems has thousands. Longer texts aren't checked.
 */
export function mayHoldSecret(text: string): boolean {
  if (text.length >= longText || signs.test(text)) return true;
  return behindName.test(text) && (text.match(names) ?? []).some(isSecretName);
}

/** What is between a name and its value. */
const behindName = /[:=<,\s]/;
const names = /[\w.-]+/g;

const longText = 2_000;

/** A sign of each way to write a secret that isn't found by its name; what is encoded may contain any of them. */
const signs = new RegExp(
  [
    // Escapes, and quoted-printable.
    /\\|%[\da-fA-F]|""|''|&(?:quot|apos|amp|lt|gt|#)|=3D|quoted-printable|~[01]/,
    // Base64 and hexadecimal digits.
    /[\w+/-]{40}|;base64,/,
    // Formats.
    /[a-z0-9]{6}\.[a-z0-9]{16}|\.eyJ|:\/\/[^@]{1,400}@|earer |asic |\.atlasv1\.|PRIVATE KEY|Private-Lines|Q~|\$[\w-]{1,16}\$|\{SSHA|\{CRYPT/,
    /hooks\.slack|\/webhookb2\/|\/api\/webhooks\//,
    // Names that are no words for a secret, and members whose value is the name of another one.
    /[aA]uth|AUTH|[cC]ookie|COOKIE|[sS]ecret_id|SECRET_ID|sig=|[?&]code=|SERVICE_PRINCIPAL_FILE_CONTENT|KUBELET_CLIENT_CONTENT/,
    /(?:[nN]ame|[kK]ey|variable)[^\w:=]*[:=][^]{0,120}[vV]alue/,
    // Lists of passwords, and what is piped to a command.
    /chpasswd|(?:echo|printf|Write-Output)[^|]{1,800}\|/,
  ]
    .map(({ source }) => source)
    .concat(issuedPrefix, String.raw`${toolName}(?:\.exe)?(?![\w.-])`)
    .join('|'),
);
