import { watchUnsavedInput } from './unsaved-input.ts';

const PAGE = `
  <form id="order">
    <input id="name">
    <select id="size"><option>S<option>L</select>
    <div id="note" contenteditable="true"><p id="line">text</p></div>
  </form>
  <form id="other"><textarea id="text"></textarea></form>
  <input id="outside" form="order">
  <input id="alone">
  <input id="find" type="search">
  <form role="search"><input id="query"></form>
  <section data-unsaved="ignore"><input id="filter"></section>
  <custom-field id="host"></custom-field>`;

const at = (id: string): HTMLElement => document.getElementById(id)!;

function type(element: EventTarget): void {
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
}
const end = (id: string, how: 'submit' | 'reset'): boolean =>
  at(id).dispatchEvent(new Event(how, { bubbles: true, cancelable: true }));

describe('watchUnsavedInput', () => {
  let unsaved: ReturnType<typeof watchUnsavedInput>;

  beforeEach(() => {
    document.body.innerHTML = PAGE;
    unsaved = watchUnsavedInput();
  });
  afterEach(() => unsaved.stop());

  it.each(['name', 'size', 'text', 'alone', 'outside', 'note', 'line'])(
    'counts what is typed in #%s',
    (id) => {
      expect(unsaved.hasUnsavedInput()).toBe(false);
      type(at(id));
      expect(unsaved.hasUnsavedInput()).toBe(true);
    },
  );

  it.each(['find', 'query', 'filter'])('does not count what is typed in #%s', (id) => {
    type(at(id));
    expect(unsaved.hasUnsavedInput()).toBe(false);
  });

  it.each(['submit', 'reset'] as const)('forgets the fields of a form at its %s, and no others', (how) => {
    for (const id of ['name', 'size', 'outside', 'line', 'text']) type(at(id));
    end('order', how);
    expect(unsaved.hasUnsavedInput()).toBe(true);
    end('other', how);
    expect(unsaved.hasUnsavedInput()).toBe(false);
    type(at('name'));
    expect(unsaved.hasUnsavedInput()).toBe(true);
  });

  it('does not count what has left the document', () => {
    type(at('name'));
    at('order').remove();
    expect(unsaved.hasUnsavedInput()).toBe(false);
  });

  it('forgets what it is told to: the page was saved, or another one is shown', () => {
    type(at('name'));
    unsaved.clear();
    expect(unsaved.hasUnsavedInput()).toBe(false);
    type(at('name'));
    expect(unsaved.hasUnsavedInput()).toBe(true);
  });

  it('sees into open shadow trees, and what is around them', () => {
    const root = at('host').attachShadow({ mode: 'open' });
    root.innerHTML = '<input>';
    type(root.firstElementChild!);
    expect(unsaved.hasUnsavedInput()).toBe(true);
    unsaved.clear();
    at('host').dataset.unsaved = 'ignore';
    type(root.firstElementChild!);
    expect(unsaved.hasUnsavedInput()).toBe(false);
  });

  it('ignores input of no element', () => {
    type(document);
    expect(unsaved.hasUnsavedInput()).toBe(false);
  });

  it('listens once for each kind of event, however many fields there are, and stops', () => {
    unsaved.stop();
    const target = new EventTarget();
    const add = jest.spyOn(target, 'addEventListener');
    const remove = jest.spyOn(target, 'removeEventListener');
    watchUnsavedInput({ target }).stop();
    expect(add.mock.calls.map(([kind]) => kind)).toEqual(['input', 'submit', 'reset']);
    expect(remove.mock.calls).toEqual(add.mock.calls);
  });
});
