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
  ['basic', 'Basic ', 'YW5uOmh1bnRlcjI='],
];

/** Text that resembles a secret but is none. */
export const HARMLESS: readonly string[] = [
  'token_type=bearer',
  'cookie_consent=1',
  'session=42',
  'key=price',
  'auth=basic',
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
