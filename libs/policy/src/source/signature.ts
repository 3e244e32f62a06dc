/** The bytes before the key itself in the two DER forms of Ed25519 keys (RFC 8410). */
const PUBLIC_PREFIX = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
const PRIVATE_PREFIX = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/** The length of an Ed25519 key, in bytes. */
const KEY_BYTES = 32;

type Bytes = Uint8Array;

/** TypeScript before 5.7 has no such type, so that no declaration of the package may have it. */
const asBuffer = (bytes: Bytes) => bytes as Uint8Array<ArrayBuffer>;

/** Whether a signature in base64 is right for these bytes. */
export type Verifier = (bytes: Bytes, signature: string) => Promise<boolean>;

/**
 * Creates a {@link Verifier} for an Ed25519 public key: PEM, or base64 of the DER form or of the 32 bytes themselves.
 * @throws TypeError if it is no such key
 */
export function createVerifier(key: string): Verifier {
  const raw = readPublicKey(key);
  if (raw === undefined) {
    throw new TypeError('watchPolicy: key is not an Ed25519 public key; accepted is PEM or base64.');
  }
  return async (bytes, signature) => {
    const signed = fromBase64(signature);
    if (signed === undefined) return false;
    const imported = await crypto.subtle.importKey('raw', asBuffer(raw), 'Ed25519', false, ['verify']);
    return crypto.subtle.verify('Ed25519', imported, asBuffer(signed), asBuffer(bytes));
  };
}

/**
 * Signs the exact text with Ed25519. Returns the signature in base64: the content of `FILE.sig`, of the key `KEY:sig`
 * or of the address `URL.sig`.
 * @param privateKey PKCS #8, as PEM or as base64 of the DER form
 * @throws TypeError if it is no such key
 */
export async function signPolicy(text: string, privateKey: string): Promise<string> {
  const der = fromBase64(withoutArmour(privateKey));
  if (der === undefined || der.length !== PRIVATE_PREFIX.length + KEY_BYTES || !begins(der, PRIVATE_PREFIX)) {
    throw new TypeError(
      'signPolicy: the key is not an Ed25519 private key; accepted is PKCS #8, as PEM or base64.',
    );
  }
  const key = await crypto.subtle.importKey('pkcs8', asBuffer(der), 'Ed25519', false, ['sign']);
  const signature = await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

/** The SHA-256 of the bytes in hexadecimal. */
export async function digestOf(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', asBuffer(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readPublicKey(key: string): Bytes | undefined {
  const bytes = fromBase64(withoutArmour(key));
  if (bytes?.length === KEY_BYTES) return bytes;
  if (bytes?.length !== PUBLIC_PREFIX.length + KEY_BYTES || !begins(bytes, PUBLIC_PREFIX)) return undefined;
  return bytes.slice(PUBLIC_PREFIX.length);
}

const begins = (bytes: Bytes, prefix: readonly number[]): boolean =>
  prefix.every((byte, index) => bytes[index] === byte);

const withoutArmour = (key: string): string => key.replace(/-----[A-Z ]+-----/g, '');

function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/\s/g, '')), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
