/**
 * Variables of hosts that may freeze or end a process once a request is answered. The functions of Netlify, Amplify and
 * SST run on Lambda.
 */
const VARIABLES = [
  // https://vercel.com/docs/environment-variables/system-environment-variables
  'VERCEL',
  // https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
  'AWS_LAMBDA_FUNCTION_NAME',
  // https://docs.netlify.com/build/configure-builds/environment-variables/#read-only-variables
  'NETLIFY',
  // Cloud Run, also behind Firebase App Hosting: https://cloud.google.com/run/docs/container-contract
  'K_SERVICE',
  // https://learn.microsoft.com/azure/azure-functions/functions-app-settings
  'FUNCTIONS_WORKER_RUNTIME',
] as const;

const OFF: readonly string[] = ['', '0', 'false'];

/**
 * Whether this host may freeze or end a process once a request is answered, so that nothing is delivered later.
 * @param env the variables of the process
 * @param userAgent that of the runtime: Cloudflare sets no variable
 */
export function freezesBetweenRequests(
  env: Readonly<Record<string, string | undefined>>,
  userAgent: string | undefined,
): boolean {
  if (userAgent === 'Cloudflare-Workers') return true;
  return VARIABLES.some((name) => !OFF.includes(env[name]?.trim() ?? ''));
}
