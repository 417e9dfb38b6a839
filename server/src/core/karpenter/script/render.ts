import { type Rendered, renderFailure } from '../../document/rendered.js';
import { joined, shifted, type Trace, tracesOf } from '../../record/trace.js';
import { utf8Length } from '../../text/bytes.js';
import type { Span } from '../../text/span.js';
import { customDataLevel } from '../../values/encoded.js';
import { parseVersion } from '../../values/goVersions.js';
import { subnetParts } from '../options/detect.js';
import type { BootstrapOptions } from '../options/options.generated.js';
import type { OptionsReading } from '../options/read.js';
import { scriptBlocks } from './table.js';
import { containerdConfig } from './values.js';
import { base64Of, type ScriptContext, type ScriptVariable } from './variable.js';

/** Karpenter's bootstrap script of one node. */
export interface KarpenterScript {
  readonly script: string;
  /** The file that the script carries in `CONTAINERD_CONFIG_CONTENT`. */
  readonly containerdConfig: string;
  /** The lines that set variables, in order; one may be set twice. */
  readonly lines: readonly ScriptLine[];
}

/** A line `NAME=value` of the script. */
export interface ScriptLine {
  readonly variable: ScriptVariable;
  readonly span: Span;
  /** Without the quotes; base64 for files. */
  readonly value: string;
  /** Which stretches of the script come from which option; none inside base64. */
  readonly traces: readonly Trace[];
}

/** What the script does before it sets variables: it prepares the logs and waits for the node image's own scripts. */
const opening = [
  '#!/bin/bash',
  '',
  'set -o allexport # export all variables to subshells',
  "echo '#EOF' >> /opt/azure/manifest.json # wait_for_file looks for this",
  'mkdir -p /var/log/azure/Microsoft.Azure.Extensions.CustomScript/events # expected, but not created w/o CSE',
  '',
  'echo $(date),$(hostname) > /var/log/azure/cluster-provision-cse-output.log;',
  'for i in $(seq 1 1200); do',
  'grep -Fq "EOF" /opt/azure/containers/provision.sh && break;',
  'if [ $i -eq 1200 ]; then exit 100; else sleep 1; fi;',
  'done;',
  '',
];

/** What it ends with: the node image's provisioning script, which finds the variables in its environment. */
const closing = '/usr/bin/nohup /bin/bash -c "/bin/bash /opt/azure/containers/provision_start.sh"\n';

/**
 * The script as `AKS.Script` renders it (Azure/karpenter-provider-azure 352646f5), with labels, flags and the lists in
 * them sorted where Karpenter's own order is random. Fails where Karpenter panics.
 */
export function renderKarpenterScript(options: BootstrapOptions): Rendered<KarpenterScript> {
  if (options.CABundle === undefined) {
    return renderFailure('render/karpenter-panics', 'CABundle is missing, for which Karpenter panics.');
  }
  const version = parseVersion(options.kubernetesVersion ?? '');
  if (!version.ok) {
    return renderFailure(
      'render/karpenter-panics',
      `kubernetesVersion ${version.reason}, for which Karpenter panics: a version is written like 1.33.2.`,
    );
  }
  const gpu = options.GPUNode === true && options.GPUDriverInstallationEnabled === true;
  const context: ScriptContext = { options, minor: version.minor, subnet: subnetParts(options.subnetID ?? ''), gpu };
  let script = opening.map((line) => `${line}\n`).join('');
  const lines: ScriptLine[] = [];
  for (const [index, block] of scriptBlocks.entries()) {
    if (index > 0) script += '\n';
    for (const variable of block) {
      const line = scriptLine(variable, context, script.length);
      script += `${line.text}\n`;
      lines.push(line.line);
    }
  }
  return { ok: true, value: { script: script + closing, containerdConfig: containerdConfig(context), lines } };
}

function scriptLine(
  variable: ScriptVariable,
  context: ScriptContext,
  start: number,
): { readonly text: string; readonly line: ScriptLine } {
  const pieces = variable.pieces(context);
  const isFile = variable.kind === 'base64-file';
  const value = isFile ? base64Of(joined(pieces)) : joined(pieces);
  const quote = variable.quoting === 'quoted' ? '"' : '';
  const text = `${variable.name}=${quote}${value}${quote}`;
  const valueStart = start + variable.name.length + 1 + quote.length;
  const traces = isFile ? [] : shifted(tracesOf(pieces), valueStart);
  return { text, line: { variable, span: { start, end: start + text.length }, value, traces } };
}

/** How much custom data the script of some options is, in bytes and in the base64 characters that Azure counts. */
interface ScriptSize {
  readonly bytes: number;
  readonly characters: number;
  readonly level: ReturnType<typeof customDataLevel>;
}

/** Measures the script with its real secrets; undefined where there is none. */
export function scriptSize({ ok, value }: OptionsReading): ScriptSize | undefined {
  const rendered = ok ? renderKarpenterScript(value) : undefined;
  if (rendered?.ok !== true) return undefined;
  const bytes = utf8Length(rendered.value.script);
  const characters = 4 * Math.ceil(bytes / 3);
  return { bytes, characters, level: customDataLevel(characters) };
}
