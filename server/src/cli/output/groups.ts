import { type FleetGroup, type FleetGroups, limits, memberName } from '../../core/index.js';
import { counted, grouped } from '../../core/names.js';
import { joined, type Style, terminalLine, type TerminalText } from './terminal.js';

/** Groups of documents as text, the largest first. */
export function groupsText({ documents, groups, individual, incomplete }: FleetGroups, style: Style): TerminalText {
  const lines = [
    terminalLine`${style.bold(`${counted(documents, 'document')}, ${counted(groups.length, 'group')}`)}\n`,
    ...groups.map((group) => groupText(group, style)),
  ];
  if (individual.length > 0) {
    lines.push(terminalLine`\nNot compared, because few documents share a value (--exact compares them):\n`);
    for (const { path, values, documents: among } of individual)
      lines.push(
        terminalLine`  ${path}  ${style.dim(`${counted(values, 'value')} in ${counted(among, 'document')}`)}\n`,
      );
  }
  if (incomplete.length > 0) {
    lines.push(terminalLine`\nNot read completely, and grouped by the rest:\n`);
    for (const one of incomplete.slice(0, limits.namedMembers))
      lines.push(terminalLine`  ${memberName(one)}: ${one.reason}\n`);
    if (incomplete.length > limits.namedMembers)
      lines.push(terminalLine`  and ${counted(incomplete.length - limits.namedMembers, 'more document')}\n`);
  }
  return joined(lines);
}

function groupText({ title, members, differences, moreDifferences }: FleetGroup, style: Style): TerminalText {
  const head = terminalLine`\n${style.bold(`${grouped(members.length)} ${title}`)}\n`;
  const rows = differences.map(({ path, before, after }) => {
    const old = before === undefined ? '' : terminalLine`      ${style.removed(terminalLine`- ${before}`)}\n`;
    const now = after === undefined ? '' : terminalLine`      ${style.added(terminalLine`+ ${after}`)}\n`;
    const mark = before === undefined ? '+' : after === undefined ? '-' : '~';
    return terminalLine`  ${mark} ${path}\n${old}${now}`;
  });
  const more = moreDifferences === 0 ? '' : terminalLine`  ${counted(moreDifferences, 'more difference')}\n`;
  const named = members.slice(0, limits.namedMembers).map(memberName);
  const rest = members.length - named.length;
  const names = terminalLine`  ${style.dim(`in ${named.join(', ')}${rest === 0 ? '' : ` and ${grouped(rest)} more`}`)}\n`;
  return terminalLine`${head}${joined(rows)}${more}${names}`;
}
