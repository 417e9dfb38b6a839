import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShell } from '../../../../server/src/core/formats/shell/commands.js';
import type { Unclosed } from '../../../../server/src/core/formats/shell/lexer.js';

function unclosedIn(script: string): readonly Unclosed[] {
  const { unclosed } = readShell(script);
  return unclosed === undefined ? [] : [unclosed];
}

/** Whether bash takes each of these was looked up with `bash -n`. */
describe('a shell script', () => {
  it.each([
    `echo "a 'b' $(c "d" 'e') \${f:-"g"} \`h\`"`,
    `echo 'a "b' "it's" it\\'s \\"`,
    `# don't\necho hi # isn't\necho a#'b'`,
    `x=\${y#'}'} z=\${#y} n=$# p=$$ q="\${y//'/}"`,
    `x=$((1 << 2)) ; (( x <<= 1 )); y=$(( (1+2)*3 ))`,
    `cat <<EOF\nit's "fine\nEOF\necho "x"`,
    `cat <<-'E O'\n\tit's\n\tE O\n`,
    `cat <<EOF\r\nit's\r\nEOF\r\n`,
    `cat <<A <<"B"\n'\nA\n"\nB\n`,
    `x=$(cat <<EOF\n)"\nEOF\n)`,
    `grep -q x <<< "a"`,
    `case "$1" in\n a) echo "b";;\n *) echo 'c';;\nesac`,
    `x=$(case $y in a) echo b;; (c) echo d;; esac)`,
    `x=$(for i in a; do case $i in a) echo b;; esac; done; echo case)`,
    `echo $'it\\'s' $"hi"`,
    `f() { ( cd /; echo ")" ) }`,
    `[[ $a =~ ^(b|c)$ ]] && echo "d"`,
    '',
  ])('%j is closed', (script) => {
    expect(unclosedIn(script)).toEqual([]);
  });

  it.each([
    [`echo "a`, 'double-quote', '"'],
    [`echo 'a\necho b`, 'single-quote', "'"],
    ['echo `a', 'backquote', '`'],
    [`x=$(ls`, 'substitution', '$('],
    [`x=$(case y in a) b;; )`, 'substitution', '$('],
    [`cat <<EOF\na\n EOF\n`, 'here-document', '<<EOF'],
    [`cat <<EOF\r\na\r\nEOF`, 'here-document', '<<EOF'],
    [`cat <<EOF | b\r\na\r\nEOF\r\n`, 'here-document', '<<EOF'],
    [`cat <<-EOF\na\n  EOF\n`, 'here-document', '<<-EOF'],
    [`echo "a\necho "b"`, 'double-quote', '"'],
    [`echo $'a\\'`, 'single-quote', '$'],
  ])('%j has an open %s', (script, what, opening) => {
    const found = unclosedIn(script);
    expect(found.map((one) => [one.what, script.slice(one.span.start, one.span.start + opening.length)])).toEqual([
      [what, opening],
    ]);
  });

  it('is read to its end, whatever it is', () => {
    const piece = fc.constantFrom(
      ...`"'\`\${}()<>#\\ \n;cae`.split(''),
      'case x in',
      ' esac',
      '<<EOF\n',
      '\nEOF\n',
      '$((',
      '$(',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const script = pieces.join('');
        for (const { span } of unclosedIn(script)) expect(span.start).toBeLessThan(script.length);
      }),
    );
  });
});
