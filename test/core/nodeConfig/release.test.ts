import { describe, expect, it } from 'vitest';
import { isOlderThan, parseNodeImage, parseRelease } from '../../../server/src/core/nodeConfig/contract/release.js';

describe('node images', () => {
  it.each([
    ['202605.27.0', '202605.27.0'],
    [' 202605.27.0 ', '202605.27.0'],
    ['AKSUbuntu-2204gen2containerd-202605.27.0', '202605.27.0'],
    ['AKSAzureLinux-V3gen2-202603.2.1', '202603.02.1'],
    ['v202605.27.0', '202605.27.0'],
    ['202613.01.0', undefined],
    ['202605.32.0', undefined],
    ['2026.05.27', undefined],
    ['latest', undefined],
    ['', undefined],
  ])('%j is %s', (text, version) => {
    expect(parseNodeImage(text)?.version).toBe(version);
  });

  it.each([
    ['202603.12.0', 'v0.20260312.0', false],
    ['202603.11.9', 'v0.20260312.0', true],
    ['202603.12.0', 'v0.20260312.1', true],
    ['202604.01.0', 'v0.20260312.9', false],
    ['202512.31.0', 'v0.20260101.0', true],
  ])('%s against %s', (version, tag, older) => {
    const [image, release] = [parseNodeImage(version), parseRelease(tag)];
    expect(image !== undefined && release !== undefined && isOlderThan(image, release)).toBe(older);
  });
});
