import { decodeAttestationObject } from '@simplewebauthn/server/helpers';

/** An attestation is a map with a map in it; an extension's output may be one more. */
const DEEPEST = 4;
/** Bytes of authenticator data before the attested key: hash, flags and counter; and of the key's own head, before its id. */
const HEAD_BYTES = 37;
const FLAGS_AT = 32;
const ATTESTED = 0x40;
const AAGUID_BYTES = 16;

const ARRAY = 4;
const MAP = 5;
const TAG = 6;
/** The argument is in so many following bytes. */
const ARGUMENT_BYTES: Readonly<Record<number, number>> = { 24: 1, 25: 2, 26: 4, 27: 8 };

/**
 * Walks one item of CBOR without building it. The library's decoder calls itself for each list in a list, and believes every length.
 * @returns where it ends
 * @throws Error when it is deeper than any authenticator's, has no definite length, or ends after the bytes
 */
function endOfItem(bytes: Buffer, start: number, depth: number): number {
  if (depth > DEEPEST || start >= bytes.length) throw new Error('CBOR of no authenticator');
  const [type, short] = [bytes[start]! >> 5, bytes[start]! & 0x1f];
  const more = ARGUMENT_BYTES[short] ?? 0;
  if (short > 27 || more > 4 || start + more >= bytes.length) throw new Error('CBOR of no authenticator');
  const argument = more === 0 ? short : bytes.readUIntBE(start + 1, more);
  let end = start + 1 + more;
  if (type === 2 || type === 3) end += argument;
  else if (type === ARRAY || type === MAP || type === TAG)
    for (let items = type === TAG ? 1 : argument * (type === MAP ? 2 : 1); items > 0; items -= 1) end = endOfItem(bytes, end, depth + 1);
  if (end > bytes.length) throw new Error('CBOR of no authenticator');
  return end;
}

/** @throws Error unless the bytes are items of CBOR, none deeper than any authenticator's */
function refuseDeepItems(bytes: Buffer, start: number): void {
  for (let at = start; at < bytes.length;) at = endOfItem(bytes, at, 1);
}

/** @throws Error when the key or the extensions in authenticator data are not those of an authenticator */
export function refuseDeepData(data: Uint8Array): void {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const isAttested = ((bytes[FLAGS_AT] ?? 0) & ATTESTED) !== 0;
  const idAt = HEAD_BYTES + AAGUID_BYTES;
  refuseDeepItems(bytes, isAttested ? idAt + 2 + bytes.readUInt16BE(idAt) : HEAD_BYTES);
}

/**
 * Refuses an attestation other than none and that of the key itself. We ask for none, and the library verifies certificates against the
 * sender's own root and downloads what they name: it must never see them.
 * @throws Error
 */
export function refuseCertificates(attestationObject: string): void {
  const bytes = Buffer.from(attestationObject, 'base64url');
  refuseDeepItems(bytes, 0);
  const decoded: unknown = decodeAttestationObject(new Uint8Array(bytes));
  if (!(decoded instanceof Map)) throw new Error('an attestation that is no map');
  const [format, statement, data]: unknown[] = ['fmt', 'attStmt', 'authData'].map((name) => decoded.get(name));
  if (!(statement instanceof Map) || !(data instanceof Uint8Array)) throw new Error('an attestation without statement or data');
  const isPlain =
    (format === 'none' && statement.size === 0) ||
    (format === 'packed' && statement.size === 2 && statement.has('alg') && statement.has('sig'));
  if (!isPlain) throw new Error(`an attestation of the format ${String(format)}, which was not asked for`);
  refuseDeepData(data);
}
