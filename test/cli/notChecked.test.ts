import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call as run } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder, file } = temporaryFolder();

const good = 'test/samples/aks-node-controller-config.json';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const prose = 'Nothing that any program on a node would read.\n';
const notes = file('notes.txt', 'Some notes.\n');
const encodedNotes = file('notes.b64', base64(prose));
const unknownUserData = file(
  'unknown.vmss.json',
  `{"virtualMachineProfile":{"osProfile":{"customData":"${base64(prose)}"}}}`,
);

interface Results {
  results: { unrecognised?: true; problems: { code: string }[] }[];
  summary: object;
}

describe('validate of what is not recognised or not readable', () => {
  it.each([notes, encodedNotes])('says that %s was not checked', async (name) => {
    const { status, out } = await run(['validate', name]);
    expect([status, out]).toEqual([
      0,
      `${name}: not recognised, not checked\n\n0 files checked, 1 not recognised, 0 errors, 0 warnings\n`,
    ]);
  });

  it('counts such files apart from files without problems', async () => {
    const { status, out } = await run(['validate', good, notes, join(folder, 'nowhere'), encodedNotes]);
    expect(status).toBe(2);
    expect(out).toContain('1 file checked, 2 not recognised, 1 unreadable, 0 errors, 0 warnings\n');
  });

  it('keeps the short summary when every file was checked', async () => {
    expect((await run(['validate', good, good])).out).toContain('\n2 files, 0 errors, 0 warnings\n');
  });

  it('counts them in JSON, and marks their results', async () => {
    const { out } = await run(['validate', '--format', 'json', good, notes, join(folder, 'nowhere')]);
    const { results, summary } = JSON.parse(out) as Results;
    expect(summary).toEqual({ files: 3, unrecognised: 1, unreadable: 1, errors: 0, warnings: 0 });
    expect(results.map(({ unrecognised }) => unrecognised)).toEqual([undefined, true, undefined]);
  });

  it('reports them in SARIF as notifications of the invocation', async () => {
    const { out } = await run(['validate', '--format', 'sarif', good, notes, join(folder, 'nowhere')]);
    expect(JSON.parse(out)).toMatchObject({
      runs: [
        {
          invocations: [
            {
              executionSuccessful: false,
              toolExecutionNotifications: [
                { level: 'warning', message: { text: expect.stringContaining("isn't recognised") as string } },
                { level: 'error', message: { text: expect.stringContaining('there is no such file') as string } },
              ],
            },
          ],
        },
      ],
    });
  });

  it('names the user data that was not checked in a document that was', async () => {
    const { status, out } = await run(['validate', unknownUserData]);
    expect([status, out]).toEqual([
      0,
      expect.stringContaining('VMSS JSON, no problems; not recognised, not checked: customData\n'),
    ]);
  });

  it('never says that a document has no problems without saying what it is', async () => {
    const loose = file('loose.json', `{"x":{"customData":"${base64('#cloud-config\nhostname: a\n')}"}}`);
    for (const name of [loose, notes, encodedNotes, file('broken.json', '{"a": 1,}'), file('empty', '')]) {
      const { out } = await run(['validate', name]);
      expect(out).not.toMatch(/unknown kind|unrecognised document/);
      expect(out).toMatch(/document with payloads, no problems|not recognised/);
    }
  });

  it('makes them errors with --strict', async () => {
    const { status, out } = await run([
      'validate',
      '--strict',
      '--format',
      'json',
      notes,
      encodedNotes,
      unknownUserData,
      good,
    ]);
    const { results, summary } = JSON.parse(out) as Results;
    expect(status).toBe(1);
    expect(results.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      ['payload/not-recognised'],
      ['payload/not-recognised'],
      ['payload/not-recognised'],
      [],
    ]);
    expect(summary).toMatchObject({ errors: 3 });
  });

  it('does not expect the unknown value of a template expression with --strict', async () => {
    const template = file(
      'template.json',
      `{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#","contentVersion":"1.0.0.0","resources":[{"type":"Microsoft.Compute/virtualMachines","properties":{"osProfile":{"customData":"[parameters('data')]"}}}]}`,
    );
    const { status } = await run(['validate', '--strict', template]);
    expect(status).toBe(0);
  });
});
