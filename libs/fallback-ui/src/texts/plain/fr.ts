import type { FallbackTexts } from '../fallback-texts.ts';

/** French. */
export const texts: FallbackTexts = {
  lang: 'fr',
  dir: 'ltr',
  unauthorized: {
    heading: 'Connectez-vous pour voir cette page',
    impact: 'Cette page est réservée aux personnes connectées. Votre session a peut-être expiré.',
    advice: 'Connectez-vous, puis ouvrez de nouveau cette page.',
  },
  forbidden: {
    heading: 'Vous n’avez pas accès à cette page',
    impact: 'Cette page est réservée à certaines personnes ou à certains comptes.',
    advice:
      'Si vous pensez que vous devriez y avoir accès, adressez-vous aux responsables du site ou utilisez un autre compte.',
  },
  notFound: {
    heading: 'Il n’y a pas de page à cette adresse',
    impact: 'La page a peut-être été déplacée, ou l’adresse est incorrecte.',
    advice:
      'Si vous avez saisi l’adresse, vérifiez-la. Si vous avez suivi un lien, repartez de la page d’accueil.',
  },
  tooManyRequests: {
    heading: 'Trop de demandes en peu de temps',
    impact:
      'Votre dernière action n’a pas été prise en compte. D’autres personnes sur votre réseau peuvent aussi en être la cause.',
    advice: 'Patientez un peu, puis réessayez.',
  },
  maintenance: {
    heading: 'Ce site est indisponible pour le moment',
    impact: 'Nous y travaillons. Votre dernière action n’a peut-être pas été prise en compte.',
    advice:
      'Réessayez plus tard. Avant d’envoyer quelque chose une seconde fois, vérifiez si votre premier envoi est arrivé.',
  },
  error: {
    heading: 'Veuillez nous excuser, un problème est survenu sur cette page',
    impact: 'Ce que vous avez saisi ici sans l’enregistrer est peut-être perdu.',
    advice: 'Réessayez. Si le problème persiste, revenez plus tard ou prévenez les responsables du site.',
  },
  globalError: {
    heading: 'Veuillez nous excuser, un problème est survenu sur ce site',
    clientSide: 'Une erreur s’est produite dans votre navigateur pendant l’exécution de la page.',
    serverSide: 'Une erreur s’est produite de notre côté pendant la préparation de la page.',
    impact: 'Ce que vous avez saisi sans l’enregistrer est peut-être perdu.',
    advice:
      'Rechargez la page. Si le problème persiste, revenez plus tard ou prévenez les responsables du site.',
  },
  offline: {
    heading: 'Vous êtes hors ligne',
    impact:
      'Cette page n’a pas pu être chargée sans connexion à Internet. Votre dernière action n’a peut-être pas été prise en compte.',
    advice: 'Vérifiez votre connexion, puis réessayez.',
    held: 'Votre saisie attend sur cette page et sera envoyée dès que vous serez de nouveau en ligne.',
  },
  update: {
    heading: 'Ce site a été mis à jour',
    impact:
      'Cette page provient d’une ancienne version et ne peut plus se charger entièrement. Ce que vous avez saisi ici sans l’enregistrer est peut-être perdu.',
    advice: 'Chargez la nouvelle version.',
    adviceInPart: 'Copiez ce que vous avez saisi sans l’enregistrer, puis chargez la nouvelle version.',
    sendAgain: 'Votre envoi n’a pas été traité. Vérifiez le formulaire, puis envoyez-le à nouveau.',
  },
  inlineError: {
    heading: 'Cette partie de la page n’a pas pu s’afficher',
    advice: 'Le reste de la page fonctionne toujours. Réessayez ou revenez plus tard.',
  },
  code: 'Erreur {code}',
  digest: 'Référence : {digest}',
  retryAfter: 'Prochaine tentative possible : {time}',
  searchLabel: 'Rechercher sur ce site',
  actions: {
    home: 'Aller à l’accueil',
    back: 'Retour',
    signIn: 'Se connecter',
    reload: 'Recharger la page',
    retry: 'Réessayer',
    update: 'Charger la nouvelle version',
    search: 'Rechercher',
    report: 'Signaler ce problème',
    contact: 'Nous contacter',
    copy: 'Copier',
    close: 'Fermer',
  },
  copied: 'Copié.',
  copyByHand: 'La référence est sélectionnée. Copiez-la avec le clavier ou le menu.',
};
