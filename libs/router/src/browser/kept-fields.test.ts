import {
  hasCardNumber,
  isChanged,
  mayKeep,
  nameFields,
  setValue,
  valueOf,
  type Field,
  type FieldValue,
} from './kept-fields.ts';

const fieldOf = (html: string): Field => {
  document.body.innerHTML = html;
  return document.querySelector<Field>('input,textarea,select')!;
};
const names = (html: string): string[] => {
  document.body.innerHTML = html;
  return [...nameFields(document).keys()];
};

describe('mayKeep', () => {
  it.each([
    '<input>',
    '<input type="email" name="email" autocomplete="email">',
    '<input type="search" autocomplete="off">',
    '<input type="checkbox">',
    '<textarea name="message"></textarea>',
    '<select><option>S</select>',
    '<input name="shipping">',
    '<input name="passenger">',
    '<input name="shoppingBasket">',
    '<input name="discountCode">',
    '<div data-adit-keep="on"><input></div>',
  ])('allows %s', (html) => expect(mayKeep(fieldOf(html))).toBe(true));

  it.each([
    '<input type="password">',
    '<input type="hidden">',
    '<input type="file">',
    '<input type="submit">',
    '<input autocomplete="cc-number">',
    '<input autocomplete="section-pay billing CC-CSC">',
    '<input autocomplete="one-time-code">',
    '<input autocomplete="new-password">',
    '<input autocomplete="username current-password">',
    '<input name="password_shown">',
    '<input id="card-cvc">',
    '<input name="pin">',
    '<input name="cardCvc">',
    '<input name="otpCode">',
    '<input name="cardNumber">',
    '<input name="securityCode">',
    '<input placeholder="CVC">',
    '<input aria-label="PIN">',
    '<input name="client_secret">',
    '<input data-adit-keep="off">',
    '<form data-adit-keep="off"><textarea></textarea></form>',
  ])('refuses %s', (html) => expect(mayKeep(fieldOf(html))).toBe(false));
});

describe('hasCardNumber', () => {
  it.each([
    '4111 1111 1111 1111',
    'my card 4111-1111-1111-1111, please',
    '378282246310005',
    '5555555555554444',
    '4222222222222',
    '4111 1111 1111 1111 12/27',
    '4111111111111111 123',
    'Tel 5 4111111111111111',
    '4111.1111.1111.1111',
    '4111\u00a01111\u00a01111\u00a01111',
  ])('finds one in %s', (text) => expect(hasCardNumber(text)).toBe(true));

  it.each(['', 'a note', '4111 1111 1111 1112', '+49 30 901820', '12', '2024-10-01 12:00'])(
    'finds none in %s',
    (text) => expect(hasCardNumber(text)).toBe(false),
  );
});

describe('nameFields', () => {
  it('names fields by their form, kind and name, and no equal ones', () => {
    expect(
      names(`<form id="order"><input name="a"><input name="row"><input name="row"><input name="row"><input type="radio" name="r" value="1"></form>
        <form name="other"><textarea name="a"></textarea></form><input placeholder="Find">`),
    ).toEqual([
      'order\ntext\na\nfalse',
      'order\nradio\nr\n1',
      'other\ntextarea\na\nfalse',
      '\ntext\nFind\nfalse',
    ]);
  });

  it('finds the same field in a build that has more around it, and ids of its own', () => {
    const [before] = names('<form id=":r1:"><input id=":r2:" name="city"></form>');
    expect(
      names('<form><input type="search"></form><form id="_R_5_"><p><input name="city"></p></form>'),
    ).toContain(before);
  });

  it('reads the ids of a form with fields named id and name', () => {
    expect(names('<form id="f"><input name="id"></form>')).toEqual(['f\ntext\nid\nfalse']);
  });
});

const LIST = '<select><option>S</option><option>L</option></select>';

describe('isChanged', () => {
  it.each<[string, FieldValue]>([
    ['<input value="a">', 'b'],
    ['<textarea>a</textarea>', ''],
    ['<input type="checkbox" checked>', false],
    [LIST, ['L']],
    ['<select><option>S</option><option selected>L</option></select>', ['S']],
  ])('tells a value from that of the document: %s', (html, value) => {
    const field = fieldOf(html);
    expect(isChanged(field)).toBe(false);
    setValue(field, value);
    expect(isChanged(field)).toBe(true);
    expect(valueOf(field)).toEqual(value);
  });

  it('leaves lists with several choices to their events', () => {
    const field = fieldOf('<select multiple><option>S</option><option>L</option></select>');
    setValue(field, ['S', 'L']);
    expect([isChanged(field), valueOf(field)]).toEqual([false, ['S', 'L']]);
  });
});

describe('setValue', () => {
  const heard = (html: string, value: FieldValue): string[] => {
    const field = fieldOf(html);
    const events: string[] = [];
    for (const type of ['click', 'input', 'change'])
      document.body.addEventListener(type, () => events.push(type), { once: true });
    setValue(field, value);
    return events;
  };

  it('fires the events of a visitor', () => {
    expect(heard('<input>', 'a')).toEqual(['input', 'change']);
    expect(heard(LIST, ['L'])).toEqual(['input', 'change']);
    expect(heard('<input type="checkbox">', true)).toEqual(['click', 'input', 'change']);
    // The browser may have checked it before the framework looked.
    expect(heard('<input type="checkbox" checked>', true)).toEqual(['click', 'input', 'change']);
    expect(heard('<input type="radio" checked>', true)).toEqual(['click', 'input', 'change']);
    // Another of its group is checked.
    expect(heard('<input type="radio">', false)).toEqual([]);
  });

  it('sets text behind a property that a framework put on the element', () => {
    const field = fieldOf('<input>');
    const set = jest.fn();
    Object.defineProperty(field, 'value', { configurable: true, get: () => '', set });
    setValue(field, 'a');
    expect(set).not.toHaveBeenCalled();
    Reflect.deleteProperty(field, 'value');
    expect(field.value).toBe('a');
  });
});
