import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memberOf } from '../../../../server/src/core/formats/tree/node.js';
import { parseYaml } from '../../../../server/src/core/formats/yaml/read.js';
import { octalDigits } from '../../../../server/src/core/values/files.js';
import { bytesOf, filesOnDisk, writtenFiles } from '../../../../server/src/core/cloudConfig/writeFiles/disk.js';
import {
  absolutePath,
  isTrue,
  ownerOf,
  permissionsOf,
} from '../../../../server/src/core/cloudConfig/writeFiles/entry.js';
import { analyse } from '../../../support/analyse.js';
import { decodeReport } from '../../../support/decodeReport.js';

const value = (source: string) => memberOf(parseYaml(`k: ${source}\n`).root, 'k')?.value;

/** What cloud-init 26.2 does with each of these was seen by running its module. */
describe('write_files', () => {
  it.each([
    ['"0644"', '0644'],
    ['"644"', '0644'],
    ['"0o755"', '0755'],
    ['" 0755 "', '0755'],
    ['"0_7_5_5"', '0755'],
    ['"04755"', '4755'],
    ['"0100600"', '0600'],
    ['"-0644"', '7134'],
    ['0644', '0644'],
    ['644', '1204'],
    ['-1', '7777'],
    ['1.9', '0001'],
    ['true', '0001'],
    ['false', '0000'],
    ['~', '0644'],
    ['"0x1ff"', 'unreadable'],
    ['"888"', 'unreadable'],
    ['"u+x"', 'unreadable'],
    ['""', 'unreadable'],
    ['"0__7"', 'unreadable'],
    ['[0644]', 'unreadable'],
    ['!!binary MDY0NA==', 'unreadable'],
    ['99999999999', 'fault'],
    ['.inf', 'fault'],
    ['.nan', 'unreadable'],
  ])('permissions %s give %s', (source, wanted) => {
    const read = permissionsOf(value(source));
    expect(read.is === 'mode' ? octalDigits(read.mode) : read.is).toBe(wanted);
  });

  it.each([
    ['a:b', 'a', 'b'],
    ['a', 'a', undefined],
    ['":b"', undefined, 'b'],
    ['"a : b"', 'a', 'b'],
    ['"-1:none"', undefined, undefined],
    ['~', undefined, undefined],
    ['"1000:1000"', '1000', '1000'],
  ])('owner %s is user %s, group %s', (source, user, group) => {
    expect(ownerOf(value(source))).toEqual({ user, group });
  });

  it('rejects a number as owner', () => {
    expect(ownerOf(value('7'))).toBeUndefined();
    expect(ownerOf(undefined)).toEqual({ user: 'root', group: 'root' });
  });

  it.each([
    ['/a/b', '/a/b'],
    ['/a//b/./../c/', '/a/c'],
    ['etc/x', '/etc/x'],
    ['../x', '/x'],
    ['//x', '//x'],
    ['///x', '/x'],
  ])('%s is %s on the node', (path, wanted) => {
    expect(absolutePath(path)).toBe(wanted);
  });

  it.each([
    ['yes', true],
    ['"YES "', true],
    ['1', true],
    ['"1"', true],
    ['1.0', false],
    ['2', false],
    ['"maybe"', false],
    ['[]', false],
    ['~', false],
  ])('reads the boolean %s as %s', (source, wanted) => {
    expect(isTrue(value(source))).toBe(wanted);
  });

  const gz = gzipSync('hi').toString('base64');

  it.each([
    ['- {path: /f, content: a}', [['/f', 'a', '0644', 'root:root']]],
    ['- {path: /f, content: a, permissions: 644, owner: "u:g"}', [['/f', 'a', '1204', 'u:g']]],
    ['- {path: /f}', [['/f', '', '0644', 'root:root']]],
    ['- {path: /f, content: ~, encoding: 7}', [['/f', '', '0644', 'root:root']]],
    ['- {path: "", content: a}\n- {path: /g, content: b}', [['/g', 'b', '0644', 'root:root']]],
    ['- {path: /f, content: a}\n- {path: /x/../f, content: b}', [['/f', 'b', '0644', 'root:root']]],
    [
      '- {path: /f, content: a, permissions: "0600"}\n- {path: /f, content: b, append: "1", permissions: false}',
      [['/f', 'ab', '0600', 'root:root']],
    ],
    [
      '- {path: /f, content: b, append: true, defer: on}\n- {path: /f, content: a}',
      [['/f', 'ab', '0644', 'root:root']],
    ],
    ['- {path: /f, content: a%G*k=, encoding: B64}', [['/f', 'hi', '0644', 'root:root']]],
    [`- {path: /f, content: ${gz}, encoding: " GZ+B64 "}`, [['/f', 'hi', '0644', 'root:root']]],
    [`- {path: /f, content: !!binary ${gz}, encoding: gz}`, [['/f', 'hi', '0644', 'root:root']]],
    // Bytes: é, then the base64 of "hi".
    [
      `- {path: /f, content: !!binary ${Buffer.from('éaGk=').toString('base64')}, encoding: b64}`,
      [['/f', 'hi', '0644', 'root:root']],
    ],
    ['- {path: /f, content: éaGk=, encoding: b64}', []],
    ['- {path: /f, content: a, encoding: rot13}', [['/f', 'a', '0644', 'root:root']]],
    [
      '- {path: /f, content: a}\n- {path: /g, content: b, encoding: gz}\n- {path: /h, content: c}',
      [['/f', 'a', '0644', 'root:root']],
    ],
    ['- {path: /f, content: 7}\n- {path: /g, content: b, defer: true}', [['/g', 'b', '0644', 'root:root']]],
    ['- {path: /f, content: a}\n- text\n- {path: /g}', [['/f', 'a', '0644', 'root:root']]],
    ['- {path: /f, content: a}\n- 7', []],
    ['- {path: /f, content: a}\n- [defer]', []],
    ['- {path: /f, content: a}\n- a deferred file', []],
    // Entries without a path are skipped whatever else they have.
    [
      '- {content: [a]}\n- {path: "", owner: 7}\n- {path: ~, content: a, encoding: 7}\n- {path: false, source: 7, permissions: 99999999999}\n- {path: /f}',
      [['/f', '', '0644', 'root:root']],
    ],
    ['- {path: 7}\n- {path: /f}', []],
    [
      '- {path: /f, source: {uri: 5}, owner: 7}\n- {path: /g, source: {uri: 5}, content: a}\n- {path: /h, source: {uri: 0}}',
      [
        ['/g', 'a', '0644', 'root:root'],
        ['/h', '', '0644', 'root:root'],
      ],
    ],
    // A folder in the place of a file, and a file in that of a folder.
    ['- {path: /d/f}\n- {path: /d}\n- {path: /g}', [['/d/f', '', '0644', 'root:root']]],
    ['- {path: /d/}\n- {path: /d/f}\n- {path: /g}', [['/d', '', '0644', 'root:root']]],
    ['- {path: /d/f, defer: true}\n- {path: /d}', [['/d', '', '0644', 'root:root']]],
    ['- {path: ..}\n- {path: /g}', []],
    ['- {path: "/f\\0"}\n- {path: /g}', []],
    ['- {path: /f, content: a, owner: 7}', []],
    ['- {path: /f, content: "\\ud83d\\ude00"}\n- {path: /g, content: a}', []],
    ['- {path: "/\\ud83d\\ude00", content: a}\n- {path: /g, content: a}', []],
    [
      '- &a {path: /f, content: a}\n- {<<: *a, path: /g}',
      [
        ['/f', 'a', '0644', 'root:root'],
        ['/g', 'a', '0644', 'root:root'],
      ],
    ],
  ])('%j writes %j', (entries, wanted) => {
    const analysis = analyse('a.cloud-config.yaml', `#cloud-config\nwrite_files:\n${entries}\n`);
    const { files } = filesOnDisk(analysis.root.tree?.root, writtenFiles(analysis.root.children));
    const written = files.map((file) => {
      const bytes = bytesOf(file);
      return [file.path, bytes && Buffer.from(bytes).toString(), file.mode, file.owner];
    });
    expect(written).toEqual(wanted);
  });

  it('comes from a merge key', () => {
    const entries = 'write_files: [{path: /f, content: a}]';
    const report = decodeReport(analyse('a.cloud-config.yaml', `#cloud-config\nx: &x {${entries}}\n<<: [{}, *x]\n`));
    expect(report.onDisk?.files.map(({ path }) => path)).toEqual(['/f']);
  });

  it('reports what was written and the resulting files', () => {
    const text =
      '#cloud-config\nwrite_files:\n- {path: etc/a, content: one, permissions: 0644}\n- {path: /etc/a, append: true, content: two}\n- {path: /b, source: {uri: "https://x.test/b"}, content: late}\n- {path: /c, source: {uri: "https://x.test/c"}}\n';
    const report = decodeReport(analyse('a.cloud-config.yaml', text));
    expect(report.files?.map(({ path, mode, bytes }) => [path, mode, bytes])).toEqual([
      ['etc/a', 420, 3],
      ['/etc/a', undefined, 3],
      ['/b', undefined, 4],
      ['/c', undefined, 0],
    ]);
    expect(report.onDisk?.files.map(({ sha256: _hash, ...file }) => file)).toEqual([
      { path: '/etc/a', mode: '0644', owner: 'root:root', bytes: 6 },
      { path: '/b', mode: '0644', owner: 'root:root', bytes: 4, fetchedFrom: ['https://x.test/b'] },
      { path: '/c', mode: '0644', owner: 'root:root', fetchedFrom: ['https://x.test/c'] },
    ]);
  });

  it('reports content that cannot be decoded', () => {
    const report = decodeReport(
      analyse(
        'a.cloud-config.yaml',
        '#cloud-config\nwrite_files:\n- {path: /a, encoding: gzip, content: words}\n- {path: /b, encoding: b64, content: aGVsbG8}\n',
      ),
    );
    expect(report.files?.map(({ error, layers }) => [error, layers])).toEqual([
      ['payload/gzip-invalid', []],
      ['payload/base64-invalid', []],
    ]);
    expect(report.onDisk?.files).toEqual([]);
  });
});
