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

/** What one or several controllers do with a name that they don't know, as a clause. */
export function unknownConsequence(controller: Controller, several = false): string {
  const s = several ? '' : 's';
  if (controller.has(dropsUnknown)) return `drop${s} it silently`;
  return controller.has(continuesAfterErrors)
    ? `stop${s} reading there, and continue${s} with what comes before it`
    : `fail${s} with an error`;
}
