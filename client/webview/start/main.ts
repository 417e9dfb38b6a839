import { button, element } from '../element.js';
import { acquireHost } from '../host.js';
import { droppedFiles, TooLargeError } from './drop.js';
import type { PageUpdate, StartButton, StartMessage, StartPage } from './messages.js';

const host = acquireHost<StartMessage, never>();
const page = JSON.parse(document.body.dataset.about ?? '{}') as StartPage;

const box = element('textarea', {
  id: 'box',
  rows: 3,
  spellcheck: 'false',
  placeholder: page.placeholder,
  'aria-describedby': 'hint',
});
const open = button(page.open, openTyped);
open.hidden = true;
const sentence = element('p', { id: 'sentence' });
const actions = element('div', { class: 'buttons' });

document.querySelector('main')?.append(
  element('label', { for: 'box' }, page.label),
  box,
  element('div', { class: 'buttons' }, open, ...page.buttons.map(actionButton)),
  // Present from the beginning, so that screen readers announce what appears in it.
  element('div', { id: 'result', role: 'status', 'aria-live': 'polite' }, sentence),
  actions,
  element('p', { id: 'hint' }, page.hint),
  element('p', { class: 'links' }, ...page.links.map(actionButton)),
);

function actionButton({ action, title }: StartButton): HTMLElement {
  return button(title, () => host.postMessage({ type: 'run', action }));
}

/** Opens what was typed. The box never shows what was pasted, because that may have secrets. */
function openTyped(): void {
  if (box.value.trim() === '') return;
  sendText(box.value);
  box.value = '';
  open.hidden = true;
}

function sendText(text: string): void {
  host.postMessage(text.length > page.mostBytes ? { type: 'tooLarge' } : { type: 'text', text });
}

box.addEventListener('input', () => {
  open.hidden = box.value.trim() === '';
});
box.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  openTyped();
});

document.addEventListener('paste', (event) => {
  event.preventDefault();
  const { clipboardData } = event;
  const text = clipboardData?.getData('text/plain') ?? '';
  // Tables of office programs are also in the clipboard as pictures.
  if (text.trim() !== '') sendText(text);
  else if (clipboardData !== null) void take(clipboardData);
});

for (const type of ['dragenter', 'dragover'] as const)
  document.addEventListener(type, (event) => {
    event.preventDefault();
    document.body.classList.add('dropping');
  });
document.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) document.body.classList.remove('dropping');
});
document.addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('dropping');
  if (event.dataTransfer !== null) void take(event.dataTransfer);
});

/** Sends what was pasted or dropped: files, addresses of files, or text. */
async function take(data: DataTransfer): Promise<void> {
  // What a transfer contains can only be read before the first wait.
  const uris = ['application/vnd.code.uri-list', 'text/uri-list'].map((type) => data.getData(type)).find(Boolean) ?? '';
  const text = data.getData('text/plain');
  try {
    const files = await droppedFiles(data, page);
    if (files.length > 0) host.postMessage({ type: 'files', files });
    else if (/^(?:file|vscode-[\w-]+):/.test(uris)) host.postMessage({ type: 'uris', uris: uris.split(/\r?\n/) });
    else sendText(text);
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    host.postMessage({ type: 'tooLarge' });
  }
}

window.addEventListener('message', ({ data }: MessageEvent<PageUpdate>) => {
  if (data === 'focus') {
    box.focus();
    return;
  }
  sentence.textContent = data.sentence;
  document.body.classList.toggle('busy', data.isBusy);
  actions.replaceChildren(...data.actions.map(actionButton));
});
host.postMessage({ type: 'ready' });
