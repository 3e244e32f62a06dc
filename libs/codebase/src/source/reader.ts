import ts from 'typescript';
import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';
import { parse } from './parse.ts';

/** The longest file that is read, in characters. Lock files of large workspaces have about 10 million. */
const MAX_CHARACTERS = 32_000_000;
/** Longest file that is parsed as code, in characters. */
const MAX_CODE_CHARACTERS = 1_000_000;
/** The maximum number of files that one run reads. */
const MAX_FILES = 20_000;
/** The maximum number of folder entries that one `walk` visits. */
const MAX_ENTRIES = 5_000;

const SKIPPED = /^(?:node_modules|\.git|\.next|\.nx|\.turbo|dist|out|build|coverage)\/$/;

/** The files of a repository for one run. Each is read and parsed once, within limits. */
export interface Reader extends ReadableFiles {
  /** The value of a JSON file; `undefined` without the file, or if it is invalid. Comments are accepted. */
  json(path: string): unknown;
  /** The syntax tree of a file; `undefined` without a path or file, or if it is longer than 1,000,000 characters. */
  code(path: string | undefined): ts.SourceFile | undefined;
  /** The files below a folder, at most `depth` folders deep, without packages and build output. */
  walk(folder: string, depth?: number): readonly string[];
}

/** Treats files that cannot be read as missing. */
export function createReader(files: ReadableFiles): Reader {
  const texts = new Map<string, string | undefined>();
  const existing = new Map<string, boolean>();
  const trees = new Map<string, ts.SourceFile | undefined>();

  function read(path: string): string | undefined {
    if (!texts.has(path)) {
      const text = texts.size < MAX_FILES ? files.read(path) : undefined;
      texts.set(path, text === undefined || text.length > MAX_CHARACTERS ? undefined : text);
    }
    return texts.get(path);
  }

  function exists(path: string): boolean {
    const known = existing.get(path) ?? files.exists(path);
    existing.set(path, known);
    return known;
  }

  function json(path: string): unknown {
    const text = read(path);
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text);
    } catch {
      return ts.parseConfigFileTextToJson(path, text).config;
    }
  }

  function code(path: string | undefined): ts.SourceFile | undefined {
    if (path === undefined) return undefined;
    if (!trees.has(path)) {
      const text = read(path);
      trees.set(
        path,
        text === undefined || text.length > MAX_CODE_CHARACTERS ? undefined : parse(path, text),
      );
    }
    return trees.get(path);
  }

  function walk(folder: string, depth = 12): readonly string[] {
    const found: string[] = [];
    const open: [string, number][] = [[folder, depth]];
    let entries = 0;
    for (const [path, left] of open)
      for (const name of files.list(path)) {
        if (entries++ >= MAX_ENTRIES) return found;
        if (!name.endsWith('/')) found.push(joinPath(path, name));
        else if (left > 0 && !SKIPPED.test(name)) open.push([joinPath(path, name.slice(0, -1)), left - 1]);
      }
    return found;
  }

  return { read, json, code, walk, exists, list: (path) => files.list(path) };
}
