import type { Knex } from 'knex';
import type { SubjectType, TextState } from '#contract/moderation/moderation.contract.ts';
import type { AgeRule } from '#contract/platform/age-rules.ts';
import { definePorts } from '#domain/platform/ports.ts';

/** A kind of text or person that is moderated, as the feature that shows it knows it. */
interface Subject {
  /** The age rule of the screen that shows it. */
  readonly age?: AgeRule;
  /** Reads it as the account sees it, by the query of its own screen, so that the rule is the same. @throws ProductError not_found */
  read(accountId: string, id: string): Promise<unknown>;
  /** Reads one that was not moderated, and may be reported; null: it was, or there is none. */
  readUnmoderated?(trx: Knex.Transaction, id: string): Promise<{ authorId: string; href: string; text: string } | null | undefined>;
  /** Tells those concerned that it can be seen now, or no more, in the transaction that decided it. */
  changed?(trx: Knex.Transaction, id: string, state: TextState): Promise<void>;
}

/** Passages of lessons are no feature's: they are read here. */
export type ModeratedSubjects = Readonly<Record<Exclude<SubjectType, 'lesson'>, Subject>>;

export const moderatedSubjects = definePorts<ModeratedSubjects>('moderation');
