import { describe, expect, it } from 'vitest';
import { type Analysis, payloadAt, replacePayload, validate } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { b64 } from './writeBackCases.js';

const config = (name: string): string => `#cloud-config\nhostname: ${name}\n`;
const source = (text: string): string => `{"source":"data:;base64,${b64(text)}"}`;
const ignition = (members: string): string => `{"ignition":{"version":"3.4.0"},${members}}`;
const file = (contents: string): string => `{"path":"/etc/a","contents":${contents}}`;
const used = '#!/bin/sh\necho used\n';
const unused = '#!/bin/sh\necho unused\n';
const indented = (text: string, indent: string): string => text.replace(/^(?=.)/gm, indent);
const entry = (text: string): string => `- path: /etc/a\n  content: |\n${indented(text, '    ')}`;

interface Case {
  readonly what: string;
  readonly name: string;
  readonly text: string;
  /** Addresses of the payload that counts, and of the one that is overridden. */
  readonly addresses: readonly [string, string];
  readonly code: 'json/duplicate-key' | 'yaml/duplicate-key';
}

const cases: readonly Case[] = [
  {
    what: 'contents of an Ignition file',
    name: 'config.ign',
    text: ignition(`"storage":{"files":[{"path":"/etc/a","contents":${source(unused)},"contents":${source(used)}}]}`),
    addresses: ['file:/etc/a', 'file:/etc/a#2'],
    code: 'json/duplicate-key',
  },
  {
    what: 'the source of an Ignition file',
    name: 'config.ign',
    text: ignition(
      `"storage":{"files":[${file(`{"source":"data:;base64,${b64(unused)}","source":"data:;base64,${b64(used)}"}`)}]}`,
    ),
    addresses: ['file:/etc/a', 'file:/etc/a#2'],
    code: 'json/duplicate-key',
  },
  {
    what: 'the storage of an Ignition config',
    name: 'config.ign',
    text: ignition(`"storage":{"files":[${file(source(unused))}]},"storage":{"files":[${file(source(used))}]}`),
    addresses: ['file:/etc/a', 'file:/etc/a#2'],
    code: 'json/duplicate-key',
  },
  {
    what: 'contents of a unit',
    name: 'config.ign',
    text: ignition(
      `"systemd":{"units":[{"name":"a.service","contents":${JSON.stringify(unused)},"contents":${JSON.stringify(used)}}]}`,
    ),
    addresses: ['unit:/etc/systemd/system/a.service', 'unit:/etc/systemd/system/a.service#2'],
    code: 'json/duplicate-key',
  },
  {
    what: 'the config that replaces an Ignition config',
    name: 'config.ign',
    text: `{"ignition":{"version":"3.4.0","config":{"replace":${source(unused)},"replace":${source(used)}}}}`,
    addresses: ['config:replace', 'config:replace#2'],
    code: 'json/duplicate-key',
  },
  {
    what: 'content of a write_files entry',
    name: 'cloud-config.yaml',
    text: `#cloud-config\nwrite_files:\n${entry(unused)}  content: |\n${indented(used, '    ')}`,
    addresses: ['write_files:/etc/a', 'write_files:/etc/a#2'],
    code: 'yaml/duplicate-key',
  },
  {
    what: 'encoded content of a write_files entry',
    name: 'cloud-config.yaml',
    text: `#cloud-config\nwrite_files:\n- encoding: b64\n  path: /etc/a\n  content: ${b64(unused)}\n  content: ${b64(used)}\n`,
    addresses: ['write_files:/etc/a', 'write_files:/etc/a#2'],
    code: 'yaml/duplicate-key',
  },
  {
    what: 'the list write_files',
    name: 'cloud-config.yaml',
    text: `#cloud-config\nwrite_files:\n${entry(unused)}write_files:\n${entry(used)}`,
    addresses: ['write_files:/etc/a', 'write_files:/etc/a#2'],
    code: 'yaml/duplicate-key',
  },
  {
    what: 'content of an entry of an archive',
    name: 'archive.yaml',
    text: `#cloud-config-archive\n- type: text/x-shellscript\n  content: |\n${indented(unused, '    ')}  content: |\n${indented(used, '    ')}`,
    addresses: ['part:0', 'part:0#2'],
    code: 'yaml/duplicate-key',
  },
  {
    what: 'data of a Secret in YAML',
    name: 'secret.yaml',
    text: `apiVersion: v1\nkind: Secret\ndata:\n  value: ${b64(config('unused'))}\ndata:\n  value: ${b64(config('used'))}\n`,
    addresses: ['/data/value', '/data#1/value'],
    code: 'yaml/duplicate-key',
  },
  {
    what: 'stringData of a Secret in JSON',
    name: 'secret.json',
    text: `{"apiVersion":"v1","kind":"Secret","stringData":{"value":${JSON.stringify(config('unused'))}},"stringData":{"value":${JSON.stringify(config('used'))}}}`,
    addresses: ['/stringData/value', '/stringData#1/value'],
    code: 'json/duplicate-key',
  },
  {
    what: 'a member of the data of a Secret',
    name: 'secret.yaml',
    text: `apiVersion: v1\nkind: Secret\ndata:\n  value: ${b64(config('unused'))}\n  value: ${b64(config('used'))}\n`,
    addresses: ['/data/value', '/data/value#1'],
    code: 'yaml/duplicate-key',
  },
  {
    what: 'the command of an extension',
    name: 'settings.json',
    text: '{"protectedSettings":{"commandToExecute":"echo unused","commandToExecute":"echo used"}}',
    addresses: ['/protectedSettings/commandToExecute', '/protectedSettings/commandToExecute#1'],
    code: 'json/duplicate-key',
  },
  {
    what: 'a payload field in two spellings',
    name: 'vm.json',
    text: `{"osProfile":{"CustomData":"${b64(config('unused'))}","customData":"${b64(config('used'))}"}}`,
    addresses: ['/osProfile/customData', '/osProfile/CustomData'],
    code: 'json/duplicate-key',
  },
];

