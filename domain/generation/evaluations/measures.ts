import { MARKER } from '#contract/courses/citation-markers.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { checkLesson, checkWhole, readingLevel } from '#domain/generation/checks/check-lesson.ts';
import { sameText } from '#domain/generation/checks/same-text.ts';
import { isUsableQuestion } from '#domain/generation/practice/question-validity.ts';
import type { LessonDocument, QuizDocument } from '#domain/generation/prompts/documents.ts';
import { containsQuote } from '#domain/generation/sources/resolve-citations.ts';
import { countWords, plainProse, withoutCode } from '#domain/platform/prose/plain-prose.ts';

/** A lesson as a model wrote it, with its additional fields. */
export interface SampleLesson extends LessonDocument {
  readonly title: string;
  /** The quote of each marker `[^1]` in its text. */
  readonly citations?: readonly { readonly marker: number; readonly quote: string }[];
  readonly exercises?: readonly { readonly title: string; readonly instructions: string }[];
}
export type SampleQuestion = QuizDocument['questions'][number];

export interface Measures {
  /** Kinds of faults, each once. */
  readonly faults: readonly Fault[];
  readonly words: number;
  /** LIX; null for a text that is too short to tell. */
  readonly reading_level: number | null;
  /** Number of markers in the text, and of those whose quote is in the given passage word for word. */
  readonly citations: { readonly held: number; readonly all: number };
  readonly questions: { readonly sound: number; readonly all: number };
}

/** Defects that can be counted without a model. */
export type Fault =
  | 'too_short'
  | 'too_long'
  | 'not_whole'
  | 'wrong_language'
  | 'hard_to_read'
  | 'repeats'
  | 'invented_citation'
  | 'unsound_question'
  | 'empty_exercise'
  | 'missing_part'
  | 'other';

interface Asked {
  readonly form: CourseForm;
  /** Requested words of a lesson; 0: any number. */
  readonly words: number;
  /** The passage that the lesson had to be written from; null: none. */
  readonly passage: string | null;
}

const NOTED: Partial<Record<NonNullable<AnswerProblem['note']>, Fault>> = {
  language: 'wrong_language',
  length: 'too_short',
  too_long: 'too_long',
  reading_level: 'hard_to_read',
};
/** Shorter paragraphs may occur twice: 'Try it.' */
const PARAGRAPH_CHARACTERS = 80;
/** Shorter instructions are useless; lessons drop such exercises. */
const INSTRUCTIONS_CHARACTERS = 20;

/** Computes a lesson's measures without a model. */
export function measureSample(lesson: SampleLesson, questions: readonly SampleQuestion[], { form, words, passage }: Asked): Measures {
  const checked = checkLesson(lesson, form, { words });
  const whole = checkWhole(lesson.content).map(({ text }) => text);
  const ofChecks = checked.map(({ text, note }): Fault => {
    if (whole.includes(text)) return 'not_whole';
    return (note && NOTED[note]) ?? (text.startsWith('there are no ') ? 'missing_part' : 'other');
  });
  const citations = citationsOf(lesson, passage);
  const sound = questions.filter(isUsableQuestion).length;
  const faults: Fault[] = [
    ...ofChecks,
    ...(repeatsParagraph(lesson.content) ? ['repeats' as const] : []),
    ...(hasEmptySection(lesson.content) ? ['missing_part' as const] : []),
    ...(citations.held < citations.all ? ['invented_citation' as const] : []),
    ...(sound < questions.length ? ['unsound_question' as const] : []),
    ...((lesson.exercises ?? []).some(({ instructions }) => instructions.trim().length <= INSTRUCTIONS_CHARACTERS)
      ? ['empty_exercise' as const]
      : []),
  ];
  return {
    faults: [...new Set(faults)],
    words: countWords(plainProse(lesson.content)),
    reading_level: readingLevel(lesson.content, form.language_preference),
    citations,
    questions: { sound, all: questions.length },
  };
}

/** A marker without a quote, and a quote that is not in the passage, are invented. */
function citationsOf({ content, citations = [] }: SampleLesson, passage: string | null): Measures['citations'] {
  const markers = new Set([...withoutCode(content).matchAll(MARKER)].map(([, digits]) => Number(digits)));
  const held = [...markers].filter((marker) =>
    citations.some((one) => one.marker === marker && passage !== null && containsQuote(one.quote, passage)),
  );
  return { held: held.length, all: markers.size };
}

function repeatsParagraph(content: string): boolean {
  const paragraphs = withoutCode(content)
    .split(/\n\s*\n/)
    .map(sameText)
    .filter((text) => text.length >= PARAGRAPH_CHARACTERS);
  return new Set(paragraphs).size < paragraphs.length;
}

/** Tells whether a heading is followed directly by the next of its level or above. */
function hasEmptySection(content: string): boolean {
  const blocks = withoutCode(content)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const levelOf = (line: string | undefined) => /^(#{1,6})\s/.exec(line ?? '')?.[1]?.length ?? null;
  return blocks.some((line, at) => {
    const [own, next] = [levelOf(line), levelOf(blocks[at + 1])];
    return own !== null && next !== null && next <= own;
  });
}
