import { validate } from '../../../../server/src/core/validate.js';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { analyse, checkProblems } from '../../../support/analyse.js';

const b64 = (content: string | Uint8Array): string => Buffer.from(content).toString('base64');
const head = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n';
const multipart = (...parts: string[]): string => `${head}${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`;

describe('messages', () => {
  it.each([
    ['Content-Type: multipart/mixed; boundary=b\nMIME-Version: 1.0\n\n--b\n\n#!/bin/sh\n--b--\n'],
    ['⟦Content-Type: multipart/mixed; boundary=b⟧user-data/no-mime-version\n\n--b\n\n#!/bin/sh\n--b--\n'],
    [
      'MIME-Version: 1.0\n⟦Content-Type: multipart/mixed; boundary=b⟧user-data/boundary-not-found\n\n--c\n\n#!/bin/sh\n--c--\n',
    ],
    [`${multipart('\n#!/bin/sh')}⟦--b⟧user-data/part-after-end\n\n#!/bin/sh\n--b--\n`],
    [multipart('Content-Type: text/x-shellscript\n⟦#!/bin/sh⟧user-data/headers-not-separated')],
    [multipart('⟦ X: y⟧user-data/ignored-header-line\n\n#!/bin/sh')],
    [multipart('⟦: y⟧user-data/ignored-header-line\n\n#!/bin/sh')],
    [multipart('⟦Content-Type: shell⟧user-data/invalid-part-type\n\n#!/bin/sh')],
    [multipart('⟦Content-Type: text/x-mine⟧user-data/unhandled-part\n\nx')],
    [multipart('⟦Content-Type: text/plain⟧user-data/unhandled-part\n\nx')],
    [multipart('Content-Type: text/x-not-multipart\n\n')],
    [multipart('⟦Content-Type: text/x-mine⟧user-data/unhandled-part\n\n')],
    [multipart('⟦C⟧user-data/unhandled-part‖ontent-ID: 1\n\nx')],
    [multipart('⟦Content-Type: message/rfc822⟧user-data/unhandled-part\n\nA: b\n\n#!/bin/sh')],
    [
      multipart(
        'Content-Type: text/part-handler\n\n#part-handler\ndef list_types(): pass\ndef handle_part(): pass',
        'Content-Type: text/x-mine\n\nx',
      ),
    ],
    [
      multipart(
        '⟦Content-Type: text/cloud-config⟧user-data/part-type-mismatch\n\n## template: jinja\n#cloud-config\n{}',
      ),
    ],
    [multipart('Content-Type: text/jinja2\n\n⟦#!/bin/sh⟧user-data/template-header')],
    [multipart('Content-Type: text/x-shellscript-per-boot\n\n#!/bin/sh')],
    [multipart('Content-Type: text/x-shellscript\n\n⟦echo hi⟧user-data/missing-shebang')],
    [
      multipart(
        'Content-Type: text/x-shellscript-per-boot\n\n⟦set -e⟧user-data/missing-shebang\ncat > /a <<EOF\nb\nEOF',
      ),
    ],
    [multipart('Content-Type: text/cloud-boothook\n\n\n  #!/bin/sh')],
    [multipart('Content-Type: text/cloud-boothook\n\n⟦echo hi⟧user-data/missing-shebang')],
    [multipart('Content-Type: text/cloud-boothook\n\n\n⟦#cloud-boothook⟧user-data/missing-shebang\n#!/bin/sh')],
    [multipart('⟦Content-Type: text/x-shellscript; charset=utf-16⟧user-data/part-charset\n\n#!/bin/sh')],
    [multipart('Content-Type: text/x-shellscript; charset="UTF-8"\n\n#!/bin/sh')],
    [multipart('Content-Transfer-Encoding: 8bit\n\n#!/bin/sh\n# caf⟦é⟧user-data/unencoded-characters')],
    [multipart(`Content-Transfer-Encoding: base64\n\n${b64('#!/bin/sh\n# café')}`)],
    [
      multipart(
        `Content-Type: text/x-shellscript\nContent-Transfer-Encoding: base64\n\n${b64(Buffer.from('#!/bin/sh\n# caf', 'latin1'))}⟦6Q⟧payload/invalid-utf-8==`,
      ),
    ],
    [
      multipart(
        `Content-Type: text/x-shellscript\nContent-Transfer-Encoding: base64\n\n⟦${b64(Buffer.from('\xe9\xe8\xe7\x80', 'latin1'))}⟧user-data/part-not-utf-8`,
      ),
    ],
    [multipart('⟦Content-Type: application/x-gzip⟧user-data/part-not-gzip\n\n#!/bin/sh')],
    [
      multipart(
        `Content-Type: application/x-gzip\nContent-Transfer-Encoding: base64\n\n${b64(gzipSync('#!/bin/sh\n'))}`,
      ),
    ],
    [
      multipart(
        `Content-Type: application/x-gzip\nContent-Transfer-Encoding: base64\n\n⟦${b64(gzipSync('#!/bin/sh\n#é'))}⟧user-data/unencoded-characters`,
      ),
    ],
    [
      multipart(
        `Content-Type: text/x-shellscript\nContent-Transfer-Encoding: base64\n\n⟦${b64(gzipSync('#!/bin/sh\n'))}⟧user-data/part-still-encoded`,
      ),
    ],
    [
      multipart(
        `Content-Type: text/x-shellscript\n\n⟦${b64('#!/bin/sh\necho hello world\n')}⟧user-data/part-still-encoded`,
      ),
    ],
    [multipart('⟦Content-Transfer-Encoding: base64 ⟧payload/mime-unknown-encoding\n\n#!/bin/sh')],
    [multipart('Content-Transfer-Encoding: quoted-printable\n\n#!/bin/sh\na=3D=\n⟦=⟧payload/mime-broken-encoding‖x')],
    [multipart('⟦Content-Transfer-Encoding: x-uue⟧payload/mime-broken-encoding\n\n#!/bin/sh')],
    [
      multipart(
        'Content-Disposition: attachment; filename=a\n\n#!/bin/sh',
        '⟦Content-Disposition: attachment; filename=a⟧user-data/duplicate-filename\n\n#!/bin/sh',
      ),
    ],
    [
      multipart(
        'Content-Disposition: attachment; filename="a b/c.sh"\n\n#!/bin/sh',
        'Content-Disposition: attachment; filename="c.sh"\n\n#!/bin/sh',
        '⟦Content-Disposition: attachment; filename="ab_c.sh"⟧user-data/duplicate-filename\n\n#!/bin/sh',
      ),
    ],
    [
      multipart(
        'Content-Type: text/x-shellscript-per-boot\nContent-Disposition: attachment; filename="a/c.sh"\n\n#!/bin/sh',
        'Content-Type: text/x-shellscript-per-boot\n⟦Content-Disposition: attachment; filename="c.sh"⟧user-data/duplicate-filename\n\n#!/bin/sh',
      ),
    ],
  ])('%j', (source) => {
    checkProblems('m.txt', source);
  });

  it('validates a part by its kind and maps problems to the file at any depth', () => {
    const inner =
      'Content-Type: multipart/mixed; boundary=i\n\n--i\nContent-Type: text/cloud-config\n\n#cloud-config\n⟦runcmdd⟧cloud-config/unknown-key: [ls]\n--i--';
    checkProblems(
      'm.txt',
      multipart('Content-Type: text/cloud-config\n\n#cloud-config\n⟦pakages⟧cloud-config/unknown-key: [jq]', inner),
    );
  });

  it('requires no header in a part of type text/cloud-config', () => {
    checkProblems('m.txt', multipart('Content-Type: text/cloud-config\n\nruncmd: [ls]'));
  });

  it('maps problems in base64 to the body and to exact positions in it', () => {
    const source = multipart(
      `Content-Type: text/cloud-config\nContent-Transfer-Encoding: base64\n\n⟦${b64('#cloud-config\npakages: [jq]\n')}⟧cloud-config/unknown-key`,
    );
    const [found] = validate(checkProblems('m.txt', source)).problems;
    expect(found?.inner).toEqual({ start: 14, end: 21 });
    expect(found?.layers).toEqual(['mime-multipart', 'part:0']);
  });

  it('suggests the nearest type', () => {
    const fixes = (source: string): string[] =>
      validate(analyse('m.txt', source)).problems.flatMap(({ fixes: found = [] }) => found.map(({ title }) => title));
    expect(fixes(multipart('Content-Type: text/cloudconfig\n\n#cloud-config\n{}'))).toEqual([
      'Change the type to text/cloud-config',
    ]);
    expect(fixes(multipart('Content-Type: shellscript\n\n#!/bin/sh'))).toEqual([
      'Change the type to text/x-shellscript',
    ]);
    expect(fixes('Content-Type: multipart/mixed; boundary=b\n\n--b\n\n#!/bin/sh\n--b--\n')).toEqual([
      'Insert MIME-Version: 1.0',
    ]);
  });
});

