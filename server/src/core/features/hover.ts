import type { Analysis } from '../analysis.js';
import { failureSummary } from '../failure/report.js';
import type { Payload } from '../payload/payload.js';
import { userDataTypeOf } from '../payload/userDataType.js';
import { innerOffset } from '../text/positionMap.js';
import { touches } from '../text/span.js';
import { templateAround } from '../userData/templateMask.js';
import { azureHover } from './azureHover.js';
import { cloudConfigHover } from './cloudConfig/hover.js';
import { variableHover } from './cloudConfig/templateVariables.js';
import type { HoverInfo } from './hoverInfo.js';
import { karpenterHover } from './karpenter/hover.js';
import { scriptHover } from './karpenter/scriptHover.js';
import { logHover } from './logHover.js';
import { nodeConfigHover } from './nodeConfigHover.js';
import { partHeaderHover } from './partHover.js';
import { payloadHover } from './payloadHover.js';

/** What a user may not want to be told by hovers. */
export interface HoverOptions {
  /** Whether payload strings tell what is in them; by default they do. */
  readonly payloads?: boolean;
}

/** What is known about the place under the cursor; undefined where there is nothing to say. */
export function hover(
  analysis: Analysis,
  offset: number,
  { payloads = true }: HoverOptions = {},
): HoverInfo | undefined {
  const { root } = analysis;
  // What was decoded has no places in the file.
  if (!root.map.exact) return undefined;
  const failure = failureHover(analysis, offset);
  if (failure !== undefined) return failure;
  if (root.kind === 'provision-log') return logHover(analysis, offset);
  if (root.kind === 'node-config') return both(azureHover(analysis, offset), nodeConfigHover(analysis, offset));
  if (root.kind === 'karpenter-options') return karpenterHover(analysis, offset);
  const inScript = root.kind === 'user-data' ? scriptHover(analysis.text, offset) : undefined;
  return (
    inScript ??
    documentHover(root, offset, analysis) ??
    (root.kind === 'unknown' ? undefined : azureHover(analysis, offset)) ??
    (payloads ? payloadHover(analysis, offset) : undefined)
  );
}

/** What a value says, above what is known of the field that it stands in. */
function both(value: HoverInfo | undefined, field: HoverInfo | undefined): HoverInfo | undefined {
  if (value === undefined || field === undefined) return field ?? value;
  return { markdown: `${value.markdown}\n\n---\n\n${field.markdown}`, span: field.span };
}

/** What an exit code means, on the number and on the message around it. */
function failureHover({ failures }: Analysis, offset: number): HoverInfo | undefined {
  const found =
    failures.find(({ span }) => span !== undefined && touches(span, offset)) ??
    failures.find(({ extent }) => extent !== undefined && touches(extent, offset));
  const span = found?.span !== undefined && touches(found.span, offset) ? found.span : found?.extent;
  return found === undefined || span === undefined ? undefined : { markdown: failureSummary(found), span };
}

/** Looks into documents that stand in the file as they are, from the outside in. */
function documentHover(payload: Payload, offset: number, analysis: Analysis): HoverInfo | undefined {
  if (!payload.map.exact) return undefined;
  const own = payload.kind === 'cloud-config' ? keyHover(payload, offset, analysis) : partHeaderHover(payload, offset);
  if (own !== undefined) return own;
  const child = payload.children.find(({ is, span }) => is === 'part' && touches(span, offset));
  return child && documentHover(child.payload, offset, analysis);
}

/** What is known of a cloud-config, wherever it stands in the file. */
function keyHover(
  { text = '', tree, map, partType }: Payload,
  offset: number,
  { cloudInitSchema, instanceData }: Analysis,
): HoverInfo | undefined {
  const inner = innerOffset(map, text.length, offset);
  const { regions } = userDataTypeOf({ partType, text }) === 'text/jinja2' ? templateAround(text) : { regions: [] };
  const found =
    variableHover(text, inner, regions, instanceData) ?? cloudConfigHover(text, tree?.root, inner, cloudInitSchema);
  return found && { ...found, span: map.toOuter(found.span) };
}
