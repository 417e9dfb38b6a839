import { describe, expect, it } from 'vitest';
import { isWindowsCommandLine, readWindowsCommand } from '../../../../server/src/core/formats/shell/windows.js';

describe('Windows command lines', () => {
  it.each([
    ['powershell.exe -ExecutionPolicy Unrestricted -command "x"', true],
    ['"C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe" -File a.ps1', true],
    ['cmd /c echo hi', true],
    ['echo %DATE% && powershell.exe -command "x"', true],
    ['A=1 /usr/bin/nohup /bin/bash -c go', false],
    ['# powershell -command is mentioned here', false],
    ['bash powershell.sh', false],
  ])('%s: %s', (text, expected) => {
    expect(isWindowsCommandLine(text)).toBe(expected);
  });

  it('reads the program, values that a template filled in, and encoded commands', () => {
    const text =
      "powershell.exe -ExecutionPolicy Bypass -command \"& a.ps1 -Key '''' -Secret ''abc'' -File $x; if ($r -ne '0') {}\"";
    const { program, parameters, runsPowerShell, encoded } = readWindowsCommand(text);
    expect([program, [...parameters], runsPowerShell, encoded]).toEqual([
      'powershell.exe',
      [
        ['Key', ''],
        ['Secret', 'abc'],
      ],
      true,
      undefined,
    ]);
    const line = 'pwsh -NoProfile -enc ZQBjAGgAbwA=';
    const span = readWindowsCommand(line).encoded;
    expect(line.slice(span?.start, span?.end)).toBe('ZQBjAGgAbwA=');
  });
});
