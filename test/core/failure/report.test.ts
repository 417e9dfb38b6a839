import { describe, expect, it } from 'vitest';
import { createLineIndex, explainFailure, provisioningReport } from '../../../server/src/core/index.js';
import { expectGolden } from '../../support/golden.js';
import { extensionMessage, portalMessage, statusOf50, windowsMessage } from './messages.js';
import { masked } from '../../support/maskings.js';

const report = (text: string, name = 'status.txt'): string =>
  provisioningReport(explainFailure(text, { masking: masked() }), name, createLineIndex(text));

describe('the provisioning report', () => {
  it('contains all parts of an explanation', () => {
    expectGolden('failure/outbound.md', report(portalMessage(1, statusOf50)));
  });

  it('contains the message of the Windows scripts', () => {
    expect(report(windowsMessage(34, 'WINDOWS_CSE_ERROR_DOWNLOAD_KUBERNETES_PACKAGE'))).toMatch(
      /Message:\n\n```text\nSomething\nwent wrong\n```/,
    );
  });

  it('gives the reason if there is no exit code', () => {
    expect(report('VMExtensionProvisioningTimeout')).toMatch(
      /\*\*Azure: `VMExtensionProvisioningTimeout`\*\*\n\nAzure stopped waiting/,
    );
  });

  it('links to the lines that report the failure and show its cause', () => {
    const text = `\n\n${portalMessage(50, 'x\ncurl: (6) Could not resolve host: mcr.microsoft.com\n')}`;
    const shown = report(text, 'a (1).txt');
    expect(shown).toContain('[a (1).txt:3](./a%20%281%29.txt#L3)');
    expect(shown).toContain('[a (1).txt:6](./a%20%281%29.txt#L6) shows:');
  });

  it('escapes markup in the text', () => {
    const text = extensionMessage(
      34,
      JSON.stringify({ ExitCode: '34', Output: '+ echo ```\n+ # <img src=x>\n+ kubelet\n+ exit 34' }),
      '](command:x) `a`',
    );
    const shown = report(text);
    const fences = [...shown.matchAll(/^`{3,}/gm)].map(([ticks]) => ticks.length);
    expect(Math.max(...fences)).toBe(4);
    expect(shown.replace(/^(`{3,})[^]*?^\1$/gm, '')).not.toMatch(/<img|command:x/);
    expect(report('', '*a*`\n<b>')).toMatch(/^# Provisioning Report: `` \*a\*` <b> ``\n/);
  });
});
