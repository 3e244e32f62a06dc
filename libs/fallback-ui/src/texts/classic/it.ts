import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/it.ts';

/** Italian, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'Non si dispone dell’autorizzazione per accedere a questa pagina.',
  },
  forbidden: {
    ...plain.forbidden,
    heading: 'Non è stato possibile accedere a questa pagina.',
  },
  notFound: { ...plain.notFound, heading: 'Non è stato possibile trovare questa pagina.' },
  error: { ...plain.error, heading: 'Qualcosa è andato storto.' },
  globalError: {
    ...plain.globalError,
    heading: 'Qualcosa è andato storto.',
    clientSide:
      'Errore dell’applicazione: si è verificata un’eccezione lato client (per ulteriori informazioni, vedere la console del browser).',
    serverSide:
      'Errore dell’applicazione: si è verificata un’eccezione lato server (per ulteriori informazioni, vedere i log del server).',
  },
  digest: 'Digest: {digest}',
};
