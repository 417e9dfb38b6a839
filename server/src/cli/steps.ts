import { setImmediate as pause } from 'node:timers/promises';
import { type CommandIo, Interrupted } from './command.js';

/**
 * Handles one item after the other, and waits in between until what reads the output has caught up. If the user interrupts the
 * program, it throws {@link Interrupted} after an item; while it waits for input, immediately.
 */
export async function handleEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  handle: (item: T) => void | Promise<void>,
  io: CommandIo,
  { isInput = false } = {},
): Promise<void> {
  const handleAll = async (signal?: AbortSignal): Promise<void> => {
    for await (const item of items) {
      await handle(item);
      await io.drained?.();
      // Signals are handled between pieces of work.
      if (signal !== undefined) await pause();
      if (signal?.aborted === true) throw new Interrupted();
    }
  };
  if (io.interruptible === undefined) await handleAll();
  else
    await io.interruptible((signal) =>
      isInput ? Promise.race([handleAll(signal), aborted(signal)]) : handleAll(signal),
    );
}

async function aborted(signal: AbortSignal): Promise<never> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  throw new Interrupted();
}
