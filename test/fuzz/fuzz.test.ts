import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import * as core from '../../server/src/core/index.js';
import { TestEditor } from '../support/lspConnection.js';
import { runs } from '../support/runs.js';
import { entries, withoutInput } from './entries/index.js';
import { inputOf } from './inputs.js';
import { capabilityRequests } from './lspRequests.js';
import { type Find, noFigures, runInputs, runSessions } from './run.js';
import { seeds } from './seeds.js';

/** Seeds that `npm run fuzz` doesn't begin with. */
const first = 1_000_000_000;

/** Milliseconds of a short run, on a busy machine. */
const timeout = runs(120_000);

describe('mutated documents', () => {
  it('are identical for the same seed', () => {
    const hex = (seed: number): string => Buffer.from(inputOf(seed).content).toString('hex');
    expect(hex(7)).toBe(hex(7));
    expect(new Set(Array.from({ length: 50 }, (_, seed) => hex(seed))).size).toBeGreaterThan(40);
  });

  it('begin with documents of every kind', () => {
    const kinds = seeds.map(({ name, content }) => new core.Analysis({ name, content }, nodePlatform).kind);
    expect(core.documentKinds.filter((kind) => !kinds.includes(kind))).toEqual([]);
  });

  it(
    'violate no invariant of any entry point (a short run of npm run fuzz)',
    async () => {
      const finds: Find[] = [];
      await runInputs({ first, runs: runs(250) }, noFigures(), (find) => finds.push(find));
      expect(finds).toEqual([]);
    },
    timeout,
  );
});

describe('the entry points', () => {
  const exported = Object.entries(core).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
  const covered = entries.flatMap(({ covers }) => covers);

  it('are all functions that front ends may call, except those without a text of the user', () => {
    expect([...covered, ...Object.keys(withoutInput)].sort()).toEqual(exported.sort());
  });

  it('of the server are all capabilities that it announces', async () => {
    const editor = await TestEditor.start({ workspace: { textDocumentContent: {} } });
    await editor.stop();
    const announced = { codeLensProvider: true, ...editor.initialized.capabilities };
    expect(Object.keys(capabilityRequests).sort()).toEqual(Object.keys(announced).sort());
  });
});

describe('random sessions of an editor', () => {
  it(
    'get an answer to every request, and the diagnostics of a new document (a short run of npm run fuzz)',
    async () => {
      const finds: Find[] = [];
      await runSessions({ first, runs: runs(20) }, noFigures(), (find) => finds.push(find));
      expect(finds).toEqual([]);
    },
    timeout,
  );
});
