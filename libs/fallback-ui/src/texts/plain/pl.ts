import type { FallbackTexts } from '../fallback-texts.ts';

/** Polish. */
export const texts: FallbackTexts = {
  lang: 'pl',
  dir: 'ltr',
  unauthorized: {
    heading: 'Proszę się zalogować, aby zobaczyć tę stronę',
    impact: 'Strona jest widoczna tylko po zalogowaniu. Sesja mogła wygasnąć.',
    advice: 'Proszę się zalogować, a potem ponownie otworzyć tę stronę.',
  },
  forbidden: {
    heading: 'Brak dostępu do tej strony',
    impact: 'Ta strona jest dostępna tylko dla określonych osób lub kont.',
    advice:
      'Jeśli dostęp powinien być przyznany, proszę zwrócić się do osób prowadzących ten serwis lub użyć innego konta.',
  },
  notFound: {
    heading: 'Pod tym adresem nie ma strony',
    impact: 'Strona mogła zostać przeniesiona lub adres jest nieprawidłowy.',
    advice:
      'Jeśli adres został wpisany ręcznie, proszę go sprawdzić. Jeśli prowadził tu link, proszę zacząć od strony głównej.',
  },
  tooManyRequests: {
    heading: 'Zbyt wiele zapytań w krótkim czasie',
    impact: 'Ostatnia operacja nie została wykonana. Mogły to spowodować także inne osoby w tej samej sieci.',
    advice: 'Proszę chwilę poczekać i spróbować ponownie.',
  },
  maintenance: {
    heading: 'Ten serwis jest obecnie niedostępny',
    impact: 'Pracujemy nad tym. Ostatnia operacja mogła nie zostać wykonana.',
    advice:
      'Proszę spróbować później. Przed wysłaniem czegoś po raz drugi proszę sprawdzić, czy nie dotarło już za pierwszym razem.',
  },
  error: {
    heading: 'Przepraszamy, wystąpił problem z tą stroną',
    impact: 'Wpisane tutaj, ale niezapisane treści mogły zostać utracone.',
    advice:
      'Proszę spróbować ponownie. Jeśli problem nie ustąpi, proszę wrócić później lub powiadomić osoby prowadzące ten serwis.',
  },
  globalError: {
    heading: 'Przepraszamy, wystąpił problem z tym serwisem',
    clientSide: 'Podczas działania strony w przeglądarce wystąpił błąd.',
    serverSide: 'Podczas przygotowywania strony wystąpił błąd w naszych systemach.',
    impact: 'Wpisane, ale niezapisane treści mogły zostać utracone.',
    advice:
      'Proszę odświeżyć stronę. Jeśli problem nie ustąpi, proszę wrócić później lub powiadomić osoby prowadzące ten serwis.',
  },
  offline: {
    heading: 'Brak połączenia z internetem',
    impact:
      'Nie udało się wczytać tej strony bez połączenia z internetem. Ostatnia operacja mogła nie zostać wykonana.',
    advice: 'Proszę sprawdzić połączenie i spróbować ponownie.',
    held: 'Wpisane dane czekają na tej stronie i zostaną wysłane, gdy połączenie powróci.',
  },
  update: {
    heading: 'Ten serwis został zaktualizowany',
    impact:
      'Ta strona pochodzi ze starszej wersji i nie może się już w pełni wczytać. Wpisane tutaj, ale niezapisane treści mogły zostać utracone.',
    advice: 'Proszę wczytać nową wersję.',
    adviceInPart: 'Proszę skopiować wpisane, ale niezapisane treści, a potem wczytać nową wersję.',
    sendAgain: 'Wysłane dane nie zostały przetworzone. Proszę sprawdzić formularz i wysłać go ponownie.',
  },
  inlineError: {
    heading: 'Nie udało się wyświetlić tej części strony',
    advice: 'Pozostała część strony nadal działa. Proszę spróbować ponownie lub wrócić później.',
  },
  code: 'Błąd {code}',
  digest: 'Identyfikator: {digest}',
  retryAfter: 'Następna próba możliwa: {time}',
  searchLabel: 'Szukaj w serwisie',
  actions: {
    home: 'Strona główna',
    back: 'Wróć',
    signIn: 'Zaloguj się',
    reload: 'Odśwież stronę',
    retry: 'Spróbuj ponownie',
    update: 'Wczytaj nową wersję',
    search: 'Szukaj',
    report: 'Zgłoś problem',
    contact: 'Kontakt',
    copy: 'Kopiuj',
    close: 'Zamknij',
  },
  copied: 'Skopiowano.',
  copyByHand: 'Identyfikator jest zaznaczony. Można go skopiować za pomocą klawiatury lub menu.',
};
