/** The header of a table that the portal exports from the activity log; columns differ with what was chosen there. */
const header = /^\ufeff?(?:"?[\w ()/-]{1,60}"?,){0,40}"?operation ?name"?(?:,"?[\w ()/-]{1,60}"?){0,40}\r?(?:\n|$)/i;

/** Whether a text is the activity log as comma-separated values. */
export function isActivityTable(text: string): boolean {
  return header.test(text.slice(0, 5_000)) && text.includes(',');
}
