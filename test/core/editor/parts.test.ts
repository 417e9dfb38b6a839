import { describe, expect, it } from 'vitest';
import { foldings, hover, outline, type OutlineEntry } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';

const inner = '--i\nContent-Type: text/plain\n\n#cloud-config\nruncmd: [ls]\n--i--';
const message = `MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/cloud-config
Content-Disposition: attachment; filename=a.yaml

#cloud-config
packages:
  - jq
write_files:
  - path: /a
--b
Content-Type: multipart/mixed; boundary=i

${inner}
--b
Content-Type: text/cloud-config
Content-Transfer-Encoding: base64

I2Nsb3VkLWNvbmZpZwpwYWNrYWdlczogW2pxXQo=
--b
Content-Type: text/x-mine

x
--b--
`;
const archive =
  '#cloud-config-archive\n- |\n  #cloud-config\n  packages:\n    - jq\n- type: text/x-shellscript\n  content: "#!/bin/sh"\n';

/** Entries as names with what their spans select. */
function entries(text: string): unknown {
  const shown = ({ name, nameSpan, children }: OutlineEntry): unknown =>
    children.length === 0 ? [name, text.slice(nameSpan.start, nameSpan.end)] : [name, children.map(shown)];
  return outline(analyse('m.txt', text)).map(shown);
}

describe('parts of user data', () => {
  it('have outlines of their own', () => {
    expect(entries(message)).toEqual([
      [
        'a.yaml',
        [
          ['packages', [['jq', 'jq']]],
          ['write_files', [['/a', [['path', 'path']]]]],
        ],
      ],
      ['multipart/mixed', [['text/plain', [['runcmd', [['ls', 'ls']]]]]]],
      ['text/cloud-config', 'I2Nsb3VkLWNvbmZpZwpwYWNrYWdlczogW2pxXQo='],
      ['text/x-mine', 'x'],
    ]);
    expect(entries(archive)).toEqual([
      ['text/cloud-config', [['packages', [['jq', 'jq']]]]],
      ['text/x-shellscript', '"#!/bin/sh"'],
    ]);
  });

  it('have entries nested within their parents', () => {
    const check = (entry: OutlineEntry, around?: OutlineEntry): void => {
      expect(entry.span.start).toBeGreaterThanOrEqual(around?.span.start ?? 0);
      expect(entry.span.end).toBeLessThanOrEqual(around?.span.end ?? Infinity);
      expect(entry.nameSpan.start).toBeGreaterThanOrEqual(entry.span.start);
      expect(entry.nameSpan.end).toBeLessThanOrEqual(entry.span.end);
      for (const child of entry.children) check(child, entry);
    };
    for (const text of [message, archive]) for (const entry of outline(analyse('m.txt', text))) check(entry);
  });

  const at = (text: string, what: string): [string, string] | undefined => {
    const found = hover(analyse('m.txt', text), text.indexOf(what) + 1);
    return (
      found && [
        found.markdown.split('\n').filter(Boolean).slice(0, 2).join(' | '),
        text.slice(found.span.start, found.span.end),
      ]
    );
  };

  it.each<[string, string, RegExp, string]>([
    [message, 'packages', /^\*\*packages\*\*: list of /, 'packages'],
    [message, 'runcmd', /^\*\*runcmd\*\*: list of /, 'runcmd'],
    [
      message,
      'Content-Type: text/cloud-config\nContent-Disposition',
      /^\*\*Part 1\*\*: \d+ bytes \| `text\/cloud-config`: handled by cloud-init's CloudConfigPartHandler\.$/,
      'Content-Type: text/cloud-config\nContent-Disposition: attachment; filename=a.yaml',
    ],
    [message, 'Content-Type: text/x-mine', /has no handler for it/, 'Content-Type: text/x-mine'],
    [
      message,
      'I2Nsb3',
      /cloud-config, 29 bytes \| .*CloudConfigPartHandler/,
      'I2Nsb3VkLWNvbmZpZwpwYWNrYWdlczogW2pxXQo=',
    ],
    [archive, 'packages', /^\*\*packages\*\*: list of /, 'packages'],
    [archive, '"#!/bin/sh"', /ShellScriptPartHandler/, '#!/bin/sh'],
  ])('have a hover: %j, case %#', (text, what, markdown, place) => {
    const found = at(text, what);
    expect(found?.[0]).toMatch(markdown);
    expect(found?.[1]).toContain(place);
  });

  it('have no hover between keys', () => {
    expect(at(message, '- jq')).toBeUndefined();
  });

  it('can be folded', () => {
    const firstLines = (text: string): string[] => {
      const { lines } = analyse('m.txt', text);
      return foldings(analyse('m.txt', text), { wholeLines: true, most: 100 }).map(({ span }) =>
        lines.lineText(lines.positionAt(span.start).line),
      );
    };
    expect(firstLines(message)).toEqual(
      expect.arrayContaining([
        'Content-Type: text/cloud-config',
        'packages:',
        'Content-Type: text/plain',
        'Content-Type: text/x-mine',
      ]),
    );
    expect(firstLines(archive)).toEqual(expect.arrayContaining(['- |', '  packages:']));
  });
});
