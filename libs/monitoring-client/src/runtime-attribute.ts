/** The part of `document` that is read. */
export interface AttributeSource {
  readonly documentElement: { readonly getAttribute: (name: string) => string | null };
}

/** The text of an attribute of `<html>`, such as the `data-` attribute the server put the run-time configuration in. */
export function readRuntimeAttribute(document: AttributeSource, name: string): string | undefined {
  return document.documentElement.getAttribute(name) ?? undefined;
}
