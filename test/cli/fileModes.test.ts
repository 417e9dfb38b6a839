import { expect, it } from 'vitest';
import { call as run } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { file } = temporaryFolder();

interface Decoded {
  results: { files: { mode?: string | number }[]; onDisk: { files: { mode: string }[] } }[];
}

it.each([
  ['644', '1204', /which is file mode 1204/],
  ['0644', '0644', /the number 420/],
  ['99999', '3237', /which is file mode 3237/],
  ['0x1a4', '0644', /which is file mode 0644/],
  ['"0600"', '0600', undefined],
  ['"600"', '0600', undefined],
  ['"rw"', '0644', undefined],
])(
  'the decoded tree, the problem and the files on disk agree on the mode of permissions: %s',
  async (written, mode, problem) => {
    const name = file(
      'modes.yaml',
      `#cloud-config\nwrite_files:\n- path: /etc/x\n  content: a\n  permissions: ${written}\n`,
    );
    expect((await run(['decode', name])).out).toContain(`/etc/x 1 bytes mode ${mode}`);
    const { results } = JSON.parse((await run(['decode', '--format', 'json', name])).out) as Decoded;
    expect(results[0]?.onDisk.files[0]?.mode).toBe(mode);
    // As written, so that a number is told from a string.
    expect(JSON.stringify(results[0]?.files[0]?.mode)).toBe(
      written.startsWith('"') ? written : String(Number(/^0\d/.test(written) ? `0o${written}` : written)),
    );
    const { out } = await run(['validate', name]);
    if (problem !== undefined) expect(out).toMatch(problem);
  },
);
