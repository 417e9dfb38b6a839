import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Payload, validate } from '../../../server/src/core/index.js';
import { textAt } from '../../../server/src/core/nodeConfig/value.js';
import { analyse } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';

const b64 = (text: string): string => Buffer.from(text).toString('base64');
const script = '#!/bin/sh\necho hello\n';
const vmss = { virtualMachineProfile: { osProfile: { customData: b64(script) } } };
const json = JSON.stringify(vmss);
const layers = (name: string, text: string): string => decodeReport(analyse(name, text)).layers.join(' ');
const pointers = (name: string, text: string): string[] =>
  (decodeReport(analyse(name, text)).payloads ?? []).map(({ pointer }) => pointer);

/** The deepest documents of a file. */
function leaves(name: string, text: string): Payload[] {
  return [...analyse(name, text).documents()].filter(({ children }) => children.length === 0);
}

const times = (levels: number, text: string): string =>
  Array.from({ length: levels }).reduce<string>((inner) => JSON.stringify(inner), text);

describe('a payload that was pasted with quotes around it', () => {
  it.each([
    ['single quotes', `'${json}'`],
    ['back-ticks', `\`${json}\`\n`],
    ['a code fence', `\`\`\`json\n${JSON.stringify(vmss, null, 2)}\n\`\`\`\n`],
  ])('is opened as JSON: %s', (_name, text) => {
    expect(layers('x.txt', text)).toBe('quoted-text json base64 shell-script');
  });

  it.each([
    ['quotes', `"${b64(script)}"`],
    ['back-ticks', `\`${b64(script)}\``],
    ['the name of the field', `customData: ${b64(script)}\n`],
    ['a member of JSON', `  "userData": "${b64(script)}",\n`],
    ['a line of a script', `custom_data='${b64(script)}'`],
  ])('is opened as base64: %s', (_name, text) => {
    expect(layers('x.txt', text)).toBe('quoted-text base64 shell-script');
  });

  it('keeps its positions', () => {
    const text = `\`\`\`json\n${json.replace('{', '{"osProfile": 1x, ')}\n\`\`\``;
    const [found] = validate(analyse('x.txt', text)).problems;
    expect(text.slice(found?.span.start, found?.span.end)).toMatch(/^1?x/);
  });

  it.each([
    '"a sentence"',
    "'{not json'",
    '`code`',
    'customData: see below',
    '"deadbeefdeadbeef"',
    'custom data is {"a":1}',
  ])("keeps its quotes if it isn't a payload: %s", (text) =>
    expect(layers('x.txt', text)).not.toContain('quoted-text'),
  );
});

describe('a file with the name of a node config', () => {
  const config = '{"version":"v1","vm_size":"Standard_D2s_v3","disable_custom_data":false}';

  it.each([
    ['a letter behind it', `${config}x`, 'v1'],
    ['a prompt behind it', `${config}\n$ `, 'v1'],
    ['a no-break space', `\u00a0${config}`, ''],
    ['a quote', `"${config}`, ''],
    ['quotes', `'${config}'`, ''],
    ['a code fence', `\`\`\`json\n${config}\n\`\`\`\n`, ''],
    ['a command', `$ cat f\n${config}`, ''],
    ['parts left out', config.replace('"vm_size"', '..., "vm_size"'), 'v1'],
  ])('is read as the node reads it, with %s', (_what, text, version) => {
    const analysis = analyse('aks-node-controller-config.json', text);
    expect(validate(analysis).problems.map(({ code }) => code)).toContain('json/syntax');
    expect(analysis.nodeConfig?.nodeReading.ok).toBe(false);
    const read = analysis.nodeConfig?.continued?.config;
    expect(read === undefined ? '' : textAt(read, 'version')).toBe(version);
  });

  it('is not decoded from UTF-16', () => {
    for (const bytes of [Buffer.from(config, 'utf16le'), Buffer.from(config, 'utf16le').swap16()]) {
      const analysis = analyse('aks-node-controller-config.json', bytes);
      expect(validate(analysis).problems.map(({ code }) => code)).toContain('json/syntax');
      expect(analysis.nodeConfig?.nodeReading.ok).toBe(false);
      expect(analysis.nodeConfig?.continued).toBeUndefined();
    }
  });
});

