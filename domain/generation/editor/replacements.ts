import { isDeepStrictEqual } from 'node:util';
import { MARKER } from '#contract/courses/citation-markers.ts';
import { isSoundField } from '#contract/courses/asked-answer.ts';
import { isWellFormed, kindOf, optionsOf, QUIZ_LIMITS, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { workshopSchema, type Workshop } from '#contract/courses/workshop.contract.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { blindQuiz } from '#domain/generation/practice/blind-quiz.ts';
import { isUsableQuestion } from '#domain/generation/practice/question-validity.ts';
import { blindWorkshop } from '#domain/generation/workshop/blind-workshop.ts';
import type { Replacement } from '#domain/generation/prompts/replacement-documents.ts';

/** Bounds of what is replaced: passages, not texts; a lesson that needs more is corrected or rewritten as a whole. */
export const REPLACEMENT_BOUNDS = { perLesson: 8, characters: 1_200 } as const;

/** The parts of a lesson that have passages. */
export type Passages = Pick<LessonContent, 'content' | 'key_takeaways' | 'quiz' | 'exercises' | 'workshop'>;

/** Why a replacement was not made. `unsound`: what it leaves would fail a check. */
export const REFUSALS = ['too_many', 'too_long', 'unchanged', 'unknown_place', 'not_found', 'ambiguous', 'marks', 'unsound'] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface Replaced<Parts extends Passages> {
  readonly lesson: Parts;
  readonly applied: readonly Replacement[];
  readonly refused: readonly { readonly replacement: Replacement; readonly why: Refusal }[];
}

type Change = (text: string) => string;

/** Makes the replacements that may be made, in their order; each sees the text that the earlier ones have left. */
export function applyReplacements<Parts extends Passages>(lesson: Parts, given: readonly Replacement[]): Replaced<Parts> {
  let mended = lesson;
  const applied: Replacement[] = [];
  const refused: { replacement: Replacement; why: Refusal }[] = [];
  for (const replacement of given) {
    const made = applied.length < REPLACEMENT_BOUNDS.perLesson ? replaceIn(mended, replacement) : 'too_many';
    if (typeof made === 'string') refused.push({ replacement, why: made });
    else {
      mended = made;
      applied.push(replacement);
    }
  }
  return { lesson: mended, applied, refused };
}

function replaceIn<Parts extends Passages>(lesson: Parts, replacement: Replacement): Parts | Refusal {
  const { old, new: text } = replacement;
  if (Math.max(old.length, text.length) > REPLACEMENT_BOUNDS.characters) return 'too_long';
  if (old.trim() === '' || old === text) return 'unchanged';
  let found = 0;
  const isThere = changePlace(lesson, replacement, (passage) => {
    found += timesIn(passage, old);
    return passage;
  });
  if (!isThere) return 'unknown_place';
  if (found !== 1) return found === 0 ? 'not_found' : 'ambiguous';
  // a citation belongs to its sentence, and cannot be made up
  if (markersIn(text).some((marker) => !markersIn(old).includes(marker))) return 'marks';
  // a function, because a text may have the signs of a replacement pattern
  const mended = changePlace(lesson, replacement, (passage) => passage.replace(old, () => text))!;
  return isSound(lesson, mended, replacement) ? mended : 'unsound';
}

const markersIn = (text: string): string[] => text.match(MARKER) ?? [];

/** Counts the places where a text begins, overlapping ones too. */
function timesIn(text: string, part: string): number {
  let times = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) times += 1;
  return times;
}

/** Changes the texts of a place; null if the lesson has no such place. */
function changePlace<Parts extends Passages>(
  lesson: Parts,
  { place, id }: Pick<Replacement, 'place' | 'id'>,
  change: Change,
): Parts | null {
  const { quiz, exercises, workshop } = lesson;
  switch (place) {
    case 'content':
      return { ...lesson, content: change(lesson.content) };
    case 'takeaways':
      return { ...lesson, key_takeaways: lesson.key_takeaways.map(change) };
    case 'question':
      return quiz.some((one) => one.id === id)
        ? { ...lesson, quiz: quiz.map((one) => (one.id === id ? changeQuestion(one, change) : one)) }
        : null;
    case 'exercise':
      return exercises.some((one) => one.id === id)
        ? { ...lesson, exercises: exercises.map((one) => (one.id === id ? changeExercise(one, change) : one)) }
        : null;
    case 'workshop':
      return workshop && (id === '' || workshop.steps.some((step) => step.id === id))
        ? { ...lesson, workshop: changeWorkshop(workshop, id, change) }
        : null;
  }
}

