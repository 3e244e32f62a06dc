import type { Metadata } from 'next';
import { DeploySimulator } from './deploy-simulator';
import { HangSwitch } from './hang-switch';
import { LinkStorm } from './link-storm';
import styles from './router-lab.module.css';
import { readSetup } from './setup';
import { Switchboard } from './switchboard';

export const metadata: Metadata = { title: 'The router, live' };

interface RouterLabProps {
  searchParams: Promise<{ prefetch?: string | string[]; network?: string | string[] }>;
}

export default async function RouterLabPage({ searchParams }: RouterLabProps) {
  const setup = readSetup(await searchParams);
  return (
    <main className={`frame ${styles.lab} ${styles.wide}`}>
      <header className={styles.head}>
        <div>
          <h1>500 links, one calm router</h1>
          <p className="lead">
            Every tile is a link that Next wants to prefetch. Watch what the governor lets through.
          </p>
        </div>
        <Switchboard setup={setup} />
      </header>
      <section aria-label="500 links">
        <LinkStorm setup={setup} />
      </section>
      <div className={styles.pair}>
        <section className="panel" aria-labelledby="deploy">
          <h2 id="deploy">A deploy in the middle of a visit</h2>
          <p>
            From now on the server answers as a newer build, and the old build’s scripts are gone. The router
            may load a document to catch up: once.
          </p>
          <DeploySimulator />
        </section>
        <section className="panel" aria-labelledby="hang">
          <h2 id="hang">A route that hangs</h2>
          <p>The server takes the router’s request and never answers it. No click may end there.</p>
          <HangSwitch />
        </section>
      </div>
    </main>
  );
}
