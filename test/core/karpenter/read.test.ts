import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText } from '../../support/karpenter.js';

/** Errors with their paths. */
function errorsIn(text: string): string[] {
  return readText(text).notes.map(({ error, steps }) => `${error} ${steps.join('.')}`.trimEnd());
}

describe('reading bootstrap options', () => {
  it.each([
    ['{"arch":"arm64"}', { arch: 'arm64' }],
    ['{"ARCH":"arm64"}', { arch: 'arm64' }],
    ['{"apiServerName":"a","caBundle":"b","gpuNode":true}', { APIServerName: 'a', CABundle: 'b', GPUNode: true }],
    ['{"\\u0061rch":"x"}', { arch: 'x' }],
    ['{"arch":null}', {}],
    ['{"arch":"a","ARCH":"b"}', { arch: 'b' }],
    ['{"arch":"a","arch":null}', { arch: 'a' }],
    ['{"CABundle":"a","CABundle":null}', {}],
    ['{"kubeletConfig":{"maxPods":30,"podPidsLimit":-1}}', { kubeletConfig: { maxPods: 30, podPidsLimit: -1n } }],
    [
      '{"kubeletConfig":{"maxPods":1},"KubeletConfig":{"cpuCFSQuota":false}}',
      { kubeletConfig: { maxPods: 1, cpuCFSQuota: false } },
    ],
    ['{"kubeletConfig":null}', {}],
    [
      '{"kubeletConfig":{"evictionSoftGracePeriod":{"pid.available":"1m"}}}',
      { kubeletConfig: { evictionSoftGracePeriod: new Map([['pid.available', 60_000_000_000n]]) } },
    ],
    [
      '{"labels":{"a":"b"},"Labels":{"c":"d","a":null}}',
      {
        labels: new Map([
          ['a', ''],
          ['c', 'd'],
        ]),
      },
    ],
    ['{"labels":null}', {}],
    ['{"taints":[{"key":"a","value":"v"},null]}', { taints: [{ key: 'a', value: 'v' }, {}] }],
    ['{"taints":[{"key":"a","value":"v"}],"taints":[{"key":"b"}]}', { taints: [{ key: 'b', value: 'v' }] }],
    ['{"kubeletConfig":{"allowedUnsafeSysctls":["a",null]}}', { kubeletConfig: { allowedUnsafeSysctls: ['a', ''] } }],
  ])('%s', (text, value) => {
    const reading = readText(text);
    expect(reading.ok).toBe(true);
    // What is absent and what is undefined are the same to those who read it.
    expect(reading.value).toEqual(value);
  });

  it.each([
    ['[]', 'wrong-type'],
    ['null', 'wrong-type'],
    ['"text"', 'wrong-type'],
    ['{"arch":1}', 'wrong-type arch'],
    ['{"GPUNode":"true"}', 'wrong-type GPUNode'],
    ['{"labels":[]}', 'wrong-type labels'],
    ['{"labels":{"a":1}}', 'wrong-type labels.a'],
    ['{"taints":{}}', 'wrong-type taints'],
    ['{"taints":["a:NoSchedule"]}', 'wrong-type taints.0'],
    ['{"taints":[{"key":true}]}', 'wrong-type taints.0.key'],
    ['{"kubeletConfig":[]}', 'wrong-type kubeletConfig'],
    ['{"kubeletConfig":{"maxPods":"30"}}', 'wrong-type kubeletConfig.maxPods'],
    ['{"kubeletConfig":{"maxPods":30.0}}', 'number-out-of-range kubeletConfig.maxPods'],
    ['{"kubeletConfig":{"maxPods":1e2}}', 'number-out-of-range kubeletConfig.maxPods'],
    ['{"kubeletConfig":{"maxPods":2147483648}}', 'number-out-of-range kubeletConfig.maxPods'],
    ['{"kubeletConfig":{"podPidsLimit":9223372036854775808}}', 'number-out-of-range kubeletConfig.podPidsLimit'],
    ['{"kubeletConfig":{"cpuCFSQuotaPeriod":"100"}}', 'invalid-duration kubeletConfig.cpuCFSQuotaPeriod'],
    ['{"kubeletConfig":{"cpuCFSQuotaPeriod":null}}', 'wrong-type kubeletConfig.cpuCFSQuotaPeriod'],
    ['{"kubeletConfig":{"evictionSoftGracePeriod":{"a":90}}}', 'wrong-type kubeletConfig.evictionSoftGracePeriod.a'],
  ])('refuses %s', (text, error) => {
    expect(readText(text).ok).toBe(false);
    expect(errorsIn(text)).toEqual([error]);
  });

  it.each([
    ['{"colour":1}', 'unknown-option colour'],
    ['{"kubeletConfig":{"enforceNodeAllocatable":[]}}', 'unknown-option kubeletConfig.enforceNodeAllocatable'],
    ['{"arch":"a","Arch":"a"}', 'duplicate-option Arch'],
    ['{"labels":{"a":"1","a":"2"}}', 'duplicate-option labels.a'],
  ])('tolerates %s, and says so', (text, error) => {
    expect(readText(text).ok).toBe(true);
    expect(errorsIn(text)).toEqual([error]);
  });

  it('goes on behind a value of the wrong type', () => {
    expect(readText('{"arch":1,"location":"l"}').value).toEqual({ location: 'l' });
  });

  it('keeps the position of each option', () => {
    const { given } = readText('{"kubeletConfig":{"MAXPODS":1},"taints":[{"Key":"a"}]}');
    expect(given.map(({ steps, names }) => [steps.join('/'), names.join('/')])).toEqual([
      ['kubeletConfig', 'kubeletConfig'],
      ['kubeletConfig/MAXPODS', 'kubeletConfig/maxPods'],
      ['taints', 'taints'],
      ['taints/0/Key', 'taints/0/key'],
    ]);
  });

  it('reads 64-bit numbers without loss', () => {
    expect(readText('{"kubeletConfig":{"podPidsLimit":9223372036854775807}}').value).toEqual({
      kubeletConfig: { podPidsLimit: 9223372036854775807n },
    });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        readText(text);
        readText(`{"kubeletConfig":${text},"taints":[${text}],"labels":{"a":${text}}}`);
      }),
    );
  });
});
