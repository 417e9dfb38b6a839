import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type DocumentKind, selectionSpans } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { readMarks } from '../../support/markers.js';

/** The texts of the spans that a selection grows through. */
function grown(name: string, source: string, kind?: DocumentKind): string[] {
  const { text, cursor } = readMarks(source);
  return selectionSpans(analyse(name, text, kind), cursor).map(({ start, end }) => text.slice(start, end));
}

const config = (source: string): string[] => grown('a.node-config.json', source, 'node-config');

describe('growing a selection in a node config', () => {
  it('grows from the word to the string, the member, the content of the object and so on', () => {
    expect(config('{ "a": { "path": "/opt/azure-vm/con¦fig.json", "b": 1 } }')).toEqual([
      'config',
      'config.json',
      '/opt/azure-vm/config.json',
      '"/opt/azure-vm/config.json"',
      '"path": "/opt/azure-vm/config.json"',
      '"path": "/opt/azure-vm/config.json", "b": 1',
      ' "path": "/opt/azure-vm/config.json", "b": 1 ',
      '{ "path": "/opt/azure-vm/config.json", "b": 1 }',
      '"a": { "path": "/opt/azure-vm/config.json", "b": 1 }',
      ' "a": { "path": "/opt/azure-vm/config.json", "b": 1 } ',
      '{ "a": { "path": "/opt/azure-vm/config.json", "b": 1 } }',
    ]);
  });

  it.each([
    ['{"vm_¦size":"a"}', ['vm_size', '"vm_size"', '"vm_size":"a"', '{"vm_size":"a"}']],
    ['{"a":¦"b"}', ['"b"', '"a":"b"', '{"a":"b"}']],
    ['{"a":"b"¦}', ['"b"', '"a":"b"', '{"a":"b"}']],
    ['{"a":1¦2}', ['12', '"a":12', '{"a":12}']],
    ['{"a":tru¦e}', ['true', '"a":true', '{"a":true}']],
    ['{"a" ¦ : 1}', ['"a"  : 1', '{"a"  : 1}']],
    ['[1, 2¦]', ['2', '1, 2', '[1, 2]']],
    ['{"a":{¦}}', ['{}', '"a":{}', '{"a":{}}']],
    ['{"a":[ ¦ ]}', ['  ', '[  ]', '"a":[  ]', '{"a":[  ]}']],
    ['{"a":"¦"}', ['""', '"a":""', '{"a":""}']],
    ['{"a":"one tw¦o"}', ['two', 'one two', '"one two"', '"a":"one two"', '{"a":"one two"}']],
    ['¦{}', ['{}']],
    ['{}\n¦', ['{}\n']],
    ['¦', ['']],
  ])('%j', (source, expected) => {
    expect(config(source)).toEqual(expected);
  });

  it.each([
    ['{"a":"x\\nwo¦rd\\ty"}', ['word', 'x\\nword\\ty']],
    ['{"a":"x\\¦nword"}', ['x\\nword']],
    ['{"a":"x\\n¦word"}', ['word', 'x\\nword']],
    ['{"a":"x\\u00e9w¦ord"}', ['word', 'x\\u00e9word']],
    ['{"a":"\\"quo¦ted\\""}', ['quoted', '\\"quoted\\"']],
    ['{"a":"{\\"k\\":\\"v¦w\\"}"}', ['vw', '{\\"k\\":\\"vw\\"}']],
  ])('never splits an escape: %j', (source, expected) => {
    expect(config(source).slice(0, expected.length)).toEqual(expected);
  });

  it.each([
    ['{"a":"never clo¦sed', ['closed', 'never closed', '"never closed', '"a":"never closed', '{"a":"never closed']],
    ['{"a":{"b¦', ['b', '"b', '{"b', '"a":{"b', '{"a":{"b']],
    ['{"a" 1¦,,}', ['1', '"a" 1', '"a" 1,,', '{"a" 1,,}']],
  ])('works in unfinished text: %j', (source, expected) => {
    const spans = config(source);
    for (const span of expected) expect(spans).toContain(span);
  });
});

describe('growing a selection in other documents', () => {
  it('grows through the strings of a cloud-config', () => {
    expect(
      grown('a.yaml', '#cloud-config\nruncmd:\n  - |\n    echo a\n    cp /etc/pa¦sswd x\n  - b\n').slice(0, 8),
    ).toEqual([
      'passwd',
      '/etc/passwd',
      '    cp /etc/passwd x',
      '    echo a\n    cp /etc/passwd x',
      '- |\n    echo a\n    cp /etc/passwd x\n  - b',
      'runcmd:\n  - |\n    echo a\n    cp /etc/passwd x\n  - b',
      '#cloud-config\nruncmd:\n  - |\n    echo a\n    cp /etc/passwd x\n  - b\n',
    ]);
    expect(grown('a.yaml', "#cloud-config\nhostname: 'jump-¦1'\n")).toEqual([
      '1',
      'jump-1',
      "'jump-1'",
      "hostname: 'jump-1'",
      "#cloud-config\nhostname: 'jump-1'\n",
    ]);
  });

  it('grows through embedded payloads', () => {
    const message = [
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/cloud-config',
      '',
      '#cloud-config',
      'hostname: ju¦mp',
      '',
      '--b--',
      '',
    ].join('\n');
    expect(grown('user-data', message).slice(0, 4)).toEqual([
      'jump',
      'hostname: jump',
      '#cloud-config\nhostname: jump\n',
      'Content-Type: text/cloud-config\n\n#cloud-config\nhostname: jump\n',
    ]);
    const vm = '{"osProfile":{"customData":"#cloud-config\\nhostname: ju¦mp\\n"}}';
    expect(grown('vm.json', vm).slice(0, 3)).toEqual(['jump', 'hostname: jump', '#cloud-config\\nhostname: jump\\n']);
  });

  it('has a limited number of steps in deep documents', () => {
    const text = '['.repeat(9_000) + ']'.repeat(9_000);
    const spans = selectionSpans(analyse('a', text, 'node-config'), 9_000);
    expect(spans).toHaveLength(200);
    expect(spans[0]).toEqual({ start: 8_999, end: 9_001 });
    expect(spans.at(-1)).toEqual({ start: 0, end: text.length });
  });

  it('only selects all of an unsupported document', () => {
    expect(grown('package.json', '{ "na¦me": "a" }')).toEqual(['{ "name": "a" }']);
  });
});

describe('at every position', () => {
  it.each(['faulty.node-config.json', 'cloud-config.yaml', 'vmss.json'])(
    'of %s, each span contains the offset and the previous span',
    (file) => {
      const whole = readFileSync(`test/samples/${file}`, 'utf8').slice(0, 1_500);
      for (const text of [whole, whole.slice(0, 700)]) {
        const analysis = analyse(file, text);
        for (let offset = 0; offset <= text.length; offset++) {
          const spans = selectionSpans(analysis, offset);
          expect(spans.at(-1)).toEqual({ start: 0, end: text.length });
          for (const [index, span] of spans.entries()) {
            expect(span.start <= offset && offset <= span.end).toBe(true);
            const inner = spans[index - 1];
            if (inner === undefined) continue;
            expect(span.start <= inner.start && inner.end <= span.end).toBe(true);
            expect(span.end - span.start).toBeGreaterThan(inner.end - inner.start);
          }
        }
      }
    },
  );
});
