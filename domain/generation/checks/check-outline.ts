import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { OUTLINE_LIMITS } from '#contract/generation/run-control.contract.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { checkLanguage } from './check-language.ts';
import { checkTopicForAge, checkUnsafe } from './check-unsafe.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import type { OutlineDocument } from '#domain/generation/prompts/documents.ts';
import { textsOf, tokensOf } from '#domain/platform/prose/plain-prose.ts';

/** Share of common words from which two titles name the same lesson. */
const SAME_TITLE_FROM = 0.85;
/** Minimum numbers of modules, and of lessons in a module, for a course on a topic. */
const LEAST = { modules: 3, lessons: 2 };
/** Tolerated difference in the number of modules, or of lessons in a module, once the model was asked again. */
const TOLERATED = 1;

/** Returns the problems of an outline that fits its schema; empty when it is good. */
export function checkOutline(outline: OutlineDocument, form: CourseForm): AnswerProblem[] {
  return [
    ...checkParts(outline, form),
    ...checkSize(outline, form),
    ...checkTitles(outline),
    ...checkPlan(outline, form),
    ...checkLanguage(textsOf(wordsOf(outline)), form.language_preference, { keep: 'last_resort', note: 'language' }),
    ...checkUnsafe(outline, form),
    ...checkTopicForAge(form),
  ];
}

function checkParts(outline: OutlineDocument, form: CourseForm): AnswerProblem[] {
  const least = form.general_course ? { modules: 1, lessons: 1 } : LEAST;
  const problems: string[] = [];
  const lessons = outline.modules.flatMap((module) => module.lessons);
  if (!outline.title.trim()) problems.push('the course has no title');
  if (!outline.description.trim()) problems.push('the course has no description');
  if (outline.learning_objectives.length === 0) problems.push('there are no learning objectives');
  if (outline.modules.length < least.modules)
    problems.push(`there are ${outline.modules.length} modules; at least ${least.modules} are needed`);
  for (const [index, module] of outline.modules.entries()) {
    if (!module.title.trim()) problems.push(`module ${index + 1} has no title`);
    if (module.lessons.length < least.lessons)
      problems.push(`module ${index + 1} has ${module.lessons.length} lessons; at least ${least.lessons} are needed`);
  }
  if (lessons.length > OUTLINE_LIMITS.lessons_max)
    problems.push(`there are ${lessons.length} lessons; at most ${OUTLINE_LIMITS.lessons_max} are possible`);
  if (lessons.some((lesson) => !lesson.title.trim())) problems.push('a lesson has no title');
  const titles = [...outline.modules, ...lessons].map(({ title }) => title.length);
  // an outline for approval must pass the approval's own limits
  if (Math.max(...titles) > OUTLINE_LIMITS.title) problems.push(`a title is longer than ${OUTLINE_LIMITS.title} characters`);
  // objectives are optional: a lesson's writer also names them
  const isBare = lessons.some((lesson) => lesson.objectives.length === 0);
  return [...problems.map((text) => problem(text)), ...(isBare ? [problem('a lesson has no objectives', { keep: 'after_reask' })] : [])];
}

/**
 * Checks the size. A course with one lesson more or fewer in the requested modules is as good. Any other deviation by one is accepted after
 * asking again once, and so is an outline with more lessons, because the extra ones are then left out (`cutToOrder`); one with fewer only
 * as a last resort. One that has fewer lessons and gives a reason was not drafted carelessly: another answer would not be better.
 */
function checkSize({ modules, fewer_because: why }: OutlineDocument, form: CourseForm): AnswerProblem[] {
  const size = courseSize(form);
  const off = [modules.length - size.modules, ...modules.map((module) => module.lessons.length - size.lessons_per_module)].map(Math.abs);
  const most = Math.max(...off);
  const lessons = modules.reduce((sum, module) => sum + module.lessons.length, 0);
  const isNearly = modules.length === size.modules && Math.abs(lessons - size.modules * size.lessons_per_module) <= TOLERATED;
  if (most === 0 || (isNearly && most <= TOLERATED)) return [];
  if (why.trim() && lessons < size.modules * size.lessons_per_module) return [];
  const text = `exactly ${size.modules} modules of ${size.lessons_per_module} lessons each are needed`;
  const isEnough = lessons >= size.modules * size.lessons_per_module;
  return [problem(text, { keep: isEnough || most <= TOLERATED ? 'after_reask' : 'last_resort', ...(!isEnough && { cause: 'too_few' }) })];
}

