import { acquireHost } from '../host.js';
import type { ReportMessage, ReportState } from './messages.js';

const host = acquireHost<ReportMessage, ReportState>();
const about: unknown = JSON.parse(document.body.dataset.about ?? 'null');
const before = host.getState();

// The page is made again for each change of the report.
window.scrollTo(0, before?.scrolled ?? 0);
host.setState({ about, scrolled: before?.scrolled ?? 0 });
window.addEventListener('scroll', () => {
  host.setState({ about, scrolled: window.scrollY });
});

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const target = link?.getAttribute('href') ?? '';
  // VS Code opens other links, which are those to documentation.
  if (!target.startsWith('./')) return;
  event.preventDefault();
  host.postMessage({ open: target });
});
