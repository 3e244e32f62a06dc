import { parseEnv } from 'node:util';
import type { KitSubject, Subject } from '../check.ts';
import { joinPath } from '@adit/codebase';

/** The files that `next build` and `next start` read, in order of precedence. */
const ENV_FILES = ['.env.production.local', '.env.local', '.env.production', '.env'];

/** A variable and the place where it is set. */
export interface Variable {
  readonly name: string;
  readonly value: string;
  /** Missing for a variable of the server's own environment. */
  readonly path?: string;
  readonly line?: number;
}

/** Each place that sets a variable with one of these names to a value that is not blank, in order of precedence. */
export function readVariables(subject: Subject | KitSubject, ...names: readonly string[]): Variable[] {
  const { application, context, reader } = subject;
  const folders = [...new Set([application.folder, ''])];
  const fromServer = names.flatMap((name) => {
    const value = context.env?.[name]?.trim();
    return value ? [{ name, value }] : [];
  });
  const fromFiles = folders
    .flatMap((folder) => ENV_FILES.map((file) => joinPath(folder, file)))
    .flatMap((path) => {
      const text = reader.read(path);
      const variables = text === undefined ? {} : parseEnv(text);
      return names.flatMap((name) => {
        const value = variables[name]?.trim();
        return value ? [{ name, value, path, line: lineOfVariable(text ?? '', name) }] : [];
      });
    });
  return [...fromServer, ...fromFiles];
}

const lineOfVariable = (text: string, name: string): number =>
  text.split('\n').findIndex((line) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(line)) + 1;
