import { describe, expect, it } from 'vitest';
import {
  change,
  Controller,
  knownReleases,
  newestRelease,
  oldestRelease,
  parseNodeImage,
  parseRelease,
  release,
  releaseRemark,
} from '../../../../server/src/core/values/known/releases.js';

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
    ['202512.31.0', 'v0.20260122.0', true],
    // Cut from another branch in January 2026.
    ['202601.01.0', 'v0.20260122.0', false],
    ['202601.04.0', 'v0.20260101.0', true],
    ['202601.18.0', 'v0.20260113.0', true],
  ])('%s against the content of %s', (version, tag, older) => {
    expect((parseNodeImage(version)?.order ?? NaN) < release(tag).order).toBe(older);
  });

  it('have the release of the same date', () => {
    expect(parseNodeImage('202605.27.0')).toEqual(parseRelease('v0.20260527.0'));
    expect(parseRelease('v0.20260527.0')).toMatchObject({ tag: 'v0.20260527.0', version: '202605.27.0' });
  });
});

describe('releases', () => {
  it.each(['v0.2026527.0', '0.20260527.0', 'v0.20261301.0', 'v1.20260527.0', 'v0.20260527', 'main'])(
    'refuses %s',
    (text) => {
      expect(parseRelease(text)).toBeUndefined();
      expect(() => release(text)).toThrow('not a release');
    },
  );

  it('are listed once each, in the order of their tags, between the oldest and the newest', () => {
    const tags = knownReleases.map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(tags.length);
    const ordered = knownReleases.toSorted((a, b) =>
      a.tag.slice(3).localeCompare(b.tag.slice(3), 'en', { numeric: true }),
    );
    expect(knownReleases).toEqual(ordered);
    expect([knownReleases[0], knownReleases.at(-1)]).toEqual([oldestRelease, newestRelease]);
  });

  it.each([
    ['202605.27.0', undefined],
    ['202605.16.0', /isn't one of the known releases; .*treated like 202605\.15\.0/],
    ['202611.01.0', /newer than 202608\.21\.0 .*, the newest one that is known here/],
    ['202410.09.0', /older than 202508\.26\.1 /],
  ])('says how %s is treated', (version, remark) => {
    const image = parseNodeImage(version);
    expect(image && releaseRemark(image)).toEqual(remark === undefined ? undefined : expect.stringMatching(remark));
  });
});

describe('a controller', () => {
  const first = change('v0.20260612.0', 8453, 'First.');
  const second = change('v0.20260612.0', 8453, 'Second.');

  it('has the changes up to its release, except for those that are left out', () => {
    expect(new Controller(release('v0.20260611.0')).has(first)).toBe(false);
    expect(new Controller(release('v0.20260612.0')).has(first)).toBe(true);
    const withoutSecond = new Controller(release('v0.20260612.0'), new Set([second]));
    expect([withoutSecond.has(first), withoutSecond.has(second)]).toEqual([true, false]);
  });

  it.each([
    ['v0.20260606.0', false],
    ['v0.20260607.0', true],
    ['v0.20260608.1', false],
  ])('of %s knows what lives from v0.20260607.0 to v0.20260608.1: %s', (tag, knows) => {
    const lifetime = { since: release('v0.20260607.0'), until: release('v0.20260608.1') };
    expect(new Controller(release(tag)).knows(lifetime)).toBe(knows);
  });
});
