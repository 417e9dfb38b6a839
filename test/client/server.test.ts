import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connect } from '../../client/src/server.js';
import { Log } from '../../client/src/log.js';
import { requests } from '../../server/src/protocol.js';

/** The part of VS Code's API that the handle uses. */
const host = vi.hoisted(() => {
  const state = { isShown: false, contexts: new Map<string, unknown>() };
  const item = {
    show: () => void (state.isShown = true),
    hide: () => void (state.isShown = false),
    dispose: () => undefined,
  };
  class EventEmitter {
    readonly #listeners: (() => void)[] = [];
    readonly event = (listener: () => void): object => {
      this.#listeners.push(listener);
      return {};
    };
    fire(): void {
      for (const listener of this.#listeners) listener();
    }
    dispose(): void {
      this.#listeners.length = 0;
    }
  }
  return {
    state,
    api: {
      EventEmitter,
      StatusBarAlignment: { Right: 2 },
      ThemeColor: Object,
      window: { createStatusBarItem: () => item },
      commands: {
        executeCommand(command: string, key: string, value: unknown) {
          if (command === 'setContext') state.contexts.set(key, value);
        },
      },
      l10n: { t: (text: string) => text },
    },
  };
});
vi.mock('vscode', () => host.api);
const { createServerHandle, isConnectionError } = await import('../../client/src/server.js');

const log = new Log({ error: () => undefined } as unknown as ConstructorParameters<typeof Log>[0]);

/** Connections of which those that `fails` names don't start, and what happens to them. */
function connections(fails: readonly number[]) {
  const events: string[] = [];
  let count = 0;
  const connect: Connect = (_log, notice) => {
    const number = ++count;
    const listeners: (() => void)[] = [];
    return {
      start() {
        events.push(`start ${number}`);
        if (fails.includes(number)) return Promise.reject(new Error('it ended'));
        notice.show(false);
        for (const listener of listeners) listener();
        return Promise.resolve();
      },
      end() {
        events.push(`end ${number}`);
        return Promise.resolve();
      },
      onDidStart(listener: () => void) {
        listeners.push(listener);
        return undefined as never;
      },
      request: () => Promise.resolve(number as never),
    };
  };
  return { events, connect };
}

/** Waits until what was begun has ended. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const isStopped = (): boolean => {
  expect(host.state.contexts.get('aksBootstrap.stopped') ?? false).toBe(host.state.isShown);
  return host.state.isShown;
};

beforeEach(() => {
  host.state.isShown = false;
  host.state.contexts.clear();
});

describe('the handle of the server', () => {
  it('shows that the server failed to start, and starts it with a new connection', async () => {
    const { events, connect } = connections([1, 2]);
    const handle = createServerHandle(() => Promise.resolve(connect), log);
    let starts = 0;
    handle.onDidStart(() => starts++);
    handle.start();
    await settled();
    expect(isStopped()).toBe(true);
    await expect(handle.restart()).rejects.toThrow('it ended');
    expect(isStopped()).toBe(true);
    await handle.restart();
    expect(isStopped()).toBe(false);
    expect(events).toEqual(['start 1', 'end 1', 'start 2', 'end 2', 'start 3']);
    expect(starts).toBe(1);
    expect(await handle.request(requests.kinds, {})).toBe(3);
  });

  it('loads the connection again after it could not be loaded', async () => {
    const { events, connect } = connections([]);
    let loads = 0;
    const load = () => (loads++ === 0 ? Promise.reject(new Error('no such file')) : Promise.resolve(connect));
    const handle = createServerHandle(load, log);
    handle.start();
    await settled();
    expect(isStopped()).toBe(true);
    await handle.restart();
    expect([isStopped(), events.join()]).toEqual([false, 'start 1']);
  });

  it('answers requests during a restart with the new server', async () => {
    const handle = createServerHandle(() => Promise.resolve(connections([]).connect), log);
    handle.start();
    await settled();
    const restarted = handle.restart();
    const answer = handle.request(requests.kinds, {});
    await restarted;
    expect(await answer).toBe(2);
  });
});

describe('isConnectionError', () => {
  it('tells an end of the connection from an answer with an error', () => {
    expect([-32_099, -32_097, -32_096].map((code) => isConnectionError({ code }))).toEqual([true, true, true]);
    expect([{ code: -32_603 }, { code: 'ENOENT' }, new Error('other'), 'text'].map(isConnectionError)).not.toContain(
      true,
    );
  });
});
