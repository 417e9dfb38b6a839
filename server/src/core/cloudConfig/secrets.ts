import { MappingEntries } from '../formats/tree/entries.js';
import { resolved, type StringNode, type SyntaxNode } from '../formats/tree/node.js';
import { isSecretName } from '../secrets/find.js';
import { type PlacedSecret, secretPart, secretsBelow } from '../secrets/places.js';
import { Suggestions } from '../text/suggest.js';
import { words } from '../text/table.js';
import type { CloudConfigView } from './view.js';

/**
 * What of a value is secret: all of it, the passwords of lines `user:password`, the answers of debconf that are passwords, or
 * the settings of WireGuard that aren't known as harmless.
 */
type SecretForm = 'value' | 'accounts' | 'answers' | 'tunnels';

/**
 * The keys of cloud-init's modules whose values are secret (cloud-init 26.2, `cloudinit/config/schemas` and the modules in
 * `cloudinit/config`); `*` is any key or list item. Contents of `write_files`, and URLs with passwords in them, go by what
 * they contain.
 */
const secretKeys: Readonly<Record<SecretForm, readonly string[]>> = {
  value: words(`
    password
    chpasswd.users.*.password
    user.passwd user.hashed_passwd user.plain_text_passwd
    users.*.passwd users.*.hashed_passwd users.*.plain_text_passwd
    system_info.default_user.passwd system_info.default_user.hashed_passwd system_info.default_user.plain_text_passwd
    ssh_keys.rsa_private ssh_keys.dsa_private ssh_keys.ecdsa_private ssh_keys.ed25519_private
    ubuntu_pro.token ubuntu_advantage.token
    rh_subscription.password rh_subscription.activation_key
    spacewalk.activation_key
    landscape.client.registration_key
    chef.validation_cert
    puppet.csr_attributes.custom_attributes.*
    salt_minion.private_key
    mcollective.conf.private_cert
    lxd.init.trust_password
    random_seed.data
    reporting.*.consumer_secret reporting.*.token_secret
    yum_repos.*.password yum_repos.*.proxy_password
    autoinstall.identity.password
  `),
  accounts: ['chpasswd.list'],
  answers: ['apt.debconf_selections.*'],
  tunnels: ['wireguard.interfaces.*.content'],
};

/** The secret keys inside a value. */
interface SecretLevel {
  readonly names: string[];
  readonly inside: Map<string, SecretLevel>;
  form?: SecretForm;
}

function levelsOf(keys: typeof secretKeys): SecretLevel {
  const root: SecretLevel = { names: [], inside: new Map() };
  for (const [form, paths] of Object.entries(keys) as [SecretForm, readonly string[]][]) {
    for (const path of paths) {
      let level = root;
      for (const step of path.split('.')) {
        const next: SecretLevel = level.inside.get(step) ?? { names: [], inside: new Map() };
        if (!level.inside.has(step)) level.names.push(step);
        level.inside.set(step, next);
        level = next;
      }
      level.form = form;
    }
  }
  return root;
}

const topLevel = levelsOf(secretKeys);

/** The secrets that the modules of a cloud-config are given, also under misspelt keys. */
export function* cloudConfigSecrets({ text, tree }: CloudConfigView): Generator<PlacedSecret> {
  yield* new SecretSearch(text).in(tree?.root, '', topLevel);
}

/** Whether the value at a path is a secret, or is or has a list of them, so that messages must not show it. */
export function isSecretPlace(path: readonly string[]): boolean {
  if (path.some(isSecretName)) return true;
  const suggestions = new Suggestions();
  let level: SecretLevel | undefined = topLevel;
  for (const name of path) {
    level = levelUnder(name, level, suggestions);
    if (level === undefined) return false;
    if (level.form !== undefined) return true;
  }
  return false;
}

class SecretSearch {
  readonly #text: string;
  readonly #entries = new MappingEntries();
  readonly #suggestions = new Suggestions();

  constructor(text: string) {
    this.#text = text;
  }

  *in(written: SyntaxNode | undefined, name: string, level: SecretLevel): Generator<PlacedSecret> {
    const node = resolved(written);
    if (level.form !== undefined) yield* this.#secretsOf(node, name, level.form);
    else if (node?.kind === 'array') {
      const items = level.inside.get('*');
      if (items !== undefined) for (const item of node.items) yield* this.in(item, name, items);
    } else if (node?.kind === 'object') {
      const merged = [...this.#entries.of(node).values()].flatMap((entry) => (entry.merged ? [entry.member] : []));
      for (const { key, value } of [...node.members, ...merged]) {
        const inside = levelUnder(key.name, level, this.#suggestions);
        if (inside !== undefined) yield* this.in(value, key.name, inside);
      }
    }
  }

  *#secretsOf(node: SyntaxNode | undefined, name: string, form: SecretForm): Generator<PlacedSecret> {
    if (form === 'value') {
      yield* secretsBelow(node, name);
      return;
    }
    for (const item of node?.kind === 'array' ? node.items : [node]) {
      const value = resolved(item);
      if (value?.kind === 'string') yield* this.#secretsOfLines(value, secretLines[form]);
      else if (form !== 'answers') yield* secretsBelow(value, name);
    }
  }

  *#secretsOfLines(node: StringNode, lines: RegExp): Generator<PlacedSecret> {
    for (const match of node.value.matchAll(lines)) {
      const [line, secret = ''] = match;
      const end = match.index + line.length;
      yield secretPart(this.#text, node, { start: end - secret.length, end });
    }
  }
}

/** The keys inside the value of a key, or, if there are none, of the key that it is most like. */
function levelUnder(name: string, { names, inside }: SecretLevel, suggestions: Suggestions): SecretLevel | undefined {
  const exact = inside.get(name.toLowerCase().replaceAll('-', '_')) ?? inside.get('*');
  return exact ?? inside.get(suggestions.nearest(name, names, mostWrongLetters) ?? '');
}

/** Names of other keys of the same modules differ in more letters. */
const mostWrongLetters = 2;

/** The settings of WireGuard that aren't secret (wg(8) and wg-quick(8) of wireguard-tools 1.0.20210914). */
const openTunnelSettings = words(`
  Address DNS MTU Table ListenPort FwMark SaveConfig PublicKey AllowedIPs Endpoint PersistentKeepalive
`).join('|');

/** The lines with secrets in each form; the last group is the secret, which ends with the line. */
const secretLines: Readonly<Record<Exclude<SecretForm, 'value'>, RegExp>> = {
  /**
   * The password of an account, or a line that isn't about an account as cloud-init reads it. `R` and `RANDOM` are asked
   * for instead of a password (`cc_set_passwords.py`).
   */
  accounts: /(?<![^\r\n])(?:[^:\r\n]*:(?!R(?:ANDOM)?[ \t]*(?![^\r\n]))|(?![^\r\n]*:)(?![ \t]*#))([^\r\n]+)/g,
  /** A line such as `mysql-server mysql-server/root_password password x`. */
  answers: /^[ \t]*\S+[ \t]+\S+[ \t]+password[ \t]+(\S[^\r\n]*)/gm,
  tunnels: new RegExp(
    `^(?![ \\t]*(?:#|\\[\\w+\\][ \\t]*$|(?:${openTunnelSettings})[ \\t]*=))(?:[ \\t]*[A-Za-z]+[ \\t]*=)?[ \\t]*(\\S[^\\r\\n]*)`,
    'gim',
  ),
};
