import { BLOCK_LISTS } from './rules.ts';

/**
 * The names of the block lists with a rule for the path, such as `EasyPrivacy`. Only a part of the rules for all sites
 * is included, and no rules for one site. The privacy filters of uBlock Origin have no such rule for a path (version of
 * 2024-02-23).
 */
export const blockListsKnowing = (path: string): readonly string[] =>
  BLOCK_LISTS.filter(({ rules }) =>
    rules.some((rule) => matches(rule, path) || matches(rule, `${path}?o=1&p=1`)),
  ).map(({ name }) => name);

/**
 * The syntax of rules in block lists: `*` is any text, `^` a separator or the end, `|` the end; options come after `$`.
 */
function matches(rule: string, path: string): boolean {
  const pattern = rule
    .replace(/\$.*/, '')
    .replaceAll(/[.+?{}()[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('^', String.raw`(?:[^\w.%-]|$)`)
    .replace(/\|$/, '$');
  return new RegExp(pattern, 'i').test(path);
}
