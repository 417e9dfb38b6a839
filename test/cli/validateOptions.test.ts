import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { call as run } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { file } = temporaryFolder();

const faulty = file('faulty.node-config.json', '{\n  "version": "v0",\n  "cluster_configg": {},\n  "x": 1\n}\n');
const fine = file('fine.yaml', '#cloud-config\npackages: [jq]\n');

/** What `validate` prints, with the folder left out, and its exit status. */
async function validated(...args: readonly string[]): Promise<[number, string]> {
  const { status, out } = await run(['validate', ...args]);
  return [status, out.replaceAll(faulty, 'faulty').replaceAll(fine, 'fine')];
}

describe('validate', () => {
  it('prints a line for each problem with --format concise', async () => {
    const [status, out] = await validated('--format', 'concise', '--select', 'contract/unknown-field', faulty, fine);
    expect([status, out.split('\n')]).toEqual([
      1,
      [
        expect.stringMatching(/^faulty:3:3 error contract\/unknown-field .*cluster_configg/),
        expect.stringMatching(/^faulty:4:3 error contract\/unknown-field /),
        '2 files, 2 errors, 0 warnings',
        '',
      ],
    ]);
  });

  it('prints a line for each code with --format summary', async () => {
    const [, out] = await validated(
      '--format',
      'summary',
      '--select',
      'contract/unknown-field,contract/deprecated-version',
      faulty,
      faulty,
      fine,
    );
    expect(out).toBe(
      'error contract/unknown-field         4 problems in 1 file\nwarning contract/deprecated-version  2 problems in 1 file\n\n3 files, 4 errors, 2 warnings\n',
    );
    expect(await validated('--format', 'summary', fine)).toEqual([0, '1 file, 0 errors, 0 warnings\n']);
  });

  it('reports only selected codes, in every format', async () => {
    const [, text] = await validated('--select', 'cloud-config/*', faulty);
    expect(text).toBe('faulty: AKS node config, no selected problems\n\n1 file, 0 errors, 0 warnings\n');
    const [, json] = await validated('--format', 'json', '--select', 'contract/deprecated-version', faulty);
    const { results } = JSON.parse(json) as { results: { problems: { code: string }[] }[] };
    expect(results[0]?.problems.map(({ code }) => code)).toEqual(['contract/deprecated-version']);
    for (const format of ['sarif', 'github'])
      expect((await validated('--format', format, '--select', 'cloud-config/*', faulty))[1]).not.toContain(
        'unknown-field',
      );
  });

  it('names the nearest code for one that does not exist', async () => {
    const { status, err } = await run(['validate', '--select', 'contract/unknwon-field', faulty]);
    expect([status, err]).toEqual([
      2,
      expect.stringContaining('there is no code contract/unknwon-field. Did you mean contract/unknown-field?'),
    ]);
  });

  it('ends with 1 for the severities and numbers that the call names', async () => {
    const only = ['--format', 'concise', '--select', 'contract/deprecated-version', faulty];
    for (const [args, expected] of [
      [[], 0],
      [['--fail-on', 'warning'], 1],
      [['--fail-on', 'information'], 1],
      [['--max-warnings', '0'], 1],
      [['--max-warnings', '1'], 0],
    ] as const)
      expect([args, (await validated(...args, ...only))[0]]).toEqual([args, expected]);
    expect((await run(['validate', '--max-warnings', 'few', faulty])).err).toContain('must be a whole number');
  });

  it('gives problems in SARIF paths and fingerprints that services recognise again', async () => {
    interface Reported {
      readonly ruleId: string;
      readonly partialFingerprints: Readonly<Record<string, string>>;
      readonly locations: readonly { readonly physicalLocation: { readonly artifactLocation: object } }[];
    }
    const reported = async (name: string): Promise<readonly Reported[]> => {
      const { out } = await run(['validate', '--format', 'sarif', name]);
      return (JSON.parse(out) as { runs: [{ results: readonly Reported[] }] }).runs[0].results;
    };
    const before = await reported(faulty);
    const moved = await reported(
      file('moved.node-config.json', '\n\n{"x": 2, "version": "v0", "y": 1, "cluster_configg": {}}\n'),
    );
    const prints = (found: readonly Reported[]): string[] =>
      found.map(({ ruleId, partialFingerprints }) => `${ruleId} ${JSON.stringify(partialFingerprints)}`);
    expect(prints(moved)).toEqual(expect.arrayContaining(prints(before)));
    expect(new Set(prints(moved)).size).toBe(moved.length);
    expect(moved.length).toBe(before.length + 1);
    // Outside of the repository, only the whole path says which file it is.
    const [first] = before;
    expect(first?.locations[0]?.physicalLocation.artifactLocation).toEqual({ uri: pathToFileURL(faulty).href });
  });
});
