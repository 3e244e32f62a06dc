// Runs the tests in a process of a runtime: each outcome is a line of standard output. The argument lists the tests to
// skip.
import { files } from 'everywhere:files';
import { runFiles } from './run.mjs';

const skipped = JSON.parse(process.argv[2] ?? '[]');
await runFiles(files, (line) => process.stdout.write(`\n@everywhere ${JSON.stringify(line)}\n`), skipped);
process.exit(0);
