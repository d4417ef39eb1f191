import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

const tlv = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: Uint8Array[]) => tlv(0x30, ...parts);
const integer = (value: number) => tlv(0x02, Buffer.from([value]));
const enumerated = (value: number) => tlv(0x0a, Buffer.from([value]));
const octets = (content: Uint8Array) => tlv(0x04, content);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const CRL_DISTRIBUTION_POINTS = oid('551d1f');
const ANDROID_KEY_DESCRIPTION = oid('2b06010401d679020111');

const nameOf = (text: string) => sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from(text)))));
const timeOf = (time: Date) => tlv(0x17, Buffer.from(`${time.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`));

interface Certified {
  readonly serial: number;
  readonly subject: string;
  readonly key: KeyObject;
  readonly issuerKey: KeyObject;
  readonly extensions: readonly Uint8Array[];
}

function certificateOf({ serial, subject, key, issuerKey, extensions }: Certified): Uint8Array {
  const day = 86_400_000;
  const signed = sequence(
    tlv(0xa0, integer(2)),
    integer(serial),
    ECDSA_SHA256,
    nameOf('root'),
    sequence(timeOf(new Date(Date.now() - day)), timeOf(new Date(Date.now() + day))),
    nameOf(subject),
    key.export({ format: 'der', type: 'spki' }),
    ...(extensions.length > 0 ? [tlv(0xa3, sequence(...extensions))] : []),
  );
  return new Uint8Array(sequence(signed, ECDSA_SHA256, tlv(0x03, Buffer.from([0]), sign('sha256', signed, issuerKey))));
}

/**
 * Returns an `android-key` attestation statement that verifies: its chain ends in its own root, and its leaf names the address of a
 * revocation list.
 */
export function forgedAndroidKey(
  keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
  signed: { readonly authData: Uint8Array; readonly clientData: Uint8Array },
  crlAddress: string,
): Map<string, number | Uint8Array | Uint8Array[]> {
  const clientHash = createHash('sha256').update(signed.clientData).digest();
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const uri = tlv(0x86, Buffer.from(crlAddress));
  const description = sequence(
    integer(3),
    enumerated(0),
    integer(0),
    enumerated(0),
    octets(clientHash),
    octets(Buffer.alloc(0)),
    sequence(),
    sequence(),
  );
  const leaf = certificateOf({
    serial: 2,
    subject: 'leaf',
    key: keys.publicKey,
    issuerKey: root.privateKey,
    extensions: [
      sequence(ANDROID_KEY_DESCRIPTION, octets(description)),
      sequence(CRL_DISTRIBUTION_POINTS, octets(sequence(sequence(tlv(0xa0, tlv(0xa0, uri)))))),
    ],
  });
  const anchor = certificateOf({ serial: 1, subject: 'root', key: root.publicKey, issuerKey: root.privateKey, extensions: [] });
  return new Map<string, number | Uint8Array | Uint8Array[]>([
    ['alg', -7],
    ['sig', new Uint8Array(sign('sha256', Buffer.concat([signed.authData, clientHash]), keys.privateKey))],
    ['x5c', [leaf, anchor]],
  ]);
}
