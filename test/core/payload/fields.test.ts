import { describe, expect, it } from 'vitest';
import { type Analysis, payloadAt, replacePayload, validate } from '../../../server/src/core/index.js';
import { userDataOf } from '../../../server/src/core/results/decode.js';
import { analyse, checkProblems } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';

const b64 = (text: string): string => Buffer.from(text).toString('base64');
const first = '#cloud-config\nhostname: first\n';
const last = '#cloud-config\nhostname: last\n';
const codes = (analysis: Analysis): string[] => validate(analysis).problems.map(({ code }) => code);

describe('a payload field that occurs twice', () => {
  const twice = `{"osProfile":{\n"customData":"${b64(first)}",\n"computerName":"vm",\n"customData":"${b64(last)}"}}`;

  it('is reported at both positions, each with the other one', () => {
    const { problems } = validate(analyse('vm.json', twice));
    expect(problems.map(({ code, message, related }) => [code, message, related?.[0]?.span])).toEqual([
      [
        'json/duplicate-key',
        'customData occurs twice in this object: JSON readers ignore this one, and use the last.',
        problems[1]?.span,
      ],
      [
        'json/duplicate-key',
        'customData occurs twice in this object: JSON readers use this one, which is the last.',
        problems[0]?.span,
      ],
    ]);
    expect(problems.map(({ span }) => twice.slice(span.start, span.end))).toEqual(['"customData"', '"customData"']);
  });

  it('has two addresses, and the plain one is that of the last, which counts', () => {
    const { root } = analyse('vm.json', twice);
    expect(root.children.map((child) => child.is === 'field' && child.pointer)).toEqual([
      '/osProfile/customData#1',
      '/osProfile/customData',
    ]);
    expect(root.children.map(({ payload }) => payloadAt(root, payload.steps)?.text)).toEqual([first, last]);
    const report = decodeReport(analyse('vm.json', twice));
    expect(report).toMatchObject({ pointer: '/osProfile/customData', document: { bytes: last.length } });
    const delivered = userDataOf(analyse('vm.json', twice))?.parts.map(({ bytes }) => Buffer.from(bytes).toString());
    expect(delivered?.join()).toContain('last');
  });

  it.each([0, 1])('is written back where it was read: number %i', (index) => {
    const analysis = analyse('vm.json', twice);
    const steps = analysis.root.children[index]?.payload.steps ?? [];
    const edit = replacePayload(analysis, steps, '#cloud-config\nhostname: new\n');
    const [change] = edit.ok ? edit.value : [];
    if (change === undefined) throw new Error('no change');
    const { span, newText } = change;
    const written = twice.slice(0, span.start) + newText + twice.slice(span.end);
    const texts = analyse('vm.json', written).root.children.map(({ payload }) => payload.text);
    expect(texts).toEqual([first, last].map((text, at) => (at === index ? '#cloud-config\nhostname: new\n' : text)));
  });

  it('also counts if the object around it occurs twice', () => {
    const text = `{"osProfile":{"customData":"${b64(first)}"},"osProfile":{"customData":"${b64(last)}"}}`;
    const analysis = analyse('vm.json', text);
    expect(codes(analysis)).toEqual(['json/duplicate-key', 'json/duplicate-key']);
    expect(analysis.root.children.map(({ payload }) => payloadAt(analysis.root, payload.steps)?.text)).toEqual([
      first,
      last,
    ]);
    expect(decodeReport(analysis).pointer).toBe('/osProfile/customData');
  });

  it('counts for every role, and not for members that hold no payload', () => {
    expect(codes(analyse('s.json', '{"fileUris":[],"commandToExecute":"ls","commandToExecute":"pwd"}'))).toEqual([
      'json/duplicate-key',
      'json/duplicate-key',
    ]);
    expect(codes(analyse('vm.json', '{"osProfile":{"computerName":"a","computerName":"b"}}'))).toEqual([]);
  });
});

describe('payloads of other documents with the same name', () => {
  it.each([
    ['secret.yaml', `apiVersion: v1\nkind: Secret\ndata:\n  value: ${b64(first)}\n  value: ${b64(last)}\n`],
    [
      'ovf-env.xml',
      `<Environment><LinuxProvisioningConfigurationSet><CustomData>${b64(first)}</CustomData><CustomData>${b64(last)}</CustomData></LinuxProvisioningConfigurationSet></Environment>`,
    ],
  ])('have addresses of their own: %s', (name, text) => {
    const { root } = analyse(name, text);
    expect(root.children.map(({ payload }) => payloadAt(root, payload.steps)?.text)).toEqual([first, last]);
  });
});

