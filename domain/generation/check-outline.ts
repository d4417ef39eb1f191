import type { OutlineDocument } from './documents.ts';

const MAX_LESSONS = 80;

/** What makes an outline unusable although it fits the schema. Empty when it is good. */
export function checkOutline(outline: OutlineDocument): string[] {
  const problems: string[] = [];
  const lessons = outline.modules.flatMap((module) => module.lessons);
  if (!outline.title.trim()) problems.push('the course has no title');
  if (!outline.description.trim()) problems.push('the course has no description');
  if (outline.learning_objectives.length === 0) problems.push('there are no learning objectives');
  if (outline.modules.length < 3) problems.push(`there are ${outline.modules.length} modules; at least 3 are needed`);
  for (const [index, module] of outline.modules.entries()) {
    if (!module.title.trim()) problems.push(`module ${index + 1} has no title`);
    if (module.lessons.length < 2) problems.push(`module ${index + 1} has ${module.lessons.length} lessons; at least 2 are needed`);
  }
  if (lessons.length > MAX_LESSONS) problems.push(`there are ${lessons.length} lessons; at most ${MAX_LESSONS} are possible`);
  const titles = lessons.map((lesson) => lesson.title.trim().toLowerCase());
  if (titles.some((title) => !title)) problems.push('a lesson has no title');
  if (new Set(titles).size < titles.length) problems.push('two lessons have the same title');
  if (lessons.some((lesson) => lesson.objectives.length === 0)) problems.push('a lesson has no objectives');
  return problems;
}
