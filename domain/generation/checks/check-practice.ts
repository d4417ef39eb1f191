import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { checkLanguage } from './check-language.ts';
import { checkUnsafe } from './check-unsafe.ts';
import type { ExercisesDocument, QuizDocument } from '#domain/generation/prompts/documents.ts';
import { textsOf } from '#domain/platform/prose/plain-prose.ts';
import { isUsableQuestion } from '#domain/generation/practice/question-validity.ts';

/** A right option this much longer than all others gives itself away; if this share of a quiz does, guessing pays. */
const TELLING = { longer: 1.5, share: 0.75, questions: 3 };

/** One missing question or exercise does not justify another call. */
const MISSING = 1;
const UNSOUND =
  'some questions have no right answer as their kind asks for, options that are not distinct or that speak of each other’s places, or an explanation that contradicts the key';

/**
 * Returns the problems of a quiz that fits its schema. Too few sound questions are requested again once; then the existing ones suffice.
 * None at all is no quiz.
 * @param count questions requested
 */
export function checkQuiz(quiz: QuizDocument, form: CourseForm, count: number): AnswerProblem[] {
  const sound = quiz.questions.filter(isUsableQuestion);
  if (sound.length === 0)
    return [problem('no question has distinct options as its kind asks for, a key among them and an explanation that agrees')];
  const problems: AnswerProblem[] = [];
  if (sound.length < count - MISSING) {
    const words =
      quiz.questions.length < count - MISSING ? `there are ${quiz.questions.length} questions; exactly ${count} are needed` : UNSOUND;
    problems.push(problem(words, { keep: 'after_reask' }));
  }
  const single = sound.filter(({ kind }) => kind === 'single');
  const telling = single.filter(({ options, correct_options: [key] }) => {
    const others = options.filter((_, index) => index !== key).map((option) => option.length);
    return options[key!]!.length > Math.max(...others) * TELLING.longer;
  });
  if (single.length >= TELLING.questions && telling.length >= single.length * TELLING.share) {
    problems.push(
      problem('the right option is the longest one nearly everywhere: make the options of a question equally long', {
        keep: 'after_reask',
      }),
    );
  }
  return [...problems, ...checkWords(quiz, form)];
}

/** Checks exercises. @param count exercises requested */
export function checkExercises(document: ExercisesDocument, form: CourseForm, count: number): AnswerProblem[] {
  const whole = document.exercises.filter((exercise) => exercise.title.trim() && exercise.instructions.trim().length > 20);
  if (whole.length === 0) return [problem('there is no exercise with instructions')];
  const few =
    whole.length < count - MISSING
      ? [problem(`there are ${whole.length} exercises; exactly ${count} are needed`, { keep: 'after_reask' })]
      : [];
  return [...few, ...checkWords(document, form)];
}

/** Practice in another language, or unsuitable for the reader, is never used: the lesson can do without. */
const checkWords = (document: unknown, form: CourseForm): AnswerProblem[] => [
  ...checkLanguage([textsOf(document).join(' ')], form.language_preference),
  ...checkUnsafe(document, form),
];
