import { courseFormSchema, type CourseForm } from '#contract/generation/course-form.contract.ts';
import { chosenFields } from '#domain/generation/prompts/chosen-fields.ts';
import { practiceFor } from '#domain/generation/practice/practice-material.ts';
import { orderQuiz, quizVariables } from '#domain/generation/practice/quiz-rules.ts';
import { exercisesDocument, lessonDocument, outlineDocument, quizDocument } from '#domain/generation/prompts/documents.ts';
import { renderPrompt } from '#domain/generation/prompts/render-prompt.ts';
import { schemaInWords } from '#domain/vendors/llm/call-model.ts';
import { ANSWER_SHARES, tokensIn } from '#domain/vendors/llm/compatible/fit-context.ts';
import { SCRIPTS } from '#domain/vendors/llm/hygiene/foreign-share.ts';
import { courseSize, orderedLessons } from './course-size.ts';

/** Bytes of a word, with its blank, by the script of a language; tokens are reckoned from bytes (`tokensIn`). */
const BYTES_OF_WORD = { latin: 6, other: 12 } as const;
/** Tokens that an answer has at least: a lesson in an outline, a question or exercise of a lesson, and what surrounds them. */
const LEAST = { planned: 80, practice: 160, frame: 150 } as const;
/** Said in steps of this many tokens: it is reckoned, not counted. */
const STEP = 100;

interface Size {
  /** What stands in the prompt in any case, with the schema. */
  readonly asked: number;
  /** The part that must be answered. */
  readonly answered: number;
}

/** The least context in which a call finds room: question and answer each have their share of it. */
const windowOf = ({ asked, answered }: Size): number =>
  Math.min(...ANSWER_SHARES.map((share) => Math.max(asked / (1 - share), answered / share)));

/**
 * Returns the tokens that a model must hold for all calls of a course. What may be shortened to fit is not counted, so that no course is refused
 * which could be written.
 */
export function contextNeed(form: CourseForm): number {
  const { lesson_words: words } = courseSize(form);
  const brief = { ...chosenFields(form), course_size: courseSize(form) };
  const lesson = { module: 0, lesson: 0, module_title: '', title: '', summary: '', objectives: [] };
  const practice = practiceFor(form);
  const text = ' '.repeat(words * BYTES_OF_WORD[SCRIPTS[form.language_preference] ? 'other' : 'latin']);
  const asked = (name: string, variables: Record<string, unknown>, schema: Parameters<typeof schemaInWords>[0]): number => {
    const { instructions, prompt } = renderPrompt(name, { brief, problems: [], ...variables });
    return tokensIn(instructions + prompt + schemaInWords(schema));
  };
  const isQuiz = practice.kind === 'quiz';
  const sizes: readonly Size[] = [
    {
      asked: asked('draft-outline', { contents: [], passages: [] }, outlineDocument),
      answered: LEAST.frame + orderedLessons(form) * LEAST.planned,
    },
    {
      asked: asked('write-lesson', { outline: {}, research: {}, lesson, passages: [] }, lessonDocument),
      answered: LEAST.frame + tokensIn(text),
    },
    {
      asked: asked(
        isQuiz ? 'write-quiz' : 'write-exercises',
        {
          lesson,
          lesson_text: { content: text },
          ...(isQuiz ? quizVariables(orderQuiz(1, practice.count, { hasEarlier: true }), text) : { practice }),
          instruction: '',
        },
        isQuiz ? quizDocument : exercisesDocument,
      ),
      answered: LEAST.frame + practice.count * LEAST.practice,
    },
  ];
  return Math.ceil(Math.max(...sizes.map(windowOf)) / STEP) * STEP;
}

/** What a course needs that is ordered with the form's own choices. */
export const usualContextNeed = (): number => contextNeed(courseFormSchema.parse({ age: 30, topic: 'Any', learning_goals: 'Any' }));
