import type { FallbackTexts } from '../fallback-texts.ts';

/** German. */
export const texts: FallbackTexts = {
  lang: 'de',
  dir: 'ltr',
  unauthorized: {
    heading: 'Melden Sie sich an, um diese Seite zu sehen',
    impact:
      'Diese Seite ist nur für angemeldete Personen sichtbar. Möglicherweise wurden Sie automatisch abgemeldet.',
    advice: 'Melden Sie sich an und öffnen Sie diese Seite dann noch einmal.',
  },
  forbidden: {
    heading: 'Sie haben keinen Zugriff auf diese Seite',
    impact: 'Diese Seite ist nur für bestimmte Personen oder Konten freigegeben.',
    advice:
      'Wenn Sie meinen, dass Sie Zugriff haben sollten, wenden Sie sich an den Betreiber der Website oder verwenden Sie ein anderes Konto.',
  },
  notFound: {
    heading: 'Unter dieser Adresse gibt es keine Seite',
    impact: 'Möglicherweise wurde die Seite verschoben oder die Adresse ist falsch.',
    advice:
      'Wenn Sie die Adresse eingegeben haben, prüfen Sie sie bitte. Wenn Sie einem Link gefolgt sind, beginnen Sie noch einmal auf der Startseite.',
  },
  tooManyRequests: {
    heading: 'Zu viele Anfragen in kurzer Zeit',
    impact:
      'Ihre letzte Anfrage wurde nicht ausgeführt. Auch andere in Ihrem Netzwerk können dies ausgelöst haben.',
    advice: 'Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
  },
  maintenance: {
    heading: 'Diese Website ist zurzeit nicht verfügbar',
    impact: 'Wir arbeiten daran. Ihre letzte Anfrage wurde möglicherweise nicht ausgeführt.',
    advice:
      'Versuchen Sie es später noch einmal. Bevor Sie etwas ein zweites Mal absenden, prüfen Sie bitte, ob es schon beim ersten Mal angekommen ist.',
  },
  error: {
    heading: 'Mit dieser Seite gibt es leider ein Problem',
    impact: 'Was Sie hier eingegeben und nicht gespeichert haben, ist möglicherweise verloren.',
    advice:
      'Versuchen Sie es noch einmal. Wenn das Problem bestehen bleibt, kommen Sie später wieder oder informieren Sie den Betreiber der Website.',
  },
  globalError: {
    heading: 'Mit dieser Website gibt es leider ein Problem',
    clientSide: 'Beim Ausführen der Seite in Ihrem Browser ist ein Fehler aufgetreten.',
    serverSide: 'Beim Vorbereiten der Seite ist bei uns ein Fehler aufgetreten.',
    impact: 'Was Sie eingegeben und nicht gespeichert haben, ist möglicherweise verloren.',
    advice:
      'Laden Sie die Seite neu. Wenn das Problem bestehen bleibt, kommen Sie später wieder oder informieren Sie den Betreiber der Website.',
  },
  offline: {
    heading: 'Sie sind offline',
    impact:
      'Diese Seite konnte ohne Internetverbindung nicht geladen werden. Ihre letzte Anfrage wurde möglicherweise nicht ausgeführt.',
    advice: 'Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal.',
    held: 'Ihre Eingaben warten auf dieser Seite und werden gesendet, sobald Sie wieder online sind.',
  },
  update: {
    heading: 'Diese Website wurde aktualisiert',
    impact:
      'Diese Seite stammt aus einer älteren Version und lässt sich nicht mehr vollständig laden. Was Sie hier eingegeben und nicht gespeichert haben, ist möglicherweise verloren.',
    advice: 'Laden Sie die neue Version.',
    adviceInPart:
      'Kopieren Sie, was Sie eingegeben und nicht gespeichert haben. Laden Sie dann die neue Version.',
    sendAgain:
      'Was Sie abgesendet haben, wurde nicht verarbeitet. Prüfen Sie das Formular und senden Sie es noch einmal ab.',
  },
  inlineError: {
    heading: 'Dieser Teil der Seite konnte nicht angezeigt werden',
    advice:
      'Der Rest der Seite funktioniert weiterhin. Versuchen Sie es noch einmal oder kommen Sie später wieder.',
  },
  code: 'Fehler {code}',
  digest: 'Referenz: {digest}',
  retryAfter: 'Nächster Versuch möglich: {time}',
  searchLabel: 'Diese Website durchsuchen',
  actions: {
    home: 'Zur Startseite',
    back: 'Zurück',
    signIn: 'Anmelden',
    reload: 'Seite neu laden',
    retry: 'Erneut versuchen',
    update: 'Neue Version laden',
    search: 'Suchen',
    report: 'Problem melden',
    contact: 'Kontakt aufnehmen',
    copy: 'Kopieren',
    close: 'Schließen',
  },
  copied: 'Kopiert.',
  copyByHand: 'Die Referenz ist markiert. Kopieren Sie sie mit der Tastatur oder über das Menü.',
};
