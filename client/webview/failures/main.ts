/** The page of a rendered report, of a timeline, or of a report with the timeline of its failure. */
import { element } from '../element.js';
import { l10n } from '../l10n.js';
import { startChart } from './chart.js';
import { pageState, post, updateState } from './page.js';

const timeline = document.querySelector<HTMLElement>('.timeline');
if (timeline !== null && document.querySelector('.report') !== null) {
  // VS Code's Markdown names headings after their text. The chart has the steps of the table below it.
  const heading = document.getElementById('timeline');
  if (heading === null) timeline.append(element('h2', {}, l10n.t('Timeline')));
  else heading.nextElementSibling?.replaceWith(timeline);
}

// The page is made again for each change of the report.
window.scrollTo(0, pageState().scrolled);
window.addEventListener('scroll', () => updateState({ scrolled: window.scrollY }));
if (timeline !== null) startChart(timeline);

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const target = link?.getAttribute('href') ?? '';
  // VS Code opens other links, which are those to documentation.
  if (!target.startsWith('./')) return;
  event.preventDefault();
  post({ type: 'follow', link: target });
});
