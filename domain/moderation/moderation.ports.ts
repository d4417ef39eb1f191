import type { Knex } from 'knex';
import type { SubjectType, TextState } from '#contract/moderation/moderation.contract.ts';
import type { AgeRule } from '#contract/platform/age-rules.ts';
import { definePorts } from '#domain/platform/ports.ts';

/** A kind of moderated text or person, as the feature that shows it knows it. */
interface Subject {
  /** The age rule of the screen that shows it. */
  readonly age?: AgeRule;
  /** Reads it as the account sees it, by the query of its own screen, so that the same rules apply. @throws ProductError not_found */
  read(accountId: string, id: string): Promise<unknown>;
  /** Reads a subject that may be reported although it was not moderated; null when it was moderated or does not exist. */
  readUnmoderated?(trx: Knex.Transaction, id: string): Promise<{ authorId: string; href: string; text: string } | null | undefined>;
  /** Informs the feature that a subject can now be seen, or no longer, in the transaction of the decision. */
  changed?(trx: Knex.Transaction, id: string, state: TextState): Promise<void>;
}

/** Passages of lessons belong to no feature and are read here. */
export type ModeratedSubjects = Readonly<Record<Exclude<SubjectType, 'lesson'>, Subject>>;

export const moderatedSubjects = definePorts<ModeratedSubjects>('moderation');