describe('members that are null in what Azure returns', () => {
  const message = (text: string): string[] => validate(analyse('vm.json', text)).problems.map((found) => found.message);

  it('say where the content is on the node', () => {
    const [customData, settings, ...others] = message(
      '{"osProfile":{"customData":null},"resources":[{"typePropertiesType":"CustomScript","settings":{},"protectedSettings":null}]}',
    );
    expect(customData).toContain('/var/lib/waagent/ovf-env.xml');
    expect(customData).toContain('/var/lib/cloud/instance/user-data.txt');
    expect(settings).toContain('/var/lib/waagent/Microsoft.Azure.Extensions.CustomScript-');
    expect(others).toEqual([]);
  });

  it('say how to request user data, unless there is custom data to speak of', () => {
    expect(message('{"osProfile":{},"userData":null}')).toEqual([
      expect.stringMatching(/returns it only on request.*--include-user-data.*\$expand=userData/),
    ]);
    expect(message('{"osProfile":{"customData":null},"userData":null}')).toHaveLength(1);
    expect(message(`{"osProfile":{"customData":"${b64(first)}"},"userData":null}`)).toEqual([]);
  });

  it('are remarked on once in a list of many machines', () => {
    const machine = '{"osProfile":{"customData":null},"userData":null}';
    const analysis = analyse('list.json', `[${Array(20).fill(machine).join()}]`);
    expect(codes(analysis)).toEqual(['vmss/payload-null']);
    expect(validate(analysis).problems[0]?.span.start).toBe(analysis.text.indexOf('null'));
    expect(decodeReport(analysis).payloads).toHaveLength(40);
  });

  it('are remarked on at the first of many extensions', () => {
    const extension = '{"type":"CustomScript","settings":{},"protectedSettings":null}';
    const analysis = analyse('list.json', `[${Array(3).fill(`{"osProfile":{},"e":${extension}}`).join()}]`);
    expect(validate(analysis).problems.map(({ code, span }) => [code, span.start])).toEqual([
      ['cse/protected-settings-null', analysis.text.indexOf('null')],
    ]);
  });

  it('are not remarked on if the command is in the public settings, or the extension runs no script', () => {
    expect(
      message(
        '{"osProfile":{},"a":{"type":"CustomScript","settings":{"commandToExecute":"ls"},"protectedSettings":null}}',
      ),
    ).toEqual([]);
    expect(
      message('{"osProfile":{},"a":{"type":"ManagedIdentityExtensionForLinux","protectedSettings":null}}'),
    ).toEqual([]);
  });
});

describe('valid documents that only use the names of payload fields', () => {
  const template = (members: string): string =>
    `{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#","contentVersion":"1.0.0.0",${members}}`;

  it.each([
    [
      'a parameter',
      template('"parameters":{"customData":{"type":"securestring"},"userData":{"type":"string"}},"resources":[]'),
    ],
    [
      'a list, a number or null as a variable',
      template('"variables":{"customData":["a"],"userData":null},"resources":[]'),
    ],
    [
      'a variable with plain text',
      template(
        '"variables":{"customData":"#cloud-config\\nhostname: a"},"resources":[{"properties":{"osProfile":{"customData":"[base64(variables(\'customData\'))]"}}}]',
      ),
    ],
    ['an empty variable', template('"variables":{"customData":""},"resources":[]')],
    ['an output', template('"resources":[],"outputs":{"customData":{"type":"string","value":"[parameters(\'x\')]"}}')],
    ['a resource with a symbolic name', template('"languageVersion":"2.0","resources":{"customData":{"type":"A/b"}}')],
    [
      'a value for a nested deployment',
      template(
        '"resources":[{"type":"Microsoft.Resources/deployments","properties":{"mode":"Incremental","parameters":{"customData":{"value":"plain text"}},"template":{"resources":[]}}}]',
      ),
    ],
    [
      'instance metadata',
      `{"compute":{"customData":"","osProfile":{"adminUsername":"a"},"userData":"${b64(first)}","vmId":"1"},"network":{}}`,
    ],
    [
      'the compute part of instance metadata',
      '{"customData":"","osProfile":{"adminUsername":"a"},"userData":"","vmId":"1"}',
    ],
    ['empty user data', '{"properties":{"osProfile":{"computerName":"a"},"userData":""}}'],
  ])('%s', (_, text) => {
    expect(codes(analyse('x.json', text))).toEqual([]);
  });

  it('are still opened as a variable with base64, and reported in a profile', () => {
    const { root } = analyse('t.json', template(`"variables":{"customData":"${b64(first)}"},"resources":[]`));
    expect(root.children.map(({ payload }) => payload.text)).toEqual([first]);
    checkProblems(
      't.json',
      template('"variables":{"osProfile":{"customData":⟦"plain text"⟧payload/base64-invalid}},"resources":[]'),
    );
    checkProblems(
      't.json',
      template('"resources":[{"properties":{"osProfile":{"customData":⟦{}⟧vmss/payload-not-a-string}}}]'),
    );
  });
});
