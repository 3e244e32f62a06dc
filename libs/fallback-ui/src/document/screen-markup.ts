import { escapeHtml } from '@adit/common';
import type { ScreenAction, ScreenDescription } from '../describe-screen.ts';
import { searchFields } from '../search-fields.ts';
import { element, voidElement } from './html.ts';

const ACTION = 'adit-fallback-action';
const PRIMARY_ACTION = `${ACTION} ${ACTION}-primary`;

/** HTML of the application. It is inserted unchanged: never build it from a request. */
export interface ScreenSlots {
  /** First on the screen, in place of the short line there. Default none. */
  readonly logo?: string | undefined;
  /** Above the heading, in place of that line. Default none. */
  readonly illustration?: string | undefined;
}

const box = (name: string, html: string | undefined): string | undefined =>
  html && element('div', { class: `adit-fallback-${name}` }, html);

const paragraph = (className: string, html: string): string => element('p', { class: className }, html);

/** The space separates links if styles are blocked. */
const link = ({ href, label }: ScreenAction, className: string): string =>
  `${element('a', { class: className, href }, escapeHtml(label))} `;

/**
 * Draws a screen in the same HTML as the React screens; a test compares the two. React itself would be too large for a
 * service worker.
 */
export function screenMarkup(screen: ScreenDescription, { logo, illustration }: ScreenSlots): string {
  const { lang, dir, heading, lead, impact, advice, retryAfter, actions, search, help, code, reference } =
    screen;
  return element(
    'main',
    { class: 'adit-fallback', lang, dir },
    element(
      'div',
      { class: 'adit-fallback-panel' },
      box('logo', logo),
      box('illustration', illustration),
      element('h1', { class: 'adit-fallback-heading' }, escapeHtml(heading)),
      lead !== undefined && paragraph('adit-fallback-text adit-fallback-text-lead', escapeHtml(lead)),
      paragraph('adit-fallback-text', escapeHtml(impact)),
      paragraph('adit-fallback-text', escapeHtml(advice)),
      retryAfter &&
        paragraph(
          'adit-fallback-text adit-fallback-text-lead',
          element('time', { dateTime: retryAfter.dateTime }, escapeHtml(retryAfter.text)),
        ),
      search && searchForm(search),
      element(
        'div',
        { class: 'adit-fallback-actions' },
        ...actions.map((action, index) => link(action, index === 0 ? PRIMARY_ACTION : ACTION)),
      ),
      help.length > 0 &&
        paragraph('adit-fallback-help', help.map((action) => link(action, 'adit-fallback-link')).join('')),
      code !== undefined && paragraph('adit-fallback-reference', escapeHtml(code)),
      reference && paragraph('adit-fallback-reference', referenceHtml(reference)),
    ),
  );
}

function referenceHtml({ before, value, after }: NonNullable<ScreenDescription['reference']>): string {
  return [
    escapeHtml(before),
    element('bdi', { class: 'adit-fallback-digest' }, escapeHtml(value)),
    escapeHtml(after),
  ].join('');
}

function searchForm(search: NonNullable<ScreenDescription['search']>): string {
  const { href, name, label, button } = search;
  return element(
    'form',
    { class: 'adit-fallback-search', role: 'search', action: href },
    ...searchFields(search).map(([key, value]) => voidElement('input', { type: 'hidden', name: key, value })),
    voidElement('input', {
      class: 'adit-fallback-field',
      type: 'search',
      'aria-label': label,
      placeholder: label,
      name,
    }),
    ' ',
    element('button', { class: ACTION }, escapeHtml(button)),
  );
}
