import type { Analysis } from '../analysis.js';
import type { MessageValue } from '../contract/value.js';
import type { Rendered } from '../render/rendered.js';
import { vmssModel } from '../render/vmssModel.js';
import type { Preview } from './passage.js';
import { previewName } from './view.js';

/** A scale set model; of it, only the custom data comes from the config. */
export function vmssPreview(analysis: Analysis, config: MessageValue): Rendered<Preview> {
  const rendered = analysis.customDataOf(config, 'cloud-init');
  if (!rendered.ok) return rendered;
  const { customData } = rendered.value;
  const text = `${JSON.stringify(vmssModel(customData), null, 2)}\n`;
  const member = `"customData": "${customData}"`;
  const start = text.indexOf(member);
  const passage = {
    span: { start: 0, end: text.length },
    head: { start: 0, end: 0 },
    variable: undefined,
    traces: [{ span: { start, end: start + member.length }, from: [] }],
  };
  return { ok: true, value: { name: previewName({ view: 'vmss' }), text, passages: [passage] } };
}
