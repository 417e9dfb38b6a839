import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from '../../../server/src/core/values/durations.js';
import { foldedAscii } from '../../../server/src/core/karpenter/options/describe.js';
import { parseVersion } from '../../../server/src/core/values/goVersions.js';

describe('durations as Go prints them', () => {
  it.each([
    ['0s', '0s'],
    ['0', '0s'],
    ['90s', '1m30s'],
    ['1h0m5s', '1h0m5s'],
    ['24h', '24h0m0s'],
    ['1.5s', '1.5s'],
    ['100ms', '100ms'],
    ['1500us', '1.5ms'],
    ['1500ns', '1.5\u00b5s'],
    ['7ns', '7ns'],
    ['-2m', '-2m0s'],
    ['+3m', '3m0s'],
    ['1h1ns', '1h0m0.000000001s'],
    ['59.999s', '59.999s'],
    ['-9223372036854775808ns', '-2562047h47m16.854775808s'],
  ])('%s is %s', (text, printed) => {
    const nanoseconds = parseDuration(text);
    expect(nanoseconds === undefined ? undefined : formatDuration(nanoseconds)).toBe(printed);
  });

  it.each(['', '5', '1d', 's', '1 s', '9223372036854775808ns', '1..5s', '-'])('%j is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('reads back what it prints', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }), (nanoseconds) => {
        expect(parseDuration(formatDuration(nanoseconds))).toBe(nanoseconds);
      }),
    );
  });
});

describe('versions as blang/semver reads them', () => {
  it.each([
    ['1.33.2', 33n],
    ['1.34.0-alpha.1', 34n],
    ['1.30.0-rc.1+build.5', 30n],
    ['1.31.4+meta', 31n],
    ['0.0.0', 0n],
    ['1.29.0--', 29n],
    ['1.27.0+001', 27n],
    ['1.18446744073709551615.0', 18446744073709551615n],
  ])('%s has the minor version %s', (text, minor) => {
    expect(parseVersion(text)).toEqual({ ok: true, value: minor });
  });

  it.each([
    ['', 'is empty'],
    ['1', 'does not have three numbers'],
    ['1.33', 'does not have three numbers'],
    ['v1.33.2', 'has "v1" for its major number'],
    ['1.x.0', 'has "x" for its minor number'],
    ['1.33.2.1', 'has "2.1" for its patch number'],
    [' 1.33.2', 'has " 1" for its major number'],
    ['1.33.2 ', 'has "2 " for its patch number'],
    ['01.33.2', 'has a leading zero in its major number'],
    ['1.033.2', 'has a leading zero in its minor number'],
    ['1.33.02', 'has a leading zero in its patch number'],
    ['1..2', 'has no minor number'],
    ['1.33.', 'has no patch number'],
    ['1.33.2-', 'has an empty part in its pre-release'],
    ['1.33.2-rc..1', 'has an empty part in its pre-release'],
    ['1.33.2-rc.01', 'has a pre-release number with a leading zero'],
    ['1.33.2-r\u00e9', 'has the pre-release "r\u00e9", which is none'],
    ['1.33.2+', 'has the build metadata "", which is none'],
    ['1.18446744073709551616.0', 'has a minor number beyond 64 bits'],
    [`1.${'9'.repeat(100_000)}.0`, 'has a minor number beyond 64 bits'],
  ])('%j is none', (text, reason) => {
    expect(parseVersion(text)).toEqual({ ok: false, error: reason });
  });
});

describe('names that are equal in Go', () => {
  it.each(['labels', 'LABELS', 'Label\u017f'])('%s', (name) => {
    expect(foldedAscii(name)).toBe('labels');
  });

  it('has the Kelvin sign for a k', () => {
    expect(foldedAscii('\u212aubelet')).toBe('kubelet');
    expect(foldedAscii('\u0130d')).not.toBe('id');
  });
});