/** Returns an outline without the words of its schema, which are English in every language. */
const wordsOf = ({ thread: { kind: _thread, ...thread }, modules, ...outline }: OutlineDocument) => ({
  ...outline,
  thread,
  modules: modules.map((module) => ({ ...module, lessons: module.lessons.map(({ kind: _kind, ...lesson }) => lesson) })),
});

/** Share of the lessons that a thread must reach, and the points without which nobody can tell a good result. */
const LEAST_FOLLOWED = 0.5;
const LEAST_POINTS = 3;

/**
 * Checks that the plan keeps together. A course can be written without, so what is still wrong in the second answer stays: the parts that
 * do not fit are worth more than none.
 */
function checkPlan({ thread, final_task: task, terms, modules, description }: OutlineDocument, form: CourseForm): AnswerProblem[] {
  const problems: string[] = [];
  const lessons = modules.flatMap((module) => module.lessons);
  const followed = lessons.filter((lesson) => lesson.thread.trim()).length;
  if (thread.name.trim() && followed < lessons.length * LEAST_FOLLOWED)
    problems.push(
      `${followed} of ${lessons.length} lessons say in \`thread\` what they do with ${thread.name.trim()}: plan it through the course, or leave the thread empty`,
    );
  if (!thread.name.trim() && followed > 0) problems.push('lessons follow a thread that has no name');
  if (task.task.trim() && task.points.filter((point) => point.trim()).length < LEAST_POINTS)
    problems.push(`the final task needs at least ${LEAST_POINTS} points that a good result has`);
  const numbers = new Set(modules.flatMap((module, m) => module.lessons.map((_, l) => `${m + 1}.${l + 1}`)));
  if (terms.some(({ lesson }) => !numbers.has(lesson.trim()))) problems.push('a term names a lesson that is not planned; write `1.2`');
  const unplanned =
    form.language_preference === 'german'
      ? []
      : unplannedNames(description, textsOf([thread.name, thread.summary, task, terms, modules]).join(' '));
  if (unplanned.length > 0) problems.push(`the description promises what no lesson has: ${unplanned.join(', ')}`);
  return problems.map((text) => problem(text, { keep: 'after_reask' }));
}

/** Two or more capitalised words in a row, which in a description are the name of somebody or something, except in German. */
const NAMES = /(?<=[\p{L},;] )\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)+/gu;

/** Returns the names of several words in a description that the plan has nowhere, such as a company that no lesson follows. */
function unplannedNames(description: string, plan: string): string[] {
  const planned = plan.toLowerCase();
  return [...new Set(description.match(NAMES) ?? [])].filter(
    (name) =>
      !name
        .toLowerCase()
        .split(' ')
        .some((word) => planned.includes(word)),
  );
}

function checkTitles({ modules }: OutlineDocument): AnswerProblem[] {
  const titles = modules.flatMap((module) => module.lessons.map((lesson) => tokensOf(lesson.title)));
  const exact = titles.map((words) => words.join(' '));
  if (new Set(exact).size < exact.length) return [problem('two lessons have the same title')];
  const near = titles.some((words, i) => titles.slice(0, i).some((other) => alike(words, other) >= SAME_TITLE_FROM));
  return near ? [problem('two lessons have nearly the same title: each needs a subject of its own', { keep: 'last_resort' })] : [];
}

function alike(a: readonly string[], b: readonly string[]): number {
  const others = new Set(b);
  const common = new Set(a.filter((word) => others.has(word))).size;
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 0 : common / all;
}
