import type { Knex } from 'knex';
import { DELETED_DOMAIN } from '#domain/mail/mail.commands.ts';
import type { Row } from '#domain/platform/rows/table.ts';
import type { Account } from './account.model.ts';

export type Column = keyof Row<Account>;

/** What becomes of a column when its account is deleted: it keeps its value, for this reason, or gets another one. */
type AtDeletion<C extends Column> =
  | { readonly keeps: string }
  | { readonly becomes: Readonly<Row<Account>[C]> | ((trx: Knex.Transaction, accountId: string) => Row<Account>[C] | Knex.Raw) };

/**
 * Whether others read a text in the profile. If so, people may change it (`writeProfile`), and it is moderated with the other texts and copied for
 * the moderators (`profileText`).
 */
type InProfile<C extends Column> = Row<Account>[C] extends string | null
  ? { readonly inProfile: boolean }
  : { readonly inProfile?: undefined };

/** The decisions for each column of `account`. A new column does not compile without them. */
export const ACCOUNT_COLUMNS = {
  id: { keeps: 'ledgers and orders refer to it', inProfile: false },
  email: { becomes: (_, accountId) => `deleted-${accountId}${DELETED_DOMAIN}`, inProfile: false },
  password_hash: { becomes: null, inProfile: false },
  first_name: { becomes: '', inProfile: true },
  last_name: { becomes: '', inProfile: true },
  roles: { becomes: ['learner'] },
  terms_version: { keeps: 'the terms that applied to the orders, which stay', inProfile: false },
  terms_accepted_at: { keeps: 'when the terms of those orders were accepted' },
  marketing_consent: { becomes: false },
  created_at: { keeps: 'counts of registrations, which name nobody' },
  email_verified_at: { becomes: null },
  birth_year: { becomes: null },
  bio: { becomes: '', inProfile: true },
  deletion_due_at: { becomes: null },
  deleted_at: { becomes: (trx) => trx.fn.now() },
  suspended_at: { keeps: 'an operator’s decision, which audit entries refer to' },
} as const satisfies { readonly [C in Column]: AtDeletion<C> & InProfile<C> };

/** Returns the values of the row that a deleted account leaves. */
export const valuesOfDeleted = (trx: Knex.Transaction, accountId: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(ACCOUNT_COLUMNS).flatMap(([column, decision]) => {
      if ('keeps' in decision) return [];
      const { becomes } = decision;
      return [[column, typeof becomes === 'function' ? becomes(trx, accountId) : becomes]];
    }),
  );