/** The steps to the payload with an address; encodings are steps, too. */
const stepsOf = ({ root }: Analysis, address: string): readonly string[] =>
  root.children.find(({ payload }) => payload.steps[0] === address)?.payload.steps ?? [address];
const textAt = (analysis: Analysis, address: string): string | undefined =>
  payloadAt(analysis.root, stepsOf(analysis, address))?.text;

describe('members that are given twice', () => {
  it.each(cases)('have two addresses, and the plain one is that of the last: $what', ({ name, text, addresses }) => {
    const analysis = analyse(name, text);
    expect(analysis.root.children).toHaveLength(2);
    const [last, first] = addresses.map((address) => textAt(analysis, address));
    expect(last).toMatch(/\bused/);
    expect(first).toMatch(/\bunused/);
  });

  it.each(cases)('are reported: $what', ({ name, text, code }) => {
    expect(validate(analyse(name, text)).problems.map((found) => found.code)).toContain(code);
  });

  it.each(cases)('can each be changed without the other: $what', ({ name, text, addresses }) => {
    const analysis = analyse(name, text);
    for (const address of addresses) {
      const newText = (textAt(analysis, address) ?? '').replace(/\b(?:un)?used/, 'changed');
      const edit = replacePayload(analysis, stepsOf(analysis, address), newText);
      const [change] = edit.ok ? edit.value : [];
      if (change === undefined) throw new Error(edit.ok ? 'no change' : edit.error);
      const { span } = change;
      const written = analyse(name, text.slice(0, span.start) + change.newText + text.slice(span.end));
      expect(addresses.map((one) => textAt(written, one))).toEqual(
        addresses.map((one) => (one === address ? newText : textAt(analysis, one))),
      );
    }
  });
});

describe('a file whose content is given twice', () => {
  it('is written once', () => {
    const text = `#cloud-config\nwrite_files:\n${entry(unused)}write_files:\n${entry(used)}`;
    const codes = validate(analyse('cloud-config.yaml', text)).problems.map(({ code }) => code);
    expect(codes).not.toContain('cloud-config/path-written-twice');
  });

  it('does not change the address of another file with that path', () => {
    const twice = entry(unused) + indented(`content: |\n${indented(used, '  ')}`, '  ');
    const analysis = analyse('cloud-config.yaml', `#cloud-config\nwrite_files:\n${twice}${entry('other\n')}`);
    expect(textAt(analysis, 'write_files:/etc/a')).toBe(used);
    expect(textAt(analysis, 'write_files:/etc/a#2')).toBe('other\n');
    expect(textAt(analysis, 'write_files:/etc/a#3')).toBe(unused);
  });
});
