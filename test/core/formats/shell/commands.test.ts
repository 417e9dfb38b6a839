import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { environmentOf, readShell } from '../../../../server/src/core/formats/shell/commands.js';

/** Each command as its assignments and words, the way a reader would write them down. */
function commands(text: string): string[][] {
  return readShell(text).commands.map(({ assignments, words }) => [
    ...assignments.map(({ name, value }) => `${name}:=${value.value}`),
    ...words.map(({ value }) => value),
  ]);
}

describe('simple commands', () => {
  it.each([
    ['a b  c', [['a', 'b', 'c']]],
    ['a; b && c || d', [['a'], ['b'], ['c'], ['d']]],
    ['a | b\nc & d', [['a'], ['b'], ['c'], ['d']]],
    ['a "b c" \'d e\' f\\ g', [['a', 'b c', 'd e', 'f g']]],
    ['A=1 B= C="x y" run', [['A:=1', 'B:=', 'C:=x y', 'run']]],
    ['run A=1', [['run', 'A=1']]],
    ['A="line1\nline2" \\\n B=2 go', [['A:=line1\nline2', 'B:=2', 'go']]],
    ['a "q\\"q" "keep \\d" "$x" "\\$x"', [['a', 'q"q', 'keep \\d', '$x', '$x']]],
    ['A=$(b "c)" $(d)) e', [['A:=$(b "c)" $(d))', 'e']]],
    ['A=${B:-$(c)}`d e` f', [['A:=${B:-$(c)}`d e`', 'f']]],
    ['a >/x 2>&1 <y &>>z', [['a']]],
    ['if [ -f x ]; then a; fi', [['[', '-f', 'x', ']'], ['a']]],
    ['a # b; c\nd#e', [['a'], ['d#e']]],
    ["cat <<'EOF' >/x\nno; command\nEOF\na", [['cat'], ['a']]],
    ['A=<nil> B=1 a', [['A:=<nil>', 'B:=1', 'a']]],
    ['A=<nil a', [['A:=', 'a']]],
  ])('%j', (text, expected) => {
    expect(commands(text)).toEqual(expected);
  });

  it.each([
    ['A=1 B="never', 6],
    ["a 'b", 2],
    ['a $(b', 2],
    ['a ${b "}', 2],
    ['a `b', 2],
  ])('%j is never closed', (text, start) => {
    expect(readShell(text).unclosed?.span.start).toBe(start);
  });

  it('keeps the places of what it reads', () => {
    const text = 'A="x y" run --flag\\ 1';
    const [command] = readShell(text).commands;
    const spans = [command?.assignments[0]?.value, ...(command?.words ?? [])].map((word) =>
      text.slice(word?.span.start, word?.span.end),
    );
    expect(spans).toEqual(['"x y"', 'run', '--flag\\ 1']);
  });

  it('reads any text, and quoted words as they were', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => readShell(text).commands.length >= 0));
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (words) => {
        const text = `run ${words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')}`;
        expect(commands(text)).toEqual([['run', ...words]]);
      }),
    );
  });
});

describe('the environment of the main command', () => {
  const given = (text: string): [Record<string, string>, string[] | undefined] => {
    const { given: assignments, main } = environmentOf(readShell(text));
    const values = Object.fromEntries([...assignments].map(([name, { value }]) => [name, value.value]));
    return [values, main?.words.map(({ value }) => value)];
  };

  it.each([
    [
      'P=/log; echo $(date) > $P; A=1 B=2 A=3 nohup bash -c "go on"',
      { A: '3', B: '2' },
      ['nohup', 'bash', '-c', 'go on'],
    ],
    ['L="x" /init.sh >>l 2>&1 || exit $?; /usr/bin/nohup /run', { L: 'x' }, ['/init.sh']],
    ['echo a; /first; [ $? -ne 0 ] && echo failed && exit 1; /last', {}, ['/last']],
    ['A=1 B="open', { A: '1' }, []],
    ['X=0\nset -o allexport\necho hi\nA=1\nB="2 3"\n/start', { A: '1', B: '2 3' }, ['/start']],
    ['', {}, undefined],
  ])('%j', (text, environment, words) => {
    expect(given(text)).toEqual([environment, words]);
  });
});

describe('here-documents', () => {
  /** Each as its delimiter and lines, with `!` for those that are never closed. */
  const documents = (text: string): string[] =>
    readShell(text).hereDocuments.map(
      ({ delimiter, body, closed }) => `${closed ? '' : '!'}${delimiter}: ${text.slice(body.start, body.end)}`,
    );

  it.each([
    ["cat <<'EOF' >/x\na\nEOF\nb", ['EOF: a\n']],
    ['cat <<A <<-"B"\na\nA\n\tb\n\tB\n', ['A: a\n', 'B: \tb\n']],
    ['x=$(cat <<EOF\na\nEOF\n)\ncat <<F\nb\nF', ['EOF: a\n', 'F: b\n']],
    ['let a=1<<2; (( b = 1<<c ))\ncat <<EOF\na\nEOF', ['EOF: a\n']],
    ['cat <<EOF\na', ['!EOF: a']],
    ['cat <<EOF', ['!EOF: ']],
  ])('are found in %j', (text, expected) => {
    expect(documents(text)).toEqual(expected);
  });

  it.each(["echo it's\n", 'echo "a\n', 'x=$(ls\n', 'echo `a\n', 'x=${a\n', '((\n'])(
    'are found behind %j, which is never closed',
    (broken) => {
      expect(documents(`${broken}cat <<EOF\na\nEOF\n`)).toEqual(['EOF: a\n']);
    },
  );

  it('are read to the end in scripts that open something again and again', () => {
    for (const part of ['"$(', '`"', '${', "echo it's\n", '<<a ', '$(<<a\n', '((\n$('])
      expect(readShell(part.repeat(50_001)).unclosed).toBeDefined();
  });
});
