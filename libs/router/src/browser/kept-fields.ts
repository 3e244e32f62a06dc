/** A field whose value a reload would lose. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The text of a field, whether a box is checked, or the values of the chosen options. */
export type FieldValue = string | boolean | readonly string[];

/** Never kept: what browsers do not show, and what no script may set or nobody types. */
const OTHER_TYPES = /^(?:password|hidden|file|submit|button|reset|image)$/;

/** The HTML standard's names of fields with secrets: of passwords, codes and payment cards. */
const SECRET_AUTOCOMPLETE = /(?:^|\s)(?:cc-[a-z-]+|one-time-code|(?:new|current)-password)(?:\s|$)/i;

/** Names of fields with secrets that show what is typed. */
const SECRET_NAME =
  /passw|passphrase|passcode|pwd|secret|totp|card.?n(?:umber|o|um|r)\b|(?:security|verification|sms|mfa|auth).?code|(?:^|[^a-z])(?:otp|pin|cvc|cvv|csc|tan)(?:[^a-z]|$)/i;

/** Marks a field, or what holds it, whose values are not kept. */
const OFF = '[data-adit-keep=off]';

/** An id that React made: its next build may give it to another element. */
const MADE_ID = /^[:_«]/;

const CHECKED_TYPES = /^(?:checkbox|radio)$/;

/** 13 digits or more, which may be in groups, as on a card, and have other numbers beside them. */
const DIGITS = /\d(?:[\s.-]{0,2}\d){12,}/g;

/** The lengths of card numbers. */
const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

const isCheckable = (field: Field): field is HTMLInputElement => CHECKED_TYPES.test(field.type);
const isSelect = (field: Field): field is HTMLSelectElement => field.localName === 'select';

/** ISO/IEC 7812-1, annex B: the check digit of card numbers. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const weighted = Number(digits[digits.length - 1 - index]) * (1 + (index % 2));
    sum += weighted - (weighted > 9 ? 9 : 0);
  }
  return sum % 10 === 0;
}

/** Whether a text contains the number of a payment card. A number that only looks like one is not kept either. */
export const hasCardNumber = (text: string): boolean =>
  (text.match(DIGITS) ?? []).some((found) => isCardWithin(found.replace(/\D/g, '')));

function isCardWithin(digits: string): boolean {
  for (let start = 0; start + MIN_DIGITS <= digits.length; start += 1) {
    if (!/[2-6]/.test(digits.charAt(start))) continue;
    for (let length = MIN_DIGITS; length <= MAX_DIGITS && start + length <= digits.length; length += 1)
      if (hasCheckDigit(digits.slice(start, start + length))) return true;
  }
  return false;
}

/** Whether values of this field may be kept at all. */
export function mayKeep(field: Field): boolean {
  const names = [field.name, ...['id', 'aria-label', 'placeholder'].map((name) => field.getAttribute(name))]
    .join(' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return !(
    OTHER_TYPES.test(field.type) ||
    SECRET_AUTOCOMPLETE.test(field.getAttribute('autocomplete') ?? '') ||
    SECRET_NAME.test(names) ||
    field.closest(OFF)
  );
}

/** The value that the field has now. */
export function valueOf(field: Field): FieldValue {
  if (isCheckable(field)) return field.checked;
  return isSelect(field) ? Array.from(field.selectedOptions, ({ value }) => value) : field.value;
}

/** Whether the field differs from what its document says. Frameworks may change the document's value on input. */
export function isChanged(field: Field): boolean {
  if (isCheckable(field)) return field.checked !== field.defaultChecked;
  if (!isSelect(field)) return field.value !== field.defaultValue;
  const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  return !field.multiple && field.selectedIndex !== Math.max(0, first);
}

const idOf = (element: Element): string => {
  const id = element.getAttribute('id') ?? '';
  return MADE_ID.test(id) ? '' : id;
};

/**
 * Names the fields of a document, in its order: by the id or name of the form, the kind of the field, and its own name, or
 * else its id, label or placeholder. The next build of a page gives a field the same name as long as none of these has
 * changed. Fields with the same name, as those of a table's rows, have none: the rows may have moved.
 */
export function nameFields(root: ParentNode): Map<string, Field> {
  const named = new Map<string, Field>();
  const repeated = new Set<string>();
  for (const field of root.querySelectorAll<Field>('input,textarea,select')) {
    const { form, type } = field;
    const name = [
      form && (idOf(form) || (form.getAttribute('name') ?? '')),
      type,
      field.name || idOf(field) || field.ariaLabel || field.getAttribute('placeholder'),
      isCheckable(field) && field.value,
    ].join('\n');
    if (named.has(name)) repeated.add(name);
    named.set(name, field);
  }
  for (const name of repeated) named.delete(name);
  return named;
}

/** Sets the value as the browser does, behind a framework that watches the element's own property. */
function setText(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
}

function announce(field: Field, ...types: readonly string[]): void {
  for (const type of types) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Sets the value as if the visitor had typed it, so that the state of a framework follows. */
export function setValue(field: Field, value: FieldValue): void {
  if (isCheckable(field)) {
    if (field.type === 'radio' && value === false) return;
    // As for texts below. The framework watches the element's own property.
    if (field.checked === value) field.checked = !value;
    field.click();
  } else if (isSelect(field)) {
    for (const option of field.options) option.selected = (value as readonly string[]).includes(option.value);
    announce(field, 'input', 'change');
  } else {
    // The browser may have restored the value before the framework looked: then only a change is noticed.
    if (field.value === value) {
      setText(field, '');
      announce(field, 'input');
    }
    setText(field, value as string);
    announce(field, 'input', 'change');
  }
}
