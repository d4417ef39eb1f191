import { hashHex } from '../seeded-random.ts';
import { isObject } from '../wire/wire.ts';
import { textList } from './brief.ts';
import { readLibrary } from './read-library.ts';
import type { Tag } from './read-tags.ts';
import subjects from './recommendations.json' with { type: 'json' };

/** The categories of courses that are useful in an industry. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  technology: ['technology'],
  engineering: ['technology', 'academic'],
  science: ['academic'],
  healthcare: ['academic'],
  education: ['academic', 'personal'],
  business: ['business'],
  finance: ['business'],
  marketing: ['business', 'creative'],
  creative: ['creative'],
};
const SCORES = { fits: 80, follows: 55, any: 20 };

/** Recommends library courses that the learner does not have, those for the stated industry first; each reason states its basis. */
export function recommend(tags: Partial<Record<Tag, unknown>>, seed: string): object {
  const wanted = isObject(tags.wanted) ? tags.wanted : {};
  const learner = isObject(tags.learner) ? tags.learner : {};
  const stated = isObject(learner['stated']) ? learner['stated'] : {};
  const had = [...textList(learner['completed']), ...textList(learner['in_progress']), ...textList(learner['saved'])];
  const industry = String(stated['industry_focus'] ?? 'general');
  const [durations, difficulties] = [textList(wanted['durations']), textList(wanted['difficulties'])];
  const library = readLibrary().map(({ head, lessons }) => ({
    title: head.title,
    goal: head.objectives[0]!,
    relevance: head.relevance[0]!,
    difficulty: head.difficulty as string,
    hours: Math.max(1, Math.round(lessons.reduce((sum, lesson) => sum + lesson.minutes, 0) / 60)),
    fits: CATEGORIES[industry]?.includes(head.category) ?? false,
    isOwn: head.language === (wanted['language'] ?? 'english'),
  }));
  // subjects to learn independently, for a learner who has most of the library
  const others = subjects.map(({ title, goal, industries }) => ({
    title,
    goal,
    relevance: goal,
    difficulty: 'beginner',
    hours: 6,
    fits: industries.includes(industry),
    isOwn: false,
  }));
  const count = Number(wanted['count'] ?? 6);
  const rank = ({ isOwn, fits }: (typeof library)[number]) => 2 * Number(isOwn) + Number(fits);
  const picks = [library, others]
    .flatMap((some) =>
      some
        .filter(({ title }) => !had.some((known) => known.toLowerCase() === title.toLowerCase()))
        .toSorted(
          (one, other) => rank(other) - rank(one) || hashHex(`${seed} ${one.title}`).localeCompare(hashHex(`${seed} ${other.title}`)),
        ),
    )
    .slice(0, count);
  const [last] = had;
  const named = `You named ${industry} as your field.`;
  return {
    recommendations: picks.map(({ title, goal, relevance, difficulty, hours, fits }, place) => ({
      title,
      difficulty: difficulties.includes(difficulty) ? difficulty : (difficulties[0] ?? 'beginner'),
      duration: durations[place % Math.max(1, durations.length)] ?? '2 weeks',
      reason: fits
        ? `${named} ${relevance}`
        : last
          ? `You have been learning with “${last}”, and this opens another subject.`
          : 'Little is known about you yet, and this needs no background.',
      learning_goals: goal,
      estimated_hours: hours,
      personalization_score: fits ? SCORES.fits : last ? SCORES.follows : SCORES.any,
    })),
    insights: wanted['with_insights'] === false ? [] : [named, ...(last ? [`You have been learning with “${last}”.`] : [])],
  };
}
