import { expect, it } from '@jest/globals';
import { chooseLinks, outcomeOf, type PageState } from './page-state.ts';

const BEFORE: PageState = {
  address: 'http://shop/',
  text: 'Home',
  headings: ['Home'],
  isLoading: false,
  isLeaving: false,
};

it.each([
  ['a document', BEFORE, 1, 'document'],
  ['another page', { ...BEFORE, address: 'http://shop/a', text: 'A' }, 0, 'page'],
  ['a new heading in its place', { ...BEFORE, text: 'Sorry', headings: ['Sorry'] }, 0, 'screen'],
  ['an address whose content never comes', { ...BEFORE, address: 'http://shop/a' }, 0, undefined],
  ['a fragment', { ...BEFORE, address: 'http://shop/#a', text: 'Loading' }, 0, undefined],
  ['a word beside the page', { ...BEFORE, text: 'Home Loading' }, 0, undefined],
  ['fewer headings', { ...BEFORE, headings: [] }, 0, undefined],
  ['nothing', BEFORE, 0, undefined],
])('a click that led to %s', (_name, after, documents, outcome) => {
  expect(outcomeOf(BEFORE, after, documents)).toBe(outcome);
});

it('chooses the first links, one for each path', () => {
  const links = ['/a', '/a?page=2', '/b', '/c'].map((path, index) => ({ href: `http://shop${path}`, index }));
  expect(chooseLinks(links, 2).map(({ index }) => index)).toEqual([0, 2]);
  expect(chooseLinks(links, 0)).toEqual([]);
});
