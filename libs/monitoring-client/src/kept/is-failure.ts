const SERVER_ERROR = 500;

/** Whether a server answered that it could not take an envelope: a kept error waits for the next page. */
export const isFailure = (statusCode: number | undefined): boolean =>
  statusCode !== undefined && statusCode >= SERVER_ERROR;