describe('other user data', () => {
  it.each([
    ['#include\n⟦http://a.test/x⟧user-data/include-not-followed\n# http://b\n'],
    ['#include-once ⟦http://a.test/x⟧user-data/include-not-followed\n'],
    ['⟦#include⟧user-data/include-empty\n'],
    ['#include # a\n# b\n \t⟦# c⟧user-data/include-comment\n⟦http://a.test/x⟧user-data/include-not-followed\n'],
    ['#cloud-boothook\n#!/bin/sh\n'],
    ['#cloud-boothook #!/bin/sh\n'],
    ['\n⟦#cloud-boothook⟧user-data/missing-shebang\n#!/bin/sh\n'],
    ['⟦#Cloud-Boothook⟧user-data/missing-shebang\n#!/bin/sh\n'],
    ['#cloud-boothook\n⟦echo hi⟧user-data/missing-shebang\n'],
    ['#cloud-boothook\n\n  #!/bin/sh\n'],
    ['#cloud-boothook\n${SCRIPT}\n'],
    ['\n⟦#cloud-boothook⟧user-data/missing-shebang\n#!/bin/sh\n'],
    ['⟦#Cloud-Boothook⟧user-data/missing-shebang\n#!/bin/sh\n'],
    ['#cloud-boothook\n\ufeff⟦#!/bin/sh⟧user-data/missing-shebang\n'],
    ['\n  ⟦#!/bin/sh⟧user-data/missing-shebang\n'],
    ['#part-handler\ndef list_types(): pass\ndef handle_part(): pass\n'],
    ['⟦#part-handler⟧user-data/part-handler-functions\ndef list_types(): pass\n'],
  ])('%j', (source) => {
    checkProblems('m.txt', source);
  });
});

