import type { Metadata } from 'next';
import Image from 'next/image';
import Link from 'next/link';
import { connection } from 'next/server';
import { monitoring } from '@adit/next/server';
// eslint-disable-next-line @nx/enforce-module-boundaries -- a picture that the documents show, too
import labPicture from '../../../../docs/lab.png';
import { CopyCommand } from './copy-command';
import { doors, INIT_COMMAND, overviewLinks, PROMISES, type OverviewLink } from './overview';
import './overview.css';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  // It shows the environment of the running server, not that of the build.
  await connection();
  const { environment, release, tunnel, dsn } = monitoring;
  return (
    <main className="frame">
      <h1>Errors arrive. Noise does not. Navigations finish.</h1>
      <p className="lead">
        Sentry’s events of your React or Next.js application travel through your own origin, error screens
        lead visitors on, and a click that hangs becomes a page load.
      </p>
      <CopyCommand command={INIT_COMMAND} />
      <section aria-label="Figures" className="tiles">
        {PROMISES.map(({ figure, text, conditions }) => (
          <details key={figure} className="panel">
            <summary>
              <strong>{figure}</strong> {text}
            </summary>
            <p>{conditions}</p>
          </details>
        ))}
      </section>
      <div className="overview">
        <div>
          <nav aria-labelledby="start">
            <h2 id="start">Start</h2>
            <Rows links={doors(process.env)} />
          </nav>
          <nav aria-labelledby="look">
            <h2 id="look">Look at it</h2>
            <Rows links={overviewLinks(process.env)}>
              <li>
                <Link href="/lab">Lab</Link> Throw an error, see it arrive.
              </li>
              <li>
                <Link href="/lab/screens" prefetch={false}>
                  Screens
                </Link>{' '}
                Each in 16 languages.
              </li>
            </Rows>
          </nav>
        </div>
        <div>
          <Link href="/lab" prefetch={false} className="panel picture">
            <Image
              src={labPicture}
              alt="The lab: a button for each error, and what monitoring did with it"
              unoptimized
            />
          </Link>
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
      <p className="hosts">
        You host Sentry, Bugsink or GlitchTip yourself? <code>tunnelRoute</code> of Sentry’s SDK does nothing
        for your DSN. Adit sends to the DSN that you configure, wherever it is.
      </p>
    </main>
  );
}

function Rows({ links, children }: { links: readonly OverviewLink[]; children?: React.ReactNode }) {
  return (
    <ul className="panel rows">
      {children}
      {links.map(({ name, href, text }) => (
        <li key={name}>
          {href === undefined ? <strong>{name}</strong> : <a href={href}>{name}</a>} {text}
        </li>
      ))}
    </ul>
  );
}
