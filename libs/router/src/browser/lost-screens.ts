/** On elements that are hidden until a page turns out not to start. */
export const LOST_SCREEN_ATTRIBUTE = 'data-adit-lost';

/** Shows these elements, or hides them again. */
export function setLostScreens(isLost: boolean): void {
  for (const screen of document.querySelectorAll(`[${LOST_SCREEN_ATTRIBUTE}]`))
    screen.toggleAttribute('hidden', !isLost);
}
