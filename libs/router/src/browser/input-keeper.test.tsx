import { act, render, screen } from '@testing-library/react';
import { createFakeClock } from '@adit/testing';
import { useState, type ReactNode } from 'react';
import { createTabStorage } from '../../testing/tab.helper.ts';
import type { StorageLike } from '../platform.ts';
import { watchTyping } from './watch-typing.ts';

const FORM = `
  <form id="order">
    <input name="name"><textarea name="note">hello</textarea>
    <select name="size"><option>S</option><option>L</option></select>
    <input type="checkbox" name="gift">
    <input type="password" name="word"><input name="number">
  </form>
  <form id="other"><input name="city"></form>`;

/** Longer than all waits for fields that no framework has made its own. */
const ALL_WAITS_MS = 6_400;

const at = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;

function type(name: string, value: string, event = 'input'): void {
  at(name).value = value;
  at(name).dispatchEvent(new Event(event, { bubbles: true }));
}
const end = (form: string, how: 'submit' | 'reset'): boolean =>
  document.getElementById(form)!.dispatchEvent(new Event(how, { bubbles: true, cancelable: true }));

/** A tab whose documents share storage and time. */
function createTab(storage: StorageLike | null = createTabStorage(), navigation?: EventTarget) {
  const clock = createFakeClock({ now: 1_000_000 });
  let stop = (): void => undefined;
  const leave = (url: string, sameDocument = false): void => {
    navigation?.dispatchEvent(Object.assign(new Event('navigate'), { destination: { sameDocument, url } }));
    if (!sameDocument) window.dispatchEvent(new Event('pagehide'));
  };
  const view = {
    document,
    addEventListener: window.addEventListener.bind(window),
    ...(navigation && { navigation }),
  };
  return {
    clock,
    storage,
    leave,
    /** Loads a document in place of the last one. */
    async open(html = FORM, href = 'https://app.example/order') {
      leave(href);
      stop();
      document.body.innerHTML = html;
      const location = { href };
      const onUnsent = jest.fn();
      const typing = watchTyping({
        view,
        location,
        clock,
        storage: () => {
          if (storage === null) throw new Error('SecurityError');
          return storage;
        },
        onUnsent,
        now: clock.now,
      });
      stop = typing.stop;
      const keeper = (await typing.load())!;
      await clock.advance(ALL_WAITS_MS);
      return { ...keeper, location, onUnsent };
    },
    stop: () => stop(),
  };
}

let tab: ReturnType<typeof createTab>;
beforeEach(() => (tab = createTab(undefined, new EventTarget())));
afterEach(() => tab.stop());

const values = () => [at('name').value, at('note').value, at('size').value, at('gift').checked];

function typeAll(): void {
  type('name', 'Ada');
  type('note', 'Long');
  type('size', 'L');
  at('gift').click();
}

it('restores every kind of field on the same page, and takes the note away', async () => {
  const { keep } = await tab.open();
  typeAll();
  keep();
  const { onUnsent } = await tab.open(FORM, 'https://app.example/order#part');
  expect(values()).toEqual(['Ada', 'Long', 'L', true]);
  expect(onUnsent).not.toHaveBeenCalled();
  await tab.open();
  expect(values()).toEqual(['', 'hello', 'S', false]);
});

it('control: a page that is left by itself keeps nothing', async () => {
  await tab.open();
  typeAll();
  await tab.open();
  expect(values()).toEqual(['', 'hello', 'S', false]);
});

it('keeps what is typed until the document is left', async () => {
  const { keep } = await tab.open();
  keep();
  type('name', 'Ada');
  await tab.open();
  expect(at('name').value).toBe('Ada');
});

it('does not keep passwords, also once shown, nor cards', async () => {
  const { keep } = await tab.open();
  type('word', 'hunter2');
  at('word').type = 'text';
  type('number', '4111 1111 1111 1111');
  keep();
  expect(JSON.stringify([...(tab.storage as ReturnType<typeof createTabStorage>).held])).not.toMatch(
    /hunter|4111/,
  );
});

