import type { FallbackTexts } from '../fallback-texts.ts';

/** French, in plain words. */
export const texts: FallbackTexts = {
  lang: 'fr',
  dir: 'ltr',
  unauthorized: {
    title: 'Connexion nécessaire',
    heading: 'Veuillez vous connecter pour voir cette page',
    impact:
      'Cette page est réservée aux personnes connectées. Votre session a peut-être pris fin au bout d’un certain temps.',
    advice: 'Connectez-vous, puis ouvrez de nouveau cette page.',
  },
  forbidden: {
    title: 'Accès non autorisé',
    heading: 'Vous n’avez pas accès à cette page',
    impact: 'Aucune de vos données n’a été modifiée.',
    advice:
      'Si vous pensez que vous devriez y avoir accès, adressez-vous aux responsables du site ou utilisez un autre compte.',
  },
  notFound: {
    title: 'Page introuvable',
    heading: 'Il n’y a pas de page à cette adresse',
    impact: 'Aucune de vos données n’est perdue. La page a peut-être été déplacée ou supprimée.',
    advice:
      'Si vous avez saisi l’adresse, vérifiez-la. Si vous avez suivi un lien, repartez de la page d’accueil.',
  },
  tooManyRequests: {
    title: 'Trop de demandes',
    heading: 'Trop de demandes en peu de temps',
    impact:
      'Votre dernière action n’a pas été prise en compte. D’autres personnes sur votre réseau peuvent aussi en être la cause.',
    advice: 'Patientez un peu, puis réessayez.',
  },
  maintenance: {
    title: 'Indisponible pour le moment',
    heading: 'Ce site est indisponible pour le moment',
    impact: 'Nous y travaillons. Votre dernière action n’a peut-être pas été prise en compte.',
    advice:
      'Réessayez plus tard. Avant d’envoyer quelque chose une seconde fois, vérifiez si votre premier envoi est arrivé.',
  },
  error: {
    title: 'Problème sur cette page',
    heading: 'Veuillez nous excuser, un problème est survenu sur cette page',
    impact: 'Ce que vous avez saisi ici sans l’enregistrer est peut-être perdu.',
    advice: 'Réessayez. Si le problème persiste, revenez plus tard ou prévenez les responsables du site.',
  },
  globalError: {
    title: 'Problème sur ce site',
    heading: 'Veuillez nous excuser, un problème est survenu sur ce site',
    clientSide: 'Une erreur s’est produite dans votre navigateur pendant l’exécution de la page.',
    serverSide: 'Une erreur s’est produite de notre côté pendant la préparation de la page.',
    impact: 'Ce que vous avez saisi sans l’enregistrer est peut-être perdu.',
    advice:
      'Rechargez la page. Si le problème persiste, revenez plus tard ou prévenez les responsables du site.',
  },
  offline: {
    title: 'Vous êtes hors ligne',
    heading: 'Vous êtes hors ligne',
    impact: 'Cette page n’a pas pu être chargée sans réseau. Rien n’a été envoyé.',
    advice: 'Vérifiez votre connexion, puis réessayez.',
  },
  update: {
    title: 'Nouvelle version disponible',
    heading: 'Ce site a été mis à jour',
    impact: 'Cette page correspond à la version précédente et ne peut plus charger tous ses éléments.',
    advice: 'Copiez ce que vous avez saisi sans l’enregistrer, puis chargez la nouvelle version.',
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
  },
  copied: 'Copié.',
  copyByHand: 'La référence est sélectionnée. Copiez-la avec le clavier ou le menu.',
};
