import { problem, type Problem } from '../../../problems/problem.js';
import { checkBase64Certificates, readCertificates } from '../../../values/certificates.js';
import type { Certificate } from '../../../values/x509.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';
import { formatProblem, type GivenText, stripped, textsOf } from './texts.js';

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
