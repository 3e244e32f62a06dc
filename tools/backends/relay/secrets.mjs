// Secrets in typical places. Each case has a kind, the secret, and the event that contains it.
import { PLACES } from './events.mjs';

/** An invented secret without a recognisable form. */
const SECRET = 'v3ry-Hush-hush.42';
const PIN = '483920';

const named = (kind, place, names, secret = SECRET) =>
  names
    .split(' ')
    .map((name) => ({ kind, title: `${place}: ${name}`, secret, event: PLACES[place](secret, name) }));

const texts = (kind, place, list, secret = SECRET) =>
  list.map((text) => ({ kind, title: `${place}: ${text}`, secret, event: PLACES[place](text) }));

const SHOP = 'https://shop.test';
const encoded = encodeURIComponent;

const parameters = (place, names) =>
  texts(
    'parameters of addresses',
    place,
    names.split(' ').map((name) => `${SHOP}/in?page=2&${name}=${SECRET}&lang=de`),
  );

const SPOKEN_PLACES = ['error', 'console', 'extra'];

const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

const encodedTimes = (text, times) => (times === 0 ? text : encoded(encodedTimes(text, times - 1)));

/** Values under names that Relay's own rules know. */
const names = (place, list) =>
  list.split(' ').map((name) => ({
    kind: 'names of Relay’s rules',
    title: `${place}: ${name}`,
    secret: SECRET,
    event: place === 'body' ? PLACES.body({ [name]: SECRET }) : PLACES[place](SECRET, name),
  }));

/** Values under names of other languages. */
const foreign = (place, list) =>
  list.split(' ').map((name) => ({
    kind: 'names in other languages',
    title: `${place}: ${name}`,
    secret: SECRET,
    event:
      place === 'parameter'
        ? PLACES.fetch(`${SHOP}/in?${encoded(name)}=${SECRET}&lang=de`)
        : PLACES[place](SECRET, name),
  }));

