import { AGE_RULES, ageBandOf, ageRefusal, isAgeRule } from '#contract/platform/age-rules.ts';
import type { AgePage } from '#contract/identity/age.contract.ts';
import { database } from '#domain/platform/database.ts';
import { findAgeFacts } from './age-eligibility.queries.ts';

/**
 * Returns what a user's age means: what is off and why, which consents exist, and which parent was asked.
 * @throws ProductError not_found
 */
export async function findAgePage(accountId: string): Promise<AgePage> {
  const [standing, request] = await Promise.all([
    findAgeFacts(accountId),
    database()('parental_request').where({ account_id: accountId }).first('parent_email', 'asked_at', 'refused_at'),
  ]);
  const rules = Object.keys(AGE_RULES).filter(isAgeRule);
  return {
    band: ageBandOf(standing.birthYear),
    consents: [...standing.consents],
    rules: rules.map((rule) => ({ rule, refusal: ageRefusal(rule, standing) })),
    asked: request
      ? { parent_email: request.parent_email, asked_at: request.asked_at.toISOString(), is_refused: request.refused_at !== null }
      : null,
  };
}
