import { findEvent, type EventSources } from '../find-event.ts';
import { statePage } from './document.ts';
import { drawParts } from './parts.ts';
import { traceMarkup } from './where-it-went.ts';

/**
 * Draws the current page.
 * @param event the requested event id, as it was entered; empty for none
 */
export async function drawPage(sources: EventSources, event: string): Promise<string> {
  const { board } = sources;
  const trace = event === '' ? undefined : await findEvent(sources, event);
  return statePage(drawParts(board), event, traceMarkup(trace, board.state().at));
}
