import { createMemorySpool } from '@adit/spool/memory';
import { SpoolFullError, type SpoolStore } from '@adit/spool';
import { answer, chunksOf, createStubTransport } from '../testing/stub-transport.helper.ts';
import {
  ENVELOPE,
  envelopeOf,
  post,
  startStubbed,
  type StubbedOptions,
} from '../testing/stubbed-tunnel.helper.ts';

const away = createStubTransport(() => Promise.reject(new Error('no route')));
const answering = (reply: Parameters<typeof answer>[0]) =>
  createStubTransport(() => Promise.resolve(answer(reply)));
const failing = (error: Error): SpoolStore => ({
  ...createMemorySpool(),
  append: () => Promise.reject(error),
});

/** The loss reasons that were counted, with their counts. */
async function lostBy(options: StubbedOptions, body = ENVELOPE): Promise<Record<string, number>> {
  const { tunnel } = startStubbed(options);
  await post(tunnel, { body: chunksOf(body) });
  const { lost, projects } = tunnel.stats();
  const counted = Object.fromEntries(Object.entries(lost).filter(([, count]) => count > 0));
  const ofProjects = Object.values(projects).reduce((sum, project) => sum + project.lost, 0);
  expect(ofProjects).toBe(Object.values(lost).reduce((sum, count) => sum + count, 0));
  return counted;
}

describe('stats().lost', () => {
  it.each<[string, StubbedOptions, Record<string, number>]>([
    ['ingest cannot be reached, without a spool', { transport: away }, { unreachable: 1 }],
    ['ingest answers with a redirect', { transport: answering({ status: 302 }) }, { 'invalid-answer': 1 }],
    [
      'the spool is full',
      { transport: away, spool: failing(new SpoolFullError('full')) },
      { 'spool-full': 1 },
    ],
    ['the spool fails', { transport: away, spool: failing(new Error('EIO')) }, { 'spool-failing': 1 }],
  ])('counts an envelope once if %s', async (_name, options, lost) => {
    expect(await lostBy(options)).toEqual(lost);
  });

  it.each<[string, StubbedOptions, Uint8Array<ArrayBuffer>]>([
    ['ingest takes', { transport: answering({}) }, ENVELOPE],
    ['ingest refuses, as the client is told', { transport: answering({ status: 400 }) }, ENVELOPE],
    ['ingest limits', { transport: answering({ status: 429 }) }, ENVELOPE],
    ['is stored', { transport: away, spool: createMemorySpool() }, ENVELOPE],
    [
      'is invalid',
      { transport: away },
      envelopeOf({ type: 'event', payload: {} }, { type: 'event', payload: {} }) as Uint8Array<ArrayBuffer>,
    ],
  ])('does not count an envelope that %s', async (_name, options, body) => {
    expect(await lostBy(options, body)).toEqual({});
  });

  it('counts what the store says it has lost', () => {
    const spool: SpoolStore = { ...createMemorySpool(), lost: () => 3 };
    expect(startStubbed({ spool }).tunnel.stats().lost.damaged).toBe(3);
  });

  it('counts nothing if the store does not know', () => {
    const lost = (): number => {
      throw new Error('x');
    };
    const { tunnel, faults } = startStubbed({ spool: { ...createMemorySpool(), lost } });
    expect(tunnel.stats().lost.damaged).toBe(0);
    const text = (): number => 'many' as unknown as number;
    expect(startStubbed({ spool: { ...createMemorySpool(), lost: text } }).tunnel.stats().lost.damaged).toBe(
      0,
    );
    expect(faults).toMatchObject([{ part: 'spool' }]);
  });
});

describe('stats().clientDiscarded', () => {
  const report = envelopeOf({
    type: 'client_report',
    payload: {
      timestamp: 1,
      discarded_events: [{ reason: 'event_processor', category: 'error', quantity: 4 }],
    },
  });

  const whole = {
    headers: { 'content-length': String(report.byteLength) },
    get body() {
      return chunksOf(report);
    },
  };

  it('adds up what client reports say that pass through', async () => {
    const { tunnel } = startStubbed({ transport: answering({}) });
    await post(tunnel, whole);
    await post(tunnel, whole);
    expect(tunnel.stats().clientDiscarded).toEqual({ event_processor: { error: 8 } });
  });

  it('leaves out a report that goes nowhere', async () => {
    const { tunnel } = startStubbed({ transport: away });
    await post(tunnel, whole);
    expect(tunnel.stats().clientDiscarded).toEqual({});
  });
});
