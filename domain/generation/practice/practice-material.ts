import { createHash } from 'node:crypto';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { ExercisesDocument, QuizDocument } from '#domain/generation/prompts/documents.ts';
import { sameText } from '#domain/generation/checks/same-text.ts';
import { isSound } from './question-validity.ts';

/** Quiz or exercises of a lesson as they are kept and shown. Options have ids, so their order may change without changing the key. */
export interface PracticeMaterial {
  readonly quiz: { id: string; question: string; options: { id: string; text: string }[]; answer_id: string; explanation: string }[];
  readonly exercises: { id: string; title: string; instructions: string }[];
}

const EXERCISES: ReadonlySet<CourseForm['assessment_type']> = new Set(['no-assessment', 'projects', 'case-studies', 'portfolio']);
const COUNTS: Record<CourseForm['interactive_elements'], number> = { minimal: 3, moderate: 3, high: 4, gamified: 5, immersive: 5 };

/** What practice a form asks for: quizzes, or exercises when nothing is to be assessed or work is to be shown. */
export function practiceFor(form: CourseForm): { kind: 'quiz' | 'exercises'; count: number } {
  const count = COUNTS[form.interactive_elements];
  return EXERCISES.has(form.assessment_type) ? { kind: 'exercises', count: Math.min(count, 3) } : { kind: 'quiz', count };
}

/** Sound, distinct questions only; keys shuffled so that no position is favoured (models tend to one). */
export function quizMaterial(lessonId: string, document: QuizDocument): PracticeMaterial {
  const seen = new Set<string>();
  const sound = document.questions.filter(
    (question) => isSound(question) && !seen.has(sameText(question.question)) && seen.add(sameText(question.question)),
  );
  return {
    exercises: [],
    quiz: sound.map((question, number) => {
      const id = `q${number + 1}`;
      const options = question.options.map((text, index) => ({ id: 'abcdefgh'[index] ?? String(index), text: text.trim() }));
      const answer = options[question.correct_option]!;
      return {
        id,
        question: question.question.trim(),
        options: shuffled(options, `${lessonId}/${id}`),
        answer_id: answer.id,
        explanation: question.explanation.trim(),
      };
    }),
  };
}

export function exercisesMaterial(document: ExercisesDocument): PracticeMaterial {
  const sound = document.exercises.filter((exercise) => exercise.title.trim() && exercise.instructions.trim().length > 20);
  return {
    quiz: [],
    exercises: sound.map((exercise, number) => ({
      id: `e${number + 1}`,
      title: exercise.title.trim(),
      instructions: exercise.instructions.trim(),
    })),
  };
}

/** The same seed gives the same order: a step repeated after a crash shows the same quiz. */
function shuffled<T extends { id: string }>(items: readonly T[], seed: string): T[] {
  const rank = (item: T) => createHash('sha256').update(`${seed}/${item.id}`).digest('hex');
  return items.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
