import { MagicString } from '@adit/codebase/source';
import { isScalar, parseDocument } from 'yaml';

/** Sets a text in a file of YAML or JSON. All other characters stay, including its quotes. */
export function setText(text: string, keys: readonly string[], value: string): string {
  const node = parseDocument(text).getIn(keys, true);
  if (!isScalar(node) || !node.range) return text;
  const [start, end] = node.range;
  const quote = /^['"]/.exec(text.slice(start))?.[0] ?? '';
  // Without quotes, `>` and `*` have a special meaning in YAML.
  const wanted = quote || (/^[\w.^~-]+$/.test(value) ? '' : "'");
  return new MagicString(text).overwrite(start, end, `${wanted}${value}${wanted}`).toString();
}
