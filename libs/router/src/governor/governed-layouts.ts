/** A route as Next sends it (`FlightRouterState`): a segment, its slots, and `refetch` where the answer begins. */
type RouteTree = readonly [
  segment: string | readonly string[],
  slots: Readonly<Record<string, RouteTree>>,
  refreshState?: unknown,
  marker?: unknown,
];

const PAGE = '__PAGE__';
const GROUP = /^\(.*\)$/;

/** The paths of the layouts with which an answer begins; those of pages end with `PAGE`. */
function startsOf([segment, slots, , marker]: RouteTree, above = ''): readonly string[] {
  const name = String(typeof segment === 'string' ? segment.split('?')[0] : segment[1]);
  const path = name === '' || GROUP.test(name) ? above : `${above}/${name}`;
  if (marker === 'refetch') return [path];
  return Object.values(slots).flatMap((child) => startsOf(child, path));
}

const pathOf = (page: string): string => decodeURIComponent(new URL(page).pathname);

/** Whether an address leads into a part of the site. A base path may precede the part. */
const isBelow = (path: string, start: string): boolean => `${path}/`.includes(`${start}/`);

/**
 * Whether a full prefetch may bring layouts that a navigation to another page also needs; the navigation then waits for
 * it. `tree` is the prefetch's `next-router-state-tree` header, `from` its page, `to` the navigation's. `true` if the
 * tree cannot be read, or if the prefetch's address does not show its route, because it was rewritten.
 */
export function mayBringLayouts(tree: string | undefined, from: string, to: string): boolean {
  try {
    const starts = startsOf(JSON.parse(decodeURIComponent(tree ?? '')) as RouteTree);
    const [own, destination] = [pathOf(from), pathOf(to)];
    return (
      own === destination ||
      starts.some((start) => !start.endsWith(PAGE) && (!isBelow(own, start) || isBelow(destination, start)))
    );
  } catch {
    return true;
  }
}
