import { describe, expect, it } from 'vitest';
import {
  complete,
  definitionsAt,
  hover,
  inlayHints,
  outline,
  refactorings,
  refactoringChanges,
} from '../../../server/src/core/index.js';
import { askAt, readableDocuments } from '../../../server/src/core/editor/documentsAt.js';
import { applyChanges } from '../../../server/src/core/formats/tree/changes.js';
import { analyse } from '../../support/analyse.js';

const config = '{"version": "v1", "vm_size": "Standard_D2s_v5"}';

/** A message whose second part is a cloud-config that writes a node config. */
const message = [
  'Content-Type: multipart/mixed; boundary="b"',
  'MIME-Version: 1.0',
  '',
  '--b',
  'Content-Type: text/x-shellscript',
  '',
  '#!/bin/sh',
  'true',
  '--b',
  'Content-Type: text/cloud-config',
  '',
  '#cloud-config',
  'write_files:',
  '- path: /etc/aks-node-controller-config.json',
  '  content: |',
  `    ${config}`,
  '  permissions: "0644"',
  'runcmd:',
  '- cat /etc/aks-node-controller-config.json',
  '--b--',
  '',
].join('\n');

/** The same with its own content encoded. */
const encoded = `#cloud-config\nwrite_files:\n- path: /a.json\n  encoding: b64\n  content: ${Buffer.from(config).toString('base64')}\n`;

const mail = analyse('user-data.eml', message);
const at = (text: string, within = 0): number => message.indexOf(text) + within;

describe('a position in a payload', () => {
  it('is asked of the outermost document first, then of those inside it', () => {
    const asked: string[] = [];
    askAt(mail, at('vm_size'), ({ payload }, offset) => {
      asked.push(payload.kind);
      expect(payload.text?.slice(offset).startsWith('vm_size'), payload.kind).toBe(true);
      return undefined;
    });
    expect(asked).toEqual(['mime', 'cloud-config', 'node-config']);
  });

  it('gets the first answer', () => {
    const answer = askAt(mail, at('vm_size'), ({ payload }) => (payload.kind === 'cloud-config' ? 'here' : undefined));
    expect(answer).toBe('here');
  });

  it('is not looked for in encoded text', () => {
    const analysis = analyse('a.cloud-config.yaml', encoded);
    expect([...readableDocuments(analysis)].map(({ payload }) => payload.kind)).toEqual(['cloud-config']);
  });
});

describe('an answer about a payload', () => {
  it('has its span in the file', () => {
    const info = hover(mail, at('vm_size', 2));
    expect(info?.markdown).toContain('vm_size');
    expect(message.slice(info?.span.start, info?.span.end)).toContain('vm_size');
  });

  it('is written into the file with the indentation around it', () => {
    const [first] = complete(mail, at('"version"', 1));
    expect(first?.span.start).toBeGreaterThanOrEqual(at('"version"'));
    expect(first?.span.end).toBeLessThanOrEqual(at('"version"', '"version"'.length));
  });

  it('leads from a command to the file that the same document writes', () => {
    const use = message.lastIndexOf('/etc/aks');
    expect(definitionsAt(mail, use + 3).map(({ name }) => message.slice(name.start, name.end))).toEqual([
      '/etc/aks-node-controller-config.json',
    ]);
  });

  it('hints at values where they are', () => {
    const hints = inlayHints(mail, { start: 0, end: message.length });
    expect(hints.map(({ offset }) => message.slice(0, offset).endsWith('"0644"'))).toContain(true);
  });

  it('stays inside of the entry around it in an outline', () => {
    const names = outline(mail).map(({ name, children }) => [name, children.map((child) => child.name)]);
    expect(names).toContainEqual(['text/cloud-config', ['write_files', 'runcmd']]);
  });

  it('offers the refactorings of every document around it', () => {
    const range = { start: at('"vm_size"'), end: at('"vm_size"') };
    expect(refactorings(mail, range).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['base64Content', 'jsonNames']),
    );
  });

  it('changes the file where the document is', () => {
    const range = { start: at('    {"version"'), end: at('    {"version"') };
    const inContent = { start: range.start + 6, end: range.start + 6 };
    const [sort] = refactorings(mail, inContent).filter(({ name }) => name === 'jsonNames');
    const changes = sort === undefined ? [] : refactoringChanges(mail, sort, inContent);
    expect(applyChanges(message, changes)).toBe(message.replace('"vm_size"', '"vmSize"'));
  });
});
