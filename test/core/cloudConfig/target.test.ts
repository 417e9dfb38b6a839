import { describe, expect, it } from 'vitest';
import { isBefore, parseCloudInitVersion } from '../../../server/src/core/cloudConfig/version.js';
import { rootSchema, schemaAsOf } from '../../../server/src/core/cloudConfig/schema/schemaNode.js';
import {
  type CloudInitVersion,
  complete,
  defaultCloudInitVersion,
  hover,
  outline,
} from '../../../server/src/core/index.js';
import { analyse, checkProblems } from '../../support/analyse.js';
import { readMarks } from '../../support/markers.js';
import { masked } from '../../support/maskings.js';

const name = 'a.cloud-config.yaml';

function version(text: string): CloudInitVersion {
  const parsed = parseCloudInitVersion(text);
  if (parsed === undefined) throw new Error(`${text} is no version`);
  return parsed;
}

const verdict = (text: string, target?: string): string | undefined =>
  analyse(name, text, undefined, target === undefined ? {} : { cloudInit: version(target) }).cloudConfig?.verdict(
    masked(),
  )?.verdict;

describe('a version of cloud-init', () => {
  it.each([
    ['26.1', '26.1'],
    [' 24.3.1 ', '24.3.1'],
    ['26.1-0ubuntu1~22.04.1', '26.1'],
    ['22.4.2-1+deb12u4', '22.4.2'],
    ['cloud-init-24.3.1-3.azl3', '24.3.1'],
    ['/usr/bin/cloud-init 24.4-0ubuntu1~24.04.1', '24.4'],
    ['25.1-243-g4fcd6d6b', '25.1'],
    ['', undefined],
    ['latest', undefined],
    ['0.7.9', undefined],
    ['26', undefined],
    ['26.1.', undefined],
  ])('%j is %s', (text, read) => {
    expect(parseCloudInitVersion(text)?.text).toBe(read);
  });

  it.each([
    ['24.3.1', '24.3', false],
    ['24.3', '24.3', false],
    ['24.2', '24.3', true],
    ['23.4', '24.1', true],
    ['25.1', '24.3', false],
    ['24.10', '24.3', false],
    ['24.3', '24.3.1', true],
  ])('%s comes before %s: %s', (one, release, before) => {
    expect(isBefore(version(one), release)).toBe(before);
  });
});

describe('the schema of a target', () => {
  it('is the whole schema for a version with all keys', () => {
    expect(schemaAsOf(version('99.1'))).toBe(rootSchema);
    // Nothing is too new for the default target; otherwise verdicts would differ from upstream's.
    expect(schemaAsOf(defaultCloudInitVersion)).toBe(rootSchema);
  });

  it('differs just below the newest version in the schema', () => {
    const newest = String(rootSchema.cloudInitNewest);
    expect(schemaAsOf(version(newest))).toBe(rootSchema);
    const [year = 0, release = 0] = newest.split('.').map(Number);
    expect(schemaAsOf(version(`${year}.${release - 1}.9`))).not.toBe(rootSchema);
  });

  it('differs only in lifecycle annotations', () => {
    const plain = (schema: unknown): string =>
      JSON.stringify(schema, (key, value: unknown) => (key === 'cloudInit' ? undefined : value));
    const old = schemaAsOf(version('22.1'));
    expect(old).not.toBe(rootSchema);
    expect(plain(old)).toBe(plain(rootSchema));
  });
});

