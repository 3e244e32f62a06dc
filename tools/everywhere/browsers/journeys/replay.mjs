// Session replay of a visit with an error: its recording reaches ingest through the tunnel.
import { inflateSync } from 'node:zlib';
import { receivedItems } from 'everywhere-e2e/src/support/envelopes.ts';
import { application, openLab, throwError } from '../application.mjs';
import { eventually, untilPage, useBrowser } from '../browser.mjs';

const used = useBrowser({ served: application({ SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE: '1' }) });

beforeEach(() => used.ingest.reset());

/** The content of a recording: the events of rrweb, after a line with the number of the segment. */
function decode(payload) {
  const bytes = Buffer.from(payload);
  const end = bytes.indexOf('\n');
  const { segment_id: segment } = JSON.parse(bytes.subarray(0, end));
  const body = bytes.subarray(end + 1);
  // If the page may not start a worker, nothing is compressed.
  const text = body[0] === 0x5b ? body : inflateSync(body);
  return { segment, events: JSON.parse(text) };
}

const itemsOf = (type) => receivedItems(used.ingest).filter((item) => item.type === type);
const FULL_SNAPSHOT = 2;

/** Opens the lab, and waits until it is being recorded. */
async function openRecorded() {
  const tab = await openLab(used);
  await untilPage(tab, () => sessionStorage.getItem('sentryReplaySession') !== null);
  return tab;
}

describe('session replay', () => {
  it('of a visit with an error reaches ingest, can be decoded, and is the one that the error names', async () => {
    // Control: nothing is sent for a visit without an error.
    await used.close(await openRecorded());
    const tab = await openRecorded();
    const { event } = await throwError(used, tab);
    await eventually(() => expect(itemsOf('replay_recording').length).toBeGreaterThan(0));
    const [recording] = itemsOf('replay_recording');
    const [{ payload: about }] = itemsOf('replay_event');
    expect(new Set(itemsOf('replay_event').map(({ payload }) => payload.replay_id)).size).toBe(1);
    const { segment, events } = decode(recording.payload);
    expect(segment).toBe(0);
    expect(events.map(({ type }) => type)).toContain(FULL_SNAPSHOT);
    expect(JSON.stringify(events)).toContain('client-error');
    expect(about.replay_type).toBe('buffer');
    expect(about.error_ids).toContain(event.event_id);
    expect(event.tags.replayId).toBe(about.replay_id);
  });
});
