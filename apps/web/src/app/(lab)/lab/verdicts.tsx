import { useEffect, useState } from 'react';
import type { EventOutcome } from '@adit/monitoring-config';
import type { FaultRun, JournalEntry } from './journal';

/** The time without an event after which the lab reports that none was raised. */
const SETTLE_MS = 3_000;

const WHERE = { browser: 'decided in the browser', server: 'decided on the server' };

/** Shows how monitoring handled a fault. Empty until one is raised. */
export function Verdicts({ run, silence }: { run: FaultRun | undefined; silence: string | undefined }) {
  const settled = useSettled(run?.at);
  if (!run) return null;
  return (
    <div className="verdicts" role="status">
      {run.entries.map((entry, index) => (
        <Verdict key={index} entry={entry} />
      ))}
      {run.entries.length === 0 && (
        <p className="verdict">
          {settled ? (
            <>
              <strong>Nothing was sent.</strong>{' '}
              {silence ?? 'No event was raised, or monitoring is off (see the overview).'}
            </>
          ) : (
            'Waiting for an event …'
          )}
        </p>
      )}
    </div>
  );
}

function Verdict({ entry: { side, outcome } }: { entry: JournalEntry }) {
  return (
    <p className={`verdict ${outcome.kind}`}>
      <strong>{describe(outcome)}</strong>
      <span>{outcome.title}</span>
      <span>{WHERE[side]}</span>
    </p>
  );
}

function describe(outcome: EventOutcome): string {
  switch (outcome.kind) {
    case 'sent':
      return `Sent (${outcome.status})`;
    case 'dropped':
      return `Dropped by ${outcome.ruleId}: ${outcome.reason}`;
    case 'would-drop':
      return `Kept, though ${outcome.ruleId} would drop it: ${outcome.reason}`;
    case 'failed':
      return `Not delivered: ${outcome.reason}`;
  }
}

function useSettled(since: number | undefined): boolean {
  const [settledSince, setSettledSince] = useState<number>();
  useEffect(() => {
    if (since === undefined) return;
    const timer = setTimeout(() => setSettledSince(since), Math.max(0, since + SETTLE_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [since]);
  return since !== undefined && settledSince === since;
}
