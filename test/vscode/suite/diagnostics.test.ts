import assert from 'node:assert/strict';
import { closeAll, codeOf, diagnosticsOf, openSample, ours, eventually } from './editor.js';

describe('diagnostics', () => {
  afterEach(closeAll);

  it('mark every error of a node config at its position', async () => {
    const document = await openSample('faulty.node-config.json');
    const found = await diagnosticsOf(document, 12);
    const seen = found.map((diagnostic) => `${document.getText(diagnostic.range)} ${codeOf(diagnostic)}`);
    assert.ok(seen.includes('"tenant_identifier" contract/unknown-field'), seen.join('\n'));
    assert.ok(seen.includes('"v0" contract/deprecated-version'), seen.join('\n'));
    assert.ok(seen.includes('"one hundred" contract/wrong-type'), seen.join('\n'));
    for (const diagnostic of found) assert.ok(typeof diagnostic.code === 'object', 'the code links to its explanation');
  });

  it('report nothing in a valid node config', async () => {
    const faulty = await openSample('faulty.node-config.json');
    await diagnosticsOf(faulty, 12);
    const document = await openSample('aks-node-controller-config.json');
    // The diagnostics above show that the server is ready, and it answers requests in order.
    await eventually('no diagnostics', () => (ours(document).length === 0 ? true : undefined));
    assert.deepEqual(ours(document), []);
  });

  it('show an error inside custom data on the outer string, with a link to the decoded payload', async () => {
    const document = await openSample('vmss.json');
    const [found] = await diagnosticsOf(document, 1);
    assert.ok(found);
    assert.equal(codeOf(found), 'contract/unknown-field');
    assert.match(found.message, /kubelet_node_lables/);
    const [inside] = found.relatedInformation ?? [];
    assert.ok(inside);
    assert.equal(inside.location.uri.scheme, 'aks-bootstrap-payload');
    assert.match(inside.location.uri.path, /aks-node-controller-config\.json$/);
  });

  it('report problems of a cloud-config', async () => {
    const document = await openSample('cloud-config.yaml');
    const found = await diagnosticsOf(document, 2);
    assert.deepEqual(found.map(codeOf), ['cloud-config/unknown-key', 'cloud-config/unquoted-permissions']);
    assert.match(found[0]?.message ?? '', /Did you mean packages/);
  });
});
