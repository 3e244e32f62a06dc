import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/pl.ts';

/** Polish, with the sentences Next.js 15.1 shows, translated. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: 'Brak uprawnień dostępu do tej strony.',
  },
  forbidden: {
    ...plain.forbidden,
    heading: 'Nie udało się uzyskać dostępu do tej strony.',
  },
  notFound: { ...plain.notFound, heading: 'Nie udało się znaleźć tej strony.' },
  error: { ...plain.error, heading: 'Coś poszło nie tak.' },
  globalError: {
    ...plain.globalError,
    heading: 'Coś poszło nie tak.',
    clientSide:
      'Błąd aplikacji: wystąpił wyjątek po stronie klienta (więcej informacji w konsoli przeglądarki).',
    serverSide:
      'Błąd aplikacji: wystąpił wyjątek po stronie serwera (więcej informacji w dziennikach serwera).',
  },
  digest: 'Digest: {digest}',
};
