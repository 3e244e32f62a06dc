import type { FallbackTexts } from '../fallback-texts.ts';

/** Spanish. */
export const texts: FallbackTexts = {
  lang: 'es',
  dir: 'ltr',
  unauthorized: {
    heading: 'Inicie sesión para ver esta página',
    impact:
      'La página solo se muestra a quienes han iniciado sesión. Es posible que su sesión haya caducado.',
    advice: 'Inicie sesión y abra de nuevo esta página.',
  },
  forbidden: {
    heading: 'No tiene acceso a esta página',
    impact: 'Solo determinadas personas o cuentas pueden ver esta página.',
    advice:
      'Si cree que debería tener acceso, consulte a quienes gestionan este sitio web o utilice otra cuenta.',
  },
  notFound: {
    heading: 'No hay ninguna página en esta dirección',
    impact: 'Es posible que la página se haya movido o que la dirección no sea correcta.',
    advice:
      'Si ha escrito la dirección, compruébela. Si ha seguido un enlace, empiece de nuevo desde la página de inicio.',
  },
  tooManyRequests: {
    heading: 'Demasiadas solicitudes en poco tiempo',
    impact:
      'Su última operación no se ha realizado. También pueden haberlo causado otras personas de su red.',
    advice: 'Espere un poco e inténtelo de nuevo.',
  },
  maintenance: {
    heading: 'Este sitio web no está disponible en este momento',
    impact: 'Estamos trabajando en ello. Es posible que su última operación no se haya realizado.',
    advice:
      'Inténtelo de nuevo más tarde. Antes de enviar algo por segunda vez, compruebe si ya llegó la primera vez.',
  },
  error: {
    heading: 'Lo sentimos, hay un problema en esta página',
    impact: 'Es posible que se haya perdido lo que escribió aquí y no había guardado.',
    advice:
      'Inténtelo de nuevo. Si el problema continúa, vuelva más tarde o avise a quienes gestionan este sitio web.',
  },
  globalError: {
    heading: 'Lo sentimos, hay un problema en este sitio web',
    clientSide: 'Algo falló mientras la página se ejecutaba en su navegador.',
    serverSide: 'Algo falló por nuestra parte mientras se preparaba la página.',
    impact: 'Es posible que se haya perdido lo que escribió y no había guardado.',
    advice:
      'Vuelva a cargar la página. Si el problema continúa, vuelva más tarde o avise a quienes gestionan este sitio web.',
  },
  offline: {
    heading: 'No hay conexión a internet',
    impact:
      'No se ha podido cargar esta página sin conexión a internet. Es posible que su última operación no se haya realizado.',
    advice: 'Compruebe la conexión e inténtelo de nuevo.',
    held: 'Lo que ha escrito espera en esta página y se enviará en cuanto vuelva la conexión.',
  },
  update: {
    heading: 'Este sitio web se ha actualizado',
    impact:
      'Esta página es de una versión anterior y ya no se puede cargar por completo. Es posible que se haya perdido lo que escribió aquí y no había guardado.',
    advice: 'Cargue la nueva versión.',
    adviceInPart: 'Copie lo que haya escrito y no haya guardado; después, cargue la nueva versión.',
    sendAgain: 'Lo que envió no se ha procesado. Revise el formulario y vuelva a enviarlo.',
  },
  inlineError: {
    heading: 'No se ha podido mostrar esta parte de la página',
    advice: 'El resto de la página sigue funcionando. Inténtelo de nuevo o vuelva más tarde.',
  },
  code: 'Código de error: {code}',
  digest: 'Referencia: {digest}',
  retryAfter: 'Próximo intento posible: {time}',
  searchLabel: 'Buscar en este sitio web',
  actions: {
    home: 'Ir al inicio',
    back: 'Volver',
    signIn: 'Iniciar sesión',
    reload: 'Recargar la página',
    retry: 'Intentar de nuevo',
    update: 'Cargar la nueva versión',
    search: 'Buscar',
    report: 'Informar del problema',
    contact: 'Contacto',
    copy: 'Copiar',
    close: 'Cerrar',
  },
  copied: 'Copiado.',
  copyByHand: 'La referencia está seleccionada. Cópiela con el teclado o el menú.',
};
