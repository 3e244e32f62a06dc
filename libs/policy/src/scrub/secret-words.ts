/** A set of words. One text is shorter in the bundle than many. */
const setOf = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(' ')));

/** German words written with `ae`, `oe` and `ue`, and the same words as they are without the dots. */
const german = (list: string): string => `${list} ${list.replace(/([aou])e/g, '$1')}`;

/** Words that make a name secret, anywhere in the name: `x-amz-security-token`, `user[password]`, `sessionId`. */
export const SECRET_WORDS = setOf(
  'token secret password passwd pwd passphrase passcode otp totp authorization bearer jwt apikey privatekey mysqlpwd',
  'sid cookie csrf xsrf sig saml samlresponse ssn cvv cvc cardnumber creditcard iban twofactor pemkey',
  // German, and Dutch
  'passwort kennwort losungswort geheimnis geheimzahl kreditkarte wachtwoord',
  german('passwoerter kennwoerter passphraese'),
  // French
  'motdepasse motsdepasse mdp jeton cryptogramme',
  // Spanish, Portuguese, Italian
  'contrasena contrasenas contrasenia contrasenya contrasenyas contrasinal secreto secretos senha senhas segredo segredos palavrapasse',
  'segreto segreti gettone paroladordine',
);

/** Names that are secret as a whole. OpenID Connect's `id_token_hint` is a token, although its last word describes one. */
export const SECRET_NAMES = setOf('pass pin usercode symfony idtokenhint clave');

/** Words that make a name secret unless the value is a plain word or a small number: `auth=basic`, `session=42`, `mfa=totp`. */
export const WEAK_WORDS = setOf(
  'auth session credential credentials signature mfa cookies geheim',
  'zugangsdaten anmeldedaten identifiants credenciales credenciais credenziali sesion sessao sessione sitzung',
);

/** Names that are secret in URLs only: OAuth's `assertion`, a login's `ticket`. */
export const URL_NAMES = setOf('assertion clientassertion');
export const WEAK_URL_NAMES = setOf('key ticket sudo su');

/** Plurals that are secrets in objects if the values are texts. In URLs they can be counts. */
export const SECRET_PLURALS = setOf('tokens secrets passwords jetons apikeys privatekeys');

const GERMAN_KEYS =
  'apischluessel privatschluessel zugangsschluessel zugriffsschluessel sitzungsschluessel lizenzschluessel';

/** Endings of names written without a separator, such as `accesstoken` and `PHPSESSID`. */
export const SECRET_ENDINGS: readonly string[] = (
  'token secret password passwd apikey sessionid sessid cardnumber csrf jwt ' +
  `sentrysid kennwort geheimnis zugangscode sicherheitscode kartennummer senha motdepasse ${german(GERMAN_KEYS)}`
).split(' ');

/** Secret words inside of longer ones: `dbpasswords`, `authdata`, `credentialsjson`. Not `author`, `secretary`, `tokenizer`. */
export const GLUED =
  /passwor[dt]s?|passwd|mysql[^a-z\d]?pwd|api[^a-z\d]?keys?|private[^a-z\d]?keys?|credentials?|contrasen(?:y?as?|ia)|kennwort|secrets?(?!ar|aire|ion|ly|s?manager|iv)|tokens?(?!i[sz])|auth(?!or|en|i)/g;

/** Nouns that name a key. */
export const KEYS = setOf('key', german('schluessel'), 'cle clave llave chave chiave');

/** Words beside a key that make it secret. A `sort_key` is not. */
export const KEY_OWNERS = setOf(
  'api access private secret signing encryption license service master subscription functions auth account shared',
  'privat privater geheim geheimer zugang zugriff prive privee secrete acces chiffrement acceso secreta privada cifrado',
  'maestra usuario actual nueva acesso usuario accesso segreta privata',
);

/** Nouns that name a number or a code. */
export const NUMBERS = setOf('number code numero nummer codigo codice');

/** Words beside `number` and `code` that make them secret. */
export const NUMBER_OWNERS = setOf(
  'card account security routing verification recovery backup twofactor',
  'karte kreditkarte carte bancaire securite secret confidentiel tarjeta seguridad secreto verificacion acceso cartao',
  'seguranca carta sicurezza segreto',
);

/** Pairs of words that are one secret. */
export const PHRASES =
  /(?:^| )(?:(?:mots?) de passe|parola d ordine|palavra passe|two factor|phrase (?:de passe|secrete)|pass (?:word|phrase|code)|carte (?:bancaire|de credit)|tarjeta de credito|carta di credito|cartao de credito)(?= |$)/;

/** Last words of names that describe a secret and do not contain it: `token_type`, `cookie_consent`, `session_count`. */
export const DESCRIPTIONS = setOf(
  'type types kind consent banner policy preferences settings accepted enabled required expires',
  'expiry expired expiration in at ttl age lifetime duration start count counts length limit size',
  'total usage used index status error errors valid invalid version alg algorithm method scheme provider',
  'strength hint format field label visible name url uri endpoint path domain scope scopes mode',
  'level reset changed attempts file dir rewrite parser middleware style styles color class font title placeholder text help icon button',
  'input form page link model rules rule requirements confirmed verified manager notice message forgotten',
  german(
    'typ art laenge anzahl ablauf regel regeln richtlinie staerke vergessen feld sichtbar geaendert abgelaufen hinweis zuruecksetzen aendern',
  ),
  'longueur oublie oublies expire nombre force regle politique champ duree valide modifie',
  'tipo longitud caducidad olvidada olvidado cantidad fuerza politica campo valida duracion',
  'tamanho esquecida validade quantidade forca lunghezza scadenza dimenticata quantita primaria foranea externa',
);

/** First words of such names: `has_password`, `max_token`. */
export const DESCRIBERS = setOf(
  'has is no max min num total requires needs show hide toggle forgot',
  german('hat ist zeige anzahl laenge typ'),
  'type longueur nombre duree tipo longitud tamanho cantidad lunghezza palabra palavra parola mots',
);
