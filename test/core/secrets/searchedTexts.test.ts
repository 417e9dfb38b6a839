import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { Analysis, maskingOf, outline, SearchedVersions } from '../../../server/src/core/index.js';
import { createMasking } from '../../../server/src/core/secrets/masking.js';
import { SearchedTexts } from '../../../server/src/core/secrets/searchedTexts.js';
import { encodeBase64 } from '../../../server/src/core/text/base64.js';
import { utf8Bytes } from '../../../server/src/core/text/bytes.js';

const secret = 'Tr4verse-the-gate';
const encoded = encodeBase64(utf8Bytes(`send this to ${secret}, and then go on with the next one`));

describe('texts that were searched in an earlier version', () => {
  it.each([
    ['as it is', `echo ${secret} to the log`],
    ['with escapes', `{\\"say\\": \\"${secret} to the log\\"}`],
    ['in base64', encoded],
  ])('hide what a later version shows to be secret, %s', (_, text) => {
    const searched = new SearchedVersions();
    const version = (content: string): Analysis => {
      searched.startVersion();
      return new Analysis({ name: 'a.cloud-config.yaml', content, searched }, nodePlatform);
    };
    const before = version('#cloud-config\nhostname: a\n');
    expect(maskingOf([before]).text(text)).toBe(text);
    const after = maskingOf([version(`#cloud-config\nhostname: a\npassword: ${secret}\n`)]).text(text);
    expect(after).toContain(text === encoded ? encoded.slice(0, 10) : '********');
    expect(after).not.toContain(secret);
    if (text === encoded) expect(atob(after)).toContain('to ********, and');
  });

  it('are masked as if they were searched again', () => {
    const texts = [
      '"0644"',
      'systemctl enable --now foo-bar.service',
      'mysql -uroot -pHunter2x',
      'export API_TOKEN=q8Zr2mL0x',
      'abcdef.0123456789abcdef',
      '/opt/azure/containers/provision_configs_and_more.sh',
      encodeBase64(utf8Bytes('password: q8Zr2mL0x and some more text')),
      'a %22password%22: %22q8Zr2mL0x%22',
    ];
    const searched = new SearchedTexts();
    for (const text of [...texts, ...texts])
      expect(createMasking(() => ({ searched })).text(text)).toBe(createMasking().text(text));
  });

  it('give an edited document the outline of a new one', () => {
    const searched = new SearchedVersions();
    const content = (value: string): string =>
      `#cloud-config\nwrite_files:\n- path: /etc/a\n  content: |\n    TOKEN=${value}\n    echo ${secret}\nruncmd:\n- echo ${secret}\n`;
    for (const value of ['$1', secret, '$2', secret]) {
      searched.startVersion();
      const source = { name: 'a.cloud-config.yaml', content: content(value) };
      const [edited, fresh] = [{ ...source, searched }, source].map((one) => {
        const analysis = new Analysis(one, nodePlatform);
        return maskingOf([analysis]).json(outline(analysis));
      });
      expect(edited).toBe(fresh);
      expect(edited?.includes(secret)).toBe(value !== secret);
    }
  });

  it('are forgotten when two versions do not have them', () => {
    const searched = new SearchedTexts();
    searched.add('a');
    searched.startVersion();
    expect(searched.has('a')).toBe(true);
    searched.startVersion();
    expect(searched.has('a')).toBe(true);
    searched.add('b');
    searched.startVersion();
    searched.add('b');
    searched.startVersion();
    expect([searched.has('a'), searched.has('b')]).toEqual([false, true]);
  });
});
