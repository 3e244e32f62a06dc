import type { Metadata } from 'next';
import Link from 'next/link';
import { connection } from 'next/server';
import { monitoring } from '@adit/next/server';

export const metadata: Metadata = { title: 'Overview' };

const LIBRARIES = [
  {
    name: 'next',
    text: 'All of these in a Next.js application, in fifteen lines; static pages stay static.',
  },
  {
    name: 'tunnel',
    text: 'Envelopes travel through your own origin, byte for byte, to ingest you configured and nowhere else.',
  },
  {
    name: 'monitoring-config',
    text: 'The right SDK options for each environment, and noise dropped before it costs quota.',
  },
  {
    name: 'monitoring-client',
    text: 'Two and a half kilobytes listen first; the SDK loads later and reports what happened before.',
  },
  {
    name: 'fallback-ui',
    text: 'Screens for 401, 403, 404 and errors that help people, also without JavaScript.',
  },
  {
    name: 'router',
    text: 'Redirects, governed prefetch, deadlines, and a full page load if routing fails.',
  },
];

export default async function OverviewPage() {
  // It shows the environment of the running server, not that of the build.
  await connection();
  const { environment, release, tunnel, dsn } = monitoring;
  return (
    <main className="frame">
      <h1>Errors arrive. Noise does not. Navigations finish.</h1>
      <p className="lead">
        Adit is a set of small libraries for React and Next.js: monitoring that travels through your own
        origin, error screens that help people, and a router that turns a dead click into a page load.
      </p>
      <Link className="button primary" href="/lab">
        Break something in the lab
      </Link>

      <h2 id="state">Monitoring here</h2>
      <dl className="panel facts" aria-labelledby="state">
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

      <h2>What it is made of</h2>
      <ul className="cards">
        {LIBRARIES.map(({ name, text }) => (
          <li key={name} className="panel">
            <h3 className="mono">@adit/{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
