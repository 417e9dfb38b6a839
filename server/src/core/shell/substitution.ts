/**
 * Where a substitution ends that begins in front of `at`; `closer` is what closes it: `)` of `$(`, `}` of `${`, or a
 * backtick. Undefined where the text ends first. Nothing in it is expanded.
 */
export function endOfSubstitution(text: string, at: number, closer: string): number | undefined {
  const open = [closer];
  for (let i = at; i < text.length; i++) {
    const c = text.charAt(i);
    const top = open.at(-1);
    if (c === '\\') i++;
    else if (c === top) {
      open.pop();
      if (open.length === 0) return i + 1;
    } else if (c === '$' && (text.charAt(i + 1) === '(' || text.charAt(i + 1) === '{')) {
      open.push(text.charAt(++i) === '(' ? ')' : '}');
    } else if (c === '`') open.push('`');
    else if (top !== '"') {
      if (c === '"') open.push('"');
      else if (c === '(' && top === ')') open.push(')');
      else if (c === "'") {
        const end = text.indexOf("'", i + 1);
        if (end < 0) return undefined;
        i = end;
      }
    }
  }
  return undefined;
}
