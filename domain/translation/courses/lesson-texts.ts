import { createHash } from 'node:crypto';
import type { FinalTask, StoredPlan } from '#contract/courses/course-plan.contract.ts';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import { foldedLine } from '#contract/courses/asked-answer.ts';
import { FIELD_BOUNDS, type AskedField } from '#contract/courses/asked-field.ts';
import type { Workshop } from '#contract/courses/workshop.contract.ts';
import { feedbackOf, optionsOf, rightIdsOf } from '#contract/courses/quiz.contract.ts';
import type { Pair } from '../check-translation.ts';
import { shieldMarkdown } from '../shield.ts';
import { partsOf, withProse } from './markdown-parts.ts';

/** The readable texts of a lesson, without ids, keys and numbers. */
export type LessonTexts = Pick<Lesson, 'title' | 'content' | 'objectives' | 'key_takeaways' | 'quiz' | 'exercises' | 'workshop'>;
/** The readable texts of a course outside its lessons. */
export interface FrameTexts {
  readonly title: string;
  readonly description: string;
  readonly learning_objectives: readonly string[];
  readonly expert_insights: readonly string[];
  readonly industry_relevance: readonly string[];
  readonly modules: readonly { readonly title: string; readonly summary: string }[];
  /** Without its solution, which learners see after their own. */
  readonly final_task?: Pick<FinalTask, 'title' | 'task' | 'points'>;
}

/** Maps a piece of prose to another language. */
export type Say = (prose: string) => string;

/** Returns a field with its texts mapped; code, numbers and ids do not change. */
function fieldIn(field: AskedField, translated: Say): AskedField {
  if (field.kind === 'number') return { ...field, unit: translated(field.unit) };
  if (field.kind === 'line') return field.code ? field : { ...field, accepted: field.accepted.map(translated) };
  return {
    ...field,
    options: field.options.map((option) => ({
      ...option,
      text: translated(option.text),
      ...(option.feedback !== undefined && { feedback: translated(option.feedback) }),
    })),
  };
}

const workshopIn = ({ title, intro, steps }: Workshop, translated: Say): Workshop => ({
  title: translated(title),
  intro: translated(intro),
  steps: steps.map((step) => ({
    ...step,
    text: translated(step.text),
    field: step.field && fieldIn(step.field, translated),
    hint: translated(step.hint),
    explanation: translated(step.explanation),
  })),
});

/**
 * Returns a translated workshop that also takes the lines of the original: a reader of both languages types either.
 * @param original of the same lesson
 */
export const withOriginalLines = (translated: Workshop, original: Workshop): Workshop => ({
  ...translated,
  steps: translated.steps.map((step, at) => {
    const field = original.steps[at]?.field;
    if (step.field?.kind !== 'line' || step.field.code || field?.kind !== 'line') return step;
    const folded = new Map(
      [...step.field.accepted, ...field.accepted].map((line) => [foldedLine(line, false), line]).toReversed() as [string, string][],
    );
    return { ...step, field: { ...step.field, accepted: [...folded.values()].toReversed().slice(0, FIELD_BOUNDS.accepted) } };
  }),
});

/** Returns a lesson with all its texts mapped. Ids of questions, options and exercises, and the right options, do not change. */
export function lessonIn(lesson: LessonTexts, say: Say): LessonTexts {
  const translated = (markdown: string): string => withProse(markdown, say);
  return {
    title: translated(lesson.title),
    content: translated(lesson.content),
    objectives: lesson.objectives.map(translated),
    key_takeaways: lesson.key_takeaways.map(translated),
    quiz: lesson.quiz.map((item) => ({
      ...item,
      question: translated(item.question),
      ...(item.kind !== 'short' && {
        options: item.options.map((option) => ({
          ...option,
          text: translated(option.text),
          ...(option.feedback !== undefined && { feedback: translated(option.feedback) }),
        })),
      }),
      explanation: translated(item.explanation),
    })),
    exercises: lesson.exercises.map((one) => ({
      ...one,
      title: translated(one.title),
      instructions: translated(one.instructions),
      ...(one.solution !== undefined && { solution: translated(one.solution) }),
    })),
    ...(lesson.workshop && { workshop: workshopIn(lesson.workshop, translated) }),
  };
}

