import { setLostScreens } from './lost-screens.ts';

afterEach(() => document.querySelectorAll('[data-adit-lost]').forEach((element) => element.remove()));

it('shows a screen from the head first in the body, once, and hides it again', () => {
  const keeper = document.createElement('template');
  keeper.setAttribute('data-adit-lost', '');
  keeper.innerHTML = '<div data-adit-lost hidden>Lost</div>';
  document.head.append(keeper);
  const page = document.createElement('main');
  document.body.append(page);

  setLostScreens(false);
  expect([...document.body.children]).toEqual([page]);
  setLostScreens(true);
  setLostScreens(true);
  expect([...document.body.children].map(({ textContent }) => textContent)).toEqual(['Lost', '']);
  const shown = document.body.firstElementChild as HTMLElement;
  expect(shown.hidden).toBe(false);
  setLostScreens(false);
  expect(shown.hidden).toBe(true);
  page.remove();
});
