import { change, type Controller } from '../../values/known/releases.js';

/** What aks-node-controller does with a config around reading it, as it changed (`app.go`, `pkg/nodeconfigutils`). */
export const continuesAfterErrors = change(
  'v0.20251003.0',
  7093,
  'After an error, the controller continues with what it has read; before, it stopped.',
);

export const dropsUnknown = change(
  'v0.20251112.0',
  7339,
  'Unknown fields and enum names are dropped; before, they were errors.',
);

/** What a controller does with a config that has a name it doesn't know, as a clause. */
export function unknownConsequence(controller: Controller): string {
  if (controller.has(dropsUnknown)) return 'drops it silently';
  return controller.has(continuesAfterErrors)
    ? 'stops reading there, and continues with what comes before it'
    : 'fails with an error';
}
