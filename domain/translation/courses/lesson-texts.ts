import { createHash } from 'node:crypto';
import type { FinalTask, StoredPlan, Thread } from '#contract/courses/course-plan.contract.ts';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import { foldedLine } from '#contract/courses/asked-answer.ts';
import { FIELD_BOUNDS, type AskedField } from '#contract/courses/asked-field.ts';
import type { Workshop } from '#contract/courses/workshop.contract.ts';
import { feedbackOf, optionsOf, rightIdsOf, withoutRubric } from '#contract/courses/quiz.contract.ts';
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
  readonly thread?: Omit<Thread, 'kind'>;
  /** `solution` only where it is translated or judged: learners see it after their own. */
  readonly final_task?: Pick<FinalTask, 'title' | 'task' | 'points'> & { readonly solution?: string };
}

/** What a translation says in a question's place that readers see only after their own answer, by id of the question. */
export type TranslatedAnswers = Readonly<Record<string, { readonly rubric: readonly string[]; readonly explanation: string }>>;

/** Returns the rubrics and full answers of a lesson's questions in words; null if it has none. */
export function answersOf({ quiz }: LessonTexts): TranslatedAnswers | null {
  const answers = quiz.flatMap((item) =>
    item.kind === 'short' && (item.rubric.length > 0 || item.explanation !== '')
      ? [[item.id, { rubric: item.rubric, explanation: item.explanation }] as const]
      : [],
  );
  return answers.length > 0 ? Object.fromEntries(answers) : null;
}

/** Returns a lesson as its readers may see it before they answer. */
export const withoutAnswers = <Texts extends Pick<LessonTexts, 'quiz'>>(texts: Texts): Texts => ({
  ...texts,
  quiz: texts.quiz.map(withoutRubric),
});

/** Returns a lesson with rubrics and full answers in their places. */
export const withAnswers = (texts: LessonTexts, answers: TranslatedAnswers | null): LessonTexts => ({
  ...texts,
  quiz: texts.quiz.map((item) => {
    const answer = answers?.[item.id];
    return item.kind === 'short' && answer ? { ...item, rubric: [...answer.rubric], explanation: answer.explanation } : item;
  }),
});

/** Returns the texts outside the lessons as readers may see them. */
export function withoutSolution(frame: FrameTexts): FrameTexts {
  if (!frame.final_task) return frame;
  const { solution: _, ...task } = frame.final_task;
  return { ...frame, final_task: task };
}

/** Returns the texts outside the lessons with the final task's solution. */
export const withSolution = (frame: FrameTexts, solution: string | null): FrameTexts =>
  frame.final_task && solution !== null ? { ...frame, final_task: { ...frame.final_task, solution } } : frame;

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
      ...(item.kind === 'short' && { rubric: item.rubric.map(translated) }),
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
    ...(frame.thread && {
      thread: {
        name: translated(frame.thread.name),
        summary: translated(frame.thread.summary),
        facts: frame.thread.facts.map(({ name, value }) => ({ name: translated(name), value: translated(value) })),
        own: translated(frame.thread.own),
      },
    }),
    ...(frame.final_task && {
      final_task: {
        title: translated(frame.final_task.title),
        task: translated(frame.final_task.task),
        points: frame.final_task.points.map(translated),
        ...(frame.final_task.solution !== undefined && { solution: translated(frame.final_task.solution) }),
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

export const frameOf = (course: Omit<FrameTexts, 'thread' | 'final_task'> & { readonly plan?: StoredPlan | undefined }): FrameTexts => ({
  title: course.title,
  description: course.description,
  learning_objectives: course.learning_objectives,
  expert_insights: course.expert_insights,
  industry_relevance: course.industry_relevance,
  modules: course.modules.map(({ title, summary }) => ({ title, summary })),
  ...(course.plan?.thread && {
    thread: {
      name: course.plan.thread.name,
      summary: course.plan.thread.summary,
      facts: course.plan.thread.facts,
      own: course.plan.thread.own,
    },
  }),
  ...(course.plan?.final_task && {
    final_task: {
      title: course.plan.final_task.title,
      task: course.plan.final_task.task,
      points: course.plan.final_task.points,
      ...(course.plan.final_task.solution !== '' && { solution: course.plan.final_task.solution }),
    },
  }),
});

/** Tells whether the translated texts outside the lessons have as many entries as the originals, and the task's code, formulas and markup. */
export function isSameFrame(one: FrameTexts, other: FrameTexts): boolean {
  const shape = ({ learning_objectives, expert_insights, industry_relevance, modules, thread, final_task }: FrameTexts) => {
    const lists = [learning_objectives, expert_insights, industry_relevance, modules, thread?.facts ?? [], final_task?.points ?? []];
    return JSON.stringify([
      lists.map(({ length }) => length),
      final_task && [skeletonOf(final_task.task), skeletonOf(final_task.solution ?? '')],
    ]);
  };
  return shape(one) === shape(other);
}

/** Returns a hash of the texts, with answers and solution, which tells whether a translation is still current. */
export const hashOfTexts = (texts: LessonTexts | FrameTexts): string => createHash('sha256').update(JSON.stringify(texts)).digest('hex');

/** Returns the hashes under which a translation of a lesson is current: of all its texts, and of those without answers (older releases). */
export const hashesOfLesson = (texts: LessonTexts): readonly [string, string] => [hashOfTexts(texts), hashOfTexts(withoutAnswers(texts))];

/** Returns the same for the texts outside the lessons. */
export const hashesOfFrame = (frame: FrameTexts): readonly [string, string] => [hashOfTexts(frame), hashOfTexts(withoutSolution(frame))];

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

/** Returns the number of characters that a judge reads of a lesson. */
export const charactersOf = (source: LessonTexts, texts: LessonTexts): number =>
  pairsOf(source, texts).reduce((sum, pair) => sum + pair.source.length + pair.text.length, 0);

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
        item.kind === 'short' && [item.rubric.length, skeletonOf(item.explanation)],
      ]),
      lesson.exercises.map(({ id, instructions, solution = '' }) => [id, skeletonOf(instructions), skeletonOf(solution)]),
      lesson.workshop?.steps.map(({ id, text, field, explanation }) => [id, skeletonOf(text), shapeOf(field), skeletonOf(explanation)]),
    ]);
  return shape(one) === shape(other);
}
