import type { Knex } from 'knex';
import type { ProviderStandIn } from '../../sandbox/identity/provider.ts';
import type { Session } from '../attacks/session.ts';

export const PASSWORD = 'correct horse battery';

export interface Owner {
  readonly knex: Knex;
  readonly accountId: string;
  readonly email: string;
  readonly session: Session;
  readonly outside: Outside;
}

/** Stand-ins for outside services: an identity provider, and the sandbox's Stripe. */
export interface Outside {
  readonly provider: ProviderStandIn;
  readonly sandboxUrl: string;
  /** The origin for which passkeys are made. */
  readonly origin: string;
}

/** Values of parameters and fields by name, of the header `cookie`, and of a `bearer` token; undefined to omit one. */
export type Given = Readonly<Record<string, unknown>>;
/** Creates what an operation needs. */
export type State = (owner: Owner) => Promise<Given>;

export const words = (length: number): string =>
  'Bees fly at dawn and return at dusk. '
    .repeat(Math.ceil(length / 37))
    .slice(0, length)
    .trim();