describe('the target of a cloud-config', () => {
  it.each([
    // A key, and a form of one.
    [
      '24.2',
      '#cloud-config\nwrite_files:\n  - path: /a\n    ⟦source⟧cloud-config/too-new:\n      uri: https://a.example/b\n',
    ],
    ['24.3', '#cloud-config\nwrite_files:\n  - path: /a\n    source:\n      uri: https://a.example/b\n'],
    ['24.3.1', '#cloud-config\nrpi: {}\n'.replace('rpi', '⟦rpi⟧cloud-config/too-new')],
    ['23.3', '#cloud-config\npackages:\n  - ⟦snap⟧cloud-config/too-new: [jq]\n'],
    ['23.4', '#cloud-config\npackages:\n  - snap: [jq]\n'],
    ['24.1', '#cloud-config\n⟦system_info⟧cloud-config/too-new: {}\n'],
    // Deprecated by then, and not yet.
    ['25.3', '#cloud-config\nrh_subscription:\n  ⟦activation-key⟧cloud-config/deprecated-key: a\n'],
    ['25.2', '#cloud-config\nrh_subscription:\n  activation-key: a\n'],
    ['25.2', '#cloud-config\nrh_subscription:\n  ⟦activation_key⟧cloud-config/too-new: a\n'],
    // Changed by then, and not yet.
    ['22.3', '#cloud-config\n⟦ssh_pwauth⟧cloud-config/deprecated-key: "yes"\n'],
    ['22.2', '#cloud-config\nssh_pwauth: "yes"\n'],
  ])('%s: %s', (target, source) => {
    checkProblems(name, source, undefined, { cloudInit: version(target) });
  });

  it.each([
    ['26.1', '#cloud-config\nubuntu_advantage: {token: a}\n', 'deprecated-only'],
    ['23.4', '#cloud-config\nubuntu_advantage: {token: a}\n', 'valid'],
    ['23.4', '#cloud-config\nubuntu_pro: {token: a}\n', 'invalid'],
    // Until 23.3, cloud-init accepted any top-level key.
    ['23.3', '#cloud-config\nubuntu_pro: {token: a}\n', 'valid'],
    ['23.3', '#cloud-config\nno_such_key: 1\n', 'valid'],
    ['23.4', '#cloud-config\nno_such_key: 1\n', 'invalid'],
    ['24.1', '#cloud-config\nsystem_info: {}\n', 'invalid'],
    ['24.2', '#cloud-config\nsystem_info: {}\n', 'deprecated-only'],
    ['23.1', '#cloud-config\nntp: {peers: [a.example]}\n', 'invalid'],
    ['26.1', '#cloud-config\nrh_subscription: {add_pool: [a], disable-repo: [b]}\n', 'deprecated-only'],
    ['26.1', '#cloud-config\nrh_subscription: {add_pool: [a], add-pool: [a]}\n', 'invalid'],
    ['26.1', '#cloud-config\nrh_subscription: {server_hostname: a, server-hostname: a}\n', 'invalid'],
  ])('%s: the verdict on %j is %s', (target, text, expected) => {
    expect(verdict(text, target)).toBe(expected);
  });

  it('applies to templates', () => {
    const text = '## template: jinja\n#cloud-config\nhostname: {{ v1.region }}\n⟦rpi⟧cloud-config/too-new: {}\n';
    checkProblems(name, text, undefined, { cloudInit: version('24.1') });
  });

  it('is shown by completion, which sorts missing keys last', () => {
    const { text, cursor } = readMarks('#cloud-config\nwrite_files:\n  - path: /a\n    ¦\n');
    const at = (target: string) =>
      complete(analyse(name, text, undefined, { cloudInit: version(target) }), cursor).find(
        ({ label }) => label === 'source',
      );
    expect(at('24.2')).toMatchObject({
      detail: 'requires cloud-init 24.3: mapping',
      sortText: expect.stringMatching(/^9/) as string,
      documentation: expect.stringContaining('**source requires cloud-init 24.3**, but the target has 24.2.') as string,
    });
    expect(at('24.3')).toMatchObject({ detail: 'mapping', sortText: expect.stringMatching(/^3/) as string });
  });

  it('is shown by completion of values, which marks only values deprecated in the target', () => {
    const { text, cursor } = readMarks('#cloud-config\nlocale: ¦\n');
    const items = complete(analyse(name, text, undefined, { cloudInit: version('24.3') }), cursor);
    expect(items.find(({ label }) => label === 'false')).toMatchObject({
      detail: 'requires cloud-init 24.4: `true` or `false`'.replaceAll('`', ''),
      deprecated: false,
    });
    const keys = readMarks('#cloud-config\nubuntu_¦');
    const deprecated = (target: string): boolean | undefined =>
      complete(analyse(name, keys.text, undefined, { cloudInit: version(target) }), keys.cursor).find(
        ({ label }) => label === 'ubuntu_advantage',
      )?.deprecated;
    expect(deprecated('23.4')).toBe(false);
    expect(deprecated('24.1')).toBe(true);
  });

  it.each([
    ['24.2', /source requires cloud-init 24\.3\*\*, but the target has 24\.2/],
    ['24.3', /source is available since cloud-init 24\.3\./],
  ])('is shown by hover: %s', (target, expected) => {
    const { text, cursor } = readMarks('#cloud-config\nwrite_files:\n  - path: /a\n    so¦urce: {uri: b}\n');
    expect(hover(analyse(name, text, undefined, { cloudInit: version(target) }), cursor)?.markdown).toMatch(expected);
  });

  it('is shown by hover of keys that a later version deprecated', () => {
    const { text, cursor } = readMarks('#cloud-config\nubuntu_adv¦antage: {token: a}\n');
    const analysis = analyse(name, text, undefined, { cloudInit: version('23.4') });
    expect(hover(analysis, cursor)?.markdown).toContain(
      'ubuntu_advantage is deprecated since cloud-init 24.1 in favour of `ubuntu_pro`; the target has 23.4.',
    );
    expect(outline(analysis)[0]?.deprecated).toBe(false);
  });
});
