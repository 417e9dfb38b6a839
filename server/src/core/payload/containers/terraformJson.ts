import type { Child, Holder, LayerName } from '../../document/payload.js';
import { parseHcl } from '../../formats/hcl/parse.js';
import type { HclTemplate, HclValue } from '../../formats/hcl/syntax.js';
import { heredocText } from '../../formats/hcl/template.js';
import type { StringNode } from '../../formats/tree/node.js';
import { stringMap } from '../../formats/tree/stringMap.js';
import { composeMaps } from '../../text/positionMap.js';
import { type Result, success } from '../../text/result.js';
import { append } from '../../text/strings.js';
import { textContent } from '../content.js';
import type { Opening, Surroundings } from './container.js';
import { hclHolder } from './hclString.js';
import { stringHolder } from './strings.js';

/** Functions that encode a string, with what they make of it. */
export const encoders: ReadonlyMap<string, readonly LayerName[]> = new Map([
  ['base64encode', ['base64']],
  ['base64gzip', ['base64', 'gzip']],
]);

/** A template, and what functions around it make of it, from the outside in. */
interface EncodedTemplate {
  readonly template: HclTemplate;
  readonly layers: readonly LayerName[];
}

/**
 * What is known of a string of Terraform's JSON syntax, such as `${base64encode("…")}`: such strings are templates of HCL.
 * Positions are in the string. Undefined if it is an expression that only Terraform can evaluate.
 */
function templateOf(value: string): EncodedTemplate | undefined {
  const whole = { start: 0, end: value.length };
  const { text, map, symbols } = heredocText(value, whole, false);
  const [symbol] = symbols;
  const isExpression = symbol?.outer.start === 0 && symbol.outer.end === value.length && value.startsWith('${');
  if (!isExpression) {
    const form = { is: 'heredoc', marker: '', isFlush: false, indent: '' } as const;
    return {
      template: { kind: 'template', span: whole, body: whole, isClosed: true, form, text, map, symbols },
      layers: [],
    };
  }
  // The name is as long as `${`, so that positions are the same.
  let found: HclValue | undefined = parseHcl(`v=${value.slice(2, -1)}`).attributes[0]?.value;
  const layers: LayerName[] = [];
  while (found?.kind === 'call') {
    const [only, ...others]: readonly HclValue[] = found.arguments;
    const encoder = encoders.get(found.name);
    if (encoder === undefined || others.length > 0) return undefined;
    append(layers, encoder);
    found = only;
  }
  return found?.kind === 'template' && found.span.end <= value.length - 1 ? { template: found, layers } : undefined;
}

/** Opens a string of Terraform's JSON syntax with expressions; undefined if nothing of its content is known. */
export function openTemplate(
  surroundings: Surroundings,
  node: StringNode,
  opening: Omit<Opening, 'content'>,
  openingOf: (text: string) => Partial<Opening>,
): Pick<Child, 'span' | 'payload' | 'holder'> | undefined {
  const { payload, text, context, open } = surroundings;
  const found = templateOf(node.value);
  if (found === undefined) return undefined;
  const { template, layers } = found;
  const span = payload.map.toOuter(node.span);
  const unresolved = template.symbols.map(({ expression }) => expression.slice(0, context.limits.quotedExpression));
  const opened = open({
    ...opening,
    ...openingOf(template.text),
    content: textContent(
      template.text,
      composeMaps(composeMaps(payload.map, stringMap(text, node)), template.map),
      span,
    ),
    steps: [...opening.steps, ...layers],
    outerLayers: layers,
    // What is only partly known isn't decoded.
    ...(unresolved.length === 0 ? {} : { transport: 'none', details: { unresolved } }),
  });
  const own = opened.encodings.slice(layers.length);
  const isShown = layers.length > 0 && own.length === 0 ? { isShown: true as const } : {};
  return { span, payload: opened, holder: () => templateHolder(text, node, template, own), ...isShown };
}

function templateHolder(
  text: string,
  node: StringNode,
  template: HclTemplate,
  layers: readonly LayerName[],
): Result<Holder> {
  const string = stringHolder(text, node);
  const inner = hclHolder(node.value, template, layers);
  if (!string.ok || !inner.ok) return string.ok ? inner : string;
  const write: Holder['write'] = (next) => {
    const changes = inner.value.write(next);
    if (!changes.ok) return changes;
    const written = changes.value.map(({ span, newText }) =>
      string.value.write(node.value.slice(0, span.start) + newText + node.value.slice(span.end)),
    );
    return success(written.flatMap((one) => (one.ok ? one.value : [])));
  };
  return success({ ...inner.value, write });
}
