/** Documents that are meant to exhaust memory or time; each is generated in the process that reads it. */
import { gzipSync } from 'node:zlib';

const bomb = (megabytes) => gzipSync(Buffer.alloc(megabytes << 20, 0x61), { level: 9 });
const inScaleSet = (bytes) => ({
  virtualMachineProfile: { osProfile: { customData: Buffer.from(bytes).toString('base64') } },
});
const json = (value) => ({ name: 'vmss.json', content: JSON.stringify(value) });

export const hostileDocuments = {
  'a gzip bomb of 1 GB': () => json(inScaleSet(bomb(1_000))),
  'a gzip bomb in a gzip bomb': () => json(inScaleSet(gzipSync(bomb(1_000)))),
  '2,000 gzip bombs of 4 MB': () => {
    const one = inScaleSet(bomb(4));
    return json(Array.from({ length: 2_000 }, () => one));
  },
  'gzip 30 times over': () => {
    let bytes = Buffer.from('#cloud-config\nhostname: a\n');
    for (let layer = 0; layer < 30; layer++) bytes = gzipSync(bytes);
    return json(inScaleSet(bytes));
  },
  'YAML aliases, nine in each of ten levels': () => {
    const lines = ['#cloud-config', 'a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 10; level++) {
      lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`);
    }
    return { name: 'aliases.cloud-config.yaml', content: `${lines.join('\n')}\n` };
  },
  'a command of 20 MB on one line': () => ({
    name: 'line.cloud-config.yaml',
    content: `#cloud-config\nruncmd:\n- ${'echo a; '.repeat(2_500_000)}\n`,
  }),
  '170,000 list entries on a line of 1 MB': () => ({
    name: 'entries.cloud-config.yaml',
    content: `#cloud-config\nruncmd: [${'echo, '.repeat(170_000)}x]\n`,
  }),
  'a JSON string of 20 MB': () => json({ customData: 'QUJD'.repeat(5_000_000) }),
};
