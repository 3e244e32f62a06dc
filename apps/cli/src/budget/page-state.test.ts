import { expect, it } from '@jest/globals';
import { chooseLinks, outcomeOf, type PageState } from './page-state.ts';

const BEFORE: PageState = {
  document: 0.1,
  address: 'http://shop/',
  text: 'Home',
  headings: ['Home'],
  isLoading: false,
  isLeaving: false,
};

it.each([
  ['a document', { ...BEFORE, document: 0.2 }, 'document'],
  ['another page', { ...BEFORE, address: 'http://shop/a', text: 'A' }, 'page'],
  ['a new heading in its place', { ...BEFORE, text: 'Sorry', headings: ['Sorry'] }, 'screen'],
  ['an address whose content never comes', { ...BEFORE, address: 'http://shop/a' }, undefined],
  ['a fragment', { ...BEFORE, address: 'http://shop/#a', text: 'Loading' }, undefined],
  ['a word beside the page', { ...BEFORE, text: 'Home Loading' }, undefined],
  ['fewer headings', { ...BEFORE, headings: [] }, undefined],
  ['nothing', BEFORE, undefined],
])('a click that led to %s', (_name, after, outcome) => {
  expect(outcomeOf(BEFORE, after)).toBe(outcome);
});

it('chooses the first links, one for each path', () => {
  const links = ['/a', '/a?page=2', '/b', '/c'].map((path, index) => ({ href: `http://shop${path}`, index }));
  expect(chooseLinks(links, 2).map(({ index }) => index)).toEqual([0, 2]);
  expect(chooseLinks(links, 0)).toEqual([]);
});
