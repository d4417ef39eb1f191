import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A passkey of a person (WebAuthn). */
export class Passkey extends Model {
  static override tableName = 'passkey';

  declare id: string;
  declare account_id: Ref<'account'>;
  /** The authenticator's id for it, base64url. */
  declare credential_id: string;
  /** COSE key. */
  declare public_key: Buffer;
  /** The authenticator's signature counter; 0 if it does not count. */
  declare counter: number;
  /** How a browser can reach it: `internal`, `usb`, `hybrid` … */
  declare transports: string[];
  /** Chosen by its owner. */
  declare name: string;
  declare created_at: Date;
  declare last_used_at: Date | null;
}

/** A challenge that a browser has to sign; it can be answered once. */
export class PasskeyChallenge extends Model {
  static override tableName = 'passkey_challenge';
  static override idColumn = 'challenge_hash';

  /** SHA-256 of the challenge. */
  declare challenge_hash: Buffer;
  /** The account that adds a passkey; null for a sign-in. */
  declare account_id: Ref<'account'> | null;
  declare expires_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    passkey: Table<Passkey>;
    passkey_challenge: Table<PasskeyChallenge>;
  }
}
