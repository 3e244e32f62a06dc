/** Marks elements that stay hidden unless the page fails to start. */
export const LOST_SCREEN_ATTRIBUTE = 'data-adit-lost';

/** The template that holds such an element until then. It is not a child of the body. */
export const LOST_SCREEN_KEEPER = `template[${LOST_SCREEN_ATTRIBUTE}]`;

/** Shows these elements, or hides them again. */
export function setLostScreens(isLost: boolean): void {
  if (isLost)
    for (const { content } of document.querySelectorAll<HTMLTemplateElement>(LOST_SCREEN_KEEPER))
      document.body.prepend(content);
  for (const screen of document.querySelectorAll(`[${LOST_SCREEN_ATTRIBUTE}]`))
    screen.toggleAttribute('hidden', !isLost);
}
