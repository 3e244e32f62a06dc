import { watchOutages, type OutageNews, type OutageWatch, type OutageWatchOptions } from '@adit/tunnel';
import { describeError, type Log } from './log.ts';

/** Options of {@link createOutageLog}. */
interface OutageLogOptions extends Omit<OutageWatchOptions, 'tell'> {
  log: Log;
}

/** Logs the beginning and the end of outages of ingest, and that the spool is empty again. */
export const createOutageLog = ({ log, ...options }: OutageLogOptions): OutageWatch =>
  watchOutages({ ...options, tell: (news) => logNews(log, news) });

function logNews(log: Log, news: OutageNews): void {
  if (news.kind === 'began') {
    const { outcome, cause } = news;
    log.warn('outage-began', { outcome, cause: cause === undefined ? undefined : describeError(cause) });
    return;
  }
  const { kind, ...fields } = news;
  log.info(kind === 'ended' ? 'outage-ended' : 'spool-delivered', fields);
}
