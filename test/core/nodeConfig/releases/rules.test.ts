import { describe, expect, it } from 'vitest';
import { parseImageRange, parseRelease, validate } from '../../../../server/src/core/index.js';
import { analyse, config } from '../../../support/analyse.js';

/** The problems of a config with the required fields, for an image or a range of them, as `severity code: message`. */
function problems(members: string, range: string): string[] {
  const images = parseImageRange(range, parseRelease);
  if (images === undefined) throw new Error(`not a range: ${range}`);
  const context = { nodeImage: images.to, oldestNodeImage: images.from };
  const analysis = analyse('a.node-config.json', config(members), 'node-config', context);
  return validate(analysis).problems.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
}

const timeout = '"cse_timeout": 60';
const teleport = (status: string): string => `"teleport_config": {"status": ${status}}`;

describe('a range of node images', () => {
  it.each([
    [timeout, 'v0.20260210.0..v0.20260820.0', []],
    [
      timeout,
      'v0.20260127.7..v0.20260213.0',
      [
        'warning contract/newer-than-node-image: cse_timeout exists since AgentBaker v0.20260210.0; 2 of 4 node images from 202601.27.7 to 202602.13.0 drop it silently: 202601.27.7 to 202601.27.8.',
      ],
    ],
    [
      timeout,
      'v0.20260122.0..v0.20260123.0',
      [
        'warning contract/newer-than-node-image: cse_timeout exists since AgentBaker v0.20260210.0; all 2 node images from 202601.22.0 to 202601.23.0 drop it silently.',
      ],
    ],
    // Two of these were cut from another branch.
    [
      '"service_account_image_pull_profile": {"enabled": true, "local_authority_sni": "a.example"}',
      'v0.20260101.0..v0.20260122.0',
      [
        'warning contract/newer-than-node-image: service_account_image_pull_profile exists since AgentBaker v0.20260122.0; 6 of 8 node images from 202601.01.0 to 202601.22.0 drop it silently: 202601.04.0 to 202601.18.0.',
      ],
    ],
    [
      teleport('true'),
      'v0.20260322.0..v0.20260324.0',
      [
        'warning contract/removed-field: teleport_config was removed from Configuration with AgentBaker v0.20260324.0; 1 of 2 node images from 202603.22.0 to 202603.24.0 still reads it: 202603.22.0; newer ones drop it silently. Artifact streaming took its place: see `enable_artifact_streaming`.',
      ],
    ],
  ])('names the images that drop %s: %s', (members, range, expected) => {
    expect(problems(members, range)).toEqual(expected);
  });

  it.each([
    'v0.20260210.0..',
    '..v0.20260210.0',
    'v0.20260211.0..v0.20260210.0',
    'a..b',
    '',
    'v0.20260101.0..v0.20260102.0..v0.20260103.0',
  ])('is not %j', (text) => {
    expect(parseImageRange(text, parseRelease)).toBeUndefined();
  });

  it('follows the order of tags', () => {
    expect(parseImageRange('v0.20260101.0..v0.20260104.0', parseRelease)?.to.version).toBe('202601.04.0');
  });
});

describe('one node image', () => {
  it.each([
    ['v0.20251029.2', 'error', 'stops reading there, and continues with what comes before it'],
    ['v0.20250826.1', 'error', 'fails with an error'],
    ['v0.20251221.0', 'warning', 'drops it silently'],
  ])('of %s reports a newer field as %s', (tag, severity, consequence) => {
    const [found = ''] = problems(timeout, tag);
    expect(found).toMatch(
      new RegExp(`^${severity} contract/newer-than-node-image: .* is older and ${consequence}\\.$`),
    );
  });

  it.each([
    ['"cse_timeout": 86400', 'v0.20251221.0'],
    ['"enabled_features": {"a b": "1\\n2"}', 'v0.20251221.0'],
    ['"enabled_features": {"a b": "1\\n2"}', 'v0.20260210.0'],
    ['"local_dns_profile": {"enable_local_dns": true}', 'v0.20250826.1'],
    ['"local_dns_profile": {"enable_hosts_plugin": true, "cpu_limit_in_milli_cores": 1}', 'v0.20250826.1'],
  ])('that drops %s reports nothing else of it: %s', (members, tag) => {
    expect(problems(members, tag)).toEqual([expect.stringContaining('contract/newer-than-node-image')]);
    expect(problems(members, `${tag}..v0.20260820.0`).length).toBeGreaterThan(1);
  });

  it.each([
    ['v0.20260312.0', 0],
    ['v0.20260322.0', 0],
    ['v0.20260322.0..v0.20260324.0', 0],
    ['v0.20260324.0', 1],
  ])('of %s reads disable_custom_data if it waits for cloud-init', (range, unused) => {
    expect(problems('"disable_custom_data": true', range)).toHaveLength(unused);
  });

  it('of 2025 does not drop unknown names', () => {
    expect(problems('"foo": 1', 'v0.20250826.1')).toEqual([
      'error contract/unknown-field: Configuration has no field "foo"; the node image 202508.26.1 fails with an error.',
    ]);
  });

  it('that still reads a removed field reports what is wrong inside it', () => {
    const found = problems(teleport('"yes"'), 'v0.20260322.0');
    expect(found.map((line) => line.slice(0, 30))).toEqual([
      'warning contract/removed-field',
      'error contract/wrong-type: sta',
    ]);
    expect(problems(teleport('"yes"'), 'v0.20260324.0')).toEqual([
      expect.stringMatching(/^error contract\/removed-field/),
    ]);
  });

  it('that alone reads a wider number says so', () => {
    const members = '"custom_linux_os_config": {"sysctl_config": {"fs_file_max": 3000000000}}';
    expect(problems(members, 'v0.20260607.0')).toEqual([
      expect.stringMatching(/^warning contract\/number-out-of-range: Only the node image 202606\.07\.0 reads this\./),
    ]);
    expect(problems(members, 'v0.20260611.0')).toEqual([expect.stringMatching(/^error contract\/number-out-of-range/)]);
  });
});