const NAMED = [
  ...parameters('request', 'token access_token password api_key signature jwt session_id id_token_hint code'),
  ...parameters('page', 'reset_token key X-Amz-Signature client_secret auth'),
  ...parameters('fetch', 'token apikey secret otp sig id_token_hint'),
  ...parameters('navigation', 'code access_token ticket magic_link_token'),
  ...parameters('referer', 'token code'),
  ...parameters('span', 'token api-key password'),
  ...texts('parameters of addresses', 'page', [
    `${SHOP}/cb#access_token=${SECRET}&token_type=bearer`,
    `${SHOP}/#/reset?token=${SECRET}`,
    `${SHOP}/cart;jsessionid=${SECRET}?page=2`,
    `${SHOP}/cb?code=abc&state=${SECRET}`,
  ]),

  ...texts('addresses and JSON in parameters', 'request', [
    `${SHOP}/in?next=${encoded(`/cb?token=${SECRET}`)}`,
    `${SHOP}/in?next=${encoded(`/in?next=${encoded(`/cb?token=${SECRET}`)}`)}`,
    `${SHOP}/graphql?variables=${encoded(JSON.stringify({ password: SECRET }))}`,
    `${SHOP}/graphql?variables={"token":"${SECRET}"}`,
    `${SHOP}/trpc?input=${encoded(JSON.stringify({ 0: { json: { apiKey: SECRET } } }))}`,
  ]),
  ...texts('addresses and JSON in parameters', 'fetch', [
    `${SHOP}/in?return_to=${encoded(`https://id.test/?access_token=${SECRET}`)}`,
    `${SHOP}/trpc?input=${encoded(JSON.stringify({ login: { user: 'ann', password: SECRET } }))}`,
  ]),

  ...named(
    'headers and cookies',
    'header',
    'Authorization Cookie X-Api-Key X-CSRF-Token X-Auth-Token Proxy-Authorization X-Amz-Security-Token ' +
      'Ocp-Apim-Subscription-Key X-Access-Token X-Session-Id X-Hub-Signature-256',
  ),
  ...named(
    'headers and cookies',
    'cookie',
    'sid connect.sid PHPSESSID JSESSIONID session csrftoken __Secure-next-auth.session-token sb-access-token ' +
      'laravel_session ASP.NET_SessionId remember_token XSRF-TOKEN',
  ),
  ...named('headers and cookies', 'attribute', 'authorization cookie x-api-key'),

  ...texts('bodies of requests', 'body', [
    `user=ann&password=${SECRET}`,
    `{"user":"ann","password":"${SECRET}"}`,
    `{"a":{"b":[{"access_token":"${SECRET}"}]}}`,
    `grant_type=refresh_token&refresh_token=${SECRET}`,
    { user: 'ann', new_password: SECRET },
    { query: `mutation { login(user: "ann", password: "${SECRET}") { id } }` },
    { query: 'mutation L($in: In!) { login(in: $in) }', variables: { in: { clientSecret: SECRET } } },
    JSON.stringify({ body: JSON.stringify({ token: SECRET }) }),
  ]).map((one) => ({ ...one, title: one.title.replace('[object Object]', 'an object') })),

  ...named(
    'names of values',
    'extra',
    'password passwd pwd secret apiKey api_key accessToken refresh_token client_secret private_key credentials auth ' +
      'authorization passphrase csrf session mysql_pwd',
  ),
  ...named('names of values', 'extra', 'pin otp cvv', PIN),
  ...named('names of values', 'nested', 'password stripeSecretKey encryption_key cardNumber'),
  ...named('names of values', 'context', 'token dbPassword webhook_secret recovery_code'),
  ...named('names of values', 'tag', 'api_key session_token'),
  ...named('names of values', 'variable', 'password auth_token privateKey jwt'),
  ...named('names of values', 'environment', 'DB_PASSWORD AWS_SECRET_ACCESS_KEY NPM_TOKEN'),

  ...texts('names in prose', 'error', [
    `login failed: password=${SECRET}`,
    `401 for {"token":"${SECRET}","page":2}`,
    `bad options { apiKey: '${SECRET}', region: 'eu' }`,
    `GET /in?token=${SECRET} 500`,
    `Request failed: https://api.test/v1?api_key=${SECRET}`,
    `cannot parse Server=db;User Id=sa;Password=${SECRET};`,
    `jdbc:mysql://db/shop?user=ann&password=${SECRET} is away`,
    `config:\n  password: ${SECRET}\n  host: db`,
    `curl --user ann --password ${SECRET} failed`,
  ]),
  ...texts('names in prose', 'console', [
    `token="${SECRET}"`,
    `sent {\\"secret\\":\\"${SECRET}\\"}`,
    `Authorization: Bearer ${SECRET}xYz12345`,
    `Set-Cookie: sid=${SECRET}; HttpOnly`,
    `export STRIPE_SECRET_KEY=${SECRET}`,
  ]),
  ...texts('names in prose', 'message', [`X-Api-Key: '${SECRET}'`, `auth=${SECRET}`]),

  ...texts('user and password of an address', 'error', [
    `connect ECONNREFUSED postgres://shop:${SECRET}@db.internal:5432/shop`,
    `redis://:${SECRET}@cache:6379/0 is away`,
    `mongodb+srv://ann:${SECRET}@cluster.test/?retryWrites=true`,
    `amqp://guest:${SECRET}@mq:5672 closed`,
    `git clone https://${SECRET}@git.test/a.git failed`,
  ]),
  ...texts('user and password of an address', 'message', [
    `postgres://shop:${SECRET}@db.internal/shop is away`,
  ]),
  ...texts('user and password of an address', 'fetch', [`https://ann:${SECRET}@shop.test/a`]),

  ...texts('e-mail addresses', 'error', ['no user ann.lee@example.com'], 'ann.lee@example.com'),
  ...texts('e-mail addresses', 'message', ['no user ann.lee@example.com'], 'ann.lee@example.com'),
  ...texts('e-mail addresses', 'fetch', [`${SHOP}/users/ann.lee@example.com/orders`], 'ann.lee@example.com'),
  ...texts('e-mail addresses', 'request', [`${SHOP}/in?mail=ann.lee%40example.com`], 'ann.lee%40example.com'),
  ...texts('e-mail addresses', 'tag', ['ann.lee@example.com'], 'ann.lee@example.com'),
  ...texts('e-mail addresses', 'transaction', ['GET /users/ann.lee@example.com'], 'ann.lee@example.com'),

  ...texts('US social security numbers', 'error', ['no record of 536-90-4399'], '536-90-4399'),
  ...texts('US social security numbers', 'message', ['no record of 536-90-4399'], '536-90-4399'),
  ...texts('US social security numbers', 'extra', ['536-90-4399'], '536-90-4399'),
  ...named('US social security numbers', 'extra', 'ssn', '536904399'),

  ...['extra', 'body', 'header', 'cookie'].flatMap((place) =>
    names(
      place,
      'two_factor two-factor otp oauth authdata userauth passwordhash dbpasswords credentialsjson apikeys',
    ),
  ),
  ...names(
    'cookie',
    'sudo su mysession fastcsrf sentrysid __session _vercel_jwt irissessionid _iris_csrf user_session',
  ),

  ...['extra', 'parameter'].flatMap((place) =>
    foreign(
      place,
      'passwort neuesPasswort kennwort geheimnis api_schluessel mot_de_passe motDePasse mdp jeton clé_api contraseña ' +
        'contrasena nuevaClave clave codigo_seguridad senha palavra_passe segredo parola_d_ordine chiave_api',
    ),
  ),

  ...texts('JSON in base64', 'fetch', [
    `${SHOP}/cb?state=${base64({ token: SECRET })}`,
    `${SHOP}/cb?state=${base64({ user: { contraseña: SECRET } })}&page=2`,
  ]).map((one) => ({ ...one, secret: one.title.split('state=')[1].split('&')[0] })),
  ...[4, 5].flatMap((times) =>
    texts('addresses that are encoded several times', 'fetch', [
      `${SHOP}/in?next=${encodedTimes(`https://a.test/?token=${SECRET}`, times)}`,
      `${SHOP}/to/${encodedTimes(`https://a.test/?api_key=${SECRET}`, times)}`,
    ]),
  ),
  ...SPOKEN_PLACES.flatMap((place) =>
    texts('names in prose', place, [
      `the password is ${SECRET}`,
      `login with password ${SECRET} failed`,
      `token: ${SECRET}`,
      `secret -> ${SECRET}`,
    ]),
  ),
];

