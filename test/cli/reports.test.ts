import { describe, expect, it } from 'vitest';
import { allProblemCodes } from '../../server/src/core/index.js';
import { problemsPage, readExplanations } from '../../server/src/cli/output/problemsPage.js';
import { readFileSync } from 'node:fs';
import { call as run } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder, file } = temporaryFolder();

const faulty = file('faulty.node-config.json', '{\n  "version": "v0",\n  "a\\"<b>": {}\n}\n');
const fine = file('fine.yaml', '#cloud-config\npackages: [jq]\n');
const notes = file('notes.txt', 'Some notes.\n');

async function printed(...args: readonly string[]): Promise<string> {
  return (await run(['validate', '--select', 'contract/unknown-field,contract/deprecated-version', ...args])).out;
}

describe('validate --format junit', () => {
  it('has a suite for each file and a test for each problem, which fails from --fail-on on', async () => {
    const files = [faulty, fine, notes, `${folder}/nowhere`];
    const warning =
      '<system-out>faulty.node-config.json:2:14 warning version v0 is deprecated: write &quot;v1&quot;.</system-out>';
    expect((await printed('--format', 'junit', ...files)).replaceAll(`${folder}/`, ''))
      .toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="aks-bootstrap">
  <testsuite name="faulty.node-config.json" tests="2" failures="1" errors="0" skipped="0">
    <testcase name="contract/deprecated-version at 2:14" classname="faulty.node-config.json" file="faulty.node-config.json" line="2">${warning}</testcase>
    <testcase name="contract/unknown-field at 3:3" classname="faulty.node-config.json" file="faulty.node-config.json" line="3"><failure type="contract/unknown-field" message="Configuration has no field &quot;a\\&quot;&lt;b&gt;&quot;; the node drops it silently.">faulty.node-config.json:3:3 error Configuration has no field &quot;a\\&quot;&lt;b&gt;&quot;; the node drops it silently.</failure></testcase>
  </testsuite>
  <testsuite name="fine.yaml" tests="1" failures="0" errors="0" skipped="0">
    <testcase name="fine.yaml" classname="aks-bootstrap" file="fine.yaml"/>
  </testsuite>
  <testsuite name="notes.txt" tests="1" failures="0" errors="0" skipped="1">
    <testcase name="notes.txt" classname="aks-bootstrap" file="notes.txt"><skipped message="not recognised, not checked"/></testcase>
  </testsuite>
  <testsuite name="nowhere" tests="1" failures="0" errors="1" skipped="0">
    <testcase name="nowhere" classname="aks-bootstrap" file="nowhere"><error message="nowhere cannot be read: there is no such file."/></testcase>
  </testsuite>
</testsuites>
`);
    expect(await printed('--format', 'junit', '--fail-on', 'warning', faulty)).toContain('tests="2" failures="2"');
  });
});

describe('validate --format gitlab', () => {
  it('has an issue for each problem, with paths from the root of the repository', async () => {
    const issues = JSON.parse(await printed('--format', 'gitlab', 'test/samples/faulty.node-config.json')) as object[];
    expect(issues[0]).toEqual({
      description: 'version v0 is deprecated: write "v1".',
      check_name: 'contract/deprecated-version',
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      severity: 'minor',
      location: { path: 'test/samples/faulty.node-config.json', lines: { begin: 2, end: 2 } },
    });
  });

  it('has fingerprints that differ by file and place, and stay when lines move', async () => {
    const fingerprints = async (path: string): Promise<string[]> =>
      (JSON.parse(await printed('--format', 'gitlab', path)) as { fingerprint: string }[]).map(
        (one) => one.fingerprint,
      );
    const before = await fingerprints(file('moved.node-config.json', '{"version": "v0", "x": 1, "y": 1}'));
    expect(new Set(before).size).toBe(3);
    expect(await fingerprints(file('moved.node-config.json', '\n\n{"version": "v0",\n"x": 1, "y": 1}'))).toEqual(
      before,
    );
    const other = await fingerprints(file('other.node-config.json', '{"version": "v0", "x": 1, "y": 1}'));
    expect(other.filter((one) => before.includes(one))).toEqual([]);
  });
});

describe('explanations', () => {
  const explanations = readExplanations(readFileSync(problemsPage, 'utf8'));

  it('exist for each code, without other headings', () => {
    expect([...explanations.keys()].toSorted()).toEqual(allProblemCodes.toSorted());
    for (const text of explanations.values()) expect(text).toMatch(/^[^#\s][^]*[^\s]$/);
  });

  it('are printed by explain, and are the help of rules in SARIF', async () => {
    const { out } = await run(['explain', 'json/duplicate-key']);
    expect(out).toMatch(
      /^json\/duplicate-key: error\n {2}[^]*\n {2}Example: `"kubelet_flags"[^]*\n\n {2}more {7}https:/,
    );
    expect(JSON.parse((await run(['explain', '--format', 'json', 'json/duplicate-key'])).out)).toMatchObject({
      results: [{ code: 'json/duplicate-key', severity: 'error', explanation: explanations.get('json/duplicate-key') }],
    });
    const { runs } = JSON.parse(await printed('--format', 'sarif', faulty)) as {
      runs: { tool: { driver: { rules: { help: { text: string; markdown: string } }[] } } }[];
    };
    expect(runs[0]?.tool.driver.rules.map(({ help }) => help.markdown)).toEqual([
      explanations.get('contract/deprecated-version'),
      explanations.get('contract/unknown-field'),
    ]);
  });

  it('have links that lead to the web, and none as plain text', async () => {
    const [code] = [...explanations].find(([, text]) => text.includes('](')) ?? [];
    const text = code && explanations.get(code);
    expect(text).toMatch(/\]\(https:\/\/github\.com\/aks-bootstrap\/aks-bootstrap\/blob\/main\/docs\//);
    expect((await run(['explain', code ?? ''])).out).not.toContain('](');
  });
});
