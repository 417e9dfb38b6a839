/**
 * Decodes a list of 2,000 scale sets with 8 KB of custom data each: `open` finds and opens the payloads, `report` also
 * describes them, `bare` only decodes known positions. Prints the figures as a line of JSON.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { median } from './ratios.mjs';

const [who, budget] = process.argv.slice(2);
const { Analysis, decodeReport, maskingOf, nodePlatform } = createRequire(import.meta.url)(
  join(process.cwd(), 'dist/bench/core.cjs'),
);

/** A cloud-config that is different for each number, and that compresses as well as scripts do. */
function cloudConfig(number) {
  let text = `#cloud-config\nhostname: node-${number}\nwrite_files:\n- path: /opt/provision.sh\n  content: |\n`;
  for (let line = 0; text.length < 8_192; line++) {
    text += `    retry ${line % 7} ${(number * 7919 + line * 104729) % 1000003} install_package "tool-${line}" || exit ${line % 250}\n`;
  }
  return text;
}

const text = JSON.stringify(
  Array.from({ length: 2_000 }, (_, number) => ({
    id: `/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachineScaleSets/vmss-${number}`,
    location: 'eastus',
    sku: { name: 'Standard_D4s_v5', capacity: 3 },
    virtualMachineProfile: {
      osProfile: { computerNamePrefix: 'aks', customData: gzipSync(cloudConfig(number)).toString('base64') },
      storageProfile: { osDisk: { createOption: 'FromImage', diskSizeGB: 128 } },
    },
  })),
);

const jobs = {
  bare: () =>
    JSON.parse(text).reduce(
      (sum, { virtualMachineProfile }) =>
        sum + gunzipSync(Buffer.from(virtualMachineProfile.osProfile.customData, 'base64')).toString('utf8').length,
      0,
    ),
  open: () => {
    const { root } = new Analysis({ name: 'list.json', content: text }, nodePlatform);
    return root.children.reduce((sum, { payload }) => sum + payload.text.length, 0);
  },
  report: () => {
    const masking = maskingOf([], { showSecrets: true });
    return decodeReport(new Analysis({ name: 'list.json', content: text }, nodePlatform), { withText: false, masking })
      .payloads.length;
  },
};

const run = () => {
  const start = process.cpuUsage();
  jobs[who]();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
};
const runs = [run()];
for (const end = performance.now() + Number(budget); runs.length < 3 || performance.now() < end;) runs.push(run());
// The first half is warm-up.
console.log(
  JSON.stringify({
    cpu: median(runs.slice(runs.length >> 1)),
    memory: process.resourceUsage().maxRSS / 1_024,
  }),
);
