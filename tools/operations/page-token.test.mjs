import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../src/testing.mjs';
import { audit, findBrowser } from './night-page.mjs';
import { startNightServer } from './night-server.mjs';

/** A token with read access. */
const TOKEN = 'a-token-of-the-night';

/** A test that hangs fails after five minutes. */
const GIVE_UP = { timeout: 300_000 };

const { launch, reason } = findBrowser();
if (reason !== undefined) console.log(`Signing in to the page is not tried: ${reason}`);

describe('the page of an admin port with a token', { skip: reason }, () => {
  let browser;
  let server;
  const start = async (port) => {
    server = await startNightServer({
      ADIT_DSNS: 'https://0123456789abcdef0123456789abcdef@a.example/1',
      ADIT_SPOOL: 'off',
      ADIT_WORKERS: '1',
      ADIT_ADMIN_TOKEN: TOKEN,
      ADIT_ADMIN_PORT: String(port),
    });
  };

  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('asks for it, is live then, says when its numbers are old, and is live again', GIVE_UP, async () => {
    const port = await freePort();
    await start(port);
    browser = await launch();
    const page = await browser.newPage({ viewport: { width: 320, height: 700 } });
    await page.goto(server.adminUrl);
    assert.deepEqual(await audit(page), []);
    await page.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Token').fill(TOKEN);
    await page.keyboard.press('Enter');
    const connection = page.locator('#connection');
    await connection.filter({ hasText: 'Live' }).waitFor(GIVE_UP);

    await server.stop();
    await connection.filter({ hasText: 'No connection since' }).waitFor(GIVE_UP);
    await start(port);
    await connection.filter({ hasText: 'Live' }).waitFor(GIVE_UP);
  });

  it('stands still while it is frozen, by the keyboard alone', GIVE_UP, async () => {
    const [page] = browser.contexts().flatMap((context) => context.pages());
    await page.reload();
    await page.locator('#connection').filter({ hasText: 'Live' }).waitFor(GIVE_UP);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const time = await page.locator('#time').textContent();
    assert.equal(await page.locator('#connection').textContent(), `Frozen at ${time}`);
    await setTimeout(2_000);
    assert.equal(await page.locator('#time').textContent(), time);
    await page.keyboard.press('Enter');
    await page.locator('#time').filter({ hasNotText: time }).waitFor(GIVE_UP);
  });
});
