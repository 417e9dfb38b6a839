import { describe, expect, it } from 'vitest';
import { messageFormats } from '../../server/src/core/cloudConfig/userData/formats.js';
import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import {
  compareDocuments,
  hover,
  ignoringLine,
  maskingOf,
  outline,
  redact,
  referencesAt,
  validate,
  wayTo,
} from '../../server/src/core/index.js';
import { childStep } from '../../server/src/core/payload/containers/container.js';
import { limits } from '../../server/src/core/limits.js';
import { documentsIn } from '../../server/src/core/payload/containers/hereDocuments.js';
import { readShell } from '../../server/src/core/formats/shell/commands.js';
import { analyse } from '../support/analyse.js';

const many = (count: number, entry: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => entry(index)).join('');

/** In each of these, work that grows with the square of the document would take minutes. */
describe('large documents', () => {
  it('are recognised as messages by headers after many others', () => {
    const headers = 'X-Header: a\n'.repeat(400_000);
    expect(messageFormats(`${headers}\na\n`)).toEqual(['mime-single']);
    expect(messageFormats(`${headers}Content-Type: multipart/mixed\n\na\n`)).toEqual(['mime-multipart']);
  });

  it('have references for each of many anchors', () => {
    const text = `#cloud-config\na:\n${many(60_000, (i) => `- &a${i} x\n`)}b:\n${many(60_000, (i) => `- *a${i}\n`)}`;
    const analysis = analyse('cloud-config.yaml', text);
    const alias = text.indexOf('*a59999');
    const anchor = text.indexOf('&a59999');
    expect(referencesAt(analysis, alias, true)).toEqual([
      { start: anchor, end: anchor + 7 },
      { start: alias, end: alias + 7 },
    ]);
  });

  it('have an outline of many known keys inside one key', () => {
    const sources = many(40_000, (i) => `    s${i}: {source: a}\n`);
    const analysis = analyse('cloud-config.yaml', `#cloud-config\napt:\n  sources:\n${sources}`);
    // Each source has a key, and `apt` and `sources` are entries, too; 5,000 entries are listed.
    expect(outline(analysis).at(-1)?.name).toBe('More than 5,000 entries');
  });

  it('have commands that open many here-documents', () => {
    const count = 40_000;
    const script = `cat ${many(count, (i) => `<<E${i} `)}> /f\n${many(count, (i) => `E${i}\n`)}`;
    const documents = documentsIn(readShell(script));
    expect(documents).toHaveLength(count);
    expect(documents.every(({ target }) => target?.path === '/f')).toBe(true);
  });

  it('are redacted if they consist of backslashes', () => {
    const content = `\\n\n${'\\'.repeat(600_000)}\nhost: node-1.contoso.example\n`;
    const { files } = redact([{ name: 'a.txt', content }], { platform: nodePlatform, pseudonyms: true });
    expect(files[0]?.text).toContain('\\'.repeat(600_000));
  });

  it('have problems for many unknown keys of one mapping', () => {
    const { problems } = validate(analyse('cloud-config.yaml', `#cloud-config\n${many(60_000, (i) => `zz${i}: a\n`)}`));
    expect(problems.length).toBeGreaterThan(0);
  });

  it('are compared if they have many entries, each of which is a variable', () => {
    const config = (text: string) =>
      analyse(
        'aks-node-config.json',
        JSON.stringify({ custom_ca_certs: Array.from({ length: 20_000 }, (_, i) => `${text}${i}`) }),
      );
    const [before, after] = [config('a'), config('b')];
    const [comparison] = compareDocuments(before, after, { masking: maskingOf([before, after]) });
    expect(comparison?.fields).toHaveLength(limits.comparedDifferences);
  });

  it('have a hover in one of many node pools', () => {
    const pools = many(
      2_500,
      (i) => `---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: p${i}}
spec: {template: {spec: {nodeClassRef: {group: karpenter.azure.com, kind: AKSNodeClass, name: c${i}}}}}
---
apiVersion: karpenter.azure.com/v1beta1
kind: AKSNodeClass
metadata: {name: c${i}}
spec: {imageFamily: AzureLinux, maxPods: 30}
`,
    );
    const analysis = analyse('pools.yaml', pools);
    expect(hover(analysis, pools.lastIndexOf('nodeClassRef'))).toBeDefined();
    expect(hover(analysis, pools.lastIndexOf('maxPods'))?.markdown).toContain('AKSNodeClass c2499');
  });

  it('have payload paths for many children of one name', () => {
    const taken = new Map<string, number>();
    let step = '';
    for (let child = 0; child < 200_000; child++) step = childStep('a', taken);
    expect(step).toBe('a#200000');
    expect(childStep('a#7', taken)).toBe('a#7#2');
  });

  it('have a comment that ignores a problem for each of many lines', () => {
    const analysis = analyse('cloud-config.yaml', `#cloud-config\nruncmd:\n${'- a\n'.repeat(200_000)}`);
    const { root, text } = analysis;
    const [found] = validate(analyse('cloud-config.yaml', '#cloud-config\na: 1\n')).problems;
    if (found === undefined) throw new Error('the document has no problem');
    for (let start = text.indexOf('- a'); start < text.length; start += '- a\n'.length) {
      const problem = { ...found, document: root, span: { start, end: start + 3 } };
      expect(ignoringLine(analysis, problem)?.span.start === start).toBe(true);
    }
  });

  it('have a way to each of many payloads', () => {
    const customData = btoa('#!/bin/sh\n');
    const machines = Array.from({ length: limits.childrenPerPayload }, () => ({ osProfile: { customData } }));
    const { root } = analyse('machines.vm.json', JSON.stringify(machines));
    expect(root.children).toHaveLength(machines.length);
    // As often as there may be problems.
    const asked = Array.from({ length: 20 }, () => root.children).flat();
    expect(asked.filter((child) => wayTo(root, child.payload.steps)?.at(-1) !== child)).toEqual([]);
  });
});