describe('what makes a script executable', () => {
  it.each([
    ['\n #Cloud-Boothook\n#!/bin/sh\n', '#cloud-boothook\n#!/bin/sh\n'],
    ['#cloud-boothook\n \ufeff#!/bin/sh\n', '#cloud-boothook\n #!/bin/sh\n'],
    ['#cloud-boothook\n echo hi\n', '#cloud-boothook\n \n#!/bin/bash\necho hi\n'],
    ['\n  #!/bin/sh\n', '#!/bin/sh\n'],
    ['#include\nhttp://a\n  # b\n', '#include\nhttp://a\n# b\n'],
  ])('%j becomes %j', (wrong, right) => {
    const { problems } = validate(analyse('m.txt', wrong));
    const [change] = problems.flatMap(({ fixes = [] }) => fixes)[0]?.changes ?? [];
    expect(change && wrong.slice(0, change.span.start) + change.newText + wrong.slice(change.span.end)).toBe(right);
  });
});

describe('first lines', () => {
  it.each([
    ['⟦# template: jinja⟧user-data/unknown-header\n#cloud-config\n'],
    ['⟦##template:jinja⟧user-data/unknown-header  \n#cloud-config\n'],
    ['⟦#upstart-job⟧user-data/unknown-header\n'],
    ['⟦# cloud_boothook⟧user-data/unknown-header\n#!/bin/sh\n'],
    ['# a comment\n#part handler\n'],
  ])('%j', (source) => {
    checkProblems('m.txt', source);
  });
});

