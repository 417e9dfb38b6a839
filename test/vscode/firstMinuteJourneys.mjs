/** Opens the step `title` of our walkthrough. */
async function openStep(workbench, title) {
  await workbench.runCommand('Welcome: Open Walkthrough...', { opensInput: true });
  await workbench.pick('Get Started with AKS Bootstrap');
  const step = workbench.page.locator('.getting-started-step', { hasText: title });
  await step.waitFor();
  if ((await step.getAttribute('aria-expanded')) !== 'true') await workbench.click(step.locator('.step-title'));
  return step;
}

export const firstMinuteJourneys = [
  {
    name: 'the links of the walkthrough lead to a quick fix, a preview, a payload and an explained failure',
    web: true,
    async run({ workbench }) {
      const follow = async (title, link) => {
        const step = await openStep(workbench, title);
        await workbench.click(step.locator('a', { hasText: link }));
      };
      await openStep(workbench, 'Author a node config');
      await workbench.screenshot('walkthrough');
      await workbench.screenshotInDark('walkthrough-dark');

      await follow('Author a node config', 'a sample with mistakes');
      await workbench.waitForSquiggle('error');
      await workbench.goTo(18, 40);
      await workbench.quickFix('Rename to maxPods');
      await workbench.waitForEditorText(/"maxPods": 110/);

      await follow('Preview what the node gets', 'a sample');
      await workbench.pick('Environment of the scripts', 'Environment');
      await workbench.waitForTab('bootstrap.env');
      await workbench.screenshot('walkthrough-preview');

      await follow('Decode what Azure shows', 'a sample scale set');
      await workbench.pick('/opt/azure/containers/aks-node-controller-config.json', 'aks-node-controller-config');
      await workbench.waitForEditorText(/"tls_bootstrapping_token": "\*{8}/);

      await follow('Explain a failed node', 'a sample error');
      // Without VS Code's Markdown, as on the web here, the report opens as text.
      await Promise.any([
        workbench.webview().locator('strong', { hasText: 'ERR_OUTBOUND_CONN_FAIL' }).waitFor(),
        workbench.waitForEditorText(/ERR_OUTBOUND_CONN_FAIL/),
      ]);
      await workbench.screenshot('walkthrough-explain');
    },
  },
];
