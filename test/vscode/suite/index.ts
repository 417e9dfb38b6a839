import Mocha from 'mocha';

/** Runs every test file of this folder inside the extension host and writes Mocha's JSON report for the harness. */
export function run(): Promise<void> {
  const mocha = new Mocha({
    ui: 'bdd',
    // Longer than several slow conditions together, so that the condition that fails is the one reported.
    timeout: 100_000,
    fgrep: process.env.E2E_ONLY ?? '',
    reporter: 'json',
    reporterOptions: { output: process.env.E2E_REPORT },
  });
  // A bundle has no files for Mocha to load, so the globals are defined by hand.
  mocha.suite.emit('pre-require', globalThis, __filename, mocha);
  /* eslint-disable @typescript-eslint/no-require-imports -- an import would run before the line above */
  require('./diagnostics.test');
  require('./authoring.test');
  require('./explaining.test');
  require('./fixing.test');
  require('./settings.test');
  require('./commands.test');
  require('./payloadFiles.test');
  require('./preview.test');
  require('./compare.test');
  require('./failures.test');
  require('./timeline.test');
  require('./decoding.test');
  require('./coexistence.test');
  require('./assistants.test');
  require('./recovery.test');
  require('./karpenter.test');
  require('./firstMinute.test');
  /* eslint-enable @typescript-eslint/no-require-imports */
  return new Promise((resolve, reject) => {
    mocha.run((failures) => (failures > 0 ? reject(new Error(`${failures} tests failed.`)) : resolve()));
  });
}
