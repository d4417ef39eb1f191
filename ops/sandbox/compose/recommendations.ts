import { readFileSync } from 'node:fs';
import { isObject } from '../wire/wire.ts';
import type { Tag } from './read-tags.ts';
import { hashHex } from './seeded-random.ts';

interface Pick {
  readonly title: string;
  readonly goal: string;
  readonly industries: readonly string[];
}

const PICKS = JSON.parse(readFileSync(new URL('./recommendations.json', import.meta.url), 'utf8')) as readonly Pick[];

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Recommends listed courses that the learner does not have, those of the stated industry first; each reason names its basis. */
export function composeRecommendations(tags: Partial<Record<Tag, unknown>>, seed: string): object {
  const wanted = isObject(tags.wanted) ? tags.wanted : {};
  const learner = isObject(tags.learner) ? tags.learner : {};
  const stated = isObject(learner['stated']) ? learner['stated'] : {};
  const had = [...listOf(learner['completed']), ...listOf(learner['in_progress']), ...listOf(learner['saved'])];
  const industry = String(stated['industry_focus'] ?? 'general');
  const durations = listOf(wanted['durations']);
  const difficulties = listOf(wanted['difficulties']);
  const picks = PICKS.filter(({ title }) => !had.includes(title))
    .map((pick) => ({ pick, fits: pick.industries.includes(industry), at: hashHex(`${seed} ${industry} ${pick.title}`) }))
    .toSorted((one, other) => Number(other.fits) - Number(one.fits) || one.at.localeCompare(other.at))
    .slice(0, Number(wanted['count'] ?? 6));
  const [last] = had;
  return {
    recommendations: picks.map(({ pick, fits, at }, place) => ({
      title: pick.title,
      difficulty: difficulties[place % Math.max(1, difficulties.length)] ?? 'beginner',
      duration: durations[place % Math.max(1, durations.length)] ?? '2 weeks',
      reason: fits
        ? `You named ${industry} as your field, and this is used there every week.`
        : last
          ? `It goes well with “${last}”, which you have here.`
          : 'It needs no background, and shows quickly whether the subject suits you.',
      learning_goals: pick.goal,
      estimated_hours: 4 + (Number.parseInt(at.slice(0, 2), 16) % 12),
      personalization_score: fits ? 80 : last ? 55 : 20,
    })),
    insights:
      wanted['with_insights'] === false
        ? []
        : [`You named ${industry} as your field.`, ...(last ? [`You have been learning with “${last}”.`] : [])],
  };
}
