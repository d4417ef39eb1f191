import type {
  ExercisesDocument,
  LessonDocument,
  OutlineDocument,
  QuizDocument,
  ResearchDocument,
} from '#domain/generation/prompts/documents.ts';
import { STORED_QUESTION } from '#contract/courses/quiz.contract.ts';
import { COURSE_PART_BOUNDS, PRACTICE_BOUNDS } from '#contract/courses/stored-course.ts';
import type { CourseSize } from '#domain/generation/outline/course-size.ts';
import { closeNestedFences } from '#contract/courses/nested-fences.ts';
import { countWords, outsideCode } from '#domain/platform/prose/plain-prose.ts';
import { endsAsSentence } from '#domain/platform/prose/sentence-end.ts';
import { sameText } from '#domain/generation/checks/same-text.ts';

/**
 * Unambiguous fixes of documents that fit their schema, applied once, before they are checked and stored. Nothing is added, and no word is
 * changed; text beyond a course's limits is cut.
 */

const { point, points, insights, title, summary, description } = COURSE_PART_BOUNDS;

/** Cleans list entries: removes blank ones, duplicates and bullets. @param most maximum number of entries; others are dropped */
function tidyList(entries: readonly string[], most: number = points): string[] {
  const seen = new Set<string>();
  return entries
    .map((entry) => entry.trim().replace(/^(?:[-*+•]|\d{1,2}[.)])\s+/, ''))
    .filter((entry) => sameText(entry) && !seen.has(sameText(entry)) && seen.add(sameText(entry)))
    .slice(0, most)
    .map((entry) => cut(entry, point));
}

/** Cuts a text without leaving half a character. */
const cut = (text: string, most: number): string => (text.length <= most ? text : text.slice(0, most).toWellFormed());

/** Returns a title as one line. */
export const onOneLine = (title: string): string => title.replaceAll(/\s+/g, ' ').trim();

/** The number of modules, and of lessons in each, that a course was ordered with. */
type OrderedSize = Pick<CourseSize, 'modules' | 'lessons_per_module'>;

/**
 * Returns an outline without the lessons that nobody ordered. The last modules are dropped as long as the rest has all ordered lessons,
 * then the last lessons of the longest module. An outline of the ordered size, or smaller, stays as it is.
 */
export function cutToOrder<Outline extends Pick<OutlineDocument, 'modules'>>(outline: Outline, size: OrderedSize): Outline {
  const ordered = size.modules * size.lessons_per_module;
  const modules = outline.modules.map((module) => ({ ...module, lessons: [...module.lessons] }));
  const count = () => modules.reduce((sum, { lessons }) => sum + lessons.length, 0);
  while (modules.length > size.modules && count() - modules.at(-1)!.lessons.length >= ordered) modules.pop();
  while (count() > ordered) {
    const longest = Math.max(...modules.map(({ lessons }) => lessons.length));
    modules.findLast(({ lessons }) => lessons.length === longest)!.lessons.pop();
  }
  return { ...outline, modules };
}

/** Tidies an outline. */
export const tidyOutline = (outline: OutlineDocument): OutlineDocument => ({
  ...outline,
  title: onOneLine(outline.title),
  description: cut(outline.description, description),
  learning_objectives: tidyList(outline.learning_objectives, insights),
  thread: { ...outline.thread, name: onOneLine(outline.thread.name) },
  conventions: tidyList(outline.conventions),
  final_task: {
    title: onOneLine(outline.final_task.title),
    task: tidyMarkdown(outline.final_task.task),
    points: tidyList(outline.final_task.points),
    solution: tidyMarkdown(outline.final_task.solution),
  },
  modules: outline.modules.map((module) => ({
    ...module,
    title: onOneLine(module.title),
    summary: cut(module.summary, summary),
    lessons: module.lessons.map((lesson) => ({ ...lesson, title: onOneLine(lesson.title), objectives: tidyList(lesson.objectives) })),
  })),
});

export const tidyResearch = (research: ResearchDocument): ResearchDocument => ({
  current_practice: tidyList(research.current_practice, insights),
  expert_insights: tidyList(research.expert_insights, insights),
  industry_relevance: tidyList(research.industry_relevance, insights),
});

export const tidyLesson = <T extends LessonDocument>(lesson: T): T => ({
  ...lesson,
  content: tidyMarkdown(withoutBareFence(lesson.content)),
  objectives: tidyList(lesson.objectives),
  key_takeaways: tidyList(lesson.key_takeaways),
});

/** Exercises beside a quiz. */
const BESIDE_QUIZ = 1;

