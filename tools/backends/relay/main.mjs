// node tools/backends/relay/main.mjs [--write]: compares Relay's own code with ours. `--write` writes
// docs/benchmarks/scrubbing.md.
import { formatTotals } from '../../src/test-totals.mjs';
import { writeDocument } from './document.mjs';
import { run } from './run.mjs';

const totals = { passed: 0, failed: 0, skipped: 0 };
const figures = await run({
  report: {
    pass: (title) => {
      totals.passed += 1;
      console.log(`  ✓ ${title}`);
    },
    fail: (title, error) => {
      totals.failed += 1;
      console.log(
        `  ✕ ${title}\n      ${String(error?.stack ?? error)
          .split('\n')
          .slice(0, 30)
          .join('\n      ')}`,
      );
    },
    skip: (title, reason) => {
      totals.skipped += 1;
      console.log(`  – ${title}: ${reason}`);
    },
    cell: (row, column, text) => console.log(`  ${row}, ${column}: ${text}`),
  },
});
if (process.argv.includes('--write') && figures !== undefined) await writeDocument(figures);
console.log(`\n${formatTotals(totals)}`);
process.exit(totals.failed === 0 ? 0 : 1);
