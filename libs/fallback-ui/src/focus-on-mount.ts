/** A ref that moves the focus to an element once, when it comes into the page. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
