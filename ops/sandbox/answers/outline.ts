import type { CoursePlan } from './course-plan.ts';
import { phrasesOf } from './phrases.ts';

const MOST_PRACTICE = 6;

/**
 * The outline of a planned course. Its description says once, at its end, where the course is from. A library's topic that was asked for in a
 * language the library does not have it in gets the second course: a text that can be read is worth more than one on the subject that cannot.
 */
export function outlineOf({ brief, course, origin, modules }: CoursePlan): object {
  const missing =
    course.head.language === brief.language ? '' : `The sandbox’s library has no text in ${brief.language} yet: this one is in English.`;
  return {
    title: course.head.title,
    description: [course.body, phrasesOf(brief.language)[origin], missing].filter(Boolean).join('\n\n'),
    learning_objectives: [...course.head.objectives],
    modules: modules.map(({ title, summary, units }) => ({
      title,
      summary,
      lessons: units.map(({ lesson, objectives }) => ({
        title: lesson.title,
        summary: lesson.takeaways[0]!,
        objectives: [...objectives],
        duration_minutes: lesson.minutes,
      })),
    })),
  };
}

/** Background for the authors, from the course's front matter and takeaways. */
export const researchOf = ({ course }: CoursePlan): object => ({
  current_practice: course.lessons.map(({ takeaways }) => takeaways[0]!).slice(0, MOST_PRACTICE),
  expert_insights: [...course.head.insights],
  industry_relevance: [...course.head.relevance],
});
