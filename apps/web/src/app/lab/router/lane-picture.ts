import type { Bar, BarKind, Lanes } from './lanes';

/** The colours of the picture, from the page's own style. */
export interface PictureColours {
  readonly kinds: Readonly<Record<BarKind, string>>;
  readonly failed: string;
  readonly refused: string;
  readonly waiting: string;
  readonly track: string;
  readonly beyond: string;
  readonly text: string;
  readonly textOnBar: string;
  readonly font: string;
}

/** What to draw, and how large. */
export interface Picture {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly lanes: Lanes;
  readonly now: number;
  /** Lanes to draw. */
  readonly laneCount: number;
  /** Lanes the governor allows; what lies beyond is marked. */
  readonly limit: number;
  readonly colours: PictureColours;
}

const ROW = 22;
const GAP = 3;
const WAITING_ROW = 34;
const REFUSED_ROW = 30;
const LABELS = 82;
const RADIUS = 4;
/** How much time the picture shows. */
const SPAN_MS = 4_000;
const MOST_MS_PER_PX = 9;
/** Below this a bar has no room for its number. */
const LABEL_ROOM = 22;

/** The height the picture needs, in CSS pixels. */
export const pictureHeight = (laneCount: number): number =>
  (laneCount + 1) * (ROW + GAP) + WAITING_ROW + GAP + REFUSED_ROW;

/** The colours as the element's style has them now: they change with the visitor's scheme. */
export function readColours(element: Element): PictureColours {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    kinds: {
      navigation: colour('--navigation'),
      intent: colour('--intent'),
      viewport: colour('--guess'),
      background: colour('--background'),
    },
    failed: colour('--failed'),
    refused: colour('--refused'),
    waiting: colour('--waiting'),
    track: colour('--track'),
    beyond: colour('--beyond'),
    text: colour('--muted'),
    textOnBar: colour('--on-bar'),
    font: style.fontFamily,
  };
}

/** Draws the lanes: time runs to the right, one row for each slot. */
export function drawPicture({ context, width, lanes, now, laneCount, limit, colours }: Picture): void {
  const room = width - LABELS;
  const span = Math.min(SPAN_MS, room * MOST_MS_PER_PX);
  const from = Math.max(0, now - span);
  const x = (time: number): number => LABELS + ((time - from) / span) * room;
  const isInView = (end: number): boolean => end >= from;
  let top = 0;

  function label(text: string, height: number): void {
    context.fillStyle = colours.text;
    context.textAlign = 'left';
    context.font = `500 12px ${colours.font}`;
    context.fillText(text, 0, top + height / 2);
  }

  function track(text: string, height: number, colour = colours.track): void {
    context.fillStyle = colour;
    context.beginPath();
    context.roundRect(LABELS, top, room, height, RADIUS);
    context.fill();
    label(text, height);
  }

  function bar({ kind, label: number, start, end = now, failed }: Bar): void {
    if (!isInView(end)) return;
    const left = Math.max(LABELS, x(start));
    const length = Math.max(3, x(end) - left - 1);
    context.fillStyle = failed ? colours.failed : colours.kinds[kind];
    context.beginPath();
    context.roundRect(left, top + 2, length, ROW - 4, RADIUS);
    context.fill();
    if (length < LABEL_ROOM || number === '') return;
    context.fillStyle = colours.textOnBar;
    context.textAlign = 'center';
    context.font = `600 11px ${colours.font}`;
    context.fillText(number, left + length / 2, top + ROW / 2);
  }

  function rowOf(text: string, bars: Iterable<Bar>, colour?: string): void {
    track(text, ROW, colour);
    for (const each of bars) bar(each);
    top += ROW + GAP;
  }

  function waiting(): void {
    track('Waiting', WAITING_ROW);
    const most = Math.max(8, ...lanes.depths.map(({ depth }) => depth));
    const bottom = top + WAITING_ROW - 2;
    const heightOf = (depth: number): number => (depth / most) * (WAITING_ROW - 6);
    context.fillStyle = colours.waiting;
    context.beginPath();
    context.moveTo(LABELS, bottom);
    let depthBefore = 0;
    for (const { at, depth } of lanes.depths) {
      const at0 = Math.max(LABELS, x(at));
      context.lineTo(at0, bottom - heightOf(depthBefore));
      context.lineTo(at0, bottom - heightOf(depth));
      depthBefore = depth;
    }
    context.lineTo(x(now), bottom - heightOf(depthBefore));
    context.lineTo(x(now), bottom);
    context.fill();
    top += WAITING_ROW + GAP;
  }

  function refused(): void {
    track('Refused', REFUSED_ROW);
    const bottom = top + REFUSED_ROW - 2;
    context.fillStyle = colours.refused;
    for (const { at, count } of lanes.refusals) {
      if (!isInView(at)) continue;
      const height = Math.min(REFUSED_ROW - 4, 4 + 2 * count);
      context.fillRect(Math.max(LABELS, x(at)), bottom - height, 3, height);
    }
    top += REFUSED_ROW;
  }

  context.clearRect(0, 0, width, pictureHeight(laneCount));
  context.textBaseline = 'middle';
  rowOf('Navigation', lanes.navigations);
  for (let lane = 0; lane < laneCount; lane += 1) {
    const isBeyond = lane >= limit;
    rowOf(
      `Slot ${lane + 1}`,
      lanes.bars.filter((each) => each.lane === lane),
      isBeyond ? colours.beyond : undefined,
    );
  }
  waiting();
  refused();
}
