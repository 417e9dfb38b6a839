import { describe, expect, it } from 'vitest';
import { parseGpuComponents } from '../../../../../server/src/core/index.js';

function parsed(text: string): unknown {
  const result = parseGpuComponents(text);
  return result.ok ? Object.fromEntries(result.value) : result.error;
}

const image = (location: unknown, version: unknown): string =>
  JSON.stringify({ downloadURL: location, gpuVersion: { renovateTag: 'x', latestVersion: version } });

describe('GPU components', () => {
  it.each([
    ['{"aks-gpu-cuda":"580.1-2026"}', { 'aks-gpu-cuda': { driverVersion: '580.1', imageSuffix: '2026' } }],
    ['\ufeff{}', {}],
    [`{"ContainerImages":[],"GPUContainerImages":[]}`, {}],
    ['{"GPUContainerImages":null}', {}],
    [
      `{"GPUContainerImages":[${[
        image('mcr.microsoft.com/aks/aks-gpu-grid:*', '1-a'),
        image('mcr.microsoft.com/aks/aks-gpu-cuda-lts', '2-b'),
        image('aks-gpu-grid', '3-c'),
        image('x/aks-gpu-cuda', '4'),
        image('x/aks-gpu-cuda', '4-d-e'),
        image(null, '6-f'),
        '{"downloadURL":"x/aks-gpu-cuda","gpuVersion":null}',
        '{"downloadURL":"x/aks-gpu-cuda"}',
        'null',
      ].join()}]}`,
      {
        'aks-gpu-grid': { driverVersion: '3', imageSuffix: 'c' },
        'aks-gpu-cuda-lts': { driverVersion: '2', imageSuffix: 'b' },
      },
    ],
  ])('are read from %s', (text, expected) => {
    expect(parsed(text)).toEqual(expected);
  });

  it.each([
    ['', 'not valid JSON'],
    ['{"a":', 'not valid JSON'],
    ['[]', 'has to be a JSON object'],
    ['"a"', 'has to be a JSON object'],
    ['{"GPUContainerImages":{}}', 'GPUContainerImages has to be a list'],
    [`{"GPUContainerImages":[${image(5, '6-f')}]}`, 'a value of a wrong type'],
    [`{"GPUContainerImages":[${image('x/aks-gpu-cuda', 1)}]}`, 'a value of a wrong type'],
    ['{"GPUContainerImages":[{"gpuVersion":"1-a"}]}', 'a value of a wrong type'],
    ['{"GPUContainerImages":["x/aks-gpu-cuda"]}', 'a value of a wrong type'],
    ['{"aks-gpu-cuda":"580.1"}', '"aks-gpu-cuda" has no version of a driver and an image'],
    ['{"aks-gpu-cuda":"580-1-2"}', '"aks-gpu-cuda" has no version of a driver and an image'],
    ['{"Packages":[]}', '"Packages" has no version of a driver and an image'],
  ])('are not in %s', (text, reason) => {
    expect(parsed(text)).toContain(reason);
  });
});
