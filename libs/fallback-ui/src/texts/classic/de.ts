import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/de.ts';

/** German, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'Sie sind nicht berechtigt, auf diese Seite zuzugreifen.',
  },
  forbidden: {
    ...plain.forbidden,
    heading: 'Auf diese Seite konnte nicht zugegriffen werden.',
  },
  notFound: { ...plain.notFound, heading: 'Diese Seite konnte nicht gefunden werden.' },
  error: { ...plain.error, heading: 'Etwas ist schiefgelaufen.' },
  globalError: {
    ...plain.globalError,
    heading: 'Etwas ist schiefgelaufen.',
    clientSide:
      'Anwendungsfehler: Eine clientseitige Ausnahme ist aufgetreten (weitere Informationen finden Sie in der Browserkonsole).',
    serverSide:
      'Anwendungsfehler: Eine serverseitige Ausnahme ist aufgetreten (weitere Informationen finden Sie in den Serverprotokollen).',
  },
  digest: 'Digest: {digest}',
};
