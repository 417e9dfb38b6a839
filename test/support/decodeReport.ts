import { type Analysis, decodeReport as report, type ReportOptions } from '../../server/src/core/index.js';
import { unmasked } from './maskings.js';

/** The `decode` result of a file, by default with its secrets and without the texts of its documents. */
export function decodeReport(analysis: Analysis, options: Partial<ReportOptions> = {}): ReturnType<typeof report> {
  return report(analysis, { withText: false, masking: unmasked, ...options });
}
