import { execFile } from 'node:child_process';
import { basename } from 'node:path';

/** The last line that is not blank. */
const lastLine = (text) => text.split('\n').findLast((line) => line.trim() !== '');

/** Runs a command while other suites run. Resolves to its output; rejects with the last line of it. */
export const runCommand = (command, args, options) =>
  new Promise((resolve, reject) => {
    execFile(command, args, { maxBuffer: Infinity, ...options }, (error, stdout, stderr) => {
      if (!error) return resolve(`${stdout}${stderr}`);
      const reason = lastLine(`${stdout}\n${stderr}`) ?? error.message;
      reject(new Error(`${[basename(command), ...args].join(' ')}: ${reason}`));
    });
  });
