import { AGE_RULES, isAgeRule, type AgeRefusal, type AgeRule } from '#contract/platform/age-rules.ts';
import type { getAgePage } from '#contract/identity/age.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';

/** Builds the server's answer about a user's age. @param refusals the rules that exclude the user; by default none, as for an adult */
export const anAgePage = (refusals: Partial<Record<AgeRule, AgeRefusal>> = {}): AnswerOf<typeof getAgePage> => ({
  band: Object.keys(refusals).length > 0 ? 'child' : 'adult',
  consents: [],
  asked: null,
  school: null,
  rules: Object.keys(AGE_RULES)
    .filter(isAgeRule)
    .map((rule) => ({ rule, refusal: refusals[rule] ?? null })),
});
