import type { Knex } from 'knex';
import type { AccountDetails } from '#contract/identity/account.contract.ts';
import { definePorts } from '#domain/platform/ports.ts';

/** The plan in the user record (AUTH-18..20): a membership of an organisation counts as active. */
export interface UsersPlan {
  readonly status: 'free' | 'trial' | 'active';
  readonly plan: string | null;
  /**
   * When it ends unless renewed, or null for never. Always in the future for a plan in force: during the grace period, the end of that
   * period.
   */
  readonly expires: Date | null;
  readonly trialUsed: boolean;
}

/** Ends something that belongs to an account, in the caller's transaction. @returns how many were ended */
type End = (trx: Knex.Transaction, accountId: string) => Promise<number>;

/** Data and effects of an account that other features own. */
interface IdentityPorts {
  planOf(accountId: string): Promise<UsersPlan>;
  /** Returns the paid things that deleting the account ends. */
  describeDeletionLoss(accountId: string): Promise<AccountDetails['deletion_ends']>;
  /** Ends everything that could still cost its owner money. Called outside any transaction, and repeatedly. */
  closeBilling(accountId: string): Promise<void>;
  /** Stores the language of a new account's owner. */
  storeLanguage(trx: Knex.Transaction, accountId: string, language: string): Promise<unknown>;
  readonly endWebhooks: End;
  readonly deleteWebhooks: End;
  /**
   * Other ways in, and data that is visible outside, by table: they end when somebody else proves the address. Every new table of that sort
   * belongs here.
   */
  readonly opened: Readonly<Record<'organisation_identity' | 'audio_feed' | 'due_calendar' | 'course_share', End>>;
}

export const identityPorts = definePorts<IdentityPorts>('identity');
