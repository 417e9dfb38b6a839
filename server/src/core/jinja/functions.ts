import { argument, type Call, fault, numeric } from './support.js';
import { type Value, View } from './values.js';

/** The result of a function that every template has (Jinja 3.1); undefined for a name that is none. */
export function callFunction(name: string, call: Call): Value | undefined {
  switch (name) {
    case 'range':
      return range(call);
    case 'dict':
      return new Map<Value, Value>(call.named);
    case 'lipsum':
    case 'cycler':
    case 'joiner':
    case 'namespace':
    case 'super':
    case 'self':
    case 'caller':
      throw fault(call, `${name}() is not rendered here.`, 'unsupported');
    default:
      return undefined;
  }
}

function range(call: Call): Value {
  const [first = 0, second, third] = call.positional.map((value) => numeric(call, value));
  const start = second === undefined ? 0 : first;
  const stop = second ?? first;
  const step = third ?? 1;
  if (step === 0 || argument(call, 0, 'stop') === undefined)
    throw fault(call, 'range needs a bound, and a step other than zero.');
  const length = Math.max(0, Math.ceil((stop - start) / step));
  call.spend(length);
  const items = Array.from({ length }, (_, index) => start + index * step);
  return new View(items, `range(${start}, ${stop}${step === 1 ? '' : `, ${step}`})`);
}