const HEX = '9f86d081884c7d659a2feaa0c55ad015';
const MIXED = 'Zm9vYmFyQ1RoaXNJc0FTZWNyZXQ0Mg7x';
const OPAQUE = [HEX, MIXED].flatMap((secret) => [
  ...texts(
    'random values in addresses',
    'fetch',
    [`${SHOP}/reset/${secret}`, `${SHOP}/a?r=${secret}`],
    secret,
  ),
  ...texts(
    'random values in addresses',
    'page',
    [`${SHOP}/invite/${secret}`, `${SHOP}/#/magic/${secret}`],
    secret,
  ),
]);

/** Kinds of the forms that are not tokens of a service. */
const FORM_KINDS = {
  jwt: 'JWT, bearer and basic credentials',
  bearer: 'JWT, bearer and basic credentials',
  basic: 'JWT, bearer and basic credentials',
  'private-key': 'private keys',
  'public-key': 'public keys',
  ssn: 'US social security numbers',
  card: 'numbers of cards',
  iban: 'IBANs',
  email: 'e-mail addresses',
};

/** The lines of a private key between its first and its last; other secrets unchanged. */
const core = (secret) => secret.replace(/-----[A-Z ]+-----/g, '').trim();

/**
 * All cases.
 * @param forms pairs of a kind and a secret that is recognised by its form
 * @param behindWords the same with a word before the secret, which stays
 */
export const secretCases = (forms, behindWords) => [
  ...NAMED,
  ...[...forms.map(([kind, secret]) => [kind, '', secret]), ...behindWords].flatMap(([form, word, secret]) =>
    [
      ['error', `The call with ${word}${secret} failed.`],
      ['message', `The call with ${word}${secret} failed.`],
      ['console', `sent ${word}${secret}`],
      ['extra', word + secret],
    ].map(([place, text]) => ({
      kind: FORM_KINDS[form] ?? 'tokens of services',
      title: `${place}: ${form} ${secret.slice(0, 12)}…`,
      isForm: true,
      secret: core(secret),
      event: PLACES[place](text),
    })),
  ),
  ...OPAQUE,
];
