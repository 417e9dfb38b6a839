import { describe, expect, it } from 'vitest';
import {
  applySafeFixes,
  countSafeFixes,
  encodedChanges,
  quickFixes,
  validate,
} from '../../../server/src/core/index.js';
import { Budget } from '../../../server/src/core/text/budget.js';
import { readInstanceData } from '../../../server/src/core/cloudConfig/userData/instanceData.js';
import { applyChanges } from '../../../server/src/core/formats/tree/changes.js';
import { analyse } from '../../support/analyse.js';

/** The file after the first fix of the first problem with a code; undefined where it has none. */
function fixed(name: string, text: string, code: string, context = {}): string | undefined {
  const analysis = analyse(name, text, undefined, context);
  const found = validate(analysis).problems.find((problem) => problem.code === code);
  if (found === undefined)
    throw new Error(
      `no ${code} among ${validate(analysis)
        .problems.map((one) => one.code)
        .join(', ')}`,
    );
  const [first] = quickFixes([found], found.span);
  return first && applyChanges(analysis.text, first.fix.changes);
}

const message = (transfer: string, body: string): string =>
  `Content-Type: multipart/mixed; boundary="b"\nMIME-Version: 1.0\n\n--b\nContent-Type: text/cloud-config\n${transfer}\n${body}\n--b--\n`;

/** A scale set whose custom data is a message with a node config and a cloud-config, both in base64. */
function scaleSet(config: string, cloudConfig: string): string {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const file = `#!/bin/sh\ncat <<'EOF' | base64 -d >/opt/azure/containers/aks-node-controller-config.json\n${base64(config)}\nEOF\n`;
  const parts = [
    ['text/x-shellscript', file],
    ['text/cloud-config', cloudConfig],
  ].map(
    ([type = '', content = '']) =>
      `--b\nContent-Type: ${type}\nContent-Transfer-Encoding: base64\n\n${base64(content)}\n`,
  );
  const customData = `Content-Type: multipart/mixed; boundary="b"\nMIME-Version: 1.0\n\n${parts.join('')}--b--\n`;
  return JSON.stringify({ virtualMachineProfile: { osProfile: { customData: base64(customData) } } }, undefined, 2);
}

describe('fixes inside of encoded payloads', () => {
  const faulty = scaleSet('{"version": "v1",}', '#cloud-config\napt_update: true\n');
  const mended = scaleSet('{"version": "v1"}', '#cloud-config\npackage_update: true\n');

  it('are written back through every layer, each on its own or all together', () => {
    const analysis = analyse('vmss.json', faulty);
    const found = validate(analysis).problems.filter(({ encodedFixes }) => encodedFixes?.some(({ safe }) => safe));
    expect(found.map(({ code }) => code).toSorted()).toEqual(['cloud-config/deprecated-key', 'json/syntax']);
    expect(countSafeFixes(found)).toBe(2);
    const comma = found.find(({ code }) => code === 'json/syntax');
    const once = comma && encodedChanges(analysis, comma.document, comma.encodedFixes ?? []);
    expect(applyChanges(faulty, once ?? [])).toBe(scaleSet('{"version": "v1"}', '#cloud-config\napt_update: true\n'));
    const all = applySafeFixes(analysis);
    expect(applyChanges(faulty, all.changes)).toBe(mended);
    expect(all).toMatchObject({ applied: 2, isComplete: true });
  });

  it('leave the file as it is when there is nothing to fix, or no time', () => {
    expect(applySafeFixes(analyse('vmss.json', mended))).toMatchObject({ changes: [], applied: 0, isComplete: true });
    let now = 0;
    const spent = new Budget(() => (now += 1_000), 1);
    expect(applySafeFixes(analyse('vmss.json', faulty), undefined, spent)).toMatchObject({ isComplete: false });
  });

  it('are left out if the payload cannot be written back', () => {
    const machine = (name: string): string =>
      `resource ${name} 'Microsoft.Compute/virtualMachines@2024-03-01' = {\n  properties: { osProfile: { customData: data } }\n}\n`;
    const data = Buffer.from('#cloud-config\napt_update: true\n').toString('base64');
    const analysis = analyse('main.bicep', `var data = '${data}'\n${machine('a')}${machine('b')}`);
    expect(countSafeFixes(validate(analysis).problems)).toBeGreaterThan(0);
    expect(applySafeFixes(analysis)).toMatchObject({ changes: [], applied: 0, isComplete: true });
  });
});