function changeQuestion(item: QuizItem, change: Change): QuizItem {
  const common = { question: change(item.question), explanation: change(item.explanation) };
  if (item.kind === 'short') return { ...item, ...common, rubric: item.rubric.map(change) };
  const options = item.options.map(({ feedback, ...option }) => ({
    ...option,
    text: change(option.text),
    ...(feedback !== undefined && { feedback: change(feedback) }),
  }));
  return { ...item, ...common, options };
}

const changeExercise = ({ instructions, solution, ...exercise }: Passages['exercises'][number], change: Change) => ({
  ...exercise,
  instructions: change(instructions),
  ...(solution !== undefined && { solution: change(solution) }),
});

/** Changes a step, or without an id the beginning. What a field accepts stays: a blind answer confirms it again. */
function changeWorkshop(workshop: Workshop, id: string, change: Change): Workshop {
  if (id === '') return { ...workshop, intro: change(workshop.intro) };
  const steps = workshop.steps.map((step) => {
    if (step.id !== id) return step;
    const { field } = step;
    const options = field?.kind === 'choice' && {
      field: {
        ...field,
        options: field.options.map(({ feedback, ...option }) => ({
          ...option,
          text: change(option.text),
          ...(feedback !== undefined && { feedback: change(feedback) }),
        })),
      },
    };
    return { ...step, text: change(step.text), hint: change(step.hint), explanation: change(step.explanation), ...options };
  });
  return { ...workshop, steps };
}

/** Tells whether the changed part may stand: nothing that had words is empty, and what could be answered still can. */
function isSound(before: Passages, after: Passages, { place, id }: Pick<Replacement, 'place' | 'id'>): boolean {
  switch (place) {
    case 'content':
      return after.content.trim() !== '';
    case 'takeaways':
      return after.key_takeaways.every((one) => one.trim() !== '');
    case 'question': {
      const [then, now] = [before, after].map(({ quiz }) => quiz.find((one) => one.id === id)!) as [QuizItem, QuizItem];
      return isWellFormed(now) && isWithinLimits(now) && (isUsable(now) || !isUsable(then));
    }
    case 'exercise':
      return after.exercises.every(({ instructions, solution }) => instructions.trim() !== '' && solution?.trim() !== '');
    case 'workshop':
      return (
        workshopSchema.safeParse(after.workshop).success &&
        after.workshop!.steps.every(({ text, field }) => text.trim() !== '' && (field === null || isSoundField(field)))
      );
  }
}

function isWithinLimits(item: QuizItem): boolean {
  if (item.question.length > QUIZ_LIMITS.explanation || item.explanation.length > QUIZ_LIMITS.explanation) return false;
  const options = item.kind === 'short' ? [] : item.options;
  const points = item.kind === 'short' ? item.rubric : [];
  return (
    [...points, ...options.map(({ text }) => text)].every((one) => one.trim() !== '' && one.length <= QUIZ_LIMITS.text) &&
    options.every(({ feedback = '' }) => feedback.length <= QUIZ_LIMITS.feedback)
  );
}

/** Tells whether a stored question passes the rules for written ones: its explanation, above all, still leads to its key. */
function isUsable(item: QuizItem): boolean {
  const options = optionsOf(item);
  return isUsableQuestion({
    kind: kindOf(item),
    question: item.question,
    options: options.map(({ text }) => text),
    explanation: item.explanation,
    correct_options: rightIdsOf(item).map((right) => options.findIndex(({ id }) => id === right)),
    rubric: item.kind === 'short' ? [...item.rubric] : [],
  });
}

/** Tells whether a change touches what a blind reader of the lesson has answered: its text, its questions, or the steps of its workshop. */
export const touches = (before: Passages, after: Passages): boolean => !isDeepStrictEqual(answerable(before), answerable(after));

const answerable = ({ content, quiz, workshop }: Passages) => [content, blindQuiz(quiz), workshop ? blindWorkshop(workshop) : null];
