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

  it.each([
    `aks-bootstrap:/x?${encodeURIComponent('{"source":"a","view":"failure","failure":-1}')}`,
    `aks-bootstrap:/x?${encodeURIComponent('{"source":"a","view":"failure","table":1}')}`,
    'aks-bootstrap:/x',
    'aks-bootstrap:/x?%',
    'aks-bootstrap:/x?%7B%7D',
    'file:///x?{"source":"a","view":"kept"}',
    `aks-bootstrap:/x?${encodeURIComponent('{"source":"a","view":"layer"}')}`,
    `aks-bootstrap:/x?${encodeURIComponent('{"source":"a","view":"comparison","side":"after"}')}`,
    `aks-bootstrap:/x?${encodeURIComponent('{"source":"a","view":"comparison","after":"b","side":"x"}')}`,
    `aks-bootstrap:/x?${encodeURIComponent('{"source":"a","view":"preview","target":{"what":"node-file"}}')}`,
    `aks-bootstrap:/x?${encodeURIComponent('{"source":"a","view":"preview","target":{"what":"custom-data","dialect":"x"}}')}`,
  ])('are rejected if they are invalid: %s', (uri) => {
    expect(viewOfUriText(uri)).toBeUndefined();
  });
});
