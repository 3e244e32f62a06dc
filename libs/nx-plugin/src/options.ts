/** Options of every generator, as those of `@nx/next:init`. */
export interface InitOptions {
  /** Does not format the files. Default `false`. */
  readonly skipFormat?: boolean;
  /** Does not change a `package.json`. Default `false`. */
  readonly skipPackageJson?: boolean;
  /** Keeps existing versions of packages. Default `true`. */
  readonly keepExistingVersions?: boolean;
}

/** Options of the generators that change applications. */
export interface ApplicationsOptions extends InitOptions {
  /** The name or the folder of one application. */
  readonly project?: string;
  /** Changes all applications. Default `false`. */
  readonly all?: boolean;
}
