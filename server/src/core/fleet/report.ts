import { limits } from '../limits.js';
import {
  blocks,
  bulleted,
  fileLink,
  inlineCode,
  lineLink,
  type Markdown,
  markdownTable,
  markup,
  prose,
} from '../text/markdown.js';
import { counted } from '../text/strings.js';
import type { FoundValue, ValueCount } from './find.js';
import type { FleetFix } from './fixes.js';
import { type FleetGroup, type FleetGroups, type FleetMember, memberName } from './groups.js';
import { valueText } from './paths.js';

/**
 * Groups of documents as a report in Markdown, for an editor. Members, and the values in which groups differ, are links to the
 * files if their places are recorded, and each group has a link `./file#group-2` that compares its first member with that of the
 * largest one.
 */
export function groupsReport(
  { documents, groups, individual, incomplete }: FleetGroups,
  fixes: readonly FleetFix[] = [],
): Markdown {
  const fields = individual.map(
    ({ path, values, documents: among }) =>
      markup`${inlineCode(path)}: ${prose(`${counted(values, 'value')} in ${counted(among, 'document')}`)}`,
  );
  const reasons = incomplete.map((one) => markup`${linked(one)}: ${prose(one.reason)}`);
  const usual = groups[0]?.members[0];
  return markup`${blocks([
    markup`# ${prose(groupsHeading({ documents, groups }))}`,
    ...groups.map((group, index) => groupSection(group, index, usual)),
    listed('Problems with the same fix', fixes.map(fixItem)),
    listed('Not compared, because few documents share a value', fields),
    listed('Not read completely', reasons),
  ])}\n`;
}

/** A fix as a link `./file#fix-1`, by which an editor makes it in all documents. */
function fixItem({ title, code, problems, files, file }: FleetFix, index: number): Markdown {
  const where = `${counted(problems, 'problem')} in ${counted(files, 'file')}`;
  return markup`${fileLink(`Fix in All Documents: ${title}`, file, `fix-${index + 1}`)} (${inlineCode(code)}, ${prose(where)})`;
}

/** `20 documents, 3 groups`. */
export function groupsHeading({ documents, groups }: Pick<FleetGroups, 'documents' | 'groups'>): string {
  return `${counted(documents, 'document')}, ${counted(groups.length, 'group')}`;
}

/** `usual` is the first member of the largest group. */
function groupSection(
  { title, members, differences, moreDifferences }: FleetGroup,
  index: number,
  usual: FleetMember | undefined,
): Markdown {
  const [first] = members;
  const rows = differences.map(({ path, before, after, beforeLine, afterLine }) => [
    inlineCode(path),
    cell(before, usual, beforeLine),
    cell(after, first, afterLine),
  ]);
  return blocks([
    markup`## ${members.length} ${prose(title)}`,
    rows.length === 0 ? '' : markdownTable('| value | largest group | this group |\n| --- | --- | --- |', rows),
    moreDifferences === 0 ? '' : prose(`${counted(moreDifferences, 'more difference')}.`),
    index === 0 || usual === undefined || first?.line === undefined
      ? ''
      : fileLink(`Compare ${memberName(first)} with ${memberName(usual)}`, first.file, `group-${index + 1}`),
    bulleted(members.map(linked)),
  ]);
}

/** A value with a link to its line in the file of the member that it is taken from. */
function cell(text: string | undefined, member: FleetMember | undefined, line: number | undefined): Markdown | '' {
  if (text === undefined) return '';
  if (member === undefined || line === undefined) return inlineCode(text);
  return markup`${inlineCode(text)} (${lineLink(`line ${line + 1}`, member.file, line)})`;
}

/** A document as a link to its line. */
function linked(member: FleetMember): Markdown {
  const { file, line } = member;
  return line === undefined ? inlineCode(memberName(member)) : lineLink(memberName(member), file, line);
}

function listed(title: string, items: readonly Markdown[]): Markdown | '' {
  return items.length === 0 ? '' : markup`## ${prose(title)}\n\n${bulleted(items)}`;
}

/** A document and the values that were found in it. */
export interface FoundDocument extends FleetMember {
  readonly values: readonly FoundValue[];
}

/** Values over a fleet as a report in Markdown: how many documents have which, and which ones. */
export function valuesReport(field: string, counts: readonly ValueCount[], found: readonly FoundDocument[]): Markdown {
  const rows = found.flatMap((one) =>
    one.values.map(({ path, value }) => [linked(one), inlineCode(path), inlineCode(valueText(value))]),
  );
  const countRows = counts.map(({ path, value, documents }) => [
    documents,
    inlineCode(path),
    inlineCode(valueText(value)),
  ]);
  const shown = rows.slice(0, limits.fleetRows);
  return markup`${blocks([
    markup`# Values of ${inlineCode(field)} in ${prose(counted(found.length, 'document'))}`,
    countRows.length === 0 ? '' : markdownTable('| documents | field | value |\n| --- | --- | --- |', countRows),
    shown.length === 0 ? '' : markup`## Documents`,
    shown.length === 0 ? '' : markdownTable('| document | field | value |\n| --- | --- | --- |', shown),
    rows.length === shown.length ? '' : prose(`${counted(rows.length - shown.length, 'more value')} not listed.`),
  ])}\n`;
}
