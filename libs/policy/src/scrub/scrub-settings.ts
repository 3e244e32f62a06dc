/** Options for scrubbing. */
export interface ScrubOptions {
  /** More names whose values are secrets, in any letter case. Default none. */
  parameters?: readonly string[] | undefined;
  /** Names whose values are not secrets. They win over built-in names. Default none. */
  allowed?: readonly string[] | undefined;
  /** Whether e-mail addresses are secrets; the same as `email` in `disabled`. Default `true`. */
  emails?: boolean | undefined;
  /** Whether long random values in URLs are secrets; the same as `opaque-value` in `disabled`. Default `true`. */
  opaqueValues?: boolean | undefined;
  /** Kinds of secrets that stay, such as `iban`. Default none. */
  disabled?: readonly string[] | undefined;
  /** Whether to count secrets without replacing them. Default `false`. */
  dryRun?: boolean | undefined;
}

/** {@link ScrubOptions} with all defaults. */
export interface ScrubSettings {
  readonly parameters: readonly string[];
  readonly allowed: readonly string[];
  readonly emails: boolean;
  readonly opaqueValues: boolean;
  readonly disabled: readonly string[];
  readonly dryRun: boolean;
}

/** The settings if none is set. */
export const DEFAULT_SCRUB: ScrubSettings = {
  parameters: [],
  allowed: [],
  emails: true,
  opaqueValues: true,
  disabled: [],
  dryRun: false,
};
