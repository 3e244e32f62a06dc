// Compares the API reports (`api/*.api.md` of each package) with the build. `--write` writes them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createReports } from './api-reports.mjs';
import { staleReports, unplannedChanges } from './api-rules.mjs';
import { published } from './pack.mjs';
import { ROOT } from './projects.mjs';
import { readPlans, readReleased, readReports } from './released.mjs';

const built = createReports(published);
const written = new Map(published.flatMap(({ path }) => [...readReports(path)]));

if (process.argv.includes('--write')) {
  for (const path of written.keys()) if (!built.has(path)) rmSync(path);
  for (const [path, text] of built) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  console.log(`${built.size} API reports are written.`);
} else {
  const stale = staleReports(written, built).map((line) => relative(ROOT, line));
  const projects = published.map(({ path, manifest }) => ({
    project: manifest.nx.name,
    reports: [...built].filter(([report]) => report.startsWith(join(path, 'api'))),
    released: readReleased(path),
  }));
  const unplanned = unplannedChanges(projects, readPlans());
  for (const line of [...stale, ...unplanned]) console.error(line);
  if (stale.length > 0) console.error('Write the reports with `npm run api`, and read what changed.');
  if (unplanned.length > 0) console.error('Say what users must know: `npx nx release plan`.');
  if (stale.length + unplanned.length > 0) process.exit(1);
  console.log(`${built.size} API reports say what is built, and each change has a version plan.`);
}
