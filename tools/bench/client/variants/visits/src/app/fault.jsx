'use client';

// Does the steps of a visit that its driver has planned, see ../../../../visit-plans.mjs: `benchPlan`. `benchClick` clicks
// like a visitor, and `benchDone` says that all is done.
import { captureError } from '@adit/next/report';
import { useEffect, useState } from 'react';

const startedAt = globalThis.performance?.now();
let breakPage;
let noteHydration;
const hydration = new Promise((resolve) => {
  noteHydration = resolve;
});
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const STEPS = {
  throw: (text) => {
    setTimeout(() => {
      throw new RangeError(text);
    });
  },
  report: (text) => globalThis.reportError(new TypeError(text)),
  listener: (text) => {
    const target = new EventTarget();
    target.addEventListener('tide', () => {
      throw new Error(text, { cause: new Error('The gauge is stuck') });
    });
    target.dispatchEvent(new Event('tide'));
  },
  reject: (text) => void Promise.reject(new Error(text)),
  rejectText: (text) => void Promise.reject(text),
  capture: (text) => captureError(new Error(text), { tags: { part: 'gauge' } }),
  noise: () => dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop limit exceeded' })),
  console: (text) => console.error(text),
  click: () => globalThis.benchClick('header strong'),
  about: async () => {
    await hydration;
    await globalThis.benchClick('a[href="/about"]', '/about');
  },
  tides: async () => {
    await hydration;
    await globalThis.benchClick('a[href="/"]', '/');
  },
  render: async (text) => {
    await hydration;
    breakPage(text);
  },
};

async function doAll(plan) {
  for (const { at, step, text } of plan) {
    await sleep(at - (performance.now() - startedAt));
    await STEPS[step](text);
  }
  await globalThis.benchDone();
}

if (globalThis.benchPlan) void doAll(globalThis.benchPlan);

/** Renders nothing, or throws if the plan says so. */
export function Fault() {
  const [text, setText] = useState();
  useEffect(() => {
    breakPage = setText;
    noteHydration();
  }, []);
  if (text) throw new Error(text);
  return null;
}
