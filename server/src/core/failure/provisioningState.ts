import { firstMatch, type Span } from '../text/span.js';
import { nodeExtensionNames } from './origin/extensions.js';

/**
 * Words of success: of extensions and their scripts, instance views, operations, aks-node-controller and the guest agent's
 * list. The guest agent and the handlers of extensions are `Ready` as soon as they run, which says nothing about the scripts.
 */
const successWords =
  /Enable succeeded|ProvisioningState\/succeeded(?!\W{1,100}(?:level\W{1,20}Info\W{1,100})?displayStatus\W{1,20}Ready\b)|Command execution finished(?!, but failed)|Provisioning succeeded|(?:"?status"?|"provisioningState")\s?[:=]\s?"?Succeeded|aks-node-controller finished successfully|\('Microsoft\.Azure\.Extensions\.CustomScript', 'success'\)/i;

/** The state of an extension, a machine or a node pool on which Azure still works. */
const unfinishedState =
  /\bprovisioningState\W{1,20}(?:creating|updating|transitioning|migrating|upgrading|scaling|starting)\b/i;

/** The name of an extension that provisions a node, in its entry of an instance view. */
const nodeExtensionEntry = new RegExp(String.raw`\bname\W{1,20}(?:${nodeExtensionNames})(?![\w-])`, 'gi');

/** Characters behind the name of an extension in which its status is looked for. */
const statusDistance = 2_000;

/** The first state behind the name of each extension that provisions a node. */
function* statesOfNodeExtensions(text: string): Generator<Span> {
  for (const { index } of text.matchAll(nodeExtensionEntry)) {
    const state = /\bProvisioningState\/\w+/.exec(text.slice(index, index + statusDistance));
    if (state !== null) yield { start: index + state.index, end: index + state.index + state[0].length };
  }
}

/** Where a text reports that a machine, an extension or a node pool failed, as a state. */
export function failedStateIn(text: string): Span | undefined {
  return firstMatch(text, /\bprovisioningState\W{1,20}failed\b/i);
}

/** The state of an extension that provisions a node and has not finished, if nothing failed. */
export function unfinishedExtensionIn(text: string): Span | undefined {
  if (failedStateIn(text) !== undefined) return undefined;
  for (const span of statesOfNodeExtensions(text))
    if (unfinishedState.test(text.slice(span.start, span.end))) return span;
  return undefined;
}

/**
 * Where a text reports that provisioning still goes on and nothing failed. If an extension that provisions a node has
 * finished, the others, and the machine, which also changes later, don't count.
 */
export function unfinishedIn(text: string): Span | undefined {
  const [state] = statesOfNodeExtensions(text);
  if (state !== undefined) return unfinishedExtensionIn(text);
  return failedStateIn(text) === undefined ? firstMatch(text, unfinishedState) : undefined;
}

/** Where a text reports success, and no state that is another one. */
export function successIn(text: string): Span | undefined {
  const success = firstMatch(text, successWords);
  const isOther = success !== undefined && (failedStateIn(text) ?? unfinishedIn(text)) !== undefined;
  return isOther ? undefined : success;
}
