import { adit } from '../adit-config.ts';

// eslint-disable-next-line @typescript-eslint/no-unused-vars -- the rest are the links
const { pack, locale, cookieName, followsDocument, texts, ...links } = adit.screens ?? {};

/** Props of every screen from `adit.config`. */
export const LINKS = { ...links, siteName: adit.name };

/** How the browser chooses the language of its screens. */
export const LANGUAGE = { pack, locale, cookieName, followsDocument };
