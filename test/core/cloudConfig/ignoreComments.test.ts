import { describe, expect, it } from 'vitest';
import { ignoringLine, validate } from '../../../server/src/core/index.js';
import { applyChanges } from '../../../server/src/core/formats/tree/changes.js';
import { analyse, checkProblems } from '../../support/analyse.js';
import { masked } from '../../support/maskings.js';

const name = 'a.cloud-config.yaml';

describe('an ignore comment', () => {
  it.each([
    ['behind a value', 'hostname: 12 # aks-bootstrap: ignore cloud-config/wrong-type\n'],
    ['above a line', '# aks-bootstrap: ignore cloud-config/wrong-type\nhostname: 12\n'],
    ['above other comments', '# aks-bootstrap: ignore cloud-config/wrong-type\n\n# our name\nhostname: 12\n'],
    ['with several codes', 'hostnam: 12 # aks-bootstrap: ignore yaml/tab, cloud-config/unknown-key\n'],
    ['for an area', 'hostname: 12 #aks-bootstrap: ignore cloud-config/*\n'],
    ['for the file', 'hostname: 12\nfqdn: 13\n# aks-bootstrap: ignore-file cloud-config/wrong-type\n'],
    ['with Windows line endings', 'hostname: 12 # aks-bootstrap: ignore cloud-config/*\r\nfqdn: a\r\n'],
  ])('works %s', (_, text) => {
    checkProblems(name, `#cloud-config\n${text}`);
  });

  it.each([
    ['another code', 'hostname: ⟦12⟧cloud-config/wrong-type # aks-bootstrap: ignore cloud-config/unknown-key\n'],
    ['another line', 'fqdn: a # aks-bootstrap: ignore cloud-config/*\nhostname: ⟦12⟧cloud-config/wrong-type\n'],
    ['the line behind the next', '# aks-bootstrap: ignore *\nfqdn: a\nhostname: ⟦12⟧cloud-config/wrong-type\n'],
    [
      'a comment inside of a text',
      'runcmd:\n- |\n  # aks-bootstrap: ignore-file *\nhostname: ⟦12⟧cloud-config/wrong-type\n',
    ],
    ['a word that is no comment', 'fqdn: a#aks-bootstrap: ignore-file *\nhostname: ⟦12⟧cloud-config/wrong-type\n'],
  ])('does not suppress problems %s', (_, text) => {
    checkProblems(name, `#cloud-config\n${text}`.replace('fqdn: a#aks-bootstrap: ', 'fqdn: a#aks-bootstrap:'));
  });

  it('is reported if its code does not exist', () => {
    const { problems } = validate(
      checkProblems(
        name,
        '#cloud-config\nfqdn: a # aks-bootstrap: ignore ⟦cloud-config/unkown-key⟧cloud-config/ignores-nothing, yaml/tab\n',
      ),
    );
    expect(problems[0]?.message).toContain('Did you mean cloud-config/unknown-key?');
    expect(problems[0]?.fixes?.[0]?.changes[0]?.newText).toBe('cloud-config/unknown-key');
  });

  it('applies to written files and payloads', () => {
    const inner = '#cloud-config\nhostname: 12 # aks-bootstrap: ignore cloud-config/wrong-type\n';
    const vmss = JSON.stringify({
      properties: {
        virtualMachineProfile: { osProfile: { customData: Buffer.from(inner).toString('base64') } },
      },
    });
    const { problems, ignored } = validate(analyse('vmss.json', vmss));
    expect(problems.map(({ code }) => code)).toEqual([]);
    expect(ignored.map(({ code }) => code)).toEqual(['cloud-config/wrong-type']);
  });

  it('does not change the verdict of cloud-init', () => {
    const analysis = analyse(name, '#cloud-config\nhostname: 12 # aks-bootstrap: ignore cloud-config/wrong-type\n');
    expect(analysis.cloudConfig?.verdict(masked())?.verdict).toBe('invalid');
  });
});

describe('the fix that ignores a problem', () => {
  const ignored = (text: string): string | undefined => {
    const analysis = analyse(name, text);
    const [found] = validate(analysis).problems;
    const change = found && ignoringLine(analysis, found);
    if (change === undefined) return undefined;
    const after = applyChanges(text, [change]);
    expect(validate(analyse(name, after)).problems.some(({ code }) => code === found?.code)).toBe(false);
    return after;
  };

  it.each([
    ['#cloud-config\nhostname: 12\n', '#cloud-config\n# aks-bootstrap: ignore cloud-config/wrong-type\nhostname: 12\n'],
    [
      '#cloud-config\nntp:\n  servers: 1\n',
      '#cloud-config\nntp:\n  # aks-bootstrap: ignore cloud-config/wrong-type\n  servers: 1\n',
    ],
    [
      '#cloud-config\n# aks-bootstrap: ignore yaml/tab\nhostname: 12\n',
      '#cloud-config\n# aks-bootstrap: ignore yaml/tab, cloud-config/wrong-type\nhostname: 12\n',
    ],
  ])('%j', (before, after) => {
    expect(ignored(before)).toBe(after);
  });

  it.each([
    ['the first line', 'hostname: a\n'],
    ['lines inside of a text', '#cloud-config\n{runcmd: ["a\n b"], hostnam: a}\n'],
  ])('is not offered for %s', (_, text) => {
    expect(validate(analyse(name, text)).problems).not.toEqual([]);
    expect(ignored(text)).toBeUndefined();
  });
});
