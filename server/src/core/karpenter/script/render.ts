import { type MissingInput, type Rendered, renderFailure } from '../../document/rendered.js';
import type { RecordMaskingOptions } from '../../record/maskFields.js';
import { joined, shifted, type Trace, tracesOf } from '../../record/trace.js';
import { utf8Length } from '../../text/bytes.js';
import type { Span } from '../../text/span.js';
import { customDataLevel } from '../../values/encoded.js';
import { parseVersion } from '../../values/goVersions.js';
import type { BootstrapOptions } from '../options/options.generated.js';
import { maskedOptions } from '../options/write.js';
import { isRefused, type OptionsReading } from '../options/read.js';
import { isIn, type ProviderRelease } from '../resources/release.js';
import { assumedMinor, gapComments, optionsWithGaps } from './gaps.js';
import { base64Of, scriptLines } from './table.js';
import { containerdConfig, driverModes } from './values.js';
import { type ScriptContext, type ScriptVariable, subnetParts } from './variable.js';

/** Karpenter's bootstrap script of one node. */
export interface KarpenterScript {
  readonly script: string;
  /** The file in `CONTAINERD_CONFIG_CONTENT`. */
  readonly containerdConfig: string;
  /** The lines that set variables, in order; a variable may be set twice. */
  readonly lines: readonly ScriptLine[];
}

/** A line `NAME=value` of the script. */
export interface ScriptLine {
  readonly variable: ScriptVariable;
  readonly span: Span;
  /** Without the quotes; base64 for files. */
  readonly value: string;
  /** Its position in the script. */
  readonly valueStart: number;
  /** Which ranges of the script come from which option; none inside base64. */
  readonly traces: readonly Trace[];
}

/**
 * The script as `AKS.Script` renders it (Azure/karpenter-provider-azure 352646f5), with labels, flags and the lists in
 * them sorted where Karpenter's own order is random; for a release, as that one renders it. Fails where Karpenter panics.
 */
export function renderKarpenterScript(options: BootstrapOptions, release?: ProviderRelease): Rendered<KarpenterScript> {
  if (options.CABundle === undefined) {
    return renderFailure('render/karpenter-panics', 'CABundle is missing: Karpenter panics.');
  }
  const version = parseVersion(options.kubernetesVersion ?? '');
  if (!version.ok) {
    return renderFailure(
      'render/karpenter-panics',
      `kubernetesVersion ${version.error}: Karpenter panics. Write a version such as 1.33.2.`,
    );
  }
  return { ok: true, value: scriptFrom(options, { minor: version.value, release }, '') };
}

/** The script behind other lines, with the flags of a minor version of Kubernetes. */
function scriptFrom(
  options: BootstrapOptions,
  { minor, release }: Pick<ScriptContext, 'minor' | 'release'>,
  before: string,
): KarpenterScript {
  const installs = options.GPUDriverInstallationEnabled === true || !isIn(driverModes, release);
  const gpu = options.GPUNode === true && installs;
  const context: ScriptContext = { options, release, minor, subnet: subnetParts(options.subnetID ?? ''), gpu };
  let script = before;
  const lines: ScriptLine[] = [];
  for (const [index, line] of scriptLines.entries()) {
    if (typeof line !== 'string' && !isIn(line.releases ?? {}, release)) continue;
    if (index > 0) script += '\n';
    if (typeof line === 'string') script += line;
    else {
      const own = scriptLine(line, context, script.length);
      script += own.text;
      lines.push(own.line);
    }
  }
  return { script, containerdConfig: containerdConfig(context), lines };
}

function scriptLine(
  variable: ScriptVariable,
  context: ScriptContext,
  start: number,
): { readonly text: string; readonly line: ScriptLine } {
  const { name, file, quoting } = variable;
  const pieces = variable.pieces(context);
  const value = file === undefined ? joined(pieces) : base64Of(joined(pieces));
  const quote = quoting === 'quoted' ? '"' : '';
  const text = `${name}=${quote}${value}${quote}`;
  const valueStart = start + name.length + 1 + quote.length;
  const traces = file === undefined ? shifted(tracesOf(pieces), valueStart) : [];
  return { text, line: { variable, span: { start, end: start + text.length }, value, valueStart, traces } };
}

/** The size of the script as custom data, in bytes and in the base64 characters that Azure counts. */
interface ScriptSize {
  readonly bytes: number;
  readonly characters: number;
  readonly level: ReturnType<typeof customDataLevel>;
}

/** Measures the script with its real secrets; undefined if it can't be rendered. */
export function scriptSize({ ok, value, release }: OptionsReading): ScriptSize | undefined {
  const rendered = ok ? renderKarpenterScript(value, release) : undefined;
  if (rendered?.ok !== true) return undefined;
  const bytes = utf8Length(rendered.value.script);
  const characters = 4 * Math.ceil(bytes / 3);
  return { bytes, characters, level: customDataLevel(characters) };
}

/** Karpenter's bootstrap script, the number of masked secrets, and what is marked or left out because it is missing. */
export type MaskedScript = KarpenterScript & { readonly masked: number; readonly missing: readonly MissingInput[] };

/** How a script is shown. */
export interface ScriptDisplay extends RecordMaskingOptions {
  readonly showSecrets: boolean;
  /** Whether a script is made without inputs that are missing; they are marked in it, and listed above it. */
  readonly gaps?: boolean | undefined;
}

/** The bootstrap script of options, with secrets masked unless they are requested. */
export function scriptOf(
  reading: OptionsReading,
  { showSecrets, gaps = false, ...hiding }: ScriptDisplay,
): Rendered<MaskedScript> {
  const missing = reading.computed?.missingInputs ?? [];
  const open = missing.filter(({ blocks }) => blocks);
  const withGaps = gaps && missing.length > 0 && !missing.some(({ name }) => name === 'nodePool');
  if (open.length > 0 && !withGaps) {
    const names = open.map(({ name }) => name).join(', ');
    const pool = open.find(({ name }) => name === 'nodePool');
    const message = `The resources do not contain everything that Karpenter needs. Add these settings: ${names}.`;
    const failed = renderFailure('render/unanswered', pool?.about ?? message);
    return { ok: false, error: { ...failed.error, missing } };
  }
  if (isRefused(reading.notes) || (open.length === 0 && !reading.ok))
    return renderFailure('render/unreadable-options', 'The options cannot be read.');
  const { options, masked } = showSecrets
    ? { options: reading.value, masked: 0 }
    : maskedOptions(reading.value, hiding);
  if (withGaps) {
    const minor = parseVersion(options.kubernetesVersion ?? '');
    // A version that Karpenter can't read has its own failure.
    if (minor.ok || options.kubernetesVersion === undefined) {
      const filled = optionsWithGaps({ ...reading, value: options });
      const context = { minor: minor.ok ? minor.value : assumedMinor, release: reading.release };
      const script = scriptFrom(filled, context, gapComments(missing));
      return { ok: true, value: { ...script, masked, missing } };
    }
  }
  const rendered = renderKarpenterScript(options, reading.release);
  return rendered.ok ? { ok: true, value: { ...rendered.value, masked, missing } } : rendered;
}
