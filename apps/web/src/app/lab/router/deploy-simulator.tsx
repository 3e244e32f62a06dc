'use client';

import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SkewState } from '@adit/router/monitors';
import { buildName, type Builds } from './builds';
import { deployJournal, NO_DEPLOY, noteDeploy, noteDocument, type DeployJournal } from './deploy-journal';
import { useExternalValue } from './external-value';
import styles from './router-lab.module.css';
import { ROUTER_LAB } from './setup';
import { deploy, simulatedBuilds, undoDeploy } from './simulated-deploy';
import { openSkewMonitor } from './skew';

/** A part of this page in a script of its own, asked for only when somebody wants it. */
const LatePart = dynamic(() =>
  import('./late-part').catch((error: unknown) => {
    noteDeploy('A script of this document’s build is gone.');
    throw error;
  }),
);

const FIRST: Builds = { served: 1, document: 1 };

/** Two builds, the one this document is of and the one that answers, and what the router does about the difference. */
export function DeploySimulator() {
  const journal = useExternalValue(deployJournal, NO_DEPLOY);
  const builds = useExternalValue(simulatedBuilds, FIRST);
  const [showsPart, setShowsPart] = useState(false);
  const isOutdated = builds.served !== builds.document;
  const skew = useSkew();

  useEffect(() => noteDocument(buildName(simulatedBuilds.get().document)), []);
  useEffect(() => openSkewMonitor().start(), []);
  useEffect(() => {
    if (skew.status === 'outdated')
      noteDeploy(
        skew.source === 'poll'
          ? `This page asked for the version and heard of ${skew.to}.`
          : `An answer that came anyway was of ${skew.to}.`,
      );
  }, [skew]);

  function undo(): void {
    undoDeploy();
    void openSkewMonitor().confirm();
  }

  return (
    <div className={styles.deploy}>
      <div className={styles.builds} data-outdated={isOutdated}>
        <Build title="This document" build={builds.document} />
        <span className={styles.wire} aria-hidden="true" />
        <Build title="The server" build={builds.served} />
      </div>
      {skew.status === 'outdated' && isOutdated && (
        <p className={styles.update} role="status">
          <strong>A new version is available.</strong> Nothing is lost if you go on: the next page you open
          comes whole. <a href={ROUTER_LAB}>Load {skew.to} now</a>
        </p>
      )}
      <div className={styles.actions}>
        <button type="button" className="button primary" onClick={deploy} disabled={isOutdated}>
          Deploy a new version
        </button>
        <button type="button" className="button" onClick={undo} disabled={!isOutdated}>
          Undo the deploy
        </button>
      </div>
      <div className={styles.actions}>
        <Link className="button" href={`${ROUTER_LAB}/7`} prefetch={false}>
          Open another page
        </Link>
        <button type="button" className="button" onClick={() => setShowsPart(true)}>
          Show a part with its own script
        </button>
      </div>
      {showsPart && <LatePart build={buildName(builds.document)} />}
      <Journal journal={journal} />
    </div>
  );
}

const CURRENT: SkewState = { status: 'current' };

const useSkew = (): SkewState =>
  useSyncExternalStore(
    (listener) => openSkewMonitor().subscribe(listener),
    () => openSkewMonitor().state(),
    () => CURRENT,
  );

function Build({ title, build }: { title: string; build: number }) {
  return (
    <div className={styles.build}>
      <span>{title}</span>
      <strong>{buildName(build)}</strong>
    </div>
  );
}

function Journal({ journal: { deployedAt, loads, notes } }: { journal: DeployJournal }) {
  if (deployedAt === undefined) return null;
  return (
    <div className={styles.journal}>
      <p className={styles.loads}>
        <strong data-testid="document-loads">{loads}</strong> full page {loads === 1 ? 'load' : 'loads'} since
        the deploy
      </p>
      <ol>
        {notes.map(({ at, what }) => (
          <li key={what}>
            <span className={styles.when}>{`+${((at - deployedAt) / 1_000).toFixed(1)} s`}</span> {what}
          </li>
        ))}
      </ol>
    </div>
  );
}
