import { expect, it } from 'vitest';
import { CATEGORIES, type Scores } from '#domain/vendors/moderation/moderation.client.ts';
import { judgeScores, CATEGORY_RULES } from './judge-scores.ts';

const scores = (changes: Partial<Scores>): Scores => ({
  ...(Object.fromEntries(CATEGORIES.map((one) => [one, 0.01])) as Scores),
  ...changes,
});
const judge = (changes: Partial<Scores>, reasons: string[] = []) => judgeScores(scores(changes), reasons).judgement;

it('each category has its thresholds and a reason; danger to others outweighs help, and the rules decide when the service is unsure', () => {
  for (const category of CATEGORIES) {
    const { act, from, remove, why } = CATEGORY_RULES[category];
    expect(why.length, category).toBeGreaterThan(10);
    expect(judge({ [category]: from - 0.001 }), category).toBe('harmless');
    expect(judge({ [category]: from }), category).toBe(act === 'help' ? 'help' : 'unsure');
    if (remove !== null) expect(judge({ [category]: remove }), category).toBe('abusive');
  }
  expect(judge({ 'self-harm/intent': 0.9, harassment: 0.5 })).toBe('unsure');
  expect(judge({}, ['rough_words', 'shouting', 'first_texts'])).toBe('harmless');
  for (const reason of ['abuse', 'contact', 'offers', 'links']) expect(judge({}, [reason]), reason).toBe('unsure');
  expect(judgeScores(scores({ harassment: 0.42 }), []).reason).toBe('harassment 0.42');
});
