import type { FallbackTexts } from '../fallback-texts.ts';

/** Portuguese. */
export const texts: FallbackTexts = {
  lang: 'pt',
  dir: 'ltr',
  unauthorized: {
    heading: 'Entre na sua conta para ver esta página',
    impact: 'A página só é mostrada a quem tem a sessão iniciada. A sua sessão pode ter expirado.',
    advice: 'Entre na sua conta e abra esta página novamente.',
  },
  forbidden: {
    heading: 'Não tem acesso a esta página',
    impact: 'Só determinadas pessoas ou contas podem ver esta página.',
    advice: 'Se acha que deveria ter acesso, fale com quem administra este site ou use outra conta.',
  },
  notFound: {
    heading: 'Não existe nenhuma página neste endereço',
    impact: 'A página pode ter sido movida ou o endereço pode estar incorreto.',
    advice:
      'Se digitou o endereço, verifique se está correto. Se seguiu um link, recomece a partir da página inicial.',
  },
  tooManyRequests: {
    heading: 'Excesso de pedidos em pouco tempo',
    impact:
      'A sua última operação não foi realizada. Outras pessoas na sua rede também podem ter sido a causa.',
    advice: 'Aguarde um pouco e tente novamente.',
  },
  maintenance: {
    heading: 'Este site não está disponível neste momento',
    impact: 'Trabalhamos para resolver a situação. A sua última operação pode não ter sido realizada.',
    advice:
      'Tente novamente mais tarde. Antes de enviar algo pela segunda vez, verifique se o primeiro envio chegou.',
  },
  error: {
    heading: 'Lamentamos, há um problema nesta página',
    impact: 'O que digitou aqui e não gravou pode ter sido perdido.',
    advice: 'Tente novamente. Se o problema continuar, volte mais tarde ou avise quem administra este site.',
  },
  globalError: {
    heading: 'Lamentamos, há um problema neste site',
    clientSide: 'Algo falhou durante a execução da página no seu navegador.',
    serverSide: 'Algo falhou do nosso lado durante a preparação da página.',
    impact: 'O que digitou e não gravou pode ter sido perdido.',
    advice:
      'Recarregue a página. Se o problema continuar, volte mais tarde ou avise quem administra este site.',
  },
  offline: {
    heading: 'Sem acesso à internet',
    impact:
      'Não foi possível carregar esta página sem acesso à internet. A sua última operação pode não ter sido realizada.',
    advice: 'Verifique o acesso à internet e tente novamente.',
    held: 'O que escreveu aguarda nesta página e será enviado assim que houver acesso à internet.',
  },
  update: {
    heading: 'Este site foi atualizado',
    impact:
      'Esta página é de uma versão anterior e já não pode ser carregada por completo. O que digitou aqui e não gravou pode ter sido perdido.',
    advice: 'Carregue a nova versão.',
    adviceInPart: 'Copie o que digitou e não gravou. Depois, carregue a nova versão.',
    sendAgain: 'O que enviou não foi processado. Verifique o formulário e envie-o novamente.',
  },
  inlineError: {
    heading: 'Não foi possível mostrar esta parte da página',
    advice: 'O resto da página ainda funciona. Tente novamente ou volte mais tarde.',
  },
  code: 'Erro {code}',
  digest: 'Referência: {digest}',
  retryAfter: 'Próxima tentativa possível: {time}',
  searchLabel: 'Pesquisar neste site',
  actions: {
    home: 'Página inicial',
    back: 'Voltar',
    signIn: 'Entrar',
    reload: 'Recarregar a página',
    retry: 'Tentar novamente',
    update: 'Carregar a nova versão',
    search: 'Pesquisar',
    report: 'Comunicar o problema',
    contact: 'Pedir ajuda',
    copy: 'Copiar',
    close: 'Fechar',
  },
  copied: 'Copiado.',
  copyByHand: 'A referência está selecionada. Copie-a com o teclado ou o menu.',
};