export function frameIn(frame: FrameTexts, say: Say): FrameTexts {
  const translated = (markdown: string): string => withProse(markdown, say);
  return {
    title: translated(frame.title),
    description: translated(frame.description),
    learning_objectives: frame.learning_objectives.map(translated),
    expert_insights: frame.expert_insights.map(translated),
    industry_relevance: frame.industry_relevance.map(translated),
    modules: frame.modules.map(({ title, summary }) => ({ title: translated(title), summary: translated(summary) })),
    ...(frame.final_task && {
      final_task: {
        title: translated(frame.final_task.title),
        task: translated(frame.final_task.task),
        points: frame.final_task.points.map(translated),
      },
    }),
  };
}

export const textsOfLesson = ({ title, content, objectives, key_takeaways, quiz, exercises, workshop }: LessonTexts): LessonTexts => ({
  title,
  content,
  objectives,
  key_takeaways,
  quiz,
  exercises,
  ...(workshop && { workshop }),
});

export const frameOf = (course: Omit<FrameTexts, 'final_task'> & { readonly plan?: StoredPlan | undefined }): FrameTexts => ({
  title: course.title,
  description: course.description,
  learning_objectives: course.learning_objectives,
  expert_insights: course.expert_insights,
  industry_relevance: course.industry_relevance,
  modules: course.modules.map(({ title, summary }) => ({ title, summary })),
  ...(course.plan?.final_task && {
    final_task: { title: course.plan.final_task.title, task: course.plan.final_task.task, points: course.plan.final_task.points },
  }),
});

/** Tells whether the translated texts outside the lessons have as many entries as the originals, and the task's code, formulas and markup. */
export function isSameFrame(one: FrameTexts, other: FrameTexts): boolean {
  const shape = ({ learning_objectives, expert_insights, industry_relevance, modules, final_task }: FrameTexts) =>
    JSON.stringify([
      [learning_objectives, expert_insights, industry_relevance, modules, final_task?.points ?? []].map(({ length }) => length),
      final_task && skeletonOf(final_task.task),
    ]);
  return shape(one) === shape(other);
}

/** Returns a hash of the texts, which tells whether a translation is still current. */
export const hashOfTexts = (texts: LessonTexts | FrameTexts): string => createHash('sha256').update(JSON.stringify(texts)).digest('hex');

/** Collects all prose of a lesson, or outside the lessons, without duplicates, in order. */
export const proseOf = (walk: (say: Say) => unknown): string[] => [...new Set(allProseOf(walk))];

/**
 * Lists all prose of a lesson, or outside the lessons, in order and with duplicates, so that a text and its translation have the same
 * number of pieces.
 */
export function allProseOf(walk: (say: Say) => unknown): string[] {
  const found: string[] = [];
  walk((prose) => {
    found.push(prose);
    return prose;
  });
  return found;
}

/**
 * Returns each piece of a lesson's prose with its translation; the lesson must have passed the rules, which require the same number of
 * pieces.
 */
export function pairsOf(source: LessonTexts, texts: LessonTexts): Pair[] {
  const [before, after] = [source, texts].map((lesson) => allProseOf((say) => lessonIn(lesson, say)));
  return before!.map((one, place) => ({ source: one, text: after![place]! }));
}

/** Returns the parts that must be equal in every language: everything except prose, and the protected parts within prose. */
function skeletonOf(markdown: string): string[] {
  return partsOf(markdown).map(({ isProse, text }) => (isProse ? `¶${shieldMarkdown(text).shielded.toSorted().join('·')}` : text));
}

/** Returns the parts of a field that are equal in every language. */
function shapeOf(field: AskedField | null): unknown {
  if (field?.kind === 'number') return [field.answer, field.tolerance];
  if (field?.kind === 'choice') return [field.answer_id, field.options.map(({ id, feedback }) => [id, feedback !== undefined])];
  return field && [field.code, field.code ? field.accepted : field.accepted.length];
}

/** Tells whether a translated lesson has the code, formulas, markup, ids and right options of its original. */
export function isSameStructure(one: LessonTexts, other: LessonTexts): boolean {
  const shape = (lesson: LessonTexts) =>
    JSON.stringify([
      skeletonOf(lesson.content),
      lesson.objectives.length,
      lesson.key_takeaways.length,
      lesson.quiz.map((item) => [
        [item.id, item.kind, item.after, item.purpose, item.recalls],
        rightIdsOf(item),
        optionsOf(item).map(({ id }) => id),
        feedbackOf(item).map(({ option_id: id }) => id),
        skeletonOf(item.question),
      ]),
      lesson.exercises.map(({ id, instructions, solution = '' }) => [id, skeletonOf(instructions), skeletonOf(solution)]),
      lesson.workshop?.steps.map(({ id, text, field, explanation }) => [id, skeletonOf(text), shapeOf(field), skeletonOf(explanation)]),
    ]);
  return shape(one) === shape(other);
}
