import { type Analysis, decodeReport, inflatingOn, maskSecrets, maskVariable, type Payload } from '../core/index.js';
import { problemResult } from './problemResult.js';

/** The text of a payload, with its secrets masked unless they are asked for. */
export function shownTextOf(analysis: Analysis, showSecrets: boolean): (payload: Payload) => string | undefined {
  const inflate = inflatingOn(analysis.platform);
  return ({ text }) => (text === undefined || showSecrets ? text : maskSecrets(text, inflate).text);
}

/** Every payload inside a file, with their texts where these are asked for. */
export function decodingResult(
  file: string,
  analysis: Analysis,
  { withText, showSecrets }: { readonly withText: boolean; readonly showSecrets: boolean },
): object {
  const inflate = inflatingOn(analysis.platform);
  const report = decodeReport(analysis, {
    ...(withText ? { text: shownTextOf(analysis, showSecrets) } : {}),
    ...(showSecrets ? {} : { value: (name: string, written: string) => maskVariable(name, written, inflate) }),
  });
  return {
    file,
    ...report,
    problems: analysis.problems.map((found) => problemResult(analysis, found, showSecrets)),
  };
}
