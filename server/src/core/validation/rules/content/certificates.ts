import { problem, type Problem } from '../../../problems/problem.js';
import { type PemDamage, readPem } from '../../../values/pem.js';
import { parseCertificate } from '../../../values/x509.js';
import type { Rule } from '../../rule.js';
import type { ContentInput } from './input.js';

const damages: Readonly<Record<PemDamage, string>> = {
  'joined-lines': 'its first or last line is no line of its own',
  'escaped-line-breaks': 'its line breaks are written as \\n',
  'no-end': 'its END line is missing',
  'no-base64': 'what stands inside is no base64',
};

/** Files with PEM blocks that their readers would not find, or that hold no certificate. */
export const certificates: Rule<ContentInput> = {
  name: 'content/certificates',
  *check({ path, text }): Generator<Problem> {
    if (!/\.(?:crt|cer|pem)$/.test(path)) return;
    const blocks = readPem(text);
    const whole = { start: 0, end: text.length };
    const damage = blocks.find((block) => block.damage !== undefined)?.damage;
    if (damage !== undefined) {
      yield problem(
        'payload/certificate-content',
        whole,
        `A PEM block of this file cannot be read: ${damages[damage]}.`,
      );
    } else if (blocks.some(({ label, bytes }) => label === 'CERTIFICATE' && parseCertificate(bytes) === undefined)) {
      yield problem('payload/certificate-content', whole, 'A block CERTIFICATE of this file holds no certificate.');
    } else if (blocks.length === 0 && text.trim() !== '' && !/[{$]/.test(text)) {
      yield problem(
        'payload/certificate-content',
        whole,
        'The file is called like a certificate, and holds no PEM block.',
      );
    }
  },
};