describe('archives', () => {
  it.each([
    ['- "#!/bin/sh\\n"\n- {content: "runcmd: [ls]"}\n'],
    ['- |\n  #cloud-config\n  ⟦pakages⟧cloud-config/unknown-key: [jq]\n'],
    ['- content: |\n    ⟦pakages⟧cloud-config/unknown-key: [jq]\n'],
    ['- type: text/cloud-boothook\n  content: |\n    #cloud-boothook\n    ⟦echo⟧user-data/missing-shebang\n'],
    ['⟦a⟧user-data/archive-not-a-list‖: b\n'],
    ['- ⟦5⟧user-data/archive-entry-ignored\n- ⟦[x]⟧user-data/archive-entry-ignored\n'],
    ['- {content: ⟦5⟧user-data/archive-entry-fails}\n'],
    ['- {content: x, type: ⟦shell⟧user-data/archive-entry-fails}\n'],
    ['- {content: x, type: ⟦[a]⟧user-data/archive-entry-fails}\n'],
    ['- {content: x, merge_how: ⟦[list]⟧user-data/archive-entry-fails}\n'],
    ['- {content: x, ⟦1⟧user-data/archive-entry-fails: a}\n'],
    ['- {content: !!binary ⟦6Q==⟧user-data/archive-entry-fails, type: text/cloud-config}\n'],
    ['- {content: "#!/bin/sh ⟦\\ud83d\\ude00⟧yaml/surrogate-escape"}\n'],
    ['- {content: x, type: ⟦text/cloudconfig⟧user-data/unhandled-part}\n'],
    ['- ⟦"#include http://a"⟧user-data/archive-in-archive\n'],
    ['- {content: "#!/bin/sh", type: ⟦text/cloud-config⟧user-data/part-type-mismatch}\n'],
    ['- {content: "#!/bin/sh", type: text/x-shellscript-per-boot}\n'],
    ['- {content: ⟦echo⟧user-data/missing-shebang, type: text/x-shellscript-per-boot}\n'],
    ['- content: ⟦[\n⟧yaml/syntax'],
  ])('%j', (items) => {
    checkProblems('m.txt', `#cloud-config-archive\n${items}`);
  });
});

describe('patches', () => {
  const patch = (source: string): void => {
    checkProblems('m.txt', `#cloud-config-jsonp\n${source}`);
  };
  it.each([
    ['[{"op":"add","path":"/runcmd/-","value":["ls"]},{"op":"move","from":"/a~1b","path":""}]'],
    ['⟦{"op":"add"}⟧user-data/invalid-patch'],
    ['[⟦"add"⟧user-data/invalid-patch]'],
    ['[⟦{"path":"/a"}⟧user-data/invalid-patch]'],
    ['[{"op":⟦"ad"⟧user-data/invalid-patch,"path":"/a"}]'],
    ['[⟦{"op":"add","path":"/a"}⟧user-data/invalid-patch]'],
    ['[⟦{"op":"remove"}⟧user-data/invalid-patch]'],
    ['[{"op":"copy","path":"/a","from":⟦"a"⟧user-data/invalid-patch}]'],
    ['[{"op":"remove","path":⟦"/a~2"⟧user-data/invalid-patch}]'],
    ['[{"op":"remove","path":⟦1⟧user-data/invalid-patch}]'],
    ['[{"op":"replace","path":⟦"/runcmd/-"⟧user-data/invalid-patch,"value":["/a/-"]}]'],
    ['[{"op":"move","path":"/runcmd/-","from":⟦"/bootcmd/-"⟧user-data/invalid-patch}]'],
    ['[{"op":"add",⟦"op"⟧user-data/invalid-patch:"add","path":"/a","value":1,"value":2}]'],
    ['[⟦,⟧json/syntax]'],
  ])('%j', patch);

  it('requires its header in lower case', () => {
    checkProblems('m.txt', '⟦#Cloud-Config-JSONP⟧user-data/invalid-patch\n[]');
  });
});
