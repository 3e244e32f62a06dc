import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/fr.ts';

/** French, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'Vous n’avez pas l’autorisation d’accéder à cette page.',
  },
  forbidden: { ...plain.forbidden, heading: 'Impossible d’accéder à cette page.' },
  notFound: { ...plain.notFound, heading: 'Cette page est introuvable.' },
  error: { ...plain.error, heading: 'Une erreur est survenue.' },
  globalError: {
    ...plain.globalError,
    heading: 'Une erreur est survenue.',
    clientSide:
      'Erreur d’application : une exception s’est produite côté client (consultez la console du navigateur pour plus d’informations).',
    serverSide:
      'Erreur d’application : une exception s’est produite côté serveur (consultez les journaux du serveur pour plus d’informations).',
  },
  digest: 'Digest : {digest}',
};
