import { describe, expect, it } from 'vitest';
import { type DocumentKind, links } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';

/** Links as what is written and where it leads, where that differs. */
function linked(name: string, text: string, kind?: DocumentKind): (string | [string, string])[] {
  return links(analyse(name, text, kind)).map(({ span, url }) => {
    const written = text.slice(span.start, span.end);
    return written === url ? url : [written, url];
  });
}

const inConfig = (value: string): (string | [string, string])[] =>
  linked('a.node-config.json', `{"outbound_command":${JSON.stringify(value)}}`);

describe('links in node configs', () => {
  it.each([
    ['https://a.example', ['https://a.example']],
    ['curl -v https://mcr.microsoft.com/v2/', ['https://mcr.microsoft.com/v2/']],
    ['http://10.0.0.1:8080/x?y=z#w and HTTPS://B.example/', ['http://10.0.0.1:8080/x?y=z#w', 'HTTPS://B.example/']],
    ['(see https://a.example/b_(c).)', ['https://a.example/b_(c)']],
    ['https://[fd00::1]:443/', ['https://[fd00::1]:443/']],
    [
      'https://a.example/b, https://a.example/c; "https://d.example"',
      ['https://a.example/b', 'https://a.example/c', 'https://d.example'],
    ],
    ['ftp://a.example mailto:x@a.example a.example', []],
    ['https:// http://?x https://-a', []],
    ['', []],
  ])('%j', (value, expected) => {
    expect(inConfig(value)).toEqual(expected);
  });

  it('have the range of the text and the decoded address as target', () => {
    expect(linked('a.node-config.json', '{"kube_proxy_url":"a\\thttps:\\/\\/a.example\\/\\u0062\\n"}')).toEqual([
      ['https:\\/\\/a.example\\/\\u0062', 'https://a.example/b'],
    ]);
    const nested = JSON.stringify({ resourceManagerEndpoint: 'https://management.a.example/' });
    expect(
      linked('a.node-config.json', JSON.stringify({ custom_cloud_config: { custom_env_json_content: nested } })),
    ).toEqual(['https://management.a.example/']);
  });

  it('are found in values, including unknown fields and $schema, but not in names', () => {
    expect(
      linked(
        'a.node-config.json',
        '{"$schema":"https://s.example/x.json","https://k.example":1,"kube_binary_config":{"kube_binary_url":"https://b.example"},"other":["https://o.example"]}',
      ),
    ).toEqual(['https://s.example/x.json', 'https://b.example', 'https://o.example']);
  });

  it.each([
    'https://user:pa55word@a.example/',
    'https://user@a.example/',
    'https://a.blob.example/c?sv=1&sig=c2VjcmV0c2VjcmV0',
    'https://a.example/?token=0123456789abcdef',
    'https://${HOST}/x',
    'https://a.example/$VERSION/x',
    'https://a.example/v${VERSION}',
    'https://a.example/{{ version }}',
    'https://a.example/<name>',
  ])('are not offered if following them would reveal a secret or mislead: %s', (url) => {
    expect(inConfig(`curl ${url}`)).toEqual([]);
  });

  it('are found in unfinished text', () => {
    expect(linked('a.node-config.json', '{"kube_proxy_url":"https://a.exam')).toEqual(['https://a.exam']);
    expect(linked('a.node-config.json', '', 'node-config')).toEqual([]);
  });
});

describe('links in other documents', () => {
  it('are found in every style of YAML string', () => {
    const text = [
      '#cloud-config',
      '# https://comment.example',
      'a: https://plain.example/x',
      "b: 'it''s https://single.example/x'",
      'c: "https://double.example/x"',
      'd: "\\thttps://escaped.example/x https:\\/\\/split.example"',
      'e: |',
      '  curl https://literal.example/x',
      'f: >-',
      '  see https://folded.example/x',
      '  and https://folded.example/x',
      'g: &g [https://anchor.example/x]',
      'h: *g',
      '',
    ].join('\n');
    expect(linked('a.cloud-config.yaml', text)).toEqual([
      'https://plain.example/x',
      'https://single.example/x',
      'https://double.example/x',
      'https://escaped.example/x',
      'https://literal.example/x',
      'https://folded.example/x',
      'https://folded.example/x',
      'https://anchor.example/x',
    ]);
  });

  it('are found once in embedded documents', () => {
    const config = '{"kube_proxy_url": "https://a.example/x"}';
    const yaml = `#cloud-config\nwrite_files:\n  - path: /x/aks-node-controller-config.json\n    content: '${config}'\n`;
    expect(linked('a.yaml', yaml)).toEqual(['https://a.example/x']);
    const vm = JSON.stringify({ osProfile: { customData: yaml } });
    expect(linked('vm.json', vm)).toEqual(['https://a.example/x']);
    const encoded = JSON.stringify({ osProfile: { customData: Buffer.from(yaml).toString('base64') } });
    expect(linked('vm.json', encoded)).toEqual([]);
  });

  it('are not offered in other documents', () => {
    expect(linked('package.json', '{"homepage":"https://a.example"}')).toEqual([]);
    expect(linked('vm.json', '{"osProfile":{"x":"https://a.example"}}')).toEqual([]);
  });
});
