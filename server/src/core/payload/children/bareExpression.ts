import { isArmExpression } from '../../arm/expression.js';
import type { DecodeContext } from '../context.js';
import type { Findings, Surroundings } from './finder.js';
import { machineFields } from './machineFields.js';
import { openingOfExpression } from './machine/expression.js';

/** A template, or nothing but the expression that somebody copied out of one. */
export function templatePayloads(surroundings: Surroundings, context: DecodeContext): Findings {
  const { payload, text, origin } = surroundings;
  if (!isArmExpression(text)) return machineFields(surroundings, context);
  const place = {
    name: 'customData',
    steps: [...payload.steps, 'expression'],
    role: 'customData',
    scope: undefined,
  } as const;
  const opening = openingOfExpression({ text, map: payload.map }, origin, place, context);
  // The document is the expression already.
  const opened = surroundings.open({ ...opening, outerLayers: opening.outerLayers?.slice(1) ?? [] });
  const child = {
    is: 'field',
    pointer: '',
    role: 'customData',
    protected: false,
    span: origin,
    payload: opened,
  } as const;
  return { children: [child], problems: [] };
}
