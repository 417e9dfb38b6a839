import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../server/src/core/formats/tree/changes.js';
import { encodedChanges, validate } from '../../../server/src/core/index.js';
import { analyse, config } from '../../support/analyse.js';

/** The fixes of all problems of a text, safe ones with `!`. */
function fixesOf(name: string, text: string): string[] {
  return validate(analyse(name, text)).problems.flatMap(({ fixes = [] }) =>
    fixes.map(({ title, safe }) => (safe ? `${title}!` : title)),
  );
}

describe('renaming a field of a node config', () => {
  const rateLimits = (members: string): string[] =>
    fixesOf(
      'a.node-config.json',
      config(`"cluster_config":{"cloud_provider_config":{${members}}}`).replace(
        /"cluster_config":\{"resource.*?\}\},/,
        '',
      ),
    ).filter((title) => title.startsWith('Rename') && !title.endsWith('!'));

  it('is offered if its new name is free', () => {
    expect(rateLimits('"rate_limit_qps_writ":1')).toEqual(['Rename to rate_limit_qps_write']);
  });

  it.each([
    '"rate_limit_qps_writ":1,"rate_limit_qps_write":2',
    '"rateLimitQpsWrite":2,"rate_limit_qps_writ":1',
    '"rate_limit_qps_writ":1,"rate_limit_qps_writ":2',
  ])('is not offered in {%s}', (members) => {
    expect(rateLimits(members)).toEqual([]);
  });

  it.each([
    ['feature gates', '"feature_gates":{"KubeletTracin":true,"KubeletTracing":true}'],
    ['other fields of kubelet', '"max_pod":1,"max_pods":2'],
  ])('is not offered if the new name exists, also for %s', (_, members) => {
    const text = config(`"kubelet_config":{"kubelet_config_file_config":{${members}}}`);
    expect(fixesOf('a.node-config.json', text)).not.toContainEqual(expect.stringMatching(/^Rename/));
  });

  it('is not offered for a flag of kubelet that exists', () => {
    const flags = (members: string): string[] =>
      fixesOf('a.node-config.json', config(`"kubelet_config":{"kubelet_flags":{${members}}}`));
    expect(flags('"--max-pod":"1"')).toEqual(['Rename to --max-pods', 'Remove --max-pod']);
    expect(flags('"--max-pod":"1","--max-pods":"2"')).toEqual(['Remove --max-pod']);
  });

  it('is not offered for a key with another format if that name exists', () => {
    const features = (members: string): string[] =>
      fixesOf('a.node-config.json', config(`"enabled_features":{${members}}`));
    expect(features('"A-B":"1"')).toEqual(['Change to "A_B"']);
    expect(features('"A-B":"1","A_B":"1"')).toEqual([]);
  });

  it('is not offered for a name whose quote is missing', () => {
    expect(rateLimits('"rate_limit_qps_writ\n:1')).toEqual([]);
  });
});

describe('renaming a key of a cloud-config', () => {
  it.each<[string, string[]]>([
    ['packges: [jq]', ['Rename to packages']],
    ['packges: [jq]\npackages: [curl]', []],
    ['apt_update: true', ['Rename to package_update!']],
    ['apt_update: true\npackage_update: true', []],
    // The other one would be left and count.
    ['apt_update: 1\napt_update: true', []],
    ['x-a: &a {apt_update: true}\n<<: *a\napt_update: false', []],
  ])('%s', (text, expected) => {
    const fixes = fixesOf('a.cloud-config.yaml', `#cloud-config\n${text}\n`);
    expect(fixes.filter((title) => title.startsWith('Rename'))).toEqual(expected);
  });

  it('keeps its quotes', () => {
    const changes = (text: string): string[] =>
      validate(analyse('a.cloud-config.yaml', `#cloud-config\n${text}\n`)).problems.flatMap(({ fixes = [] }) =>
        fixes.flatMap((fix) => fix.changes.map(({ newText }) => newText)),
      );
    expect(changes('{"packges":[jq]}')).toEqual(['"packages"']);
    expect(changes("'packges': [jq]")).toEqual(['"packages"']);
    expect(changes('packges: [jq]')).toEqual(['packages']);
  });
});

describe('a safe fix ends', () => {
  it.each<[string, string, string[]]>([
    ['a value with a tag', '#cloud-config\nhostname: ! 12\n', []],
    ['a mode with a tag', '#cloud-config\nwrite_files: [{path: /a, permissions: ! 0644}]\n', []],
    [
      'a header behind a byte order mark',
      '\ufeff# template: jinja\nhostname: a\n',
      ['Change the line to ## template: jinja!'],
    ],
    ['a byte order mark', '\ufeff## template: jinja\nhostname: a\n', ['Remove the byte order mark!']],
  ])('for %s', (_, text, expected) => {
    expect(fixesOf('a.yaml', text)).toEqual(expected);
  });

  it('for a version that is given twice, with a value of the wrong type', () => {
    const text = config('"version":{}').replace('"v1"', '"v0"');
    const analysis = analyse('a.node-config.json', text);
    const changes = validate(analysis).problems.flatMap(({ code, fixes = [] }) =>
      code === 'contract/deprecated-version' ? fixes.flatMap((fix) => fix.changes) : [],
    );
    expect(applyChanges(text, changes)).toBe(config('"version":{}'));
  });
});

describe('an unknown kubelet flag', () => {
  it('can be removed inside of an encoded payload', () => {
    const inner = config('"kubelet_config":{"kubelet_flags":{"--xyzzy-quux":"1","--v":"2"}}');
    const wrapped = (text: string): string => {
      const content = Buffer.from(text).toString('base64');
      const file = '/opt/azure/containers/aks-node-controller-config.json';
      return `#cloud-config\nwrite_files:\n- path: ${file}\n  encoding: b64\n  content: ${content}\n`;
    };
    const analysis = analyse('a.yaml', wrapped(inner));
    const found = validate(analysis).problems.find(({ code }) => code === 'contract/unknown-kubelet-flag');
    expect(found?.encodedFixes?.map(({ title }) => title)).toEqual(['Remove --xyzzy-quux']);
    const changes = found === undefined ? [] : encodedChanges(analysis, found.document, found.encodedFixes ?? []);
    expect(applyChanges(analysis.text, changes)).toBe(wrapped(inner.replace('"--xyzzy-quux":"1",', '')));
  });
});

describe('removing an option of Karpenter', () => {
  const options = (labels: string): string => `{"clusterName":"shop",${labels}}`;
  it.each([
    ['is offered for a member that is whole', '"a":"b","team":"a"', ['Remove a', 'Remove team']],
    ['is not offered if its quote is missing', '"team: {\n"a":"b"}', []],
    ['is not offered behind an unclosed string', '"a":"b,\n"team":"a"', []],
  ])('%s', (_, members, titles) => {
    expect(fixesOf('a.bootstrap-options.json', options(members)).filter((title) => title.startsWith('Remove'))).toEqual(
      titles,
    );
  });
});
