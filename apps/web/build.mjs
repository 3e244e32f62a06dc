// `next build` with the release fixed: Next inlines NEXT_PUBLIC_… variables into browser, server and edge bundles alike.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { deriveRelease } from '@adit/monitoring-config';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const release = deriveRelease(process.env) ?? `adit-web@${version}`;

const { status } = spawnSync('next', ['build'], {
  stdio: 'inherit',
  env: { ...process.env, NEXT_PUBLIC_SENTRY_RELEASE: release, NEXT_TELEMETRY_DISABLED: '1' },
});
process.exit(status ?? 1);
