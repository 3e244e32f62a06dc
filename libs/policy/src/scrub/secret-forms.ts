import { ibanRange, isBasicCredentials, isBearerToken, isCardNumber } from './secret-checks.ts';

/** A kind of secret with a known form. */
export interface SecretForm {
  readonly id: string;
  /** Finds candidates; global, and linear in the length of the text. */
  readonly pattern: RegExp;
  /**
   * Returns the range of the secret in a candidate, or `undefined` if it is not a secret. `before` and `after` are the characters
   * around the candidate. Default: the whole candidate.
   */
  readonly secretIn?: (candidate: string, before: string, after: string) => SecretRange | undefined;
}

/** Index of the first character, and of the one after the last. */
export type SecretRange = readonly [start: number, end: number];

/** The neighbour of a text that is alone: nothing, or a quote. */
const BORDER = /^["'`\\]?$/;

/** The part after the name of the scheme. */
function credentialsIn(isSecret: (credentials: string) => boolean): SecretForm['secretIn'] {
  return (candidate, before) => {
    const start = candidate.search(/\S+$/);
    return !/\w/.test(before) && isSecret(candidate.slice(start)) ? [start, candidate.length] : undefined;
  };
}

/** Returns a row for tokens with a prefix. A candidate inside a longer word is not a token. */
const prefixed = (id: string, pattern: RegExp) => ({
  id,
  pattern,
  secretIn: (candidate: string, before: string): SecretRange | undefined =>
    /\w/.test(before) ? undefined : [0, candidate.length],
});

/**
 * The forms, each with its source. "gitleaks" names a rule of
 * https://github.com/gitleaks/gitleaks/blob/b58d3f10/config/gitleaks.toml. Public identifiers, such as Stripe's `pk_` keys,
 * are not among them.
 */
export const SECRET_FORMS: readonly SecretForm[] = [
  // https://www.rfc-editor.org/rfc/rfc7519#section-3 and, with five parts, https://www.rfc-editor.org/rfc/rfc7516#section-3
  prefixed('jwt', /eyJ[\w-]{8,512}\.[\w-]{4,}(?:\.[\w-]*){1,3}/g),
  // https://www.rfc-editor.org/rfc/rfc6750#section-2.1
  {
    id: 'bearer',
    pattern: /(?:authorization["'\\]{0,4} ?[:=] ?["'\\]{0,4})?bearer\s+(?!authorization\b)[\w~+/.-]{3,}=*/gi,
    secretIn: (candidate, before, after) => {
      const start = candidate.search(/\S+$/);
      const isAlone = /^authorization/i.test(candidate) || (BORDER.test(before) && BORDER.test(after));
      return !/\w/.test(before) && isBearerToken(candidate.slice(start), isAlone)
        ? [start, candidate.length]
        : undefined;
    },
  },
  // https://www.rfc-editor.org/rfc/rfc7617#section-2
  { id: 'basic', pattern: /basic\s+[A-Za-z\d+/]{6,}={0,2}/gi, secretIn: credentialsIn(isBasicCredentials) },
  // https://www.rfc-editor.org/rfc/rfc7468#section-10. If it is cut off, it reaches to the end of the text.
  {
    id: 'private-key',
    pattern:
      /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z\d ]{0,40}KEY(?: BLOCK)?-----|$)/g,
  },
  // Relay takes these out too: https://www.rfc-editor.org/rfc/rfc7468#section-13
  {
    id: 'public-key',
    pattern: /-----BEGIN [A-Z\d ]{0,40}PUBLIC KEY-----[^]*?(?:-----END [A-Z\d ]{0,40}PUBLIC KEY-----|$)/g,
  },
  // https://www.ssa.gov/employer/randomization.html: no group is all zeros. A phone number has a word before it.
  {
    id: 'ssn',
    pattern: /(?:(?:call|dial|fax|phone|mobile|tel)[.:]{0,2} ?)?(?:\d-)?\d{3}-\d{2}-\d{4}(?:-\d)?/gi,
    secretIn: (candidate, before, after) =>
      candidate.length === 11 &&
      !/[\w.]/.test(before) &&
      !/\w/.test(after) &&
      !/^000|-00-|-0000$/.test(candidate)
        ? [0, 11]
        : undefined,
  },
  // https://www.iso.org/standard/70484.html (ISO/IEC 7812-1): brand, length, check digit
  {
    id: 'card',
    pattern: /\d{4}(?:\d{9,15}|([ -])\d{4}\1\d{4}\1\d{1,7}|([ -])\d{6}\2\d{4,5})/g,
    secretIn: (candidate, before, after) =>
      isCardNumber(candidate) && !/[A-Za-z\d.]/.test(before) && !/[A-Za-z\d]/.test(after)
        ? [0, candidate.length]
        : undefined,
  },
  // https://www.swift.com/standards/data-standards/iban-international-bank-account-number (ISO 13616): length, check digits
  {
    id: 'iban',
    pattern: /[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}/g,
    secretIn: (candidate, before, after) => (/\w/.test(before) ? undefined : ibanRange(candidate, after)),
  },

  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
  prefixed('aws-key', /A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}(?![A-Z\d])/g),
  // gitleaks: gcp-api-key; https://developers.google.com/identity/protocols/oauth2 (access and refresh tokens, client secrets)
  prefixed('google-key', /(?:AIza[\w-]{35}|ya29\.[\w-]{20,}|1\/\/0[\w-]{20,}|GOCSPX-[\w-]{28})/g),
  // https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string
  {
    id: 'azure-key',
    pattern: /(?:AccountKey|SharedAccessKey)=[A-Za-z\d+/]{40,}={0,2}/g,
    secretIn: (candidate) => [candidate.indexOf('=') + 1, candidate.length],
  },
  // gitleaks: azure-ad-client-secret
  prefixed('entra-secret', /[\w~.]{3}\dQ~[\w~.-]{31,34}/g),
  // gitleaks: digitalocean-pat, digitalocean-access-token, digitalocean-refresh-token
  prefixed('digitalocean-token', /do[opr]_v1_[a-f\d]{64}/g),
  // gitleaks: alibaba-access-key-id
  prefixed('alibaba-key', /LTAI[A-Za-z\d]{12,20}/g),
  // https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes
  prefixed('vault-token', /hv[sbr]\.[\w-]{24,}/g),
  // gitleaks: hashicorp-tf-api-token
  prefixed('terraform-token', /[A-Za-z\d]{14}\.atlasv1\.[\w-]{60,}/g),
  // gitleaks: databricks-api-token
  prefixed('databricks-token', /dapi[a-f\d]{32}(?:-\d)?/g),
  // gitleaks: heroku-api-key-v2
  prefixed('heroku-key', /HRKU-[\w-]{36,}/g),
  // gitleaks: flyio-access-token
  prefixed('fly-token', /(?:fo1_[\w-]{43}|fm(?:1[ar]|2)_[A-Za-z\d+/]{100,}={0,3})/g),
  // https://supabase.com/docs/guides/api/api-keys
  prefixed('supabase-key', /sb(?:p_[a-f\d]{40}|_secret_[\w-]{20,})/g),
  // gitleaks: planetscale-api-token, planetscale-oauth-token, planetscale-password
  prefixed('planetscale-token', /pscale_(?:tkn|pw|oauth)_[\w.-]{32,}/g),

  // https://docs.stripe.com/keys and https://docs.stripe.com/webhooks
  prefixed('stripe-key', /(?:[sr]k_(?:live|test)_[A-Za-z\d]{10,}|whsec_[A-Za-z\d+/]{24,}=*)/g),
  // gitleaks: square-access-token
  prefixed('square-token', /(?:EAAA|sq0(?:atp|csp)-)[\w-]{22,60}/g),
  // https://developer.paypal.com/braintree/docs/guides/extend/oauth/access-tokens/
  prefixed('braintree-token', /access_token\$(?:production|sandbox)\$[a-z\d]{16}\$[a-f\d]{32}/g),
  // https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens
  prefixed('shopify-token', /shp(?:at|ca|pa|ss|ua|tka)_[a-fA-F\d]{32,}/g),
  // https://docs.mollie.com/reference/authentication
  prefixed('mollie-key', /(?:live|test|access)_[A-Za-z\d]{30,}/g),

  // https://docs.slack.dev/authentication/tokens and https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
  prefixed('slack-token', /(?:xox[a-z](?:\.xox[a-z])?-[\w-]{12,}|xapp-\d-[\w-]{10,})/g),
  { id: 'slack-webhook', pattern: /hooks\.slack\.com\/(?:services|triggers|workflows)\/[\w/+-]{20,}/g },
  // https://discord.com/developers/docs/reference#authentication
  prefixed('discord-token', /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,38}/g),
  { id: 'discord-webhook', pattern: /discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]{40,}/g },
  // https://core.telegram.org/bots/api#authorizing-your-bot
  prefixed('telegram-token', /\d{8,10}:AA[\w-]{32,34}/g),
  // https://www.twilio.com/docs/iam/api-keys
  prefixed('twilio-key', /SK[a-f\d]{32}(?![a-f\d])/g),
  // gitleaks: sendgrid-api-token
  prefixed('sendgrid-key', /SG\.[\w-]{16,32}\.[\w-]{16,64}/g),
  // https://mailchimp.com/developer/marketing/guides/quick-start/ (the key ends with its data centre)
  prefixed('mailchimp-key', /[a-f\d]{32}-us\d{1,2}(?!\d)/g),

  // https://docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats
  prefixed('github-token', /(?:gh[opsur]_[A-Za-z\d]{36,251}|github_pat_\w{22,250})/g),
  // https://docs.gitlab.com/security/tokens/#token-prefixes
  prefixed(
    'gitlab-token',
    /(?:gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|wt)-[\w.-]{20,}|GR1348941[\w-]{20})/g,
  ),
  // gitleaks: atlassian-api-token; https://support.atlassian.com/bitbucket-cloud/docs/using-access-tokens/
  prefixed('atlassian-token', /(?:AT(?:ATT3|CTT3|BB)[\w=-]{20,})/g),
  // https://docs.npmjs.com/about-access-tokens
  prefixed('npm-token', /npm_[A-Za-z\d]{36}/g),
  // gitleaks: pypi-upload-token
  prefixed('pypi-token', /pypi-AgE[\w-]{50,}/g),
  // gitleaks: rubygems-api-token
  prefixed('rubygems-key', /rubygems_[a-f\d]{48}/g),
  // https://docs.docker.com/security/access-tokens/, prefix as in GitHub's secret scanning
  prefixed('docker-token', /dckr_(?:pat|oat)_[\w-]{27,}/g),
  // https://docs.sentry.io/account/auth-tokens/
  prefixed('sentry-token', /sntry[su]_[\w+/=.-]{40,}/g),

  // gitleaks: openai-api-key, anthropic-api-key, anthropic-admin-api-key
  prefixed('ai-key', /sk-(?:proj-|svcacct-|admin-|ant-|or-v1-)?[\w-]{32,}/g),
  // gitleaks: huggingface-access-token
  prefixed('huggingface-token', /hf_[A-Za-z\d]{34}/g),
  // gitleaks: postman-api-token
  prefixed('postman-key', /PMAK-[a-f\d]{24}-[a-f\d]{34}/g),
  // https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/ (user keys)
  prefixed('newrelic-key', /NRAK-[A-Z\d]{27}/g),
  // gitleaks: grafana-service-account-token, grafana-cloud-api-token
  prefixed('grafana-token', /gl(?:sa|c)_[\w+/=]{32,}/g),
  // gitleaks: linear-api-key, notion-api-token; https://developers.notion.com/docs/authorization
  prefixed('workspace-token', /(?:lin_api_[A-Za-z\d]{40}|(?:ntn|secret)_[A-Za-z\d]{40,})/g),
];
