import { describe, expect, it } from 'vitest';
import { fixEverywhere, repeatedFixes, type TextChange, validate } from '../../../server/src/core/index.js';
import { applyChanges } from '../../../server/src/core/formats/tree/changes.js';
import { analyse } from '../../support/analyse.js';
import { config, scaleSet } from './support.js';

const misspelt = { version: 'v1', kubelet_config: { kubelet_node_lables: { a: 'b' } } };

function listOf(configs: readonly object[]): string {
  return JSON.stringify(
    configs.map((one, index) => scaleSet(`pool${index + 1}`, one)),
    undefined,
    2,
  );
}

function repeatedIn(text: string, code: string): ReturnType<typeof repeatedFixes> {
  return repeatedFixes(validate(analyse('fleet.json', text)).problems).filter((fix) => fix.code === code);
}

function everywhere(text: string, key: string | undefined): ReturnType<typeof fixEverywhere> {
  const analysis = analyse('fleet.json', text);
  return fixEverywhere(analysis, validate(analysis).problems, key ?? '');
}

function wrongFields(text: string): number {
  const { problems } = validate(analyse('fleet.json', text));
  return problems.filter(({ code }) => code === 'contract/unknown-field').length;
}

describe('a fix everywhere', () => {
  const text = listOf([misspelt, misspelt, config(), misspelt]);
  const [fix] = repeatedIn(text, 'contract/unknown-field');

  it('is counted with its problems and texts', () => {
    expect(fix?.title).toContain('kubelet_node_labels');
    expect([fix?.problems, fix?.documents]).toEqual([3, 3]);
  });

  it('changes each payload by an edit of its own, named by the machine and the payload', () => {
    const { changes, documents, unfixed } = everywhere(text, fix?.key);
    expect(changes.map(({ trail }) => trail.join(' › '))).toEqual([
      'pool1 › customData › aks-node-controller-config.json',
      'pool2 › customData › aks-node-controller-config.json',
      'pool4 › customData › aks-node-controller-config.json',
    ]);
    expect([documents, unfixed]).toEqual([3, []]);
    const all = changes.flatMap((change): readonly TextChange[] => change.changes);
    expect(wrongFields(applyChanges(text, all))).toBe(0);
    // Any of them can be left out.
    for (const { changes: one } of changes) expect(wrongFields(applyChanges(text, one))).toBe(2);
  });

  it('is the same in a config of its own, and in lists at any position', () => {
    const [plain] = repeatedFixes(
      validate(analyse('aks-node-controller-config.json', JSON.stringify(misspelt))).problems,
    ).filter(({ code }) => code === 'contract/unknown-field');
    expect(plain?.key).toBe(fix?.key);
  });

  it('leaves the fixes of other fields and corrections alone', () => {
    const other = { version: 'v1', kubelet_config: { kubelet_node_tain: {} } };
    const { changes } = everywhere(listOf([misspelt, other]), fix?.key);
    expect(changes.map(({ trail: [machine] }) => machine)).toEqual(['pool1']);
    expect(everywhere(text, 'nothing')).toEqual({ changes: [], documents: 0, unfixed: [] });
  });

  it('fixes all problems of one payload by one edit', () => {
    const cloudConfig = `#cloud-config\nwrite_files:\n${'- path: /a\n  content: b\n  permissions: 644\n'.repeat(3)}`;
    const text = JSON.stringify({ ...scaleSet('a', {}), properties: machineWith(cloudConfig) });
    const wrong = repeatedFixes(validate(analyse('fleet.json', text)).problems).find((one) => one.problems === 3);
    expect(wrong).toMatchObject({ title: 'Write "0644"', documents: 1 });
    const { changes, documents } = everywhere(text, wrong?.key);
    expect([changes.length, documents]).toEqual([1, 1]);
    expect(
      repeatedIn(
        applyChanges(
          text,
          changes.flatMap((one) => one.changes),
        ),
        wrong?.code ?? '',
      ),
    ).toEqual([]);
  });

  it('writes hundreds of payloads at once', () => {
    const many = listOf(Array.from({ length: 300 }, () => misspelt));
    const { changes, unfixed } = everywhere(many, fix?.key);
    expect([changes.length, unfixed]).toEqual([300, []]);
  });
});

function machineWith(customData: string): object {
  return { virtualMachineProfile: { osProfile: { customData: Buffer.from(customData).toString('base64') } } };
}
