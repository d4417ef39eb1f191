import type { Knex } from 'knex';
import type { AccountDetails } from '#contract/identity/account.contract.ts';
import { definePorts } from '#domain/platform/ports.ts';

/** The plan in the user record (AUTH-18..20): a membership of an organisation counts as active. */
export interface UsersPlan {
  readonly status: 'free' | 'trial' | 'active';
  readonly plan: string | null;
  /** When it ends unless it is renewed; null: never. In the future for every plan in force: during its grace period, the end of that. */
  readonly expires: Date | null;
  readonly trialUsed: boolean;
}

/** Ends something of an account, in the caller's transaction. @returns how much there was */
type End = (trx: Knex.Transaction, accountId: string) => Promise<number>;

/** An account's data, and the features that keep it. */
interface IdentityPorts {
  planOf(accountId: string): Promise<UsersPlan>;
  /** Returns what deleting the account ends that was paid for. */
  describeDeletionLoss(accountId: string): Promise<AccountDetails['deletion_ends']>;
  /** Ends everything that could still cost its owner money; outside any transaction, and repeatedly. */
  closeBilling(accountId: string): Promise<void>;
  /** Stores the language of a new account's owner. */
  storeLanguage(trx: Knex.Transaction, accountId: string, language: string): Promise<unknown>;
  readonly endWebhooks: End;
  readonly deleteWebhooks: End;
  /**
   * What else lets in, or shows something of an account outside, by its table: it ends when somebody else proves the address. Whoever adds such a
   * thing adds it here.
   */
  readonly opened: Readonly<Record<'organisation_identity' | 'audio_feed' | 'due_calendar' | 'course_share', End>>;
}

export const identityPorts = definePorts<IdentityPorts>('identity');
