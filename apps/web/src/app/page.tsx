import type { Metadata } from 'next';
import Link from 'next/link';
import { connection } from 'next/server';
import { monitoring } from '@adit/next/server';
import { overviewLinks, PROMISES } from './overview';
import './overview.css';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  // It shows the environment of the running server, not that of the build.
  await connection();
  const { environment, release, tunnel, dsn } = monitoring;
  const links = overviewLinks(process.env);
  return (
    <main className="frame">
      <h1>Errors arrive. Noise does not. Navigations finish.</h1>
      <p className="lead">
        For teams that run React and Next.js: Sentry’s events travel through your own origin, error screens
        lead visitors on, and a click that hangs becomes a page load.
      </p>
      <div className="overview">
        <section aria-labelledby="get">
          <h2 id="get">What you get</h2>
          <dl className="panel facts promises">
            {PROMISES.map(({ figure, text }) => (
              <div key={figure}>
                <dt>{figure}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
        <div>
          <section aria-labelledby="how">
            <h2 id="how">How you get it</h2>
            <dl className="panel facts">
              <div>
                <dt>Set up</dt>
                <dd className="mono">npx @adit/cli init</dd>
              </div>
              <div>
                <dt>Take out</dt>
                <dd className="mono">npx @adit/cli remove</dd>
              </div>
            </dl>
          </section>
          <nav aria-labelledby="look">
            <h2 id="look">Look at it</h2>
            <ul className="panel rows">
              <li>
                <Link href="/lab">Lab</Link> Throw an error, see what became of it.
              </li>
              <li>
                <Link href="/lab/screens" prefetch={false}>
                  Screens
                </Link>{' '}
                Each in 16 languages.
              </li>
              {links.map(({ name, href, text }) => (
                <li key={name}>
                  {href === undefined ? <strong>{name}</strong> : <a href={href}>{name}</a>} {text}
                </li>
              ))}
            </ul>
          </nav>
          <section aria-labelledby="state">
            <h2 id="state">Monitoring here</h2>
            <dl className="panel facts">
              <div>
                <dt>Environment</dt>
                <dd className="mono">{environment}</dd>
              </div>
              <div>
                <dt>Release</dt>
                <dd className="mono">{release ?? 'none'}</dd>
              </div>
              <div>
                <dt>Tunnel</dt>
                <dd className="mono">{tunnel ?? 'off: no DSN is configured'}</dd>
              </div>
              <div>
                <dt>Receiver</dt>
                <dd className="mono">
                  {dsn ? (monitoring.ingestOrigin ?? new URL(dsn).origin) : 'none: nothing is sent'}
                </dd>
              </div>
            </dl>
          </section>
        </div>
      </div>
    </main>
  );
}
