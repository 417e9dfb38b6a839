import { pointerOf } from '../../formats/tree/paths.js';
import type { Certificate } from '../../formats/x509/certificate.js';
import { type Problem, problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { Suggestions } from '../../problems/suggestions.js';
import { append } from '../../text/strings.js';
import { checkBase64Certificates, readCertificates } from '../../values/certificates.js';
import { formatCheck } from '../../values/check.js';
import { knownName, knownNames, knownNamesIn } from '../../values/known/index.js';
import type { KnownName, VocabularyName } from '../../values/known/vocabulary.js';
import { enumerated, quoted, rangeText } from '../contract/explain.js';
import { replacements } from '../required.js';
import type { NodeConfigInput } from './input.js';
import { formatProblem, givenKey, GivenText, keysOf, replaceFix, stripped, textsOf, visitTexts } from './texts.js';

/**
 * Texts that do not have the form which their reader on the node wants. The forms of fields are part of the
 * contract's description; the form of a value under a known key, such as a kubelet flag, is the key's.
 */
export const formats: Rule<NodeConfigInput> = {
  name: 'node-config/formats',
  check({ fields, text: source }): Problem[] {
    const problems: Problem[] = [];
    for (const given of fields) {
      const { field } = given;
      const { keyFormat, knownKeys } = field;
      if (keyFormat !== undefined) {
        const check = formatCheck(keyFormat);
        for (const key of keysOf(given)) {
          const fault = key.name === '' ? { reason: 'is empty' } : check(key.name);
          if (fault !== undefined) problems.push(formatProblem(source, givenKey(key, given), keyFormat, fault));
        }
      }
      // Certificates have a rule of their own, which reads them only once.
      const format = field.format === 'base64-certificates' ? undefined : field.format;
      if (format === undefined && knownKeys === undefined) continue;
      const checkOfField = format && formatCheck(format);
      const knownKey = knownKeys && knownNamesIn(knownKeys);
      visitTexts(given, (node, step) => {
        const wanted = (typeof step === 'string' ? knownKey?.(step)?.format : undefined) ?? format;
        const check = wanted === format ? checkOfField : wanted && formatCheck(wanted);
        const text = stripped(node.value, field);
        const fault = text === '' ? undefined : check?.(text);
        if (wanted === undefined || fault === undefined) return;
        const value = new GivenText(node, node.value, given, step);
        if (!value.isUnfinished) problems.push(formatProblem(source, value, wanted, fault));
      });
    }
    return problems;
  },
};

/**
 * How far off a name may be that counts as a slip. A list without a number is complete, so that everything
 * else is refused on the node; lists that are not here say nothing about names that they lack.
 */
const slips: Partial<Record<VocabularyName, number | 'complete'>> = { location: 2, 'tls-cipher-suite': 'complete' };

/** Texts that stand for one of a few values, and are none of them. */
export const knownValues: Rule<NodeConfigInput> = {
  name: 'node-config/known-values',
  check({ fields, suggestions }): Problem[] {
    const problems: Problem[] = [];
    for (const given of fields) {
      const { oneOf, known, knownKeys } = given.field;
      // The version has a rule of its own.
      if (given.path === 'version' || (oneOf === undefined && known === undefined && knownKeys === undefined)) continue;
      const knownKey = knownKeys && knownNamesIn(knownKeys);
      visitTexts(given, (node, step) => {
        const text = node.value;
        const keyed = typeof step === 'string' ? knownKey?.(step) : undefined;
        const choices = keyed?.oneOf ?? oneOf;
        const isChoice = choices === undefined || choices.includes(text) || isGoBoolean(keyed, text);
        const isKnown = known === undefined || slips[known] === undefined || knownName(known, text) !== undefined;
        if (isChoice && isKnown) return;
        const value = new GivenText(node, text, given, step);
        if (value.isUnfinished) return;
        if (!isChoice) problems.push(noSuchChoice(value, choices, suggestions));
        if (!isKnown) append(problems, noSuchName(value, known, suggestions));
      });
    }
    return problems;
  },
};

/** Flags of kubelet take booleans in every spelling of Go's `strconv.ParseBool`. */
function isGoBoolean(known: KnownName | undefined, text: string): boolean {
  return known?.detail === 'bool' && /^(?:1|0|t|f|true|false|True|False|TRUE|FALSE|T|F)$/.test(text);
}

function noSuchChoice(value: GivenText, choices: readonly string[], suggestions: Suggestions): Problem {
  const suggestion =
    choices.find((choice) => choice.toLowerCase() === value.text.toLowerCase()) ??
    suggestions.nearest(value.text, choices);
  const hint = suggestion === undefined ? '' : ` Did you mean ${quoted(suggestion)}?`;
  return problem(
    'contract/unknown-value',
    value.node.span,
    `${value.subject} takes ${enumerated(choices.map(quoted), 'or')}, not ${quoted(value.text)}.${hint}`,
    { pointer: value.pointer, fixes: suggestion === undefined ? [] : [replaceFix(value.node.span, suggestion)] },
  );
}

function* noSuchName(value: GivenText, vocabulary: VocabularyName, suggestions: Suggestions): Generator<Problem> {
  const slip = slips[vocabulary];
  const most = slip === 'complete' ? Infinity : slip;
  const suggestion = suggestions.nearest(value.text, knownNames(vocabulary), most)?.name;
  if (slip !== 'complete' && suggestion === undefined) return;
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  yield problem(
    'contract/unknown-value',
    value.node.span,
    `${value.subject}: ${quoted(value.text)} is not known.${hint}`,
    { pointer: value.pointer, fixes: suggestion === undefined ? [] : [replaceFix(value.node.span, suggestion)] },
  );
}

/** Numbers that a reader on the node refuses, cuts or takes for something else; the ranges are the contract's. */
export const ranges: Rule<NodeConfigInput> = {
  name: 'node-config/ranges',
  *check({ fields }): Generator<Problem> {
    for (const { field, value, member, path, steps } of fields) {
      const { range } = field;
      if (range === undefined || typeof value !== 'number') continue;
      // These are replaced rather than refused, which is said elsewhere.
      if (replacements.some((replacement) => replacement.field === path)) continue;
      if (value >= (range.min ?? -Infinity) && value <= (range.max ?? Infinity)) continue;
      yield problem(
        'contract/value-out-of-range',
        member.value?.span ?? member.span,
        `${field.name} takes ${rangeText(range)}${field.unit === undefined ? '' : ` ${field.unit}`}, not ${value}.`,
        { pointer: pointerOf(steps) },
      );
    }
  },
};

/** Fields whose certificates sign others. */
const authorities: ReadonlySet<string> = new Set([
  'kubernetes_ca_cert',
  'custom_ca_certs',
  'http_proxy_config.proxy_trusted_ca',
]);

/** Certificates that the node could not use: no certificates, out of date, or not what the field is for. */
export const certificates: Rule<NodeConfigInput> = {
  name: 'node-config/certificates',
  *check({ fields, text: source, circumstances }): Generator<Problem> {
    for (const given of fields) {
      if (given.field.format !== 'base64-certificates') continue;
      for (const value of textsOf(given)) {
        const text = stripped(value.text, given.field);
        const { container, certificates: found, faults } = readCertificates(text);
        const fault = container === 'base64-pem' && faults.length === 0 ? undefined : checkBase64Certificates(text);
        if (fault !== undefined) yield formatProblem(source, value, 'base64-certificates', fault);
        for (const certificate of found) {
          yield* validityOf(value, certificate, circumstances.now);
          if (authorities.has(given.path) && !certificate.isCa)
            yield problem(
              'contract/certificate-not-a-ca',
              value.node.span,
              `${value.subject} holds the certificate of ${certificate.subject === '' ? 'no subject' : certificate.subject}, which is no certificate authority and vouches for nobody.`,
              { pointer: value.pointer },
            );
        }
      }
    }
  },
};

function* validityOf(value: GivenText, certificate: Certificate, now: number | undefined): Generator<Problem> {
  const { notBefore, notAfter } = certificate;
  if (now === undefined) return;
  if (now > notAfter)
    yield problem(
      'contract/certificate-expired',
      value.node.span,
      `${value.subject}: the certificate of ${certificate.subject} expired on ${dateText(notAfter)}.`,
      { pointer: value.pointer },
    );
  else if (now < notBefore)
    yield problem(
      'contract/certificate-not-yet-valid',
      value.node.span,
      `${value.subject}: the certificate of ${certificate.subject} is not valid before ${dateText(notBefore)}.`,
      { pointer: value.pointer },
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
    // Only an escape puts a line break into a JSON text.
    if (given === undefined || !text.includes('\\')) return problems;
    visitTexts(given, (node, step) => {
      if (!/[\r\n]/.test(node.value)) return;
      const value = new GivenText(node, node.value, given, step);
      if (value.isUnfinished) return;
      const message = `The value of ${value.key ?? ''} holds a line break, so the feature is left out of the node's file.`;
      problems.push(problem('contract/dropped-feature', node.span, message, { pointer: value.pointer }));
    });
    return problems;
  },
};
