import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/temporaryFolder.js';

/** Commands of the page, and what it says that they print. */
interface Step {
  readonly commands: string;
  readonly printed: string;
}

/** The steps of each task of the page, by its title; a task without commands has none. */
function tasksOf(page: string): [string, Step[]][] {
  const [, ...sections] = page.split(/^## /m);
  return sections.flatMap((section): [string, Step[]][] => {
    const [title = ''] = section.split('\n');
    const fences = [...section.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => ({
      language,
      text,
    }));
    const steps = fences.flatMap(({ language, text }, index): Step[] => {
      const next = fences[index + 1];
      return language === 'sh' ? [{ commands: text, printed: next?.language === '' ? next.text : '' }] : [];
    });
    return steps.length === 0 ? [] : [[title, steps]];
  });
}

const tasks = tasksOf(readFileSync('docs/tasks.md', 'utf8'));
const { path: folder } = temporaryFolder();

describe.skipIf(process.platform === 'win32')('docs/tasks.md', () => {
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  const program = join(programs, 'aks-bootstrap');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/cli.js')}" "$@"\n`);
  chmodSync(program, 0o755);

  it('has tasks with commands', () => {
    expect(tasks.length).toBeGreaterThan(1);
  });

  it.each(tasks)('works word for word: %s', (title, steps) => {
    const cwd = join(folder, title.replace(/\W+/g, '-'));
    mkdirSync(cwd);
    const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH ?? ''}` };
    for (const { commands, printed } of steps) {
      const { stdout, stderr } = spawnSync('sh', ['-c', commands], { cwd, env, encoding: 'utf8' });
      // Each line that the page shows is printed, in this order.
      const lines = stdout.split('\n');
      let at = -1;
      for (const line of printed.trimEnd().split('\n')) {
        at = lines.indexOf(line, at + 1);
        expect(at, `${line}\nis not printed in\n${stdout}${stderr}`).toBeGreaterThanOrEqual(0);
      }
      expect(stderr).not.toMatch(/cannot be read|an error of the program|there is no/);
    }
  });
});
