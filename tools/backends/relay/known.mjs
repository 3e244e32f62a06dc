// Intentional differences between the two, each with its reason.

/** Secrets that Relay removes and ours keeps. */
export const EXCEPTIONS = [];

/** Harmless texts that ours alter. */
export const ALTERED_BY_OURS = [
  {
    text: /gravatar\.com\/avatar\/[0-9a-f]{32}/,
    reason:
      'a random value of 32 characters in an address can be a link of a password reset; here it is the hash of a mail address. `scrub: { disabled: ["opaque-value"] }` keeps it',
  },
];

/**
 * The normaliser's complaints about values that the application gave to the SDK and that Sentry does not accept. It
 * keeps the event.
 */
export const COMPLAINTS = [
  { complaint: 'tags.1.1: expected a non-empty value', reason: 'a tag whose value is an empty text' },
  { complaint: "tags.0.1: invalid character '\\n'", reason: 'a tag of two lines' },
  { complaint: 'contexts.device.name: expected a string', reason: 'a number as the name of a device' },
  { complaint: 'contexts.device.memory_size: expected an unsigned integer', reason: 'a text as its memory' },
  { complaint: 'exception.values.0: type or value', reason: '`captureException("")`' },
];

/** Events that are invalid on purpose. */
export const WRONG = [
  { timestamp: 'yesterday' },
  { level: 'terrible' },
  { event_id: '17' },
  { exception: { values: 'none' } },
  { tags: 'pro' },
  { user: 7 },
  { request: 'GET /' },
  { environment: 'a/b' },
  { breadcrumbs: [{ timestamp: 'then' }] },
  { type: 'transaction' },
  { message: 'half of an emoji: \ud83d' },
];
