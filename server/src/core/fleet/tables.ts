import { csvRow } from '../formats/csv.js';
import { type FleetDifference, type FleetGroups } from './groups.js';

/** Groups as a table with a row for each document. */
export function groupsTable({ groups }: FleetGroups): string {
  const rows = groups.flatMap(({ title, members, differences, moreDifferences }, index) => {
    const more = moreDifferences === 0 ? [] : [`${moreDifferences} more`];
    const all = [...differences.map(differenceText), ...more].join('; ');
    return members.map(({ file, machine = '' }) => csvRow([index + 1, members.length, title, file, machine, all]));
  });
  return csvRow(['group', 'documents', 'title', 'file', 'machine', 'differences']) + rows.join('');
}

/** `kubelet_config.max_pods: 30 → 110`. */
export function differenceText({ path, before = '(none)', after = '(none)' }: FleetDifference): string {
  return `${path}: ${before} → ${after}`;
}
