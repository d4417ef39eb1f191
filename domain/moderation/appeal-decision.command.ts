import type { SubjectType } from '#contract/moderation/moderation.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { expression } from '#domain/platform/sql.ts';
import { WAITS_SINCE } from './public-text.queries.ts';

interface Appeal {
  readonly accountId: string;
  readonly type: SubjectType;
  readonly id: string;
  readonly text: string;
}

/** Appeals the removal of a text of the account, once per decision. @throws ProductError not_found; safety.appealed */
export async function appealDecision({ accountId, type, id, text }: Appeal): Promise<{ appealed: true }> {
  const mine = database()('public_text').where({ subject_type: type, subject_id: id, author_id: accountId, state: 'removed' });
  const changed = await mine
    .clone()
    .whereNull('appeal')
    .update({ appeal: text, appealed_at: database().fn.now(), waits_since: expression(database(), WAITS_SINCE) });
  if (changed > 0) return { appealed: true };
  const found = await mine.first('appeal');
  if (!found) throw notFound('text');
  if (found.appeal === text) return { appealed: true };
  throw new ProductError('safety.appealed', 'You have already requested a review.');
}
