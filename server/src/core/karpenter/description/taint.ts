import { type ObjectDescription, option, string } from './describe.js';

/** Kubernetes' `core/v1` `Taint`, of which the script uses three fields. */
export const taint: ObjectDescription = {
  name: 'Taint',
  doc: 'A taint that the node registers with.',
  options: [
    option('key', string, 'node-pool', 'Name of the taint.', { example: 'sku', format: 'label-key' }),
    option('value', string, 'node-pool', 'Value of the taint; it may be empty.', {
      example: 'gpu',
      format: 'label-value',
    }),
    option('effect', string, 'node-pool', 'What happens to pods that do not tolerate the taint.', {
      example: 'NoSchedule',
      oneOf: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'],
    }),
    option(
      'timeAdded',
      string,
      'node-pool',
      'When a taint was added to a node that exists already. It does not get into the script.',
      { example: '2026-01-31T12:00:00Z', nullable: true },
    ),
  ],
};
