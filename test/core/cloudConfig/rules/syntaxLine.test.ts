import { describe, expect, it } from 'vitest';
import { validate } from '../../../../server/src/core/index.js';
import { analyse } from '../../../support/analyse.js';

/** The lines of all errors, and the message of the first one. */
function errorsOf(body: string): { readonly lines: readonly number[]; readonly message: string } {
  const analysis = analyse('cloud-config.yaml', `#cloud-config\n${body}`);
  const errors = validate(analysis).problems.filter(({ severity }) => severity === 'error');
  return {
    lines: errors.map(({ span }) => analysis.lines.positionAt(span.start).line + 1),
    message: errors[0]?.message ?? '',
  };
}

describe('the first error of a cloud-config that is no YAML', () => {
  it.each<[string, string, number[]]>([
    ['the mapping with a wrongly indented key', 'runcmd:\n  - ls\n packages:\n  - jq\n', [2]],
    ['the list with a wrongly indented item', 'packages:\n  - jq\n - git\n', [2]],
    ['the first of two anchors of one name', 'packages: &a [jq]\nruncmd: &a [ls]\n', [2]],
    ['the first line for a control character', 'final_message: a\u007fb\n', [1]],
    ['the first of two documents', 'packages: [jq]\n---\n', [2]],
    ['the line after the end of the document', 'packages: [jq]\n...\nruncmd: [ls]\n', [4]],
    ['a line with a tab', 'packages: [jq,\n\tgit]\n', [3]],
    ['a line that is no key', 'write_files:\n- path: /a\n  content: |\n  abc\n', [5]],
    ['a bracket that is never closed', 'packages: [jq\nruncmd: [ls]\n', [2]],
    ['a word at the end of the text', 'locale: en\nfoo', [3]],
    ['a nested word at the end of the text', 'landscape:\n  client: {}\n  foo', [4]],
    ['a tab in an otherwise empty last line', 'packages: [jq]\n\t', [3]],
    ['the line behind a value that is missing', 'packages: [\n', [3]],
    ['the mapping around a bracket that closes nothing', 'packages: [jq]\n}\n', [2]],
    ['the mapping that nothing can be merged into', 'locale: en\nchef:\n  exec: true\n<<:\n', [2]],
    ['the mapping with a list as key', 'landscape:\n  ?\n   [a, b]\n  : x\n', [3]],
    ['the beginning of a string with an unknown escape', 'final_message: "a\n  b \\q"\n', [2, 3]],
    ['an alias without an anchor before a word', 'packages: *nope\nfoo\nhostname: a\n', [2, 3]],
    ['an anchor that is repeated before a word', 'packages: &a [jq]\nruncmd: &a [ls]\nfoo\n', [2, 4]],
    ['the outer one of two refused values', 'growpart: {mode: =}\nssh_pwauth: =\n', [3]],
    ['the line behind a directive in the document', 'packages: [jq]\n%a\nruncmd: [ls]\n', [4]],
  ])('is on the line that cloud-init names: %s', (_what, body, lines) => {
    expect(errorsOf(body).lines).toEqual(lines);
  });

  it('names the line of the mistake, too', () => {
    expect(errorsOf('runcmd:\n  - ls\n packages:\n  - jq\n').message).toMatch(
      /The mistake is in line 4; cloud-init names/,
    );
  });

  it('leads to the mistake', () => {
    const analysis = analyse('cloud-config.yaml', '#cloud-config\npackages: [jq]\n---\n');
    const [found] = validate(analysis).problems;
    expect(found?.related?.map(({ span }) => analysis.text.slice(span.start, span.end))).toEqual(['---']);
  });

  it.each([
    [`'it's'`, /write a quote inside it twice/],
    ['"a "b" c"', /write a quote inside it as \\"/],
  ])('says how to write a quote inside of %s', (value, advice) => {
    expect(errorsOf(`hostname: ${value}\n`).message).toMatch(advice);
  });

  it('does not hide a mistake in another entry', () => {
    expect(errorsOf('runcmd: "ls\nhostname: a\npackages: [jq\nfinal_message: b\n').lines).toEqual([2, 4]);
  });

  it('is the only one of a value that could not be read completely', () => {
    expect(errorsOf('landscape:\n  client:\n\t\tcomputer_title: kiosk\n    account_name: me\n').lines).toEqual([4]);
  });

  it.each([
    ['Terraform', 'users:\n- name: ${admin}\n${extra_users}\npackages: [jq]\n%{ if proxy ~}\napt: {}\n%{ endif ~}\n'],
    ['Helm', 'runcmd:\n  {{- range .Values.commands }}\n  - {{ . }}\n  {{- end }}\npackages: {{ .Values.packages }}\n'],
    ['Go', 'hostname: {{ .Name }}\nruncmd:\n{{ range .Commands }}\n- {{ . }}\n{{ end }}\n'],
    ['Jinja', 'hostname: {{ v1.local_hostname }}\n{% if true %}\nruncmd: [ls]\n{% endif %}\n'],
  ])('is the only one in a template of %s', (language, body) => {
    const { lines, message } = errorsOf(body);
    expect(lines).toHaveLength(1);
    expect(message).toContain(`looks like a ${language} template`);
  });

  it('is not about templates in a script with shell variables', () => {
    expect(errorsOf('runcmd:\n- echo ${HOME} ${user}\n packages: []\n').message).not.toContain('template');
  });
});
