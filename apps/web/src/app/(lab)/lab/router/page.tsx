import type { Metadata } from 'next';
import { Figures } from './figures';
import { LinkGrid } from './link-grid';
import { ROUTER_LAB } from './link-states';
import styles from './router-lab.module.css';

export const metadata: Metadata = { title: 'The router, live' };

export default async function RouterLabPage({ searchParams }: PageProps<'/lab/router'>) {
  const { prefetch } = await searchParams;
  return (
    <main className={`frame ${styles.lab}`}>
      <h1>500 links, one calm router</h1>
      <p className="lead">
        Next wants to prefetch every one of these links. The governor decides which it may.
      </p>
      <p className={styles.switch}>
        {/* A document: it starts with an empty cache. */}
        {prefetch === 'off' ? (
          <a href={ROUTER_LAB}>Prefetch again</a>
        ) : (
          <a href={`${ROUTER_LAB}?prefetch=off`}>Throw the kill switch</a>
        )}
      </p>
      <div className={styles.storm}>
        <LinkGrid />
        <Figures />
      </div>
    </main>
  );
}
