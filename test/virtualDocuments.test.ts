import { describe, expect, it } from 'vitest';
import { viewOfUriText, viewToUri, viewToUriText } from '../server/src/virtualDocuments.js';

describe('addresses of virtual documents', () => {
  it('are read back whatever they hold, and equal for equal views', () => {
    for (const source of ['file:///a%20b/c.json', 'untitled:Untitled-1', 'file:///c%3A/x?y#z"\\']) {
      const view = { source, view: 'custom-data', part: ['a/b', 'ü?#%'], dialect: 'flatcar' } as const;
      expect(viewOfUriText(viewToUriText(view, 'a/ü?.json'))).toEqual(view);
      const { dialect, part, view: what } = view;
      expect(viewToUri({ part, view: what, dialect, source }, 'x')).toEqual(viewToUri(view, 'x'));
    }
  });

  it.each([
    'aks-bootstrap:/x',
    'aks-bootstrap:/x?%',
    'aks-bootstrap:/x?%7B%7D',
    'file:///x?{"source":"a","view":"env"}',
    `aks-bootstrap:/x?${encodeURIComponent('{"source":"a","view":"layer"}')}`,
    `aks-bootstrap:/x?${encodeURIComponent('{"source":"a","view":"node-file"}')}`,
    `aks-bootstrap:/x?${encodeURIComponent('{"source":"a","view":"custom-data","dialect":"x"}')}`,
  ])('are ours only in our form: %s', (uri) => {
    expect(viewOfUriText(uri)).toBeUndefined();
  });
});