it('restores nothing on another page, and the values once the visitor is back', async () => {
  const { keep } = await tab.open();
  type('name', 'Ada');
  keep();
  await tab.open(FORM, 'https://app.example/order?id=2');
  expect(at('name').value).toBe('');
  await tab.open();
  expect(at('name').value).toBe('Ada');
});

it('restores nothing after five minutes', async () => {
  const { keep } = await tab.open();
  type('name', 'Ada');
  keep();
  await tab.open('');
  await tab.clock.advance(300_000);
  await tab.open();
  expect(at('name').value).toBe('');
});

it('waits for fields that come late, and leaves those alone in which the visitor types', async () => {
  const { keep } = await tab.open();
  type('name', 'Ada');
  type('note', 'Long');
  keep();
  tab.stop();
  window.dispatchEvent(new Event('pagehide'));
  document.body.innerHTML = '';
  const { clock, storage } = tab;
  await watchTyping({
    view: window,
    location: { href: 'https://app.example/order' },
    clock,
    storage: () => storage,
    onUnsent: () => undefined,
    now: clock.now,
  }).load();
  await clock.advance(1_000);
  document.body.innerHTML = FORM;
  type('name', 'Bob');
  await clock.advance(ALL_WAITS_MS);
  expect(values()).toEqual(['Bob', 'Long', 'S', false]);
  expect(clock.pending).toBe(0);
});

it('stops at another page', async () => {
  const { keep } = await tab.open();
  type('name', 'Ada');
  keep();
  window.dispatchEvent(new Event('pagehide'));
  const { location } = await tab.open('');
  location.href = 'https://app.example/other';
  document.body.innerHTML = FORM;
  await tab.clock.advance(ALL_WAITS_MS);
  expect(at('name').value).toBe('');
});

it('lets React’s state follow, as soon as it has made the field its own', async () => {
  const { keep } = await tab.open();
  type('name', 'Ada');
  keep();
  await tab.open('<form id="order"></form>', 'https://app.example/elsewhere');
  tab.stop();
  document.body.innerHTML = '';
  function Form(): ReactNode {
    const [name, setName] = useState('');
    return (
      <form id="order">
        <input name="name" value={name} onChange={(event) => setName(event.target.value)} />
        <output>{name}</output>
      </form>
    );
  }
  render(<Form />);
  await act(async () => {
    await watchTyping({
      view: window,
      location: { href: 'https://app.example/order' },
      clock: tab.clock,
      storage: () => tab.storage,
      onUnsent: () => undefined,
      now: tab.clock.now,
    }).load();
  });
  expect(screen.getByRole('status').textContent).toBe('Ada');
});

it('remembers fields that an error screen replaces before the page is left', async () => {
  const { note, keep } = await tab.open();
  type('name', 'Ada');
  note();
  document.body.innerHTML = '<h1>Error</h1>';
  keep();
  await tab.open();
  expect(at('name').value).toBe('Ada');
});

it('keeps nothing of a form that was submitted or reset, unless it is edited again', async () => {
  const { keep } = await tab.open();
  type('name', 'Ada');
  type('city', 'Paris');
  end('order', 'submit');
  end('other', 'reset');
  keep();
  await tab.open();
  expect([at('name').value, at('city').value]).toEqual(['', '']);

  type('name', 'Ada');
  end('order', 'submit');
  type('note', 'more');
  (await tab.open()).keep();
  const next = await tab.open();
  type('name', 'Ada');
  end('order', 'submit');
  type('note', 'more');
  next.keep();
  await tab.open();
  expect(values().slice(0, 2)).toEqual(['Ada', 'more']);
});

