import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type DocumentKind, foldings } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';

const everything = { wholeLines: true, most: Infinity };

/** Folded lines as `first-last`, counted from 1, with a `c` for comments. */
function folded(name: string, text: string, limits = everything, kind?: DocumentKind): string[] {
  const analysis = analyse(name, text, kind);
  const line = (offset: number): number => analysis.lines.positionAt(offset).line + 1;
  return foldings(analysis, limits).map(
    (one) => `${line(one.span.start)}-${line(one.span.end)}${one.kind === 'comment' ? 'c' : ''}`,
  );
}

describe('folding of JSON', () => {
  const text = '{\n  "version": "v1",\n  "a": {\n    "b": [\n      1\n    ]\n  },\n  "c": [{\n    "d": 1\n  }]\n}\n';

  it('folds objects and lists up to the line with the closing bracket', () => {
    // The object in the list begins on the list's line, so only the list folds there.
    expect(folded('a.node-config.json', text)).toEqual(['1-10', '3-6', '4-5', '8-9']);
  });

  it('folds the content of brackets if the editor supports columns', () => {
    const analysis = analyse('a.node-config.json', text);
    const hidden = foldings(analysis, { wholeLines: false, most: Infinity }).map(({ span }) =>
      text.slice(span.start, span.end),
    );
    expect(hidden).toHaveLength(5);
    expect(hidden[0]).toBe(text.trimEnd().slice(1, -1));
    expect(hidden[2]).toBe('\n      1\n    ');
    expect(hidden[4]).toBe('\n    "d": 1\n  ');
  });

  it.each([
    ['{ "version": "v1" }', []],
    ['{\n}', []],
    ['[1,\n2]', []],
    ['{\n  "a": {\n    "b": 1', ['1-3', '2-3']],
    ['{\r\n  "a": [\r\n    1\r\n  ]\r\n}', ['1-4', '2-3']],
    ['', []],
  ])('%j', (source, expected) => {
    expect(folded('a.node-config.json', source, everything, 'node-config')).toEqual(expected);
  });

  it('omits the innermost ranges if there are too many', () => {
    expect(folded('a.node-config.json', text, { wholeLines: true, most: 2 })).toEqual(['1-10', '3-6']);
    expect(folded('a.node-config.json', text, { wholeLines: true, most: 0 })).toEqual([]);
  });

  it('folds the other supported JSON documents only', () => {
    expect(folded('vmss.json', readFileSync('test/samples/vmss.json', 'utf8')).length).toBeGreaterThan(5);
    expect(folded('package.json', '{\n  "name": "a"\n}')).toEqual([]);
  });
});

describe('folding of YAML', () => {
  it('folds values from the line of their key or dash, and runs of comments', () => {
    const text = [
      '#cloud-config', // 1
      '# one',
      'users:',
      '  - name: a',
      '    groups: [x,', // 5
      '      y]',
      '  - default',
      '# two',
      '# three',
      'write_files:', // 10
      '  - path: /a',
      '    content: |',
      '',
      '      # not a comment',
      '      # either', // 15
      '',
      '  - content: >-',
      '      folded',
      '      text',
      'runcmd:', // 20
      '  - |',
      '    echo a',
      '    echo b',
      'final_message: "one',
      '  two"', // 25
      '',
    ].join('\n');
    expect(folded('a.cloud-config.yaml', text)).toEqual([
      '1-2c',
      '3-7',
      '4-6',
      '8-9c',
      '10-19',
      '11-15',
      '12-15',
      '17-19',
      '20-23',
      '21-23',
      '24-25',
    ]);
  });

  it('folds scripts by their indentation', () => {
    const text = [
      '#cloud-config', // 1
      'runcmd:',
      '  - |',
      '    for i in 1 2; do',
      '      if a; then', // 5
      '        b',
      '      fi',
      '',
      '      c',
      '    done', // 10
      '    d',
      '',
    ].join('\n');
    expect(folded('a.cloud-config.yaml', text)).toEqual(['2-11', '3-11', '4-9', '5-6']);
  });

  it('folds the readable part of a broken document', () => {
    expect(folded('a.cloud-config.yaml', '#cloud-config\na: [\nruncmd:\n  - a\n  - b\n')).toContain('3-5');
    expect(folded('a.cloud-config.yaml', '#cloud-config\n\tx:\n# a\n# b')).toEqual(['3-4c']);
  });

  it('folds documents that are embedded without an encoding', () => {
    const text =
      '#cloud-config\nwrite_files:\n  - path: /opt/azure/containers/aks-node-controller-config.json\n    content: |\n      {\n        "cluster_config": {\n          "location": "a"\n        }\n      }\n';
    expect(folded('a.yaml', text)).toEqual(['2-9', '3-9', '4-9', '5-8', '6-7']);
  });
});

describe('folding of messages and scripts', () => {
  it('folds the parts of a message and their content', () => {
    const text = [
      'Content-Type: multipart/mixed; boundary="b"', // 1
      'MIME-Version: 1.0',
      '',
      '--b',
      'Content-Type: text/cloud-config', // 5
      '',
      '#cloud-config',
      'runcmd:',
      '  - a',
      '  - b', // 10
      '',
      '--b',
      'Content-Type: text/x-shellscript',
      '',
      '#!/bin/sh', // 15
      'cat <<EOF >/etc/a.json',
      '{',
      '  "a": 1',
      '}',
      'EOF', // 20
      '',
      '--b--',
      '',
    ].join('\n');
    expect(folded('user-data', text)).toEqual(['5-10', '8-10', '13-20', '16-19', '17-18']);
    // To a shell `EOF` with a carriage return ends nothing, so the file reaches to the end of the part.
    expect(folded('user-data', text.replaceAll('\n', '\r\n'))).toEqual(['5-10', '8-10', '13-20', '16-20', '17-18']);
  });

  it("doesn't fold scripts, which have a language of their own", () => {
    expect(folded('a.sh', '#!/bin/sh\ncat <<EOF >/a\nx\ny\nEOF\n')).toEqual([]);
  });

  it("doesn't fold encoded text", () => {
    const inner = '#cloud-config\nruncmd:\n  - a\n  - b\n';
    expect(folded('a', Buffer.from(inner).toString('base64'))).toEqual([]);
  });
});
