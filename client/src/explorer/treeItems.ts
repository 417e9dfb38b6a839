import * as vscode from 'vscode';
import { lensCommands, type PayloadEntry } from '../../../server/src/protocol.js';
import { viewToUri } from '../../../server/src/virtualDocuments.js';
import { fileNameOf, grouped } from '../openDocuments.js';
import { badgeUri, problemsOf } from './problemBadges.js';
import type { DocumentNode, PayloadNode, ResourceNode, TreeNode } from './treeNodes.js';

/** Scale sets and extensions are open at first if no more than this many are beside each other. */
const openAtFirst = 10;

/** The row of a node. Under a filter everything is open at first. */
export function treeItemOf(node: TreeNode, filter: string): vscode.TreeItem {
  const item = rowOf(node);
  // Rows with the same ID stay open or closed as the user left them.
  item.id = filter === '' ? node.id : `${node.id} ${filter}`;
  item.collapsibleState = stateOf(node, filter !== '');
  item.resourceUri = badgeUri(node);
  return item;
}

/** The row that clears the filter. */
export function clearFilterItem(): vscode.TreeItem {
  const title = vscode.l10n.t('Clear Filter');
  const item = new vscode.TreeItem(title);
  item.id = 'clearFilter';
  item.iconPath = new vscode.ThemeIcon('clear-all');
  item.command = { command: 'aksBootstrap.clearPayloadFilter', title };
  return item;
}

function rowOf(node: TreeNode): vscode.TreeItem {
  switch (node.is) {
    case 'document':
      return documentItem(node);
    case 'resource':
      return resourceItem(node);
    case 'payload':
      return payloadItem(node);
  }
}

function stateOf(node: TreeNode, isFiltered: boolean): vscode.TreeItemCollapsibleState {
  if (node.children.length === 0) return vscode.TreeItemCollapsibleState.None;
  const isOpen =
    isFiltered ||
    node.is === 'document' ||
    (node.is === 'resource' && node.parent.children.filter(({ is }) => is === 'resource').length <= openAtFirst);
  return isOpen ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
}

function documentItem(node: DocumentNode): vscode.TreeItem {
  const { document, result } = node;
  const uri = vscode.Uri.parse(document.uri);
  const item = new vscode.TreeItem(fileNameOf(uri));
  const machines = machinesText(node);
  item.description = result.kind === '' ? vscode.l10n.t('closed') : machines === '' ? result.kind : machines;
  item.iconPath = new vscode.ThemeIcon(document.pinned ? 'pinned' : 'file-code');
  const path = uri.scheme === 'file' ? uri.fsPath : uri.path;
  item.tooltip = [path, result.kind, machines, problemsOf(node)].filter((line) => line !== '').join('\n');
  const traits = ['document', ...(document.pinned ? ['pinned'] : []), ...(machines === '' ? [] : ['machines'])];
  item.contextValue = traits.join(' ');
  item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri] };
  return item;
}

/** `300 scale sets, 1 distinct config`; empty for a single machine. */
function machinesText({ result: { resources, distinctConfigs } }: DocumentNode): string {
  const machines = resources.filter(({ is }) => is !== 'extension');
  if (machines.length < 2) return '';
  const count = grouped(machines.length);
  const counted = machines.every(({ is }) => is === 'scale set')
    ? vscode.l10n.t('{0} scale sets', count)
    : machines.every(({ is }) => is === 'VM')
      ? vscode.l10n.t('{0} VMs', count)
      : vscode.l10n.t('{0} scale sets and VMs', count);
  if (distinctConfigs === undefined) return counted;
  const configs =
    distinctConfigs === 1
      ? vscode.l10n.t('1 distinct config')
      : vscode.l10n.t('{0} distinct configs', grouped(distinctConfigs));
  return `${counted}, ${configs}`;
}

function resourceItem(node: ResourceNode): vscode.TreeItem {
  const { name, is, icon, sameAs } = node.resource;
  const item = new vscode.TreeItem(name);
  const kind = {
    'scale set': vscode.l10n.t('scale set'),
    VM: vscode.l10n.t('VM'),
    extension: vscode.l10n.t('extension'),
  };
  const same = sameAs === undefined ? '' : vscode.l10n.t('same payloads as {0}', sameAs);
  // The icon shows the kind; a narrow view cuts off the rest.
  item.description = sameAs === undefined ? kind[is] : vscode.l10n.t('same as {0}', sameAs);
  item.iconPath = new vscode.ThemeIcon(icon);
  const problems = problemsOf(node);
  const lines = [name, kind[is], same, problems].filter((line) => line !== '');
  item.tooltip = lines.join('\n');
  item.accessibilityInformation = { label: lines.join(', ') };
  item.contextValue = 'resource';
  return item;
}

function payloadItem(node: PayloadNode): vscode.TreeItem {
  const { source, entry, children } = node;
  const { title, label, summary, icon, steps, bytes, layers, readable, role } = entry;
  const item = new vscode.TreeItem(label);
  // The size comes first: a narrow view cuts off the rest.
  item.description = vscode.l10n.t('{0} bytes, {1}', grouped(bytes), layers.join(' › '));
  item.iconPath = new vscode.ThemeIcon(icon);
  const problems = problemsOf(node);
  item.tooltip = [title, summary, entry.kind, problems].filter((line) => line !== '').join('\n');
  item.accessibilityInformation = { label: [label, summary, problems].filter((part) => part !== '').join(', ') };
  const traits = [
    'payload',
    ...(readable ? ['readable'] : []),
    ...(role === 'other' ? [] : ['comparable']),
    ...(readable && children.length === 0 ? ['leaf'] : []),
  ];
  item.contextValue = traits.join(' ');
  if (readable)
    item.command = {
      command: lensCommands.decodePayloads,
      title: vscode.l10n.t('Open Decoded'),
      arguments: [source, steps],
    };
  return item;
}

/** The URI of a decoded payload. */
export function payloadUri(source: string, { steps, name, outer }: PayloadEntry): vscode.Uri {
  return vscode.Uri.from(viewToUri({ source, view: 'layer', steps }, ...outer, name));
}
