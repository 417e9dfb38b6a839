import { words } from '../text/table.js';
import { isKeyName, isPatName, isSecretName } from './names.js';

/** How a value is written. */
export interface ValueForm {
  readonly isQuoted: boolean;
  /** What separates it from its name. */
  readonly separator: ':' | '=' | ' ';
}

/**
 * Whether the value under a secret name is no secret: a constant, a word about a secret, a variable, an expression, or
 * the path of a file.
 */
export function isHarmless(name: string, value: string, { isQuoted, separator }: ValueForm): boolean {
  if (value.length > longestHarmless) return false;
  if (constant.test(value) || statusWords.has(value.toLowerCase().replace(/[.,;:!]$/, ''))) return true;
  if (expression.test(value) || /^[\s,;:)\]}\\"']+$/.test(value)) return true;
  // Between two strings of an expression: `concat('PASSWORD=', parameters('a'))`.
  if (/^[,+]\s*[\w.]+\(/.test(value)) return true;
  if (value.length < longestPath && path.test(value) && !/[\w-]{24}/.test(value)) return true;
  if (placeholder.test(value) && nouns.test(value)) return true;
  if (/^https?:\/\/[^?#@]*$/.test(value)) return true;
  if (/tokens$/i.test(name) && /^\d+$/.test(value)) return true;
  if (isKeyName(name) && /^[A-Za-z][a-z_-]{0,24}$/.test(value)) return true;
  if (isPatName(name) && !(personalToken.test(value) && /\d/.test(value))) return true;
  if (separator === ' ') return /^--?[a-z][a-z-]*$/i.test(value);
  if (isQuoted) return false;
  return (separator === ':' && /^\*\w+$/.test(value)) || call.test(value) || isReference(name, value);
}

/** Whether a value shows that a secret was removed before. */
export function isRemoved(value: string): boolean {
  return /^(?:\**\[?redacted\]?\**|\*+)$/i.test(value);
}

/** No expression or path is longer. */
const longestHarmless = 2000;

/** Values that say that there is no secret, and masks. */
const constant =
  /^(?:true|false|null|nil|~|none|yes|no|on|off|undefined|\d{1,3}|[|>][+-]?|[*x.#_-]+|\**\[?redacted\]?\**|\(sensitive value\)|\*+#\d+#?)$/i;

/** Words that describe a secret or why there is none instead of being one, and the sources of `/etc/nsswitch.conf`. */
const statusWords = new Set(
  words(`
    ok okay done failed failure success succeeded successful successfully invalid valid missing required optional
    expired expires not must should is was were are has have had can cannot can't could may will the a an for from
    to of in at by with without and or if as this that it its they there which when then only also your unknown
    empty set unset unchanged changed updated created deleted removed rotated loaded read reading written found
    verified accepted rejected refused denied readonly number never void revoked disabled enabled present absent
    error errors warning hidden masked sensitive string str int integer bool boolean object array any bytes
    securestring secureobject default using use getting retrieving fetching files compat systemd sss nis ldap
    available unavailable supplied provided given needed incorrect wrong mismatch refreshed renewed issued obtained
    acquired parsed request requested stored saved configured generated identity adal azidentity oauth2 rpc dial context
    unauthorized forbidden timeout eof unexpected response
  `),
);

/** Variables, templates and commands that are replaced before the value is used. */
const expression = new RegExp(
  [
    String.raw`^\$\w*$`,
    String.raw`^\$\([^]*$`,
    String.raw`^\$(?:env|script|global|using):\w+$`,
    String.raw`^\$\w+(?:\.\w+)+$`,
    String.raw`^\$\{[^{}]*\}$`,
    String.raw`^\$\{\{[^{}]*\}\}$`,
    '^`[^`]*`?$',
    String.raw`^%[A-Za-z]\w*%$`,
    String.raw`^%[sdvq]$`,
    String.raw`^\{\{[^{}]*\}\}$`,
    String.raw`^\{%[^{}]*%\}$`,
    String.raw`^[#@]\{[^{}]*\}$`,
    String.raw`^<%[^<>]*%>$`,
    String.raw`^\{\w*\}$`,
    String.raw`^\[[A-Za-z][\w.]*\([^]*\]$`,
    String.raw`^@Microsoft\.KeyVault\(`,
    String.raw`^__\w+__$`,
    String.raw`^@@?\w+@@?$`,
    String.raw`^\(\([\w.-]+\)\)$`,
    String.raw`^(?:vault|ref\+\w+|op):`,
    // Variables with nothing but punctuation between them, and replacements in them.
    String.raw`^[^\w$]*\$\{[\w.:]+\}(?:[^\w$]|\$\{[\w.:]+\})*$`,
    String.raw`^\$\{\w+[/%#]`,
    String.raw`^\(\$\w+\)$`,
    // A command in parentheses, up to its first argument.
    String.raw`^\([A-Za-z]+(?:-[A-Za-z]+)?$`,
    // The rest of a regular expression.
    String.raw`^\)[^A-Za-z0-9]*$`,
    // Names of files.
    String.raw`^[a-z][a-z_-]*\.(?:path|service|socket|timer|json|ya?ml|pem|key|crt|cer|pfx|txt|conf|env|sh|ps1)$`,
  ].join('|'),
);

const longestPath = 300;

/** Absolute paths, paths in the home or the current directory, paths with a name in front, as in `LoadCredential=`, and mounts of containers. */
const path =
  /^(?:file:\/\/|[\w.-]+:(?=\/))?(?:(?:~|\.{1,2})?\/(?:[\w.@ -]+\/)*[\w.@-]*(?::r[ow])?|[A-Za-z]:\\[\w\\. -]*|\\\\[\w\\. $-]*)$/;

/** Placeholders name what belongs in their place. */
const placeholder = /^(?:<[\w .-]+>|\[[\w .-]+\]|(?:your|my|insert|enter|replace|change)[_-][\w-]+)$/i;
const nouns =
  /pass|secret|token|key|credential|your|redacted|removed|hidden|masked|sensitive|placeholder|value|insert|replace/i;

/** A personal access token rather than a pattern. */
const personalToken = /^[\w-]{16}[\w-]*$/;

/** The name of a command of PowerShell. */
const cmdlet = /^(?:[A-Z][a-z]+|Convert(?:To|From))-[A-Z][A-Za-z]+$/;

/** A call of a function in code. */
const call = /^[A-Za-z_]+(?:\.[A-Za-z_]+)*\((?:[^)]*\)?[;,]?)$/;

/** Code that passes a secret on: `password: parameters.adminPassword`. */
function isReference(name: string, value: string): boolean {
  if (value === name) return true;
  if (cmdlet.test(value)) return true;
  if (!/^[A-Za-z_]+(?:\.[A-Za-z_]+)*$/.test(value)) return false;
  return value.includes('.') ? value.split('.').some(isSecretName) : /[a-z][A-Z_]/.test(value) && isSecretName(value);
}
