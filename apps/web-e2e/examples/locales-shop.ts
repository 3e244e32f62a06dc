import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Answers for the origin of scripts, which does not exist, with the files of the application. */
export const serveAssets = (page: Page, origin: string): Promise<unknown> =>
  page.route('http://assets.shop.invalid/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: origin + pathname + search }) });
  });

/** The messages of uncaught errors, as the page's own code sees them. */
export async function watchMessages(page: Page): Promise<readonly string[]> {
  const messages: string[] = [];
  await page.exposeFunction('heard', (message: string) => void messages.push(message));
  await page.addInitScript(() =>
    window.addEventListener('error', ({ message }) =>
      (window as unknown as { heard: (message: string) => void }).heard(message),
    ),
  );
  return messages;
}

const CLI = join(import.meta.dirname, '../../cli/dist/main.js');

/** Runs `adit doctor` in a folder. Returns its exit code, and its findings as `check: level`. */
export async function runDoctor(
  folder: string,
  ...options: readonly string[]
): Promise<{ readonly code: unknown; readonly found: readonly string[] }> {
  // Not synchronously, because this process is the ingest.
  const child = spawn(process.execPath, [CLI, 'doctor', '--json', ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [unknown];
  const { findings } = JSON.parse(text) as { findings: { check: string; level: string }[] };
  return { code, found: findings.map(({ check, level }) => `${check}: ${level}`) };
}