describe('a fix in an embedded document', () => {
  it('is offered in an unencoded part of a message', () => {
    expect(fixed('a.mime', message('', '#cloud-config\napt_update: true\n'), 'cloud-config/deprecated-key')).toBe(
      message('', '#cloud-config\npackage_update: true\n'),
    );
  });

  it('is not offered in a part in base64', () => {
    const body = Buffer.from('#cloud-config\napt_update: true\n').toString('base64');
    expect(
      fixed('a.mime', message('Content-Transfer-Encoding: base64\n', body), 'cloud-config/deprecated-key'),
    ).toBeUndefined();
  });

  it('is offered in an entry of an archive, in a block and in quotes', () => {
    const archive = (content: string): string =>
      `#cloud-config-archive\n- type: text/cloud-config\n  content: ${content}\n`;
    expect(fixed('a.yaml', archive('|\n    #cloud-config\n    apt_update: true'), 'cloud-config/deprecated-key')).toBe(
      archive('|\n    #cloud-config\n    package_update: true'),
    );
    expect(
      fixed('a.yaml', archive('"#cloud-config\\napt_update: true"'), 'cloud-config/deprecated-key'),
    ).toBeUndefined();
  });

  it('changes quotes and commas of a node config in a block', () => {
    const file = (json: string): string =>
      `#cloud-config\nwrite_files:\n  - path: /opt/azure/containers/aks-node-controller-config.json\n    permissions: "0600"\n    content: |\n      ${json}\n`;
    expect(fixed('a.yaml', file('{ "verison": "v1" }'), 'contract/unknown-field')).toBe(file('{ "version": "v1" }'));
  });

  it('is not offered in a file in base64', () => {
    const content = Buffer.from('{ "verison": "v1" }').toString('base64');
    const text = `#cloud-config\nwrite_files:\n  - path: /opt/azure/containers/aks-node-controller-config.json\n    encoding: b64\n    content: ${content}\n`;
    expect(fixed('a.yaml', text, 'contract/unknown-field')).toBeUndefined();
  });

  it.each([
    ["'EOF'", true],
    ['EOF', true],
  ])('in a here-document with the delimiter %s: %s', (delimiter, isFixed) => {
    const script = (name: string): string =>
      `#!/bin/bash\ncat <<${delimiter} >/opt/azure/containers/aks-node-controller-config.json\n{ "${name}": "v1" }\nEOF\n`;
    expect(fixed('a.sh', script('verison'), 'contract/unknown-field')).toBe(isFixed ? script('version') : undefined);
  });

  it('is offered in a JSON string', () => {
    const template = (key: string): string =>
      JSON.stringify({
        commandToExecute: `cat <<'EOF' >/opt/azure/containers/aks-node-controller-config.json\n{"${key}": "v1"}\nEOF\n`,
      });
    expect(fixed('a.cse-settings.json', template('verison'), 'contract/unknown-field')).toBe(template('version'));
  });

  it('is offered in a rendered template for text that is not printed by an expression', () => {
    const instanceData = readInstanceData('{"v1": {"region": "apt_update"}}');
    const template = (line: string): string =>
      `## template: jinja\n#cloud-config\n{% if v1.region %}\n${line}: true\n{% endif %}\n`;
    expect(fixed('a.yaml', template('apt_update'), 'cloud-config/deprecated-key', { instanceData })).toBe(
      template('package_update'),
    );
    expect(
      fixed('a.yaml', template('{{ v1.region }}'), 'cloud-config/deprecated-key', { instanceData }),
    ).toBeUndefined();
  });
});
