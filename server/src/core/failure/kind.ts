import { nameHover } from '../document/azureHover.js';
import type { KindSpec } from '../document/kindSpec.js';
import { commandsAround, failureHover, failureLenses, logFoldings, logHover, logOutline, phaseAt } from './editing.js';
import { type FailureContext, FailureView } from './view.js';

/** A message or file that says how provisioning ended. */
export const statusKind: KindSpec<FailureView, FailureContext> = {
  title: 'provisioning status',
  icon: 'pulse',
  names: [/(?:^|[/\\])provision(?:[-_.][^/\\]*)?\.json$/i],
  view: (document, context) => new FailureView(document, 'failure', context),
  validate: (view) => view.validate(),
  hover: (view, offset) => failureHover(view, offset) ?? nameHover(view.text, offset),
  lenses: failureLenses,
};

/** A log of a node's boot. */
export const logKind: KindSpec<FailureView, FailureContext> = {
  title: 'provisioning log',
  icon: 'output',
  // Also numbered or dated by log rotation.
  names: [
    /(?:^|[/\\])(?:cloud-init(?:-output)?|cluster-provision(?:-cse-output)?|waagent|aks-node-controller|kubelet|containerd|CustomDataSetupScript|serial-?console)(?:[-_.][^/\\]*)?\.(?:log|output)(?:\.\d+)?$/i,
  ],
  view: (document, context) => new FailureView(document, 'log', context),
  validate: (view) => view.validate(),
  hover: (view, offset) => failureHover(view, offset) ?? logHover(view, offset),
  outline: logOutline,
  foldings: logFoldings,
  definitions: phaseAt,
  references: commandsAround,
  lenses: failureLenses,
};
