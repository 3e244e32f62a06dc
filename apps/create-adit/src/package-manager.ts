const KNOWN = ['npm', 'pnpm', 'yarn', 'bun'];

/** The package manager that runs this program, by `npm_config_user_agent`: `pnpm/11.2.0 npm/? node/v24.1.0 …`. */
export function packageManagerOf(userAgent = ''): string {
  return KNOWN.find((name) => userAgent.startsWith(`${name}/`)) ?? 'npm';
}
