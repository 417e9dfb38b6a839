import type { Rule } from '../../rule.js';
import { codelessFailures } from './codelessFailures.js';
import { failedProvisioning } from './failedProvisioning.js';
import { incompleteStatus } from './incompleteStatus.js';
import { failedSteps } from './failedSteps.js';
import type { FailureInput } from './input.js';

/** The rules about documents that tell how provisioning ended. A new one is a file beside this and a line here. */
export const failureRules: readonly Rule<FailureInput>[] = [
  failedProvisioning,
  incompleteStatus,
  codelessFailures,
  failedSteps,
];