it('keeps the page that a router of another build loads after its refresh, for ten seconds', async () => {
  const { refreshed } = await tab.open();
  type('name', 'Ada');
  refreshed();
  await tab.open();
  expect(at('name').value).toBe('Ada');
  const next = await tab.open();
  type('name', 'Ada');
  next.refreshed();
  await tab.clock.advance(10_000);
  await tab.open();
  expect(at('name').value).toBe('');
});

it('keeps nothing if the page is left for another after its refresh, as at a sign-out', async () => {
  const { refreshed } = await tab.open();
  type('name', 'Ada');
  refreshed();
  await tab.open(FORM, 'https://app.example/signed-out');
  await tab.open();
  expect(at('name').value).toBe('');
});

it.each([
  ['the router has changed the address alone', new EventTarget()],
  ['the browser has no Navigation API', undefined],
])('keeps nothing then if nobody says where the visitor goes: %s', async (_how, navigation) => {
  tab = createTab(undefined, navigation);
  const { refreshed } = await tab.open();
  type('name', 'Ada');
  refreshed();
  tab.leave('https://app.example/order', true);
  window.dispatchEvent(new Event('pagehide'));
  expect(tab.storage!.getItem('adit-input')).toBeNull();
});

describe('a Server Action that the server does not know', () => {
  it('keeps the form that was sent, also if the application has emptied it', async () => {
    const { sending } = await tab.open();
    typeAll();
    type('city', 'Paris');
    end('order', 'submit');
    const action = sending(true);
    type('name', '');
    document.getElementById('order')!.querySelector('textarea')!.remove();
    action.refused();
    const { onUnsent } = await tab.open();
    expect([...values(), at('city').value]).toEqual(['Ada', 'Long', 'L', true, 'Paris']);
    expect(onUnsent).toHaveBeenCalledTimes(1);
  });

  it('keeps what is typed meanwhile, and stays unsent if the page is then loaded again', async () => {
    const { sending, keep } = await tab.open();
    type('name', 'Ada');
    end('order', 'submit');
    sending(true).refused();
    keep();
    type('city', 'Paris');
    const { onUnsent } = await tab.open();
    expect([at('name').value, at('city').value]).toEqual(['Ada', 'Paris']);
    expect(onUnsent).toHaveBeenCalledTimes(1);
  });

  it('says so without a form, too', async () => {
    const { sending } = await tab.open();
    sending(true).refused();
    expect((await tab.open()).onUnsent).toHaveBeenCalledTimes(1);
  });

  it('says nothing of one that the page sent by itself, and keeps what is typed', async () => {
    const { sending } = await tab.open();
    type('name', 'Ada');
    sending(false).refused();
    const { onUnsent } = await tab.open();
    expect(at('name').value).toBe('Ada');
    expect(onUnsent).not.toHaveBeenCalled();
  });

  it('has its form again if a proxy answered', async () => {
    const { sending, keep } = await tab.open();
    type('name', 'Ada');
    end('order', 'submit');
    sending(true).failed();
    keep();
    await tab.open();
    expect(at('name').value).toBe('Ada');
  });

  it('does not keep a form that was submitted long before', async () => {
    const { sending } = await tab.open();
    type('name', 'Ada');
    end('order', 'submit');
    await tab.clock.advance(1_000);
    sending(true).refused();
    await tab.open();
    expect(at('name').value).toBe('');
  });

  it('forgets it once an action has arrived', async () => {
    const { sending } = await tab.open();
    type('name', 'Ada');
    end('order', 'submit');
    sending(true).refused();
    end('order', 'submit');
    sending(true).arrived();
    const { onUnsent } = await tab.open();
    expect(at('name').value).toBe('');
    expect(onUnsent).not.toHaveBeenCalled();
  });

  it('keeps nothing for a page that the visitor has opened since then', async () => {
    const { sending, location } = await tab.open();
    type('name', 'Ada');
    end('order', 'submit');
    sending(true).refused();
    location.href = 'https://app.example/other';
    expect((await tab.open(FORM, 'https://app.example/other')).onUnsent).not.toHaveBeenCalled();
    expect((await tab.open()).onUnsent).toHaveBeenCalledTimes(1);
  });
});

