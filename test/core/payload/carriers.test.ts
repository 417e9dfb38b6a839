import { describe, expect, it } from 'vitest';
import { replacePayload } from '../../../server/src/core/editor/payloads.js';
import { type Analysis, validate } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { azureCarriers } from './carriers/azure.js';
import type { Carrier } from './carriers/carrier.js';
import { copies } from './carriers/copies.js';
import { kubernetesCarriers } from './carriers/kubernetes.js';
import { terraformCarriers } from './carriers/terraform.js';

const carriers = [...terraformCarriers, ...kubernetesCarriers, ...azureCarriers, ...copies].map(
  (carrier) => [carrier.what, carrier] as const,
);

const textsIn = (analysis: Analysis): (string | undefined)[] => [...analysis.documents()].map(({ text }) => text);

describe('a carrier', () => {
  it.each<readonly [string, Carrier]>(carriers)(
    'of payloads is opened: %s',
    (_, { name, content, holds, errors = [], says = [] }) => {
      const analysis = analyse(name, content);
      expect(textsIn(analysis)).toEqual(expect.arrayContaining([...holds]));
      const { problems } = validate(analysis);
      expect(problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(errors);
      expect(problems.map(({ code }) => code)).toEqual(expect.arrayContaining([...says]));
    },
  );

  const editable = carriers.filter(([, { readOnly }]) => readOnly !== true);
  it.each<readonly [string, Carrier]>(editable)('is edited through its layers: %s', (_, { name, content, holds }) => {
    for (const text of holds) {
      const analysis = analyse(name, content);
      const target = [...analysis.documents()].find((one) => one.text === text);
      if (target === undefined || target.steps.length === 0) return;
      const edited = text.endsWith('\n') ? `${text}# "pruned" & <done>\n` : `${text} --deep`;
      const result = replacePayload(analysis, target.steps, edited);
      if (!result.ok) throw new Error(result.error);
      let file = analysis.text;
      for (const { span, newText } of result.value) file = file.slice(0, span.start) + newText + file.slice(span.end);
      const texts = textsIn(analyse(name, file));
      expect(texts).toContain(edited);
      for (const other of holds) if (other !== text) expect(texts).toContain(other);
    }
  });
});
