/** A block of TypeScript in a document, split into the files that it shows. */
export interface Snippet {
  /** Its position, such as `libs/tunnel/README.md:15`. */
  readonly place: string;
  /** Name → text. A block without a file name gets `snippet.ts` or `snippet.tsx`. */
  readonly files: ReadonlyMap<string, string>;
  /** The named files of other blocks of the document, which its own may import. */
  readonly around: ReadonlyMap<string, string>;
  /** The reason why the block is not type-checked, if it is not. */
  readonly unchecked?: string;
}

const FENCE = /^( *)(`{3,})(tsx?)\b([^\n]*)\n([\s\S]*?)^\1\2$/gm;
/** A comment at the start of a block, or after an empty line, that names the file below it. */
const FILE = /^\/\/ ([\w./[\]-]+\.tsx?)\b.*$/;
const IMPORT = /^import (?:type )?(?:[\w*]|\{)[\s\S]*?from '[^']+';$/gm;

/**
 * The blocks of TypeScript in a Markdown document. `nocheck: reason` after the language leaves a block unchecked;
 * throws if the reason is missing. A block can use the imports of the blocks above it.
 */
export function snippetsOf(document: string, markdown: string): Snippet[] {
  const seen = new Map<string, string>();
  const snippets = [...markdown.matchAll(FENCE)].map((match) => {
    const [, indent = '', , language = '', info = '', code = ''] = match;
    const place = `${document}:${markdown.slice(0, match.index).split('\n').length}`;
    const [, unchecked] = /\bnocheck\b:?(.*)/.exec(info) ?? [];
    if (unchecked?.trim() === '')
      throw new Error(`${place}: nocheck has no reason; write \`${language} nocheck: why\``);
    const text = code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const files = new Map(
      [...splitFiles(text, `snippet.${language}`)].map(([name, part]) => [name, withImports(part, seen)]),
    );
    return { place, files, ...(unchecked && { unchecked: unchecked.trim() }) };
  });
  return snippets.map((snippet, index) => {
    const others = [...snippets.slice(index + 1).reverse(), ...snippets.slice(0, index)];
    const named = others
      .flatMap(({ files }) => [...files])
      .filter(([name]) => !name.startsWith('snippet.') && !snippet.files.has(name));
    return { ...snippet, around: new Map(named) };
  });
}

function splitFiles(code: string, fallback: string): Map<string, string> {
  const files = new Map<string, string>();
  let name = fallback;
  let lines: string[] = [];
  const close = (): void => {
    if (lines.some((line) => line.trim() !== '')) files.set(name, lines.join('\n'));
    lines = [];
  };
  code.split('\n').forEach((line, index, all) => {
    const [, next] = FILE.exec(line) ?? [];
    if (next && (index === 0 || all[index - 1]?.trim() === '')) {
      close();
      name = next;
    }
    lines.push(line);
  });
  close();
  return files;
}

/**
 * The code after the imports of earlier blocks whose names it uses and does not declare. Adds its own imports to
 * `seen`.
 */
function withImports(code: string, seen: Map<string, string>): string {
  const own = new Map(
    [...code.matchAll(IMPORT)].flatMap(([line]) => importedNames(line).map((name) => [name, line] as const)),
  );
  const missing = [...seen].filter(
    ([name]) =>
      !own.has(name) &&
      new RegExp(`\\b${name}\\b`).test(code) &&
      !new RegExp(`\\b(?:const|let|function|class|type|interface) \\{?[^=\\n]*\\b${name}\\b`).test(code),
  );
  for (const [name, line] of own) seen.set(name, line);
  const lines = missing.map(([name, line]) => {
    const [start = 'import '] = /^import (?:type )?/.exec(line) ?? [];
    const isDefault = line.slice(start.length).startsWith(name);
    return `${start}${isDefault ? name : `{ ${name} }`} ${line.slice(line.lastIndexOf('from '))}`;
  });
  // Without an import or an export, the names of all blocks would share one scope.
  return `${lines.join('\n')}\n${code}\nexport {};\n`;
}

const importedNames = (line: string): string[] =>
  line
    .replace(/^import (?:type )?|from '[^']+';$/g, '')
    .replace(/[{}]/g, ',')
    .split(',')
    .map((part) =>
      part
        .replace(/^\s*type /, '')
        .replace(/^.* as /, '')
        .trim(),
    )
    .filter((name) => /^\w+$/.test(name));