/** Tidies a quiz. @param count questions requested; extra ones are dropped */
export const tidyQuiz = ({ questions, exercises = [] }: QuizDocument, count: number): Required<QuizDocument> => ({
  ...tidyExercises({ exercises }, BESIDE_QUIZ),
  questions: questions
    .filter(isOfBoundedSize)
    .slice(0, Math.max(count, 1))
    .map((question) => ({
      ...question,
      options: withoutLetters(question.options),
      rubric: tidyList(question.rubric, STORED_QUESTION.points),
      // the question is sound without it: a text that is too long is left out, and the others keep their positions
      feedback: question.feedback.map((text) => (text.length <= STORED_QUESTION.feedback ? text : '')),
    })),
});

/** Tidies exercises. @param count exercises requested */
export const tidyExercises = ({ exercises }: ExercisesDocument, count: number): ExercisesDocument => ({
  exercises: exercises.slice(0, Math.max(count, 1)).map((exercise) => ({
    title: cut(onOneLine(exercise.title), title),
    instructions: cut(tidyMarkdown(exercise.instructions), PRACTICE_BOUNDS.instructions),
    solution: cut(tidyMarkdown(exercise.solution), PRACTICE_BOUNDS.instructions),
  })),
});

/** Drops questions that are too long: a cut question would be a different one. */
const isOfBoundedSize = ({ question, explanation, options }: QuizDocument['questions'][number]): boolean =>
  [question, ...options].every((text) => text.length <= STORED_QUESTION.text) &&
  explanation.length <= STORED_QUESTION.explanation &&
  options.length <= STORED_QUESTION.options;

const SERIES = ['ABCDEFGH', 'abcdefgh', '12345678', 'АБВГДЕЖЗ', 'абвгдежз', 'أبجدهوزح'];

/** Removes letters (`A) …`, `B) …`), because options are shuffled and get letters of their own. Only when all have one, in order. */
function withoutLetters(options: readonly string[]): string[] {
  const marks = options.map((option) => /^\s*[(（]?(\p{L}|[1-8])(?:[).:]\s+|[）．：、]\s*)(?=\S)/u.exec(option));
  const isInOrder = marks.every((mark, at) => mark && SERIES.some((series) => series[at] === mark[1]));
  return isInOrder ? options.map((option, at) => option.slice(marks[at]![0].length)) : [...options];
}

/** A code fence around the whole text. */
const FENCED = /^\s*(`{3,}|~{3,})(?:markdown|md)[ \t]*\n([\s\S]*)\n\1\s*$/i;
/** The same without a language. */
const BARE_FENCE = /^\s*(`{3,}|~{3,})[ \t]*\n([\s\S]*)\n\1\s*$/;
const FENCE_LINE = /^[ \t]{0,3}(?:`{3,}|~{3,})[ \t]*(.*)$/gm;

/**
 * Removes a fence around a whole lesson if it contains a sentence and its own code blocks name their language, because no lesson is a
 * single block of code.
 */
function withoutBareFence(content: string): string {
  const inner = BARE_FENCE.exec(content)?.[2];
  if (inner === undefined) return content;
  const fences = [...inner.matchAll(FENCE_LINE)].map(([, language]) => language !== '');
  const isNested = fences.length % 2 === 0 && fences.every((opens, at) => opens === (at % 2 === 0));
  const isProse = inner
    .split('\n')
    .some((line) => /^\p{L}/u.test(line) && endsAsSentence(line) && (countWords(line) >= 3 || DENSE.test(line)));
  return isNested && isProse ? inner : content;
}
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u;

/** Line breaks that were escaped twice. */
const ESCAPED_BREAKS = /\\n(?:\\n|#|[-*] )/;
/** A type parameter or a placeholder; as HTML it would be invisible. */
const NO_ELEMENT = /(?<![\\<])<(?=(?:[A-Z]\w{0,30}|[a-z]+[_ -][\w -]{1,40})>)/g;

export function tidyMarkdown(markdown: string): string {
  const text = markdown.replace(FENCED, '$2');
  const broken = !text.trim().includes('\n') && ESCAPED_BREAKS.test(text) ? text.replaceAll('\\n', '\n').replaceAll('\\"', '"') : text;
  return outsideCode(closeNestedFences(broken), (prose) =>
    prose
      // a table row cannot contain line breaks
      .replaceAll(/^[ \t]*\|.*$/gm, (row) => row.replaceAll(/<br\s*\/?>/gi, ' '))
      .replaceAll(/<br\s*\/?>/gi, '  \n')
      .replaceAll(NO_ELEMENT, '\\<'),
  ).trim();
}
