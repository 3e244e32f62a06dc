import { readStored, store } from '../../../stored';
import { createExternalValue } from './external-value';

/** What happened, and when (milliseconds since the epoch). */
export interface DeployNote {
  readonly at: number;
  readonly what: string;
}

/** What has happened in this tab since the newest deployment; it survives document loads. */
export interface DeployJournal {
  readonly deployedAt: number | undefined;
  /** Documents loaded since. */
  readonly loads: number;
  /** `performance.timeOrigin` of the newest document that was noted. */
  readonly documentAt: number;
  readonly notes: readonly DeployNote[];
}

const STORED = 'deploy';
const KEPT_NOTES = 8;

/** A journal without a deployment. */
export const NO_DEPLOY: DeployJournal = { deployedAt: undefined, loads: 0, documentAt: 0, notes: [] };

/** The journal of this tab. */
export const deployJournal = createExternalValue<DeployJournal>({
  read: () => (readStored(STORED) as DeployJournal | undefined) ?? NO_DEPLOY,
  write: (journal) => store(STORED, journal),
});

function addNote(journal: DeployJournal, what: string): void {
  deployJournal.set({
    ...journal,
    notes: [...journal.notes, { at: Date.now(), what }].slice(-KEPT_NOTES),
  });
}

/** Notes what happened, once, where there is a deployment that it belongs to. */
export function noteDeploy(what: string): void {
  const journal = deployJournal.get();
  const isKnown = journal.notes.some((note) => note.what === what);
  if (journal.deployedAt !== undefined && !isKnown) addNote(journal, what);
}

/** Begins a journal: a deployment has been made. */
export const beginDeployJournal = (what: string): void =>
  addNote({ ...NO_DEPLOY, deployedAt: Date.now(), documentAt: performance.timeOrigin }, what);

/** Counts this document, once, if it was loaded after the deployment. */
export function noteDocument(build: string): void {
  const journal = deployJournal.get();
  const { deployedAt, documentAt, loads } = journal;
  const { timeOrigin } = performance;
  if (deployedAt === undefined || timeOrigin <= documentAt) return;
  addNote(
    { ...journal, documentAt: timeOrigin, loads: loads + 1 },
    `The browser loaded ${location.pathname} as a document of ${build}.`,
  );
}
