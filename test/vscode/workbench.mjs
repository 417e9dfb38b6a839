/**
 * Drives the VS Code workbench in a headless browser. The selectors are VS Code
 * internals that match the version pinned in `host/package.json`. Every
 * helper waits for a condition, never for a fixed time. Rows of lists are chosen
 * with the keyboard, and the pointer moves away after each click, because a
 * tooltip under the pointer would catch the next click.
 */
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumPath } from './availability.mjs';

/** Whether journeys take pictures of their screens for review: drawing them takes a tenth of the time of all journeys. */
export const takesPictures = process.argv.includes('--pictures');

/** Where `screenshot()` writes. */
export const SCREENSHOT_DIR = join(dirname(fileURLToPath(import.meta.url)), 'screenshots');

const TIMEOUT_MS = 30_000;
const LIST_TIMEOUT_MS = 2_000;
const QUICK_INPUT = '.quick-input-widget input.input';
const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the headless browser. The caller closes it. */
export function launchBrowser() {
  return chromium.launch({ executablePath: chromiumPath(), args: BROWSER_FLAGS });
}

/**
 * Opens a fresh page, with its own storage, in `browser`. The clipboard may be
 * read and written. Animations are reduced, because drawing would take a tenth of the time of a test.
 */
export async function newPage(browser, { viewport = { width: 1280, height: 800 } } = {}) {
  const context = await browser.newContext({
    viewport,
    locale: 'en-US',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  return context.newPage();
}

/**
 * The address of the workbench at `port` with `folder` open. `payload` is a list
 * of `[name, value]` pairs of VS Code's development options.
 */
export function workbenchUrl(port, folder, payload = []) {
  const url = new URL(`http://127.0.0.1:${port}/`);
  url.searchParams.set('folder', folder);
  url.searchParams.set('payload', JSON.stringify([...payload, ['skipWelcome', 'true']]));
  return url.href;
}

/** The URI of the absolute path `path` on the server, for a development option. */
export function remoteUri(port, path) {
  return `vscode-remote://127.0.0.1:${port}${path}`;
}

/** Writes a picture of `page` to `screenshots/<name>.png` and returns the file's path. */
export async function screenshotOf(page, name) {
  await mkdir(SCREENSHOT_DIR, { recursive: true });
  const path = join(SCREENSHOT_DIR, `${name.replace(/[^A-Za-z0-9._-]+/g, '-')}.png`);
  await page.screenshot({ path });
  return path;
}

/**
 * Opens the workbench at `port` on the absolute path `folder`, and in it the
 * file `file` (a path relative to the folder) when given, and waits until it is
 * ready. Uses `browser` when given, or else starts a browser. With `url`, opens that address, which already contains
 * port, folder and file.
 *
 * Returns the `Workbench` helpers: `page`, `browser`, `close()` and the methods
 * below. Throws Playwright's TimeoutError, after a screenshot named
 * `failed-to-open`, when the workbench does not get ready.
 */
export async function openWorkbench({ port, folder, file, browser, viewport, url }) {
  const ownBrowser = browser === undefined;
  const usedBrowser = browser ?? (await launchBrowser());
  let page;
  try {
    page = await newPage(usedBrowser, { viewport });
    await page.goto(
      url ?? workbenchUrl(port, folder, file === undefined ? [] : [['openFile', remoteUri(port, join(folder, file))]]),
    );
    const workbench = new Workbench({ page, browser: usedBrowser, ownBrowser });
    await workbench.waitReady(file);
    return workbench;
  } catch (error) {
    if (page) await screenshotOf(page, 'failed-to-open').catch(() => {});
    await (ownBrowser ? usedBrowser.close() : page?.context().close());
    throw error;
  }
}

/** Helpers for one open workbench. Each throws Playwright's TimeoutError when its condition never comes true. */
export class Workbench {
  #ownBrowser;

  constructor({ page, browser, ownBrowser }) {
    this.page = page;
    this.browser = browser;
    this.#ownBrowser = ownBrowser;
  }

  /** Closes the page, and the browser when `openWorkbench` started it. */
  async close() {
    await this.page.context().close();
    if (this.#ownBrowser) await this.browser.close();
  }

  /** Waits for the workbench, its connection to the server, and the tab of `file` when given. */
  async waitReady(file) {
    await this.page.locator('.monaco-workbench').waitFor();
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
    if (file === undefined) return;
    await this.waitForTab(basename(file));
    // An editor that is still opening would take the focus from the next action.
    await this.page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
  }

  /** Waits for the editor tab called `name` and returns its locator. */
  async waitForTab(name) {
    const tab = this.#tab(name);
    await tab.waitFor();
    return tab;
  }

  /**
   * Makes the window like a new one on the same folder: closes all editors without saving them, the panel and messages, and
   * goes back to the explorer.
   */
  async startOver() {
    const dontSave = this.page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
    const closed = this.page.locator('.editor-group-container.empty');
    // An editor that gets the focus late takes the key press from the palette, so the command is run again.
    await this.poll(
      async () => {
        await this.runCommand('View: Close All Editors');
        await this.#isSoon(dontSave.or(closed).first());
        if (await dontSave.isVisible()) await this.click(dontSave);
        return this.#isSoon(closed);
      },
      (isClosed) => isClosed,
      'Editors stay open.',
    );
    await this.runCommand('Notifications: Clear All Notifications');
    if (await this.page.locator('.part.panel').isVisible()) await this.runCommand('View: Hide Panel');
    await this.runCommand('File: Focus on Files Explorer');
    // Collapses all folders.
    await this.press('Control+ArrowLeft');
    await this.copy('');
  }

  /**
   * Clicks, and moves the pointer to the empty middle of the status bar; `count` is 2 for a double click. A click is done when
   * it was sent: a web view that it opens may load for longer than a click may wait.
   */
  async click(locator, { button = 'left', count = 1, timeout = TIMEOUT_MS } = {}) {
    await locator.click({ button, clickCount: count, timeout, noWaitAfter: true });
    const { width, height } = this.page.viewportSize();
    await this.page.mouse.move(width / 2, height - 2);
  }

  /**
   * Opens `file`, a name or part of a path, through Quick Open and waits for its tab. An absolute path also finds a file that was
   * created after the window was opened, and that VS Code may not have in its list of files.
   */
  async openFile(file) {
    await this.#choose(basename(file), async () => {
      await this.page.keyboard.press('Control+P');
      await this.#quickInput().fill(file, { timeout: LIST_TIMEOUT_MS });
    });
    await this.#inputLeaves(file, false);
    return this.waitForTab(basename(file));
  }

  /** Opens `name`, a file at the top of the folder, with a double click in the explorer; needs no file search. */
  async openFromExplorer(name) {
    const label = this.page.locator('.label-name', { hasText: exactly(name) });
    const row = this.page.locator('.explorer-folders-view .monaco-list-row').filter({ has: label }).first();
    await this.click(row, { count: 2 });
    return this.waitForTab(name);
  }

  /** Waits until the explorer, whose folders are closed, lists exactly `names`: rows that move are clicked too late. */
  async waitForFiles(names) {
    const expected = [...names].sort().join('\n');
    await this.poll(
      async () => {
        const shown = await this.page.locator('.explorer-folders-view .monaco-list-row .label-name').allInnerTexts();
        return shown.sort().join('\n');
      },
      (shown) => shown === expected,
      `The explorer doesn't list these files:\n${expected}\n`,
    );
  }

  /**
   * Opens the context menu of `row`, and chooses `item`. Extensions add to menus some time after the window is shown, and a
   * menu that is open doesn't change; an editor that gets the focus late closes it. So it is opened until a click on `item`
   * has closed it.
   */
  async chooseFromMenu(row, item, { picture } = {}) {
    const entry = this.page.locator('.monaco-menu .action-label', { hasText: item });
    const clickCloses = async () => {
      const isClicked = await this.click(entry, { timeout: LIST_TIMEOUT_MS }).then(
        () => true,
        () => false,
      );
      return isClicked && this.#isSoon(entry, 'hidden');
    };
    await this.poll(
      async () => {
        await this.click(row, { button: 'right' });
        if (await this.#isSoon(entry)) {
          if (picture !== undefined) await this.screenshot(picture);
          // A menu ignores clicks right after it was opened.
          if ((await clickCloses()) || (await clickCloses())) return true;
        }
        await this.page.keyboard.press('Escape');
        return false;
      },
      (isChosen) => isChosen,
      `The menu never has ${item}, or closes too early.`,
    );
  }

  /**
   * Runs the command with the exact palette title `title`, category included.
   * Waits until the palette is closed, or with `opensInput` until the command
   * has opened the next input. With `onceReady`, a command that VS Code lists too early, and that therefore shows an
   * error dialog, is run again.
   */
  async runCommand(title, { opensInput = false, onceReady = false } = {}) {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      await this.#choose(title, async () => {
        await this.#openPalette();
        await this.#quickInput().fill(`>${title}`, { timeout: LIST_TIMEOUT_MS });
      });
      if (!onceReady) return this.#inputLeaves(`>${title}`, opensInput);
      const button = this.page.locator('.monaco-dialog-box .dialog-buttons .monaco-button').first();
      const leaves = this.#inputLeaves(`>${title}`, opensInput).then(() => 'left');
      const refused = button.waitFor().then(() => 'refused');
      // The outcome that doesn't happen ends in a timeout, which would be an unhandled rejection.
      for (const outcome of [leaves, refused]) outcome.catch(() => undefined);
      if ((await Promise.race([leaves, refused])) === 'left') return undefined;
      if (Date.now() > deadline) throw new Error(`VS Code keeps refusing ${title}`);
      await this.click(button);
    }
  }

  /** Waits until the command palette, opened anew each time, lists or doesn't list the command `title`. */
  async waitForCommand(title, isListed) {
    const row = this.page.locator('.quick-input-list .label-name', { hasText: exactly(title) });
    await this.poll(
      async () => {
        await this.#openPalette();
        await this.#quickInput().fill(`>${title}`);
        // The list shows other commands, at least those that are like it.
        await this.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
        const isThere = (await row.count()) > 0;
        await this.#closeQuickInput();
        return isThere;
      },
      (isThere) => isThere === isListed,
      `The command palette ${isListed ? 'never lists' : 'keeps listing'} ${title}.`,
    );
  }

  /**
   * Types `filter` (default: `label`) into the open quick input and chooses the
   * entry whose label is exactly `label`. Set `opensInput` when another input
   * follows.
   */
  async pick(label, filter = label, { opensInput = false } = {}) {
    await this.#quickInput().fill(filter);
    await this.#acceptQuickRow(label);
    await this.#inputLeaves(filter, opensInput);
  }

  /** Types `text` into the open input box and accepts it. Set `opensInput` when another input follows. */
  async answerInput(text, { opensInput = false } = {}) {
    const input = this.#quickInput();
    await input.fill(text);
    await input.press('Enter');
    await this.#inputLeaves(text, opensInput);
  }

  /** Types a path into the file dialog, after the dialog has proposed a path of its own. */
  async answerFileDialog(path) {
    const input = this.#quickInput();
    await this.poll(
      () => input.inputValue(),
      (value) => /[^/]$/.test(value),
      'The dialog proposes no file.',
    );
    await this.answerInput(path);
  }

  /** Enters a folder that the file dialog lists, and presses `button` until the dialog, which may be busy, closes. */
  async chooseFolder(name, button) {
    const input = this.#quickInput();
    await this.#acceptQuickRow(name);
    await this.poll(
      () => input.inputValue(),
      (value) => value.endsWith(`/${name}/`),
      `The dialog doesn't enter ${name}.`,
    );
    await this.poll(
      async () => {
        await this.click(this.page.locator('.quick-input-widget .monaco-button', { hasText: exactly(button) }));
        return this.#isSoon(input, 'hidden');
      },
      (isClosed) => isClosed,
      `The dialog stays open after ${button}.`,
    );
  }

  /**
   * Waits for at least one squiggle of `severity` ('error', 'warning', 'info' or
   * 'hint') in the visible editors and returns the locator of all of them.
   */
  async waitForSquiggle(severity) {
    const squiggles = this.page.locator(`.squiggly-${severity}`);
    await squiggles.first().waitFor({ state: 'attached' });
    return squiggles;
  }

  /** Waits for a code lens whose title contains `title` and returns its locator. */
  async waitForLens(title) {
    const lens = this.page.locator('.codelens-decoration a', { hasText: title }).first();
    await lens.waitFor();
    return lens;
  }

  /** Waits until no visible editor shows a squiggle of `severity`. */
  async waitForNoSquiggle(severity) {
    await this.page.locator(`.squiggly-${severity}`).first().waitFor({ state: 'detached' });
  }

  /** Opens the Problems view and returns the locator of its rows, files included. */
  async openProblems() {
    await this.runCommand('Problems: Focus on Problems View');
    await this.page.locator('.markers-panel').waitFor();
    return this.page.locator('.markers-panel .monaco-list-row');
  }

  /** Opens the Problems view and waits for a row that contains `text` (a string or a regular expression). */
  async waitForProblem(text) {
    const rows = await this.openProblems();
    const row = rows.filter({ hasText: text }).first();
    await row.waitFor();
    return row;
  }

  /** The lines that are visible in the active editor, from top to bottom, with ordinary spaces. */
  async editorText() {
    const editor = this.page.locator('.editor-group-container.active .monaco-editor .view-lines').first();
    await editor.waitFor();
    return editor.evaluate((lines) =>
      [...lines.querySelectorAll('.view-line')]
        .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((line) => line.textContent.replaceAll('\u00a0', ' '))
        .join('\n'),
    );
  }

  /** Waits until the visible text of the active editor matches the regular expression `pattern`; returns the text. */
  async waitForEditorText(pattern) {
    return this.poll(
      () => this.editorText(),
      (text) => pattern.test(text),
      `The editor never showed ${pattern}.`,
    );
  }

  /** Puts the cursor of the active editor at `line` and `column`, both counted from 1. */
  async goTo(line, column = 1) {
    await this.runCommand('Go to Line/Column...', { opensInput: true });
    await this.answerInput(`:${line}:${column}`);
  }

  /** Shows the hover at the cursor and returns its text. */
  async hoverText() {
    await this.runCommand('Show or Focus Hover');
    const hover = this.page.locator('.monaco-hover:not(.hidden) .hover-contents').first();
    await hover.waitFor();
    return (await this.page.locator('.monaco-hover:not(.hidden)').first().innerText()).replaceAll('\u00a0', ' ');
  }

  /** Types `text` key by key, so that completion lists can open. */
  async type(text) {
    await this.page.keyboard.type(text);
  }

  /** Presses `key` in the active editor. */
  async press(key) {
    await this.page.keyboard.press(key);
  }

  /**
   * Waits until a completion list contains the entry `label`, moves down to it with the arrow key, and accepts it with
   * Enter. The list may have opened automatically or on request.
   */
  async choose(label) {
    const name = this.page.locator('.label-name', { hasText: exactly(label) });
    const row = this.page.locator('.suggest-widget.visible .monaco-list-row').filter({ has: name }).first();
    await this.#acceptRow(row);
    await row.waitFor({ state: 'hidden' });
  }

  /** Requests completions at the cursor. */
  async suggest() {
    await this.page.keyboard.press('Control+Space');
  }

  /** Saves the active editor and waits until it is no longer marked as changed. */
  async save() {
    await this.page.keyboard.press('Control+S');
    await this.page.locator('.editor-group-container.active .tab.active.dirty').waitFor({ state: 'hidden' });
  }

  /** Opens the Problems view and waits until it is empty. */
  async waitForNoProblems() {
    await this.openProblems();
    await this.page.locator('.markers-panel', { hasText: 'No problems have been detected' }).waitFor();
  }

  /** Applies the quick fix at the cursor whose title contains `title`. */
  async quickFix(title) {
    const row = this.page.locator('.action-widget .monaco-list-row.action').filter({ hasText: title }).first();
    // The list closes again if the problems of the document are renewed while it opens.
    for (let isThere = false; !isThere;) {
      await this.runCommand('Quick Fix...');
      isThere = await row.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => this.page.keyboard.press('Escape').then(() => false),
      );
    }
    await this.#acceptRow(row);
    await row.waitFor({ state: 'hidden' });
  }

  /**
   * Drags `row` from the explorer to the middle of the element that `target` finds in the view with the icon `view` of the
   * activity bar: the drag opens the view when it stays on its icon.
   */
  async dragFromExplorer(row, view, target) {
    const { mouse } = this.page;
    const icon = this.page
      .locator('.activitybar .action-item')
      .filter({ has: this.page.locator(`[aria-label^="${view}"]`) });
    await row.hover();
    await mouse.down();
    await this.poll(
      async () => {
        await moveInto(mouse, icon);
        return this.#isSoon(target);
      },
      (isOpen) => isOpen,
      `The drag does not open ${view}.`,
    );
    await moveInto(mouse, target);
    await mouse.up();
  }

  /** Drops files and folders of this machine on an element, as a file manager does. The drag comes over the editor. */
  async dropFromDesktop(files, target, { shift = false } = {}) {
    const devTools = await this.page.context().newCDPSession(this.page);
    const { width, height } = this.page.viewportSize();
    const { x, y } = await middleOf(target);
    const drag = (type, at) =>
      devTools.send('Input.dispatchDragEvent', {
        type,
        ...at,
        modifiers: shift ? 8 : 0,
        // Copying, linking and moving, as file managers offer.
        data: { items: [], files, dragOperationsMask: 19 },
      });
    await drag('dragEnter', { x: width - 100, y: height / 2 });
    // VS Code decides with each move whether the page under the next one gets it.
    for (const at of [
      { x: width - 100, y: height / 2 },
      { x, y },
      { x: x + 1, y },
      { x, y },
    ]) {
      await drag('dragOver', at);
      await this.#nextFrame();
    }
    await drag('drop', { x, y });
    await devTools.detach();
  }

  /** Waits for a row that contains `text` in the tree view whose pane header contains `pane`; opens the pane if it is closed. */
  async treeRow(pane, text) {
    const section = this.page
      .locator('.pane')
      .filter({ has: this.page.locator('.pane-header', { hasText: pane }) })
      .first();
    const header = section.locator('.pane-header');
    await header.waitFor();
    if ((await header.getAttribute('aria-expanded')) === 'false') await this.click(header);
    const row = section.locator('.monaco-list-row').filter({ hasText: text }).first();
    await row.waitFor();
    return row;
  }

  /** The content frame of the webview that is open; use its `locator()`. */
  webview() {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** The frame of the webview in which `selector` is, if several are open, once its scripts have run: links need them. */
  async frameWith(selector) {
    const isReady = async (frame) =>
      (await frame.locator(selector).count()) > 0 && (await frame.evaluate(() => document.readyState)) === 'complete';
    for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await this.#nextFrame())
      for (const frame of this.page.frames()) if (await isReady(frame).catch(() => false)) return frame;
    throw new Error(`No webview has ${selector}.`);
  }

  /**
   * Opens the notification centre until it has a message that contains `text`: it may close when it is empty.
   * Toasts never show, because the test driver of VS Code turns them off.
   */
  async waitForMessage(text) {
    const message = this.page
      .locator('.notifications-center .notification-list-item-message')
      .filter({ hasText: text })
      .first();
    await this.poll(
      async () => {
        await this.runCommand('Notifications: Show Notifications');
        return this.#isSoon(message);
      },
      (isShown) => isShown,
      `No message contains ${text}.`,
    );
    return message;
  }

  /** Opens the notification centre, waits for a message that contains `text`, and presses one of its buttons. */
  async answerMessage(text, button) {
    await this.waitForMessage(text);
    const item = this.page.locator('.notifications-center .notification-list-item').filter({ hasText: text }).first();
    await this.click(item.locator('.monaco-button', { hasText: exactly(button) }));
    await item.waitFor({ state: 'detached' });
  }

  /** Puts a text into the clipboard. */
  async copy(text) {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  }

  /** The text in the clipboard. */
  clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Writes a picture of the window in which a test failed, and returns the file's path. */
  screenshotOfFailure(title) {
    return screenshotOf(this.page, `failed-${title}`);
  }

  /** With --pictures, writes a picture of the window to `screenshots/<name>.png`. */
  async screenshot(name) {
    if (takesPictures) await screenshotOf(this.page, name);
  }

  /** With --pictures, writes a picture of the window in a dark theme, and switches back to a light theme. */
  async screenshotInDark(name) {
    if (!takesPictures) return;
    await this.runCommand('Preferences: Toggle between Light/Dark Themes');
    await this.page.locator('.monaco-workbench.vs-dark').waitFor();
    await this.screenshot(name);
    await this.runCommand('Preferences: Toggle between Light/Dark Themes');
    await this.page.locator('.monaco-workbench.vs').waitFor();
  }

  /** Chooses a colour theme, and waits until the pages of webviews have the class that VS Code gives them. */
  async useTheme(name, className, pages = [this.webview()]) {
    await this.runCommand('Preferences: Color Theme', { opensInput: true });
    await this.pick(name);
    for (const page of pages) await page.locator(`body.${className}`).waitFor();
  }

  /** Opens the view Bootstrap Explorer. */
  async openBootstrapExplorer() {
    await this.runCommand('AKS Bootstrap: Focus on Bootstrap Explorer View');
    await this.page.locator('.part.sidebar .composite.title', { hasText: /AKS Bootstrap/i }).waitFor();
  }

  /** The tab of an editor. */
  #tab(name) {
    return this.page.locator(`.tabs-container [data-resource-name=${JSON.stringify(name)}]`).first();
  }

  /** The input of the quick input that is open. */
  #quickInput() {
    return this.page.locator(QUICK_INPUT).first();
  }

  /** Chooses the entry of the open quick input whose label is exactly `label`. */
  async #acceptQuickRow(label, timeout = TIMEOUT_MS) {
    const name = this.page.locator('.label-name', { hasText: exactly(label) });
    await this.#acceptRow(
      this.page.locator('.quick-input-list .monaco-list-row').filter({ has: name }).first(),
      timeout,
    );
  }

  /** Waits for a row of the focused list, moves down to it with the arrow key, and presses Enter. */
  async #acceptRow(row, timeout = TIMEOUT_MS) {
    const deadline = Date.now() + timeout;
    await row.waitFor({ timeout });
    while (!/(?:^| )focused(?: |$)/.test(await row.getAttribute('class', { timeout }))) {
      if (Date.now() > deadline) throw new Error(`The row ${row} never got the focus.`);
      await this.page.keyboard.press('ArrowDown');
      await this.#nextFrame();
    }
    await this.page.keyboard.press('Enter');
  }

  /**
   * Waits until the quick input with the value `text` is closed, or with `opensInput`
   * until the next quick input has replaced it. Both share one input element, so
   * text that is typed too early is lost.
   */
  async #inputLeaves(text, opensInput) {
    if (!opensInput) {
      await this.#quickInput().waitFor({ state: 'hidden' });
      return;
    }
    await this.page.waitForFunction(
      ([selector, old]) => {
        const input = document.querySelector(selector);
        return input !== null && input.offsetParent !== null && input.value !== old;
      },
      [QUICK_INPUT, text],
    );
  }

  /** Presses Escape until the quick input is closed: a key press while its list is filled is lost. */
  async #closeQuickInput() {
    await this.poll(
      async () => {
        await this.page.keyboard.press('Escape');
        return this.#quickInput().isVisible();
      },
      (isOpen) => !isOpen,
      'The quick input stays open.',
    );
  }

  /** Presses F1 until the palette opens: a key press during a change of focus is lost. */
  async #openPalette() {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      await this.page.keyboard.press('F1');
      try {
        await this.#quickInput().waitFor({ timeout: LIST_TIMEOUT_MS });
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }

  /**
   * Opens a quick input with `open` and chooses its entry `label`. Starts again when
   * the entry is missing or the input closes: an open list isn't updated with commands
   * and channels that are added while the window starts, and it closes when the
   * editor gets the focus.
   */
  async #choose(label, open) {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      try {
        await open();
        await this.#acceptQuickRow(label, LIST_TIMEOUT_MS);
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await this.page.keyboard.press('Escape');
        await this.#quickInput().waitFor({ state: 'hidden' });
      }
    }
  }

  /** Reads until `accept` returns true; throws an Error with `message` and the last value after the timeout. */
  async poll(read, accept, message) {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const value = await read();
      if (accept(value)) return value;
      if (Date.now() > deadline) throw new Error(`${message} It showed:\n${value}`);
      await this.#nextFrame();
    }
  }

  /** Presses a key again and again until an element is visible. */
  async pressUntil(key, locator) {
    await this.#actUntil(() => this.press(key), locator, `${key} doesn't lead to the element.`);
  }

  /** Clicks until the effect, an element, is visible: VS Code loses a click while it draws lenses or rows of a tree again. */
  async clickUntil(target, effect) {
    await this.#actUntil(
      () => this.click(target, { timeout: LIST_TIMEOUT_MS }),
      effect,
      `A click on ${target} has no effect.`,
    );
  }

  /** Clicks on a code lens until its effect is visible. */
  async clickLens(title, effect) {
    await this.clickUntil(await this.waitForLens(title), effect);
  }

  /** Clicks on a row of a tree until the editor that it opens is there. */
  async openFromTree(row, name) {
    await this.clickUntil(row, this.#tab(name));
  }

  /** Points at an element, coming from elsewhere, until its hover is visible: what gets the focus late hides a hover. */
  async hoverUntil(target, hover) {
    await this.#actUntil(
      async () => {
        await this.page.mouse.move(0, 0);
        await target.hover({ timeout: LIST_TIMEOUT_MS });
      },
      hover,
      'The hover is never there.',
    );
  }

  /** Acts again and again until an element is visible. An action that fails may have had its effect late. */
  async #actUntil(act, effect, message) {
    await this.poll(
      async () => {
        const failure = await act().catch((error) => error);
        return (await this.#isSoon(effect)) || failure;
      },
      (outcome) => outcome === true,
      message,
    );
  }

  /** Whether an element gets into a state before it is worth another try. */
  #isSoon(locator, state = 'visible') {
    return locator.waitFor({ state, timeout: LIST_TIMEOUT_MS }).then(
      () => true,
      () => false,
    );
  }

  #nextFrame() {
    return this.page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
  }
}

async function middleOf(locator) {
  const { x, y, width, height } = await locator.first().boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Moves the mouse into an element in steps: a drag has to be over it more than once. */
async function moveInto(mouse, locator) {
  const { x, y } = await middleOf(locator);
  await mouse.move(x - 3, y);
  await mouse.move(x, y, { steps: 3 });
}

/** Drops files on the page in a frame, as a file manager does: names, texts, and how often each text is repeated. */
export async function dropFiles(frame, files) {
  await frame.evaluate((given) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text, times = 1] of given) dataTransfer.items.add(new File([text.repeat(times)], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

/** A regular expression that matches exactly `text`, with optional white space around it. */
function exactly(text) {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s');
  return new RegExp(`^\\s*${escaped}\\s*$`);
}
