import type { Span } from '../../text/span.js';

/** A Windows command line, as far as it says what is run with what. */
export interface WindowsCommand {
  /** The program that the line starts, as written. */
  readonly program: string;
  /** Whether PowerShell is handed commands as text. */
  readonly runsPowerShell: boolean;
  /** The argument of `-EncodedCommand`. */
  readonly encoded: Span | undefined;
  /** What is handed to a script by name, in doubled single quotes: the values that a template filled in. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Whether a command line is meant for Windows: it starts cmd or PowerShell, or uses PowerShell with variables in percent signs. */
export function isWindowsCommandLine(text: string): boolean {
  const start = text.slice(0, 2_000);
  if (
    /^\s*"?(?:[\w:%.\\-]{0,200}\\)?(?:(?:powershell|pwsh)(?:\.exe)?"?\s+[-/"']|cmd(?:\.exe)?"?\s+\/[ckq])/i.test(start)
  )
    return true;
  return /\b(?:powershell|pwsh)(?:\.exe)?\s+-/i.test(start) && /%\w+%/.test(start);
}

/** Reads a Windows command line. Nothing is run. */
export function readWindowsCommand(text: string): WindowsCommand {
  const parameters = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/\s-([A-Za-z]\w{0,80})[ \t]+''([^']*)''/g)) {
    parameters.set(name, value);
  }
  // PowerShell 5.1 and 7 take every unambiguous beginning of a parameter's name.
  const encoded = /\s[-/](?:e|ec|en\w{0,20})[ \t]+["']?([A-Za-z0-9+/]{8}[A-Za-z0-9+/]*={0,2})/i.exec(text);
  const start = encoded === null ? 0 : encoded.index + encoded[0].length - (encoded[1]?.length ?? 0);
  return {
    program: /^\s*(?:"([^"]+)"|(\S+))/.exec(text)?.slice(1).find(Boolean) ?? '',
    runsPowerShell: /\b(?:powershell|pwsh)(?:\.exe)?\b/i.test(text) && /\s[-/]c(?:ommand)?\s/i.test(text),
    encoded: encoded === null ? undefined : { start, end: start + (encoded[1]?.length ?? 0) },
    parameters,
  };
}
