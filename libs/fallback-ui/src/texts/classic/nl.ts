import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/nl.ts';

/** Dutch, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'U bent niet bevoegd om deze pagina te openen.',
  },
  forbidden: {
    ...plain.forbidden,
    heading: 'Deze pagina kon niet worden geopend.',
  },
  notFound: { ...plain.notFound, heading: 'Deze pagina kon niet worden gevonden.' },
  error: { ...plain.error, heading: 'Er is iets misgegaan.' },
  globalError: {
    ...plain.globalError,
    heading: 'Er is iets misgegaan.',
    clientSide:
      'Toepassingsfout: er is een uitzondering opgetreden aan de clientzijde (zie de browserconsole voor meer informatie).',
    serverSide:
      'Toepassingsfout: er is een uitzondering opgetreden aan de serverzijde (zie de serverlogboeken voor meer informatie).',
  },
  digest: 'Digest: {digest}',
};