describe('JSON in strings in strings', () => {
  it.each([2, 3, 5, 6])('is opened at %i levels', (levels) => {
    const whole = times(levels, json);
    for (const text of [whole, whole.slice(1, -1)]) {
      expect(pointers('x.txt', text)).toEqual(['#/virtualMachineProfile/osProfile/customData']);
      expect(leaves('x.txt', text).map((leaf) => leaf.text)).toEqual([script]);
    }
  });

  it('is opened up to a cut', () => {
    const text = times(3, json).slice(0, -30);
    expect(analyse('x.txt', text).root.children[0]?.payload.encodings).toEqual(['base64']);
  });
});

describe('the table that the portal exports from the activity log', () => {
  const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  const row = (properties: object): string =>
    ['c', 'Create or Update Virtual Machine Scale Set', 'Succeeded', quote(JSON.stringify(properties))].join(',');
  const header = 'Correlation id,Operation name,Status,Properties';

  it.each(['\n', '\r\n'])('opens the JSON in its cells, lines ending with %j', (end) => {
    const text = `\ufeff${[header, row({ a: 1 }), row({ requestbody: json })].join(end)}${end}`;
    expect(layers('x.csv', text)).toBe('csv json-string json-string base64 shell-script');
    expect(pointers('x.csv', text)).toEqual(['/1/Properties#/requestbody#/virtualMachineProfile/osProfile/customData']);
  });

  it('keeps its positions, through doubled quotes', () => {
    const text = [header, row({ requestbody: JSON.stringify({ osProfile: { customData: null } }) })].join('\n');
    const [found] = validate(analyse('x.csv', text)).problems;
    expect(found?.code).toBe('vmss/payload-null');
    expect(text.slice(found?.span.start, found?.span.end)).toBe('null');
  });

  it('does not include other tables and sentences', () => {
    expect(layers('x.csv', 'name,value\na,1\n')).toBe('text');
    expect(layers('x.txt', 'The operation name, and more.\n{"a":1}')).toBe('text');
  });
});

describe('files and responses of the guest agent', () => {
  it('contain settings of the script extension', () => {
    const settings = {
      runtimeSettings: [
        { handlerSettings: { protectedSettings: 'MIIB', publicSettings: { commandToExecute: 'A=1 bash x.sh' } } },
      ],
    };
    expect(decodeReport(analyse('0.settings', JSON.stringify(settings)))).toMatchObject({
      kind: 'cse-settings',
      command: { at: 'runtimeSettings.0.handlerSettings.publicSettings.commandToExecute', env: { A: '1' } },
    });
  });

  it('contain the output of a command', () => {
    const answer = {
      value: [{ code: 'ProvisioningState/succeeded', message: 'Enable succeeded: \n[stdout]\nhello\n\n[stderr]\n' }],
    };
    expect(decodeReport(analyse('x.json', JSON.stringify(answer))).statuses).toMatchObject([
      { pointer: '/value/0/message', stdout: 'hello', stderr: '' },
    ]);
  });

  it('contain the names of certificates', () => {
    const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    const command = `KUBE_CA_CRT="${b64(pem + pem)}" /bin/bash x.sh`;
    expect(decodeReport(analyse('x.txt', command)).nested).toMatchObject([
      { at: 'env:KUBE_CA_CRT', contentKind: 'pem-certificates:2' },
    ]);
  });
});

describe('any text', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });

  it('is read through any wrapping', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 5 }), fc.constantFrom('', "'", '`'), (content, levels, quote) => {
        const customData = b64(`#!/bin/sh\n${content}`);
        let wrapped = JSON.stringify({ virtualMachineProfile: { osProfile: { customData } } });
        if (levels > 0) wrapped = times(levels, wrapped).slice(1, -1);
        const [leaf] = leaves('x.txt', `${quote}${wrapped}${quote}`);
        expect(leaf?.text).toBe(`#!/bin/sh\n${content}`);
      }),
    );
  });

  it('is read from the cells of a table', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (contents) => {
        const cells = contents.map((content) => {
          const cell = JSON.stringify({
            note: content,
            requestbody: JSON.stringify({ osProfile: { customData: b64(`#!/bin/sh\n${content}`) } }),
          });
          return `"${cell.replaceAll('"', '""')}"`;
        });
        const found = leaves('x.csv', `Operation name,Properties\n${cells.map((cell) => `w,${cell}`).join('\n')}`);
        expect(found.map((leaf) => leaf.text)).toEqual(contents.map((content) => `#!/bin/sh\n${content}`));
      }),
    );
  });
});
