'use client';

import Link from 'next/link';
import { memo, useEffect, useRef } from 'react';
import { LINK_COUNT, ROUTER_LAB } from './link-states';
import styles from './router-lab.module.css';
import { linkNumbers, linkState, subscribeTraffic } from './traffic';

/** 500 links as tiles, coloured by the state of their prefetch. Rendered once: changed tiles are painted without React. */
export const LinkGrid = memo(function LinkGrid() {
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    function paint(numbers: Iterable<number>): void {
      for (const number of numbers) {
        const tile = list.current?.children[number - 1]?.firstElementChild;
        const phase = linkState(number)?.phase;
        if (tile instanceof HTMLElement && phase !== undefined) tile.dataset.phase = phase;
      }
    }
    paint(linkNumbers());
    return subscribeTraffic(paint);
  }, []);

  return (
    <ul ref={list} className={styles.grid}>
      {Array.from({ length: LINK_COUNT }, (_, index) => (
        <li key={index}>
          <Link className={styles.tile} href={`${ROUTER_LAB}/${index + 1}`}>
            <span className="visually-hidden">Page </span>
            {index + 1}
          </Link>
        </li>
      ))}
    </ul>
  );
});
