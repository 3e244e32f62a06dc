// What the tunnel does, live. In production it asks for ADIT_ADMIN_TOKEN, and is not there without it.
export { GET, POST } from '@adit/next/operations';
