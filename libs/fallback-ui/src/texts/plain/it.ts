import type { FallbackTexts } from '../fallback-texts.ts';

/** Italian. */
export const texts: FallbackTexts = {
  lang: 'it',
  dir: 'ltr',
  unauthorized: {
    heading: 'Per vedere questa pagina è necessario accedere',
    impact: 'La pagina è visibile solo a chi ha effettuato l’accesso. La sessione potrebbe essere scaduta.',
    advice: 'Accedere, poi aprire di nuovo questa pagina.',
  },
  forbidden: {
    heading: 'Non si dispone dell’accesso a questa pagina',
    impact: 'Questa pagina è riservata a determinate persone o a determinati account.',
    advice:
      'Se si ritiene di dover avere accesso, rivolgersi a chi gestisce il sito o usare un altro account.',
  },
  notFound: {
    heading: 'A questo indirizzo non c’è nessuna pagina',
    impact: 'La pagina potrebbe essere stata spostata o l’indirizzo potrebbe non essere corretto.',
    advice:
      'Se si è digitato l’indirizzo, controllarlo. Se si è seguito un link, ripartire dalla pagina iniziale.',
  },
  tooManyRequests: {
    heading: 'Troppe richieste in poco tempo',
    impact:
      'L’ultima operazione non è stata eseguita. Anche altre persone sulla stessa rete possono esserne la causa.',
    advice: 'Attendere un momento, poi riprovare.',
  },
  maintenance: {
    heading: 'Questo sito al momento non è disponibile',
    impact: 'Ci stiamo lavorando. L’ultima operazione potrebbe non essere stata eseguita.',
    advice:
      'Riprovare più tardi. Prima di inviare qualcosa una seconda volta, verificare se il primo invio è arrivato.',
  },
  error: {
    heading: 'Siamo spiacenti, c’è un problema con questa pagina',
    impact: 'Ciò che è stato digitato qui e non salvato potrebbe essere andato perso.',
    advice: 'Riprovare. Se il problema continua, tornare più tardi o avvisare chi gestisce il sito.',
  },
  globalError: {
    heading: 'Siamo spiacenti, c’è un problema con questo sito',
    clientSide: 'Qualcosa non ha funzionato durante l’esecuzione della pagina nel browser.',
    serverSide: 'Qualcosa non ha funzionato da parte nostra durante la preparazione della pagina.',
    impact: 'Ciò che è stato digitato e non salvato potrebbe essere andato perso.',
    advice:
      'Ricaricare la pagina. Se il problema continua, tornare più tardi o avvisare chi gestisce il sito.',
  },
  offline: {
    heading: 'Nessuna connessione a Internet',
    impact:
      'Non è stato possibile caricare questa pagina senza connessione a Internet. L’ultima operazione potrebbe non essere stata eseguita.',
    advice: 'Controllare la connessione, poi riprovare.',
    held: 'Ciò che è stato scritto resta in questa pagina e sarà inviato appena torna la connessione.',
  },
  update: {
    heading: 'Questo sito è stato aggiornato',
    impact:
      'Questa pagina appartiene a una versione precedente e non può più essere caricata per intero. Ciò che è stato digitato qui e non salvato potrebbe essere andato perso.',
    advice: 'Caricare la nuova versione.',
    adviceInPart: 'Copiare ciò che è stato digitato e non salvato, poi caricare la nuova versione.',
    sendAgain: 'Ciò che è stato inviato non è stato elaborato. Controllare il modulo e inviarlo di nuovo.',
  },
  inlineError: {
    heading: 'Non è stato possibile mostrare questa parte della pagina',
    advice: 'Il resto della pagina funziona ancora. Riprovare o tornare più tardi.',
  },
  code: 'Errore {code}',
  digest: 'Riferimento: {digest}',
  retryAfter: 'Prossimo tentativo possibile: {time}',
  searchLabel: 'Cerca nel sito',
  actions: {
    home: 'Vai alla pagina iniziale',
    back: 'Torna indietro',
    signIn: 'Accedi',
    reload: 'Ricarica la pagina',
    retry: 'Riprova',
    update: 'Carica la nuova versione',
    search: 'Cerca',
    report: 'Segnala il problema',
    contact: 'Contatti',
    copy: 'Copia',
    close: 'Chiudi',
  },
  copied: 'Copiato.',
  copyByHand: 'Il riferimento è selezionato. Copiarlo con la tastiera o dal menu.',
};
