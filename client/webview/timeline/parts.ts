import type { TimelineExportParams, TimelineResult } from '../../../server/src/protocol.js';
import { button, element } from './dom.js';

/** What the head of the page can be told to do. */
export interface HeadActions {
  zoomBy(factor: number): void;
  zoomTo(zoom: number): void;
  export(as: TimelineExportParams['as']): void;
}

/** The title, the tools, and what there is to say of the whole. */
export function headOf({ title, zoom, mostZoom, facts, rows }: TimelineResult, actions: HeadActions): HTMLElement {
  const out = button('\u2212', 'Zoom out (-)', () => actions.zoomBy(0.5));
  const fit = button(`${zoom}\u00d7`, 'Fit the whole boot (0)', () => actions.zoomTo(1));
  const into = button('+', 'Zoom in (+)', () => actions.zoomBy(2));
  out.disabled = zoom <= 1;
  into.disabled = zoom >= mostZoom;
  const tools = [
    ...(rows.length === 0
      ? []
      : [element('span', { class: 'zoom', role: 'group', 'aria-label': 'Zoom' }, out, fit, into)]),
    button('Export image', 'Export the chart as an SVG image', () => actions.export('svg')),
    button('Export report', 'Export the timeline as Markdown, with secrets masked', () => actions.export('markdown')),
  ];
  const list = facts.map(([name, value]) =>
    element(
      'div',
      { class: name === 'Failed' ? 'failed' : undefined },
      element('dt', {}, name),
      element('dd', {}, value),
    ),
  );
  return element(
    'header',
    {},
    element(
      'div',
      { class: 'title' },
      element('h1', {}, title),
      element('div', { class: 'tools', role: 'toolbar', 'aria-label': 'Timeline' }, ...tools),
    ),
    ...(list.length === 0 ? [] : [element('dl', {}, ...list)]),
  );
}

/** What is said where there is nothing to draw. */
export function emptyOf({ empty }: TimelineResult): HTMLElement {
  return element(
    'section',
    { class: 'empty' },
    element('p', {}, empty),
    element(
      'p',
      {},
      'Steps come from cloud-init.log, waagent.log, cluster-provision.log, aks-node-controller.log, syslog, events and provision statuses. Select such files in the Explorer and choose Show Boot Timeline.',
    ),
  );
}

/** Where the details of the chosen step go. */
export function detailsPane(): HTMLElement {
  return element('section', { class: 'details', 'aria-label': 'Chosen step', 'aria-live': 'polite' });
}

/** What has to be known to read the chart. */
export function remarksOf({ remarks, missing }: TimelineResult): readonly HTMLElement[] {
  const all = [...remarks, ...missing.map((uri) => `${uri} cannot be read, or is not open any more.`)];
  if (all.length === 0) return [];
  const items = all.map((remark) => element('li', {}, remark));
  return [element('section', { class: 'remarks' }, element('h2', {}, 'Good to know'), element('ul', {}, ...items))];
}
