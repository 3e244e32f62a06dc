import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ignoreFailure } from '@adit/envelope';
import { DIRECTORY_MODE, errorCode } from './files.ts';

/**
 * Creates a directory and its missing parents, for this user only. `mkdir` of Node 20 with `recursive` never returns if
 * an existing parent answers ENOENT, as /proc does.
 * @returns the directories that were created, the innermost first
 * @throws the error of the system, such as EEXIST if a file or a broken link has that name
 */
export async function makeDirectory(directory: string): Promise<string[]> {
  if (await isDirectory(directory)) return [];
  try {
    return await makeOne(directory);
  } catch (error) {
    const parent = dirname(directory);
    if (errorCode(error) !== 'ENOENT' || parent === directory) throw error;
    const parents = await makeDirectory(parent);
    return [...(await makeOne(directory)), ...parents];
  }
}

/** Another process may create it at the same time. */
async function makeOne(directory: string): Promise<string[]> {
  try {
    await mkdir(directory, DIRECTORY_MODE);
    return [directory];
  } catch (error) {
    if (await isDirectory(directory)) return [];
    throw error;
  }
}

const isDirectory = async (path: string): Promise<boolean> =>
  (await ignoreFailure(() => stat(path)))?.isDirectory() === true;
