/** Runs the main commands on the samples: `npm start`. */
import { stdout } from 'node:process';
import { statusOf } from './lib/run.mjs';

const steps = [
  {
    title: 'Author: problems of a node config, a cloud-config and the payloads of a scale set',
    args: ['validate', 'faulty.node-config.json', 'cloud-config.yaml', 'vmss.json', 'aks-node-controller-config.json'],
    status: 1,
  },
  {
    title: 'Preview: the custom data of a valid node config (secrets masked)',
    args: ['render', 'custom-data', '--decoded', 'aks-node-controller-config.json'],
    status: 0,
  },
  {
    title: 'Preview: the command that the custom script extension runs',
    args: ['render', 'cse', 'aks-node-controller-config.json'],
    status: 0,
  },
  { title: 'Decode: every layer of a scale set JSON', args: ['decode', 'vmss.json'], status: 0 },
  {
    title: 'Explain: the meaning of an error in the portal, and what to check next',
    args: ['explain', 'provisioning-error.txt'],
    status: 0,
  },
];

for (const { title, args, status } of steps) {
  stdout.write(`\n=== ${title}\n$ aks-bootstrap ${args.join(' ')}\n\n`);
  const seen = await statusOf(process.execPath, ['../../dist/cli.js', ...args], { cwd: 'test/samples' });
  stdout.write(`(exit status ${seen}${seen === 1 ? ': at least one error was found, as expected here' : ''})\n`);
  if (seen !== status) throw new Error(`expected exit status ${status}`);
}
