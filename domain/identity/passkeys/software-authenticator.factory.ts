import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Faults of an authenticator or a browser, for tests. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether it has verified its user; default: true. */
  readonly isVerified?: boolean;
  readonly type?: string;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly key?: KeyObject;
  /** Format of the attestation, and a function that makes its statement from the signed data; default: `none`. */
  readonly attestation?: readonly [format: string, statement: (signed: Attested) => CBORType];
  /** Replaces the encoded attestation by other bytes. */
  readonly mangle?: (attestationObject: Uint8Array) => Uint8Array;
}

export interface Attested {
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly authData: Uint8Array;
  readonly clientData: Uint8Array;
}

type CBORType = Parameters<typeof isoCBOR.encode>[0];

const ORIGIN = 'http://localhost:3000';
const RP_ID = 'localhost';
const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array): string => Buffer.from(data).toString('base64url');

/** A software authenticator with one ES256 key, and its browser. */
export class SoftwareAuthenticator {
  readonly id = base64url(randomBytes(32));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;

  /** Answers `navigator.credentials.create`. */
  register(challenge: string, deviation: Deviation = {}) {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, Buffer.from(isoCBOR.encode(cose))]);
    const authData = Buffer.concat([this.#head(deviation, FLAGS.attested), attested]);
    const client = clientData('webauthn.create', challenge, deviation);
    const [format, statement] = deviation.attestation ?? ['none', () => new Map<string, string>()];
    const attestation = new Map<string, CBORType>([
      ['fmt', format],
      ['attStmt', statement({ keys: this.#keys, authData, clientData: client })],
      ['authData', new Uint8Array(authData)],
    ]);
    const encoded = isoCBOR.encode(attestation);
    return {
      ...this.#common(),
      response: {
        clientDataJSON: base64url(client),
        attestationObject: base64url(deviation.mangle?.(encoded) ?? encoded),
      },
    };
  }

  /** Answers `navigator.credentials.get`. */
  assert(challenge: string, deviation: Deviation = {}) {
    this.counter += 1;
    const authData = this.#head(deviation, 0);
    const client = clientData('webauthn.get', challenge, deviation);
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), deviation.key ?? this.#keys.privateKey);
    return {
      ...this.#common(),
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        ...(deviation.userHandle !== undefined && { userHandle: deviation.userHandle }),
      },
    };
  }

  #common() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} };
  }

  #head({ rpId = RP_ID, isVerified = true, counter = this.counter }: Deviation, more: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = FLAGS.present | (isVerified ? FLAGS.verified : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }
}

function clientData(type: string, challenge: string, deviation: Deviation): Buffer {
  const { origin = ORIGIN } = deviation;
  return Buffer.from(JSON.stringify({ type: deviation.type ?? type, challenge, origin, crossOrigin: false }));
}
