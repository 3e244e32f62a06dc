import type { FallbackTexts } from '../fallback-texts.ts';

/** Dutch. */
export const texts: FallbackTexts = {
  lang: 'nl',
  dir: 'ltr',
  unauthorized: {
    heading: 'Log in om deze pagina te bekijken',
    impact: 'De pagina is alleen zichtbaar voor wie is ingelogd. Misschien bent u automatisch uitgelogd.',
    advice: 'Log in en open deze pagina daarna opnieuw.',
  },
  forbidden: {
    heading: 'U hebt geen toegang tot deze pagina',
    impact: 'Deze pagina is alleen toegankelijk voor bepaalde personen of accounts.',
    advice:
      'Denkt u dat u wel toegang zou moeten hebben? Vraag het dan aan de beheerders van deze website of gebruik een ander account.',
  },
  notFound: {
    heading: 'Op dit adres staat geen pagina',
    impact: 'De pagina is misschien verplaatst of het adres klopt niet.',
    advice:
      'Hebt u het adres zelf ingetypt? Controleer het dan. Hebt u een link gevolgd? Begin dan opnieuw op de homepage.',
  },
  tooManyRequests: {
    heading: 'Te veel verzoeken in korte tijd',
    impact: 'Uw laatste actie is niet uitgevoerd. Dit kan ook door anderen op uw netwerk komen.',
    advice: 'Wacht even en probeer het dan opnieuw.',
  },
  maintenance: {
    heading: 'Deze website is op dit moment niet beschikbaar',
    impact: 'We werken eraan. Uw laatste actie is misschien niet uitgevoerd.',
    advice:
      'Probeer het later opnieuw. Wilt u iets voor de tweede keer versturen? Controleer dan eerst of het de eerste keer al is aangekomen.',
  },
  error: {
    heading: 'Sorry, er is een probleem met deze pagina',
    impact: 'Wat u hier hebt ingevuld en nog niet had opgeslagen, is misschien verloren gegaan.',
    advice:
      'Probeer het opnieuw. Blijft het probleem bestaan? Kom dan later terug of laat het de beheerders van deze website weten.',
  },
  globalError: {
    heading: 'Sorry, er is een probleem met deze website',
    clientSide: 'Er ging iets mis terwijl de pagina in uw browser werd uitgevoerd.',
    serverSide: 'Er ging bij ons iets mis tijdens het voorbereiden van de pagina.',
    impact: 'Wat u hebt ingevuld en nog niet had opgeslagen, is misschien verloren gegaan.',
    advice:
      'Laad de pagina opnieuw. Blijft het probleem bestaan? Kom dan later terug of laat het de beheerders van deze website weten.',
  },
  offline: {
    heading: 'U bent offline',
    impact:
      'Zonder internetverbinding kon deze pagina niet worden geladen. Uw laatste actie is misschien niet uitgevoerd.',
    advice: 'Controleer uw verbinding en probeer het dan opnieuw.',
    held: 'Wat u hebt ingevuld, wacht op deze pagina en wordt verstuurd zodra u weer online bent.',
  },
  update: {
    heading: 'Deze website is bijgewerkt',
    impact:
      'Deze pagina hoort bij een oudere versie en kan niet meer volledig worden geladen. Wat u hier hebt ingevuld en nog niet had opgeslagen, is misschien verloren gegaan.',
    advice: 'Laad de nieuwe versie.',
    adviceInPart: 'Kopieer wat u hebt ingevuld en nog niet hebt opgeslagen. Laad daarna de nieuwe versie.',
    sendAgain: 'Wat u hebt verstuurd, is niet verwerkt. Controleer het formulier en verstuur het opnieuw.',
  },
  inlineError: {
    heading: 'Dit deel van de pagina kon niet worden getoond',
    advice: 'De rest van de pagina werkt nog. Probeer het opnieuw of kom later terug.',
  },
  code: 'Fout {code}',
  digest: 'Referentie: {digest}',
  retryAfter: 'Volgende poging mogelijk: {time}',
  searchLabel: 'Zoeken op deze website',
  actions: {
    home: 'Naar de homepage',
    back: 'Terug',
    signIn: 'Inloggen',
    reload: 'Pagina opnieuw laden',
    retry: 'Opnieuw proberen',
    update: 'Nieuwe versie laden',
    search: 'Zoeken',
    report: 'Probleem melden',
    contact: 'Contact opnemen',
    copy: 'Kopiëren',
    close: 'Sluiten',
  },
  copied: 'Gekopieerd.',
  copyByHand: 'De referentie is geselecteerd. Kopieer deze met het toetsenbord of het menu.',
};
