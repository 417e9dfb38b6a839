import { describe, expect, it } from 'vitest';
import {
  complete,
  definitionsAt,
  fileLinks,
  foldings,
  hover,
  inlayHints,
  outline,
  referencesAt,
} from '../../../../server/src/core/index.js';
import { analyse } from '../../../support/analyse.js';
import { readMarks } from '../../../support/markers.js';
import { expandSnippet } from '../../../support/snippet.js';

/** A message with a part of that text; it need not be a whole one. */
const part = (text: string): string =>
  `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/cloud-config\n\n${text}\n--b--\n`;
const archive = (text: string): string =>
  `#cloud-config-archive\n- type: text/x-shellscript\n  content: "#!/bin/sh"\n- type: text/cloud-config\n  content: |\n    ${text.replaceAll('\n', '\n    ')}\n`;
const template = (text: string): string => `## template: jinja\n${text}\n`;

/** The file after a completion was chosen, as an editor writes it that keeps up the indentation of the line. */
function chosen(source: string, label: string): string | undefined {
  const { text, cursor } = readMarks(source);
  const items = complete(analyse('a.txt', text), cursor);
  const item = items.find((candidate) => candidate.label === label);
  if (item === undefined) return undefined;
  const { span, snippet } = item;
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, span.start))?.[0] ?? '';
  return text.slice(0, span.start) + expandSnippet(snippet).text.replaceAll('\n', `\n${indent}`) + text.slice(span.end);
}

const forms = [
  ['a part of a message', part],
  ['an entry of an archive', archive],
  ['a template', template],
] as const;

describe.each(forms)('in %s', (_, form) => {
  it.each([
    ['#cloud-config\nruncm¦\nhostname: a', 'runcmd', '#cloud-config\nruncmd:\n  - \nhostname: a'],
    ['#cloud-config\nntp:\n  ena¦\n  servers: [a]', 'enabled', '#cloud-config\nntp:\n  enabled: false\n  servers: [a]'],
    [
      '#cloud-config\nwrite_files:\n  - path: /a\n    perm¦',
      'permissions',
      '#cloud-config\nwrite_files:\n  - path: /a\n    permissions: ',
    ],
    ['#cloud-config\npower_state:\n  mode: ¦x', 'reboot', '#cloud-config\npower_state:\n  mode: reboot'],
  ])('completes %j with %s', (text, label, wanted) => {
    expect(chosen(form(text), label)).toBe(form(wanted));
  });

  it('maps hover, outline, folding and hints to the file', () => {
    const { text, cursor } = readMarks(
      form(
        '#cloud-config\nwrite_files:\n  - path: /a\n    permi¦ssions: "0755"\n    encoding: b64\n    content: YWJj\nruncmd: [/a]',
      ),
    );
    const analysis = analyse('a.txt', text);
    const info = hover(analysis, cursor);
    expect(info?.markdown).toMatch(/^\*\*permissions\*\*/);
    expect(text.slice(info?.span.start, info?.span.end)).toBe('permissions');
    const names = JSON.stringify(
      outline(analysis).flatMap(({ name, children }) => [name, ...children.map((one) => one.name)]),
    );
    expect(names).toContain('"write_files"');
    expect(
      foldings(analysis, { wholeLines: true, most: 100 }).map(({ span }) =>
        text.slice(0, span.start).split('\n').at(-1)?.trim(),
      ),
    ).toContain('write_files:');
    const hints = inlayHints(analysis, { start: 0, end: text.length });
    expect(hints.map(({ label, offset }) => [text.slice(0, offset).split('\n').at(-1)?.trim(), label])).toEqual([
      ['permissions: "0755"', 'rwxr-xr-x'],
    ]);
  });

  it('links paths in commands to the files', () => {
    const { text, cursor } = readMarks(
      form('#cloud-config\nwrite_files:\n  - path: /opt/a.sh\nruncmd:\n  - /opt/a¦.sh b'),
    );
    const analysis = analyse('a.txt', text);
    const shown = ({ start, end }: { start: number; end: number }): string => text.slice(start - 6, end);
    expect(definitionsAt(analysis, cursor).map(({ name }) => shown(name))).toEqual(['path: /opt/a.sh']);
    expect(referencesAt(analysis, cursor, false).map(shown)).toEqual([expect.stringMatching(/- \/opt\/a\.sh$/)]);
    expect(fileLinks(analysis).map(({ span }) => text.slice(span.start, span.end))).toEqual(['/opt/a.sh']);
  });
});

describe('completion', () => {
  it.each([
    // What the template does not print has no keys.
    [template('#cloud-config\n{# ¦ #}')],
    [template('#cloud-config\n{% ¦ %}')],
    // In front of a block, in quotes, and where the part is encoded.
    ['#cloud-config-archive\n- content: |\n    #cloud-config\n  ¦\n    hostname: a\n'],
    ['#cloud-config-archive\n- "#cloud-config\\nrun¦"\n'],
    [part('I2Nsb3VkLWNvbmZpZwo¦=').replace('cloud-config\n\n', 'cloud-config\nContent-Transfer-Encoding: base64\n\n')],
    [part('#cloud-config\nhostname: a').replace('--b--', '--b¦--')],
  ])('offers nothing for %j', (source) => {
    const { text, cursor } = readMarks(source);
    expect(complete(analyse('a.txt', text), cursor).map(({ label }) => label)).toEqual([]);
  });

  it('works around the expressions of a template', () => {
    const text =
      '#cloud-config\n{% for a in [1] %}\npackages: [{{ a }}]\n{% endfor %}\nwrite_files:\n  - path: "{{ v1.region }}"\n    own¦\n';
    expect(chosen(template(text), 'owner')).toBe(template(text.replace('own¦', 'owner: ')));
  });
});
