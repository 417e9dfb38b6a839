import type { Certificate } from '../../formats/x509/certificate.js';
import type { ProblemCode } from '../../problems/codes.js';
import type { Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { Suggestions } from '../../text/suggest.js';
import { replaceFix } from '../../record/fixes.js';
import { GivenString, stringsOf, stripped, visitStrings } from '../../record/given.js';
import {
  choiceProblems,
  formatProblem,
  formatProblems,
  rangeProblems,
  type ValueRules,
} from '../../record/valueRules.js';
import { append, quoted } from '../../text/strings.js';
import { checkBase64Certificates, readCertificates } from '../../values/certificates.js';
import type { FormatName } from '../../values/check.js';
import { knownName, knownNames } from '../../values/known/index.js';
import type { VocabularyName } from '../../values/known/vocabulary.js';
import { replacements } from '../required.js';
import type { ConfigField } from '../value.js';
import { type NodeConfigInput, problemOnString } from './input.js';

/** Formats that are read in the same manner share a code. */
const formatCodes: Readonly<Record<FormatName, ProblemCode>> = {
  'absolute-path': 'contract/invalid-path',
  base64: 'contract/invalid-base64',
  'base64-certificates': 'contract/invalid-certificate',
  'base64-private-key': 'contract/invalid-base64',
  'bootstrap-token': 'contract/invalid-token',
  cidr: 'contract/invalid-ip-address',
  'dns-name': 'contract/invalid-host-name',
  'dns-suffix': 'contract/invalid-host-name',
  'dns-zone': 'contract/invalid-host-name',
  duration: 'contract/invalid-duration',
  'eviction-threshold': 'contract/invalid-quantity',
  'feature-name': 'contract/dropped-feature',
  host: 'contract/invalid-host-name',
  'image-reference': 'contract/invalid-image-reference',
  'ip-address': 'contract/invalid-ip-address',
  'json-object': 'contract/invalid-json-text',
  'kubernetes-version': 'contract/invalid-version',
  'label-key': 'contract/invalid-label',
  'label-value': 'contract/invalid-label',
  'linux-user-name': 'contract/invalid-name',
  location: 'contract/invalid-name',
  'no-proxy-entry': 'contract/invalid-host-name',
  percentage: 'contract/invalid-quantity',
  'port-range': 'contract/invalid-port-range',
  'proxy-url': 'contract/invalid-url',
  quantity: 'contract/invalid-quantity',
  'registry-host': 'contract/invalid-host-name',
  'resource-group-name': 'contract/invalid-name',
  'resource-name': 'contract/invalid-name',
  'semantic-version': 'contract/invalid-version',
  'sysctl-pattern': 'contract/invalid-sysctl',
  'systemd-limit': 'contract/invalid-limit',
  'taint-list': 'contract/invalid-taint',
  url: 'contract/invalid-url',
  uuid: 'contract/invalid-uuid',
  'vm-size': 'contract/invalid-name',
};

const valueRules: ValueRules = {
  formatCode: (format) => formatCodes[format],
  choiceCode: () => 'contract/unknown-value',
  rangeCode: 'contract/value-out-of-range',
  // The rule `certificates` checks them.
  otherFormats: new Set<FormatName>(['base64-certificates']),
  checksByKey: true,
};

/** Strings that don't have the format of their field or known key. */
export const formats: Rule<NodeConfigInput> = {
  name: 'node-config/formats',
  check: (input) => input.fields.flatMap((given) => formatProblems(given, input, valueRules)),
};

/**
 * How far a name may be from a known one to be reported as a typing mistake. The node rejects every name that isn't in
 * a `complete` list; of vocabularies that aren't here no name is reported.
 */
const slips: Partial<Record<VocabularyName, number | 'complete'>> = { location: 2, 'tls-cipher-suite': 'complete' };

/** Strings that must be one of a few values, or a known name, and aren't. */
export const knownValues: Rule<NodeConfigInput> = {
  name: 'node-config/known-values',
  check: ({ fields, suggestions }) =>
    fields.flatMap((given) => {
      // The version has a rule of its own.
      if (given.path === 'version') return [];
      const problems = choiceProblems(given, suggestions, valueRules);
      const names = unknownNames(given, suggestions);
      return names.length === 0 ? problems : [...problems, ...names];
    }),
};

function unknownNames(given: ConfigField, suggestions: Suggestions): readonly Problem[] {
  const { known } = given.field;
  const slip = known === undefined ? undefined : slips[known];
  if (known === undefined || slip === undefined) return [];
  const problems: Problem[] = [];
  visitStrings(given, (node, step) => {
    if (knownName(known, node.value) !== undefined) return;
    const value = new GivenString(node, node.value, given, step);
    if (!value.isUnfinished) append(problems, noSuchName(value, known, slip, suggestions));
  });
  return problems;
}

function* noSuchName(
  value: GivenString,
  vocabulary: VocabularyName,
  slip: number | 'complete',
  suggestions: Suggestions,
): Generator<Problem> {
  const most = slip === 'complete' ? Infinity : slip;
  const suggestion = suggestions.nearest(value.text, knownNames(vocabulary), most)?.name;
  if (slip !== 'complete' && suggestion === undefined) return;
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  const message = `${value.subject} must be a known name, not ${quoted(value.text)}.${hint}`;
  const fixes = suggestion === undefined ? [] : [replaceFix(value.node.span, suggestion)];
  yield problemOnString(value, 'contract/unknown-value', message, { fixes });
}

/** Numbers that are rejected, truncated or misread on the node. */
export const ranges: Rule<NodeConfigInput> = {
  name: 'node-config/ranges',
  *check({ fields }): Generator<Problem> {
    for (const given of fields) {
      const { field, value, member, path } = given;
      if (field.range === undefined || typeof value !== 'number') continue;
      // The node replaces these, which another rule reports.
      if (replacements.has(path)) continue;
      const span = member.value?.span ?? member.span;
      yield* rangeProblems(given, { value, written: String(value), span }, valueRules);
    }
  },
};

/** Fields whose certificates sign others. */
const authorities: ReadonlySet<string> = new Set([
  'kubernetes_ca_cert',
  'custom_ca_certs',
  'http_proxy_config.proxy_trusted_ca',
]);

/** Certificates that the node can't use: unreadable, expired, or not for the field's purpose. */
export const certificates: Rule<NodeConfigInput> = {
  name: 'node-config/certificates',
  *check(input): Generator<Problem> {
    for (const given of input.fields) {
      if (given.field.format !== 'base64-certificates') continue;
      for (const value of stringsOf(given)) {
        const text = stripped(value.text, given.field);
        const { container, certificates: found, faults } = readCertificates(text);
        const fault = container === 'base64-pem' && faults.length === 0 ? undefined : checkBase64Certificates(text);
        if (fault !== undefined) yield formatProblem(input, value, 'base64-certificates', fault, valueRules);
        for (const certificate of found) {
          yield* validityOf(value, certificate, input.context.now);
          if (!authorities.has(given.path) || certificate.isCa) continue;
          const message = `${value.subject} must be a certificate authority, but the certificate of ${certificate.subject || 'no subject'} isn't one and can't sign others.`;
          yield problemOnString(value, 'contract/certificate-not-a-ca', message);
        }
      }
    }
  },
};

function* validityOf(value: GivenString, certificate: Certificate, now: number | undefined): Generator<Problem> {
  const { notBefore, notAfter } = certificate;
  if (now === undefined || (now >= notBefore && now <= notAfter)) return;
  const subject = `${value.subject}: the certificate of ${certificate.subject}`;
  if (now > notAfter)
    yield problemOnString(value, 'contract/certificate-expired', `${subject} expired on ${dateText(notAfter)}.`);
  else
    yield problemOnString(
      value,
      'contract/certificate-not-yet-valid',
      `${subject} is not valid before ${dateText(notBefore)}.`,
    );
}

function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Features whose value has a line break are left out of the shell file (AgentBaker 06836ee230, `nodeconfigutils`). */
export const features: Rule<NodeConfigInput> = {
  name: 'node-config/features',
  check({ at, text }): Problem[] {
    const problems: Problem[] = [];
    const given = at('enabled_features');
    // A JSON string only contains a line break as an escape.
    if (given === undefined || !text.includes('\\')) return problems;
    visitStrings(given, (node, step) => {
      if (!/[\r\n]/.test(node.value)) return;
      const value = new GivenString(node, node.value, given, step);
      if (value.isUnfinished) return;
      const message = `${value.subject} must not contain a line break: the feature is left out of the node's file.`;
      problems.push(problemOnString(value, 'contract/dropped-feature', message));
    });
    return problems;
  },
};
