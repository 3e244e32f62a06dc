import { adit } from '../adit-config.ts';

// eslint-disable-next-line @typescript-eslint/no-unused-vars -- what is left are the links
const { pack, locale, cookieName, followsDocument, texts, ...links } = adit.screens ?? {};

/** Props of every screen, as `adit.config` has them. */
export const LINKS = { ...links, siteName: adit.name };

/** How the browser chooses the language of its screens. */
export const LANGUAGE = { pack, locale, cookieName, followsDocument };
