const DIGITS = '0123456789';
const HEX = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';
const MIXED = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7bC9dE2fG4hJ6kL8mN1pQ3rS5tU7v';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const KEY = 'KEY';

const mixed = (length: number) => MIXED.repeat(4).slice(0, length);
const hex = (length: number) => HEX.repeat(8).slice(0, length);

/**
 * An invented secret of each form, with valid check digits and checksums. Assembled here, so that repository scanners
 * do not report them.
 */
export const SECRETS: readonly (readonly [kind: string, secret: string])[] = [
  ['jwt', ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', 'dBjftJeZ4CVPmB92K27u'].join('.')],
  ['jwt', ['eyJhbGciOiJub25lIn0', 'eyJzdWIiOiIxIn0', ''].join('.')],
  ['jwt', ['eyJhbGciOiJSU0EtT0FFUCJ9', mixed(43), mixed(16), mixed(40), mixed(22)].join('.')],
  [
    'private-key',
    `-----BEGIN RSA PRIVATE ${KEY}-----\n${mixed(64)}\n${mixed(20)}==\n-----END RSA PRIVATE KEY-----`,
  ],
  [
    'private-key',
    `-----BEGIN PGP PRIVATE ${KEY} BLOCK-----\n\n${mixed(64)}\n-----END PGP PRIVATE KEY BLOCK-----`,
  ],
  ['public-key', `-----BEGIN PUBLIC ${KEY}-----\n${mixed(64)}\n-----END PUBLIC KEY-----`],
  ['public-key', `-----BEGIN RSA PUBLIC ${KEY}-----\n${mixed(64)}\n-----END RSA PUBLIC KEY-----`],
  ['ssn', '536-90-4399'],
  ['ssn', '912-70-1234'],
  // The brands' published test numbers.
  ['card', '4111111111111111'],
  ['card', '4242 4242 4242 4242'],
  ['card', '5555-5555-5555-4444'],
  ['card', '2223003122003222'],
  ['card', '3782 822463 10005'],
  ['card', '6011111111111117'],
  ['card', '30569309025904'],
  ['card', '3530111333300000'],
  ['card', '6200000000000005'],
  // Examples of SWIFT's registry.
  ['iban', 'DE89370400440532013000'],
  ['iban', 'DE89 3704 0044 0532 0130 00'],
  ['iban', 'GB29 NWBK 6016 1331 9268 19'],
  ['iban', 'FR14 2004 1010 0505 0001 3M02 606'],
  ['iban', 'NO93 8601 1117 947'],
  ['email', 'ann.lee+x@mail.example.com'],
  ['email', 'jürgen@bücher.example'],
  ['aws-key', `AKIA${UPPER.slice(0, 16)}`],
  ['aws-key', `ASIA${UPPER.slice(8, 24)}`],
  ['google-key', `AIza${mixed(35)}`],
  ['google-key', `ya29.${mixed(60)}`],
  ['google-key', `1//0${mixed(50)}`],
  ['google-key', `GOCSPX-${mixed(28)}`],
  ['entra-secret', `abc8Q~${mixed(34)}`],
  ['digitalocean-token', `dop_v1_${hex(64)}`],
  ['alibaba-key', `LTAI${mixed(20)}`],
  ['vault-token', `hvs.${mixed(96)}`],
  ['terraform-token', `${mixed(14)}.atlasv1.${mixed(64)}`],
  ['databricks-token', `dapi${hex(32)}-2`],
  ['heroku-key', `HRKU-AA${mixed(58)}`],
  ['fly-token', `fm2_${mixed(120)}=`],
  ['supabase-key', `sbp_${hex(40)}`],
  ['supabase-key', `sb_secret_${mixed(31)}`],
  ['planetscale-token', `pscale_tkn_${mixed(43)}`],
  ['stripe-key', `sk_live_${mixed(24)}`],
  ['stripe-key', `rk_test_${mixed(24)}`],
  ['stripe-key', `whsec_${mixed(32)}`],
  ['square-token', `sq0atp-${mixed(22)}`],
  ['square-token', `EAAA${mixed(60)}`],
  ['braintree-token', `access_token$production$${hex(16)}$${hex(32)}`],
  ['shopify-token', `shpat_${hex(32)}`],
  ['mollie-key', `live_${mixed(30)}`],
  ['slack-token', `xoxb-${DIGITS}01-${DIGITS}23-${mixed(24)}`],
  ['slack-token', `xoxe.xoxp-1-${mixed(60)}`],
  ['slack-token', `xapp-1-A${DIGITS}-${DIGITS}-${hex(64)}`],
  ['slack-webhook', `hooks.slack.com/services/T${DIGITS.slice(0, 8)}/B${DIGITS.slice(0, 8)}/${mixed(24)}`],
  ['discord-token', `M${mixed(23)}.${mixed(6)}.${mixed(27)}`],
  ['discord-webhook', `discord.com/api/webhooks/${DIGITS}${DIGITS.slice(0, 8)}/${mixed(68)}`],
  ['telegram-token', `${DIGITS.slice(0, 9)}:AA${mixed(33)}`],
  ['twilio-key', `SK${hex(32)}`],
  ['sendgrid-key', `SG.${mixed(22)}.${mixed(43)}`],
  ['mailchimp-key', `${hex(32)}-us12`],
  ['github-token', `ghp_${mixed(36)}`],
  ['github-token', `ghs_${mixed(36)}`],
  ['github-token', `github_pat_${mixed(22)}_${mixed(59)}`],
  ['gitlab-token', `glpat-${mixed(20)}`],
  ['gitlab-token', `glcbt-64_${mixed(20)}`],
  ['atlassian-token', `ATATT3${mixed(186)}`],
  ['npm-token', `npm_${mixed(36)}`],
  ['pypi-token', `pypi-AgEIcHlwaS5vcmc${mixed(80)}`],
  ['rubygems-key', `rubygems_${hex(48)}`],
  ['docker-token', `dckr_pat_${mixed(27)}`],
  ['sentry-token', `sntryu_${hex(64)}`],
  ['ai-key', `sk-proj-${mixed(80)}`],
  ['ai-key', `sk-ant-api03-${mixed(93)}AA`],
  ['huggingface-token', `hf_${mixed(34)}`],
  ['postman-key', `PMAK-${hex(24)}-${hex(34)}`],
  ['newrelic-key', `NRAK-${UPPER.slice(0, 27)}`],
  ['grafana-token', `glsa_${mixed(32)}_${hex(8)}`],
  ['workspace-token', `lin_api_${mixed(40)}`],
];

/** Secrets with a word before them that stays. */
export const SECRETS_BEHIND_A_WORD: readonly (readonly [kind: string, word: string, secret: string])[] = [
  ['bearer', 'Bearer ', mixed(24)],
  ['bearer', 'bearer ', 'abc123def456'],
  ['bearer', 'BEARER ', `${mixed(40)}==`],
  ['bearer', 'Authorization: Bearer ', 'opensesame'],
  ['basic', 'Basic ', 'YW5uOmh1bnRlcjI='],
];

/** Names of secrets in other languages, with and without accents. */
export const FOREIGN_NAMES: readonly string[] = [
  ...[
    'passwort',
    'Passwort',
    'neues_passwort',
    'passwortWiederholung',
    'kennwort',
    'altesKennwort',
    'geheimnis',
  ],
  ...[
    'passwörter',
    'zugangscode',
    'apiSchlüssel',
    'api_schluessel',
    'geheimer-schlüssel',
    'kreditkartennummer',
  ],
  ...[
    'mot_de_passe',
    'motDePasse',
    'mot-de-passe',
    'motdepasse',
    'nouveau_mot_de_passe',
    'mdp',
    'jeton',
    'jetonAccès',
  ],
  ...['clé_api', 'cleApi', 'clé-secrète', 'code_secret', 'numéro_de_carte', 'phrase_de_passe'],
  ...[
    'contraseña',
    'contrasena',
    'nuevaContraseña',
    'contrasenya',
    'clave',
    'clave_api',
    'clavePrivada',
    'nueva_clave',
  ],
  ...['secreto', 'codigo_seguridad', 'código_de_seguridad', 'numero_tarjeta', 'llave_privada'],
  ...['senha', 'novaSenha', 'palavra-passe', 'segredo', 'chave_api', 'chave_privada'],
  ...["parola_d'ordine", 'parolaDOrdine', 'segreto', 'chiave_api', 'chiavePrivata', 'wachtwoord'],
];

/** Their neighbours, whose values are no secrets. */
export const FOREIGN_NEIGHBOURS: readonly string[] = [
  ...[
    'passwort_länge',
    'passwortStaerke',
    'passwort_vergessen',
    'kennwortregeln',
    'geheimnisvoll',
    'schlüsselwort',
  ],
  ...['primärschlüssel', 'sort_schluessel', 'schluessel_typ', 'hat_passwort', 'typ_passwort'],
  ...[
    'type_jeton',
    'mot_de_passe_oublié',
    'longueur_mot_de_passe',
    'mots_clés',
    'code_postal',
    'numero_commande',
  ],
  ...[
    'secrétaire',
    'clé_primaire',
    'clef',
    'clavier',
    'palabra_clave',
    'clave_primaria',
    'clave_producto',
    'clavel',
  ],
  ...['tipo_contraseña', 'contraseña_longitud', 'codigo_postal', 'secretaria', 'desenhar', 'senha_tamanho'],
  ...['palavra-chave', 'parola_chiave', 'chiave_primaria', 'codice_fiscale_tipo', 'llave_producto'],
];

/** The codes that real authorization servers and login pages send, as they are in an address. */
export const LOGIN_CODES: readonly string[] = [
  // Google, encoded and not
  `code=4/0A${mixed(60)}`,
  `code=4%2F0A${mixed(60)}&scope=email`,
  `code=${hex(20)}`, // GitHub
  `code=${mixed(43)}`, // Auth0
  `code=0.A${mixed(80)}.AgABAA`, // Azure
  `code=1234567890.1234567890.${hex(32)}`, // Slack
  `code=${mixed(30)}`, // Discord
  `code=AQ${mixed(100)}`, // Facebook, LinkedIn
  `code=c${hex(24)}.0.${mixed(22)}`, // Apple
  `code=${hex(64)}`, // GitLab
  'code=483920',
  'code=WDJB-MJHT',
  'code=R2K4F',
  'code=a8Fk2',
  'code=SPRING24&state=af0ifjsldkj',
  'code=spring&iss=https%3A%2F%2Fid.test',
  `ticket=ST-1856339-aA5Yuvrxzpv8Tau1cYQ7-cas`,
  `ticket=ST-29-${mixed(24)}-cas01.example.org`,
  `ticket=TGT-1-${mixed(30)}`,
  `key=${mixed(20)}`,
  `session=${hex(26)}`,
  'session=a1b2c3d4',
];

/** Secrets that a sentence, a command or a configuration names. */
export const SPOKEN: readonly (readonly [before: string, secret: string, after: string])[] = [
  ['config:\n  password: ', 'v3ry-Hush-hush.42', '\n  host: db'],
  ['curl --user ann --password ', 'v3ry-Hush-hush.42', ' failed'],
  ['The password is ', 'hunter2', '.'],
  ['login with password "', 'Summer2026!', '"'],
  ['Passwort: ', 'hunter2', ''],
  ['Das Passwort lautet ', 'Sommer2026!', ''],
  ['le mot de passe est ', 'Soleil2026!', ''],
  ['contraseña: ', 'sol2026x', ''],
  ['got token ', 'a1b2c3d4e5', ' for ann'],
  ['TOKEN: ', 'a1b2c3d4e5', ''],
  ['secret -> ', 'a1b2c3d4e5', ''],
  ['api key: ', 'a1b2c3d4e5', ''],
  ['{secret: ', 'a1b2c3d4e5', ', page: 2}'],
  ['<password>', 'v3ry-Hush-hush.42', '</password>'],
  ['auth = ', 'v3ry-Hush-hush.42', ''],
  ['credentials (', 'v3ry-Hush-hush.42', ')'],
];

/** Text that resembles a secret but is none. */
export const HARMLESS: readonly string[] = [
  'token_type=bearer',
  'cookie_consent=1',
  'session=42',
  'key=price',
  'auth=basic',
  'session=2024-spring',
  'ticket=BUG-123',
  'signature_style=bold',
  'mfa=totp, cookies=necessary, signature=handwritten',
  'signature=placeOrder(id)',
  '/cart?code=SPRING24&page=2',
  '/cart?code=SAVE-10&ticket=BUG-123&key=item-7&session=2024-spring',
  '/checkout?code=10OFF&state=CA',
  '/error?code=404',
  '/error?code=E11000',
  '/error?code=auth/user-not-found',
  '/error?code=invalid_grant',
  'git clone git@host.example:acme/shop.git',
  'git+ssh://git@github.com/acme/shop.git#main',
  'resolved "ssh://git@git.example.com/acme/shop.git"',
  'Call 555-01-2345, phone: 536-90-4399',
  'part 1-536-90-4399, 536-90-4399-7, 000-12-3456, 536-00-4399, 536-90-0000',
  'Bearer realm="api", error="invalid_token"',
  'Unexpected token abc123def in JSON',
  'password must have 8 characters, secret sha256, token v2.1.0-rc1, password 2026-11-22',
  'token auth/user-1, token at x1.js:12:5, secret 3rd-party',
  '"cookie": "^0.7.1", "cookie-session": "2.1.1", "jwt-decode": "^4", "tough-cookie": "*"',
  "cookiePathRewrite: '/new', PWD: '/home/robot', DB_PASSWORD_FILE=/run/secrets/db",
  `/_next/static/chunks/${hex(32)}.js and /static/main.${mixed(20)}${hex(20)}.css`,
  'const token = getToken1(); secret = process.env.SECRET2; auth = response.data2.auth',
  'author=kim&authority=eu&authenticated=1&secretary=ann&tokenizer=bpe',
  '/search?filter=eyJjb2xvciI6InJlZCIsInNpemUiOjQyLCJwYWdlIjoxfQ==',
  '/search?filter=WzEsMiwzLDQsNV0',
  '/in?next=%252525252Fa%252525253Fpage%252525253D2',
  'expires_in=3600, max_tokens=512, total_tokens: 17',
  'credentials=same-origin',
  'password_reset_at=2026-11-22',
  'has_password=true and token=null',
  'token: undefined',
  'Unexpected token < in JSON at position 0',
  'The bearer authentication scheme is not supported',
  'Basic authentication is required',
  'Invalid password. Try again: it needs a digit.',
  'secret santa = fun',
  'release a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
  '/commit/a94a8fe5ccb19ba61c4c0873d391e987982fbbd3?sha=a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
  'trace d4cda95b652f4a1592b449d5929fda1b, span 6e0c63257de34c92',
  'at 1760000200500 ms, order 1234567890123456, parcel 00340434161094000000',
  'card 4111111111111112 has a wrong check digit, 4111 1111 1111 111 is too short',
  'id a4111111111111111 and version 1.4111111111111111',
  'IBAN DE89370400440532013001 has wrong check digits, DE8937040044053201300 is too short',
  'GB29ABCD',
  '0b3d4f9e-6a1c-4e2b-9c1d-2f3a4b5c6d7e',
  'react@19.0.0-beta.rc and lib@1.2.3 in node_modules/.pnpm/@scope+pkg@1.2.3',
  'an @mention, a@b, ann@localhost',
  `pk_live_${mixed(24)} is public`,
  'task_live_concert_2026_summer_tour',
  'risk-assessment-of-the-quarterly-numbers',
  'eyJ is how a header begins. It goes on.',
  '-----BEGIN CERTIFICATE-----',
  'SG.Singapore.Asia',
  'https://shop.example/a?utm_source=newsletter_2026_11&page=2#reviews',
  'body > div#app > input[type="password"][name="password"]',
];
