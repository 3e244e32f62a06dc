import { useCallback, useEffect, useMemo, useState } from 'react';
import type { EventOutcome } from '@adit/monitoring-config';
import { browserOutcomes, readTabOutcomes } from '../tab-outcomes';
import { readStored, store } from '../stored';
import { attributeOutcomes, type FaultStarts } from './journal';

const readStarts = (): FaultStarts => (readStored('starts') as FaultStarts | undefined) ?? [];

/** The outcomes of browser and server for each fault raised in this tab. */
export function useJournal() {
  const [starts, setStarts] = useState<FaultStarts>([]);
  const [inBrowser, setInBrowser] = useState<readonly EventOutcome[]>([]);
  const [onServer, setOnServer] = useState<readonly EventOutcome[]>([]);

  useEffect(() => {
    setStarts(readStarts());
    const update = () => setInBrowser(readTabOutcomes());
    update();
    return browserOutcomes.subscribe(update);
  }, []);

  useEffect(() => {
    const stream = new EventSource('/lab/outcomes');
    stream.onmessage = ({ data }: MessageEvent<string>) => setOnServer(JSON.parse(data) as EventOutcome[]);
    return () => stream.close();
  }, []);

  const begin = useCallback((faultId: string) => {
    const others = readStarts().filter((start) => start.faultId !== faultId);
    const next = [...others, { faultId, at: Date.now() }];
    // Stored first: the fault may unload this page at once.
    store('starts', next);
    setStarts(next);
  }, []);

  const runs = useMemo(
    () =>
      attributeOutcomes(starts, [
        ...inBrowser.map((outcome) => ({ side: 'browser' as const, outcome })),
        ...onServer.map((outcome) => ({ side: 'server' as const, outcome })),
      ]),
    [starts, inBrowser, onServer],
  );
  return { runs, begin };
}
