'use client';

import { useEffect, useRef, useState } from 'react';
import { drawPicture, pictureHeight, readColours } from './lane-picture';
import styles from './router-lab.module.css';
import { openTraffic } from './traffic';
import { useTotals } from './use-traffic';

/** What the governor lets run at once (S28). */
const SLOTS = 5;
/** With less motion the picture changes once in a while instead of gliding. */
const CALM_FRAME_MS = 500;

/** The lanes as a picture that moves only while there is traffic. The figures beside it say the same in words. */
export function LaneChart() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [paused, setPaused] = useState(false);
  const { peakInFlight } = useTotals();
  const laneCount = Math.max(SLOTS, peakInFlight);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context == null) return;
    const traffic = openTraffic();
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    let colours = readColours(element);
    let frame: number | undefined;
    let drawnAt = 0;

    function draw(at: number): void {
      frame = undefined;
      if (element === null || context == null) return;
      if (!isCalm.matches || at - drawnAt >= CALM_FRAME_MS || !traffic.clock.isRunning()) {
        drawnAt = at;
        const { clock, lanes } = traffic;
        const width = element.clientWidth;
        drawPicture({ context, width, lanes, now: clock.read(), laneCount, limit: SLOTS, colours });
      }
      if (traffic.clock.isRunning() && !paused) plan();
    }

    function plan(): void {
      frame ??= requestAnimationFrame(draw);
    }

    function resize(): void {
      if (element === null || context == null) return;
      const scale = devicePixelRatio;
      element.width = Math.round(element.clientWidth * scale);
      element.height = Math.round(pictureHeight(laneCount) * scale);
      context.setTransform(scale, 0, 0, scale, 0, 0);
      plan();
    }

    function recolour(): void {
      if (element !== null) colours = readColours(element);
      plan();
    }

    const observer = new ResizeObserver(resize);
    observer.observe(element);
    scheme.addEventListener('change', recolour);
    const unsubscribe = paused ? undefined : traffic.subscribe(plan);
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      observer.disconnect();
      scheme.removeEventListener('change', recolour);
      unsubscribe?.();
    };
  }, [laneCount, paused]);

  return (
    <figure className={styles.chart}>
      <canvas
        ref={canvas}
        role="img"
        aria-label="Requests in their slots over time; what waits and what is refused below them"
        style={{ blockSize: pictureHeight(laneCount) }}
      />
      <figcaption className={styles.legend}>
        <ul>
          <li data-kind="guess">guess: in view</li>
          <li data-kind="intent">intent: pointed at</li>
          <li data-kind="navigation">navigation</li>
        </ul>
        <button
          type="button"
          className={styles.small}
          aria-pressed={paused}
          onClick={() => setPaused(!paused)}
        >
          Pause the picture
        </button>
      </figcaption>
    </figure>
  );
}
