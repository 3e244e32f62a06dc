import { setTimeout as sleep } from 'node:timers/promises';
import { measureProcess, type ProcessMeter } from './process-meter.ts';

let meter: ProcessMeter;

beforeEach(() => {
  meter = measureProcess();
});
afterEach(() => meter.stop());

const spin = (ms: number): void => {
  for (const end = Date.now() + ms; Date.now() < end;);
};

it('reads memory, uptime and the processor time of this process, which only grows', () => {
  const before = meter.read();
  spin(50);
  const { counts, memoryBytes, uptimeS } = meter.read();

  expect(memoryBytes).toBeGreaterThan(1_000_000);
  expect(uptimeS).toBeGreaterThan(before.uptimeS);
  expect(counts.cpuUserS + counts.cpuSystemS).toBeGreaterThan(
    before.counts.cpuUserS + before.counts.cpuSystemS,
  );
});

it('tells the delays of the event loop since the last reading, in seconds', async () => {
  await sleep(40);
  spin(200);
  await sleep(40);
  const { p50, p99, max } = meter.read().loopDelayS;

  expect(max).toBeGreaterThan(0.1);
  expect(p50).toBeLessThanOrEqual(p99);
  expect(p99).toBeLessThanOrEqual(max);
  expect(meter.read().loopDelayS.max).toBeLessThan(0.1);
});
