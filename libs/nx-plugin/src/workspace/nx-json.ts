import { createRequire } from 'node:module';
import type { Tree } from '@nx/devkit';
import type * as JsoncParser from 'jsonc-parser';

// The package's CommonJS build hides its names from an import.
const jsonc = createRequire(import.meta.url)('jsonc-parser') as typeof JsoncParser;

const PLUGIN = '@adit/nx';
const PATH = 'nx.json';

/** The properties of the file, the one that lists the plugins, and the list. */
function parse(text: string) {
  const root = jsonc.parseTree(text);
  const list = root && jsonc.findNodeAtLocation(root, ['plugins']);
  const plugins = list?.children ?? [];
  return {
    properties: root?.children ?? [],
    property: list?.parent,
    plugins,
    plugin: plugins.find((node) => {
      const value = jsonc.getNodeValue(node) as string | { readonly plugin?: string };
      return (typeof value === 'string' ? value : value.plugin) === PLUGIN;
    }),
  };
}

const endOf = ({ offset, length }: JsoncParser.Node): number => offset + length;

/** Writes a text after the last of some nodes, on a new line if that node is on its own line. */
function append(text: string, nodes: readonly JsoncParser.Node[], added: string): string | undefined {
  const last = nodes.at(-1);
  if (last === undefined) return undefined;
  const head = text.slice(0, last.offset);
  const blank = head.slice(head.trimEnd().length);
  return `${text.slice(0, endOf(last))},${blank}${added}${text.slice(endOf(last))}`;
}

/** Removes a node, with the comma and the white space next to it. */
function cut(text: string, nodes: readonly JsoncParser.Node[], node: JsoncParser.Node): string {
  const index = nodes.indexOf(node);
  const before = nodes[index - 1];
  const start = before ? endOf(before) : node.offset;
  const end = before ? endOf(node) : (nodes[1]?.offset ?? endOf(node));
  return text.slice(0, start) + text.slice(end);
}

/** Adds the plugin to `nx.json`, unless it is there. Comments and formatting stay. */
export function addPlugin(tree: Tree): void {
  const text = tree.read(PATH, 'utf-8') ?? '{}';
  const { properties, property, plugins, plugin } = parse(text);
  if (plugin) return;
  const list = `"plugins": ["${PLUGIN}"]`;
  const written =
    append(text, plugins, `"${PLUGIN}"`) ??
    (property
      ? text.slice(0, property.offset) + list + text.slice(endOf(property))
      : append(text, properties, list));
  tree.write(PATH, written ?? `{\n  ${list}\n}\n`);
}

/** Removes the plugin from `nx.json`, and an empty list with it. */
export function removePlugin(tree: Tree): void {
  const text = tree.read(PATH, 'utf-8') ?? '{}';
  const { properties, property, plugins, plugin } = parse(text);
  if (!plugin || !property) return;
  tree.write(PATH, plugins.length === 1 ? cut(text, properties, property) : cut(text, plugins, plugin));
}