describe('a Server Action that has failed', () => {
  /** Sends the form, whose place an error screen then takes. */
  async function fail(isMeant = true) {
    const opened = await tab.open();
    typeAll();
    type('word', 'hunter2');
    end('order', 'submit');
    const action = opened.sending(isMeant);
    action.failed();
    document.body.innerHTML = '<button id="again">Try again</button>';
    return opened;
  }
  /** As an error screen does, whose page comes again a moment later. */
  async function tryAgain() {
    document.getElementById('again')!.click();
    await tab.clock.advance(200);
    document.body.innerHTML = FORM;
    // As React does. A box is set by a click, which is no other try.
    for (const field of document.querySelectorAll('input, textarea, select'))
      Object.assign(field, { __reactProps: {} });
    await tab.clock.advance(ALL_WAITS_MS);
  }

  it('has its form again when the visitor tries again, without its passwords', async () => {
    const { onUnsent } = await fail();
    await tryAgain();
    expect([...values(), at('word').value]).toEqual(['Ada', 'Long', 'L', true, '']);
    expect(onUnsent).not.toHaveBeenCalled();
  });

  it('fills it in once, and not again what has arrived since', async () => {
    const { sending } = await fail();
    await tryAgain();
    document.body.innerHTML = FORM;
    document.body.click();
    await tab.clock.advance(ALL_WAITS_MS);
    expect(at('name').value).toBe('');
    type('name', 'Ada');
    end('order', 'submit');
    sending(true).arrived();
    document.body.innerHTML = '<button id="again">New order</button>';
    await tryAgain();
    expect(at('name').value).toBe('');
  });

  it('has it in the next document of the page, too, but not on another page', async () => {
    const { location } = await fail();
    await tab.open();
    expect(values()).toEqual(['Ada', 'Long', 'L', true]);
    await fail();
    location.href = 'https://app.example/other';
    await tab.open(FORM, 'https://app.example/other');
    await tab.open();
    expect(at('name').value).toBe('');
  });

  it('control: one that the page sent by itself fills nothing in', async () => {
    await fail(false);
    await tryAgain();
    expect(at('name').value).toBe('');
  });
});

it('keeps at most 100 fields and 64 KiB', async () => {
  const { keep } = await tab.open(
    Array.from({ length: 150 }, (_, index) => `<input name="f${index}">`).join(''),
  );
  for (let index = 0; index < 150; index += 1) type(`f${index}`, 'x');
  keep();
  const html = document.body.innerHTML;
  const next = await tab.open(html);
  expect([at('f99').value, at('f100').value]).toEqual(['x', '']);
  type('f0', 'x');
  type('f1', 'x'.repeat(70_000));
  next.keep();
  await tab.open(html);
  expect([at('f0').value, at('f1').value]).toEqual(['x', '']);
});

it('puts the focus back where it was', async () => {
  const { keep } = await tab.open();
  type('name', 'Ada');
  at('name').focus();
  keep();
  await tab.open();
  expect(document.activeElement).toBe(at('name'));
});

it.each(['{', '7', '[]', '["https://app.example/order",1000000,false,"",7]'])(
  'survives a note that others wrote: %s',
  async (text) => {
    tab.storage!.setItem('adit-input', text);
    await expect(tab.open()).resolves.toBeDefined();
  },
);

it('keeps nothing without storage, or if it does not remove the note', async () => {
  for (const storage of [null, createTabStorage({ removeItem: () => undefined })]) {
    const other = createTab(storage);
    const { keep, sending } = await other.open();
    type('name', 'Ada');
    keep();
    sending(true).arrived();
    const { onUnsent } = await other.open();
    expect(at('name').value).toBe('');
    expect(onUnsent).not.toHaveBeenCalled();
    other.stop();
  }
});
