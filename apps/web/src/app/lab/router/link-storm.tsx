'use client';

import { useEffect } from 'react';
import { Comparison } from './comparison';
import { Figures } from './figures';
import { LaneChart } from './lane-chart';
import { LinkGrid } from './link-grid';
import styles from './router-lab.module.css';
import { documentSetup, setupHref, type Setup } from './setup';
import { simulateNetwork } from './simulate-network';
import { openSkewMonitor } from './skew';
import { openTraffic } from './traffic';
import { watchRequests } from './watch-requests';

/** 500 links, and what becomes of them, live. */
export function LinkStorm({ setup }: { setup: Setup }) {
  const { prefetch, network } = setup;

  // Links ask for their pages when an IntersectionObserver says that they are in view, which is after every effect.
  useEffect(() => {
    const began = documentSetup();
    if (began.prefetch !== prefetch || began.network !== network) {
      // Reached without a document load: the governor of this document is arranged otherwise.
      location.replace(setupHref({ prefetch, network }));
      return;
    }
    const traffic = openTraffic();
    const restore = simulateNetwork(network);
    const stop = watchRequests({
      onEvent: prefetch === 'next' ? traffic.see : undefined,
      onAnswer: openSkewMonitor().inspect,
      onNavigation: traffic.beginNavigation,
      onNavigationAnswered: traffic.endNavigation,
    });
    return () => {
      restore();
      stop();
    };
  }, [prefetch, network]);

  return (
    <div className={styles.storm}>
      <div className={styles.live}>
        <LaneChart />
        <Figures />
        <Comparison setup={setup} />
      </div>
      <div className={styles.links}>
        <a className={styles.skip} href="#deploy">
          Skip the 500 links
        </a>
        <LinkGrid />
      </div>
    </div>
  );
}
