import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenRequest, patience, ServerWatch } from '../../server/src/serverWatch.js';

const never = new Promise<never>(() => undefined);
const long = patience.everyMs * patience.silentTicks * 3;

describe('the watch over a server', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reports the open requests, once and the oldest first, if a server answers neither them nor pings', async () => {
    const stuck: OpenRequest[] = [];
    const watch = new ServerWatch(
      () => never,
      (open) => stuck.push(...open),
    );
    void watch.follow('textDocument/hover', { textDocument: { uri: 'file:///a.json' } }, never);
    void watch.follow('aksBootstrap/decode', { uri: 'file:///b.json' }, never);
    await vi.advanceTimersByTimeAsync(patience.everyMs * (patience.silentTicks - 1));
    expect(stuck).toEqual([]);
    await vi.advanceTimersByTimeAsync(long);
    expect(stuck).toEqual([
      { method: 'textDocument/hover', uri: 'file:///a.json' },
      { method: 'aksBootstrap/decode', uri: 'file:///b.json' },
    ]);
  });

  it.each([
    ['answers pings', () => Promise.resolve(null)],
    ['answers pings with errors', () => Promise.reject(new Error('unknown'))],
  ])('waits for long work of a server that %s', async (_, ping) => {
    const watch = new ServerWatch(ping, () => expect.unreachable());
    void watch.follow('textDocument/diagnostic', {}, never);
    await vi.advanceTimersByTimeAsync(long);
    watch.dispose();
  });

  it('pings only while a request is open', async () => {
    const ping = vi.fn(() => never);
    const watch = new ServerWatch(ping, () => expect.unreachable());
    await watch.follow('textDocument/hover', {}, Promise.resolve(null));
    await expect(watch.follow('textDocument/hover', undefined, Promise.reject(new Error('no')))).rejects.toThrow('no');
    await vi.advanceTimersByTimeAsync(long);
    expect(ping).not.toHaveBeenCalled();
  });

  it('begins again with the server that follows', async () => {
    const stuck = vi.fn();
    const watch = new ServerWatch(() => never, stuck);
    for (const times of [1, 2]) {
      let end: (error: Error) => void = () => undefined;
      const answer = new Promise<never>((_, reject) => (end = reject));
      const followed = watch.follow('textDocument/hover', {}, answer);
      await vi.advanceTimersByTimeAsync(long);
      expect(stuck).toHaveBeenCalledTimes(times);
      end(new Error('the connection is closed'));
      await expect(followed).rejects.toThrow();
    }
  });
});
