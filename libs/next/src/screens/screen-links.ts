import { adit } from '../adit-config.ts';

const { pack, locale, cookieName, followsDocument, texts, ...links } = adit.screens ?? {};

/** Props of every screen, as `adit.config` has them. */
export const LINKS = { ...links, siteName: adit.name };

/** How the browser chooses the language of its screens. */
export const LANGUAGE = { pack, locale, cookieName, followsDocument };

/** The texts until the visitor's language is loaded. Default: English. */
export const INITIAL_TEXTS = texts;
