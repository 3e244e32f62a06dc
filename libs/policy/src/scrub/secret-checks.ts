/** Words that follow "bearer" in prose and in the header `WWW-Authenticate`. */
const BEARER_WORDS =
  /^(?:auth\w*|tokens?|schemes?|credentials?|headers?|realm|error|scope|format|type|prefix|is|not|missing|required|invalid|expected|null|undefined|none|only)=*$/i;

/** Returns whether the text after "Bearer" is a token and not a word, as in "bearer authentication". */
export function isBearerToken(credentials: string, isAlone: boolean): boolean {
  return (
    /\d|[a-z][A-Z]/.test(credentials) ||
    credentials.length >= 24 ||
    (isAlone && !BEARER_WORDS.test(credentials))
  );
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const COLON = 0x3a;

/** Returns whether the text after "Basic" decodes to a user and a password with a colon between them. */
export function isBasicCredentials(credentials: string): boolean {
  let bits = 0;
  for (let index = 0; index < credentials.length; index += 1) {
    bits = ((bits << 6) | BASE64.indexOf(credentials.charAt(index))) & 0xffffff;
    // Every fourth character completes three bytes; in the last group bytes are complete earlier.
    const missing = 3 - (index % 4);
    if (missing < 3 && ((bits >> (missing * 2)) & 0xff) === COLON) return true;
  }
  return false;
}

/** Card issuers for online payments: first digits and lengths. https://en.wikipedia.org/wiki/Payment_card_number */
const CARD_BRANDS: readonly (readonly [first: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]], // Visa
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]], // Mastercard
  [/^3[47]/, [15]], // American Express
  [/^(?:6011|64[4-9]|65)/, [16, 17, 18, 19]], // Discover
  [/^(?:30[0-5]|3[689])/, [14, 16, 19]], // Diners Club
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]], // JCB
  [/^62/, [16, 17, 18, 19]], // UnionPay
  [/^(?:5[06-8]|6[0-9])/, [16, 17, 18, 19]], // Maestro
];

/** Returns whether the digits have the brand, length and check digit of a card. */
export function isCardNumber(candidate: string): boolean {
  const digits = candidate.replace(/[ -]/g, '');
  return (
    CARD_BRANDS.some(([first, lengths]) => lengths.includes(digits.length) && first.test(digits)) &&
    passesLuhn(digits)
  );
}

/** ISO/IEC 7812-1, annex B. Numbers of one repeated digit are placeholders. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits);
}

/** Country and length of each IBAN; SWIFT's IBAN registry, release 99. */
const IBAN_LENGTHS = new Map(
  (
    'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22' +
    'GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31' +
    'MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20'
  )
    .match(/.{4}/g)
    ?.map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Returns the range of the IBAN at the start of a candidate. Other words may follow it. */
export function ibanRange(candidate: string, after: string): readonly [0, number] | undefined {
  const length = IBAN_LENGTHS.get(candidate.slice(0, 2)) ?? Infinity;
  let end = 0;
  let iban = '';
  for (; iban.length < length && end < candidate.length; end += 1)
    if (candidate[end] !== ' ') iban += candidate.charAt(end);
  const next = end < candidate.length ? candidate.charAt(end) : after;
  return iban.length === length && !/\w/.test(next) && hasCheckDigits(iban) ? [0, end] : undefined;
}

/** ISO 7064, MOD 97-10. */
function hasCheckDigits(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
