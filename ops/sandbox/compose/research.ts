import type { Course } from './course.ts';
import { Speaker } from './speaker.ts';
import type { PlannedLesson } from './plan.ts';

export interface ResearchAnswer {
  current_practice: string[];
  expert_insights: string[];
  industry_relevance: string[];
}

const COUNTS: Record<string, number> = { overview: 3, detailed: 3, comprehensive: 4, 'ivy-league': 5, doctoral: 6, 'world-class': 6 };

/**
 * Composes research: common practice, experts' criteria, and relevance to the learner's industry. A source is named only if the learner named
 * it.
 */
export function composeResearch({ brief, book, seed, plan }: Course): ResearchAnswer {
  const first = plan[0]?.lessons[0] as PlannedLesson;
  const speaker = new Speaker({ book, brief, seed: `${seed} research`, index: 0, facet: first.facet });
  const { choices } = brief;
  const words = {
    industry: speaker.term('industry_focus', choices.industry_focus ?? 'general'),
    ...(choices.career_level && { career: speaker.term('career_level', choices.career_level) }),
  };
  const say = (key: string, patterns: readonly string[], count: number): string[] =>
    Array.from({ length: Math.min(count, patterns.length) }, () => speaker.say(speaker.drawFrom(key, patterns), words));
  const count = COUNTS[choices.content_depth ?? ''] ?? 4;
  return {
    current_practice: say('practice', book.research.practice, count),
    expert_insights: [
      ...brief.experts.slice(0, 2).map((expert) => speaker.say(book.research.expert[0] as string, { expert })),
      ...say('insight', book.research.insight, Math.max(3, count - 1)),
    ],
    industry_relevance: say(
      'relevance',
      book.research.relevance.filter((pattern) => !((brief.isChild || !choices.career_level) && pattern.includes('{career}'))),
      Math.max(3, count - 1),
    ),
  };
}
