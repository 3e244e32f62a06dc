'use client';

import Link from 'next/link';
import { memo, useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { LINK_COUNT, linkNumber, type LinkState } from './link-states';
import { REASONS } from './reasons';
import styles from './router-lab.module.css';
import { openTraffic } from './traffic';
import { useLink } from './use-traffic';
import { ROUTER_LAB } from './setup';

const INSPECTOR = 'link-state';
const NUMBERS = Array.from({ length: LINK_COUNT }, (_, index) => index + 1);

/** Rendered once: the tiles are painted past React, at most once a frame and only those that have changed. */
const Tiles = memo(function Tiles() {
  return NUMBERS.map((number) => (
    <li key={number}>
      <Link className={styles.tile} href={`${ROUTER_LAB}/${number}`} aria-describedby={INSPECTOR}>
        <span className="visually-hidden">Page </span>
        {number}
      </Link>
    </li>
  ));
});

/** 500 links as tiles, each in the colour of what became of its prefetch. */
export function LinkGrid() {
  const list = useRef<HTMLUListElement>(null);
  const [inspected, setInspected] = useState<number>();

  useEffect(() => {
    const traffic = openTraffic();
    function paint(numbers: Iterable<number>): void {
      for (const number of numbers) {
        const tile = list.current?.children[number - 1]?.firstElementChild;
        const phase = traffic.link(number)?.phase;
        if (tile instanceof HTMLElement && phase !== undefined) tile.dataset.phase = phase;
      }
    }
    paint(traffic.linkNumbers());
    return traffic.subscribeLinks(paint);
  }, []);

  function inspect({ target }: SyntheticEvent): void {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link !== null) setInspected(linkNumber(link.href));
  }

  return (
    <>
      <Inspector number={inspected} />
      <ul ref={list} className={styles.grid} onPointerOver={inspect} onFocus={inspect}>
        <Tiles />
      </ul>
    </>
  );
}

/** What became of the link under the pointer or in focus. */
function Inspector({ number }: { number: number | undefined }) {
  const state = useLink(number);
  return (
    <p id={INSPECTOR} className={styles.inspector}>
      {number === undefined ? (
        'Point at a tile far down: an intent overtakes every guess that waits.'
      ) : (
        <>
          <strong>Page {number}</strong> {describe(state)}
        </>
      )}
    </p>
  );
}

const PHASES: Readonly<Record<Exclude<LinkState['phase'], 'done' | 'refused'>, string>> = {
  queued: 'waits for its turn',
  'in-flight': 'is under way',
  failed: 'failed',
  cancelled: 'is no longer wanted',
  used: 'was fetched, and used',
  late: 'was asked for before its prefetch had come',
  wasted: 'was fetched for nothing',
};

function describe(state: LinkState | undefined): string {
  if (state === undefined) return 'has not been asked for';
  const { phase, reason, durationMs = 0, bytes = 0 } = state;
  if (phase === 'done') {
    const size = bytes > 0 ? `, ${(bytes / 1_000).toFixed(1)} kB` : '';
    return `is here: ${Math.round(durationMs)} ms${size}`;
  }
  if (phase === 'refused') return `was refused: ${REASONS[reason as keyof typeof REASONS]}`;
  return PHASES[phase];
}
