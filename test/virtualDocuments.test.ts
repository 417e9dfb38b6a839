import { describe, expect, it } from 'vitest';
import { repeatsSources, sourcesOf, viewOfUriText, viewToUri, viewToUriText } from '../server/src/virtualDocuments.js';

describe('URIs of virtual documents', () => {
  it('can be parsed again, and are equal for equal views', () => {
    for (const source of ['file:///a%20b/c.json', 'untitled:Untitled-1', 'file:///c%3A/x?y#z"\\']) {
      const target = { what: 'custom-data', part: ['a/b', 'ü?#%'], dialect: 'flatcar' } as const;
      const view = { source, view: 'preview', target } as const;
      expect(viewOfUriText(viewToUriText(view, 'a/ü?.json'))).toEqual(view);
      const { dialect, part, what } = target;
      const same = { target: { pool: undefined, part, what, dialect }, view: 'preview', source } as const;
      expect(viewToUri(same, 'x')).toEqual(viewToUri(view, 'x'));
    }
  });

  it('contain the URIs of their source documents', () => {
    const comparison = { source: 'file:///a', view: 'comparison', after: 'file:///b', side: 'after' } as const;
    for (const [view, sources, repeats] of [
      [comparison, ['file:///a', 'file:///b'], true],
      [{ source: '1', view: 'kept' }, [], false],
      [{ source: 'file:///a', view: 'preview', target: { what: 'env' } }, ['file:///a'], true],
      [{ source: 'file:///a', view: 'layer', steps: ['base64'] }, ['file:///a'], false],
    ] as const) {
      const uri = viewToUriText(view, 'a.txt');
      expect(viewOfUriText(uri)).toEqual(view);
      expect([sourcesOf(view), repeatsSources(uri)]).toEqual([sources, repeats]);
    }
    expect(repeatsSources('file:///a')).toBe(false);
  });

  it('of reports can be parsed again, and are equal for equal views', () => {
    const view = { source: 'file:///a.json', view: 'failure', failure: 2, table: 'windows' } as const;
    expect(viewOfUriText(viewToUriText(view, 'a.report.md'))).toEqual(view);
    const { source, failure, table } = view;
    expect(viewToUri({ table, failure, view: 'failure', source }, 'x')).toEqual(viewToUri(view, 'x'));
  });

  it('are short, and name the outer document, the payloads around the text and the text', () => {
    const source = 'file:///home/me/pools/vm%20ss.json';
    const customData = { source, view: 'layer', steps: ['/properties/osProfile/customData', 'base64'] } as const;
    const uri = viewToUriText(customData, 'customData');
    expect(uri).toMatch(/^aks-bootstrap-payload:\/vm%20ss\.json\/customData\?[\w-]+$/);
    expect(uri.length).toBeLessThan(240);
    const preview = { source: uri, view: 'preview', target: { what: 'env' } } as const;
    expect(viewToUri(preview, 'bootstrap.env').path).toBe('/vm ss.json/customData/bootstrap.env');
    expect(viewOfUriText(viewToUriText(preview, 'bootstrap.env'))).toEqual(preview);
    const untitled = { ...customData, source: 'untitled:Untitled-1' };
    expect(viewToUri(untitled, 'a', 'b').path).toBe('/Untitled-1/a/b');
    expect(viewToUri({ source: '1', view: 'kept' }, 'clipboard.txt').path).toBe('/clipboard.txt');
    const broken = { ...customData, source: 'file:///%zz?a#b' };
    expect(viewToUri(broken, 'a/b').path).toBe('/%zz/a_b');
  });

  const uriWith = (query: string): string => `aks-bootstrap:/x?${Buffer.from(query).toString('base64url')}`;

  it.each([
    uriWith('{"source":"a","view":"failure","failure":-1}'),
    uriWith('{"source":"a","view":"failure","table":1}'),
    'aks-bootstrap:/x',
    'aks-bootstrap:/x?%',
    'aks-bootstrap:/x?{"source":"a","view":"kept"}',
    uriWith('{}'),
    uriWith('{'),
    uriWith('{"source":"a","view":"kept"}').replace('aks-bootstrap:', 'file:'),
    uriWith('{"source":"a","view":"layer"}'),
    uriWith('{"source":"a","view":"comparison","side":"after"}'),
    uriWith('{"source":"a","view":"comparison","after":"b","side":"x"}'),
    uriWith('{"source":"a","view":"preview","target":{"what":"node-file"}}'),
    uriWith('{"source":"a","view":"preview","target":{"what":"custom-data","dialect":"x"}}'),
  ])('are rejected if they are invalid: %s', (uri) => {
    expect(viewOfUriText(uri)).toBeUndefined();
  });
});
