import type { CourseStep } from '#domain/generation/answers/ask-for-step.ts';
import type { LessonMaterial } from '#domain/generation/lessons/lesson-material.queries.ts';
import { contentsOf, findPassages, spreadPassages, type FoundPassage } from '#domain/sources/passages.queries.ts';

/** Passages per prompt: some 2,000 words. */
const OF_LESSON = 8;
const OF_OUTLINE = { found: 8, spread: 6 };

type Step = Pick<CourseStep, 'accountId' | 'request'>;

/** Requests from before sources existed have none. */
const chosenBy = ({ accountId, request }: Step) => ({ accountId, sourceIds: (request.source_ids as string[] | undefined) ?? [] });

/** Returns the passages for writing a lesson: on its subject; if there are none, some from everywhere. Empty without sources. */
export async function lessonPassages(step: Step, { placed }: Pick<LessonMaterial, 'placed'>): Promise<FoundPassage[]> {
  const { title, summary, objectives } = placed.planned;
  const about = [title, summary, ...objectives, placed.moduleTitle].join('\n');
  const found = await findPassages({ ...chosenBy(step), about, most: OF_LESSON });
  return found.length > 0 ? found : spreadPassages({ ...chosenBy(step), most: OF_LESSON });
}

/** Returns the material of an outline: the sources' contents, and their passages on the topic and its goals. */
export async function outlineMaterial(step: Step): Promise<{ passages: object[]; contents: object[] }> {
  const { topic, learning_goals: goals, specific_skills: skills } = step.request;
  const chosen = chosenBy(step);
  const [contents, found, spread] = await Promise.all([
    contentsOf(chosen),
    findPassages({ ...chosen, about: [topic, goals, skills].join('\n'), most: OF_OUTLINE.found }),
    spreadPassages({ ...chosen, most: OF_OUTLINE.spread }),
  ]);
  const ids = new Set(found.map(({ passageId }) => passageId));
  return { contents, passages: [...found, ...spread.filter(({ passageId }) => !ids.has(passageId))].map(passageBrief) };
}

/** Describes a passage for prompts. */
export const passageBrief = ({ passageId, sourceName, page, headings, text }: FoundPassage) => ({
  passage_id: passageId,
  source: sourceName,
  page,
  headings,
  text,
});
