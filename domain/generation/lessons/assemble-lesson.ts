import { withinText } from '#contract/courses/place-questions.ts';
import { citedSentences } from '#contract/courses/citation-markers.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import type { Workshop } from '#contract/courses/workshop.contract.ts';
import type { LessonAwaits } from '#contract/generation/course-status.contract.ts';
import { isOfLibrary, voiceOf, type Authorship } from '#contract/platform/authorship.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { LessonContent, LessonNote, QuizNote } from '#domain/courses/content/course-content.queries.ts';
import type { PlannedLesson } from '#domain/generation/outline/course-plan.ts';
import { confirmedQuestions } from '#domain/generation/checks/check-lesson-verdict.ts';
import type { PracticeMaterial } from '#domain/generation/practice/practice-material.ts';
import type { CitationVerdict, LessonDocument } from '#domain/generation/prompts/documents.ts';
import { confirmedWorkshop } from '#domain/generation/workshop/blind-workshop.ts';
import type { WorkshopOutput } from '#domain/generation/workshop/workshop-material.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

/** Output of a step that wrote or corrected a lesson. `sketch` is for detecting duplicates. */
export interface LessonOutput extends LessonDocument {
  readonly notes?: LessonNote[];
  /** The model that wrote it; absent if an older release wrote it. */
  readonly by?: Authorship;
  readonly sketch?: number[];
  /** Only if it was written from passages. */
  readonly citations?: Citation[];
  /** The visible text of its Markdown. */
  readonly text?: string;
  /** For a correction: number of citations whose sentence differs from the checked one. */
  readonly unjudged?: number;
}

/** Results of completed steps, by the step's key. */
export type Results = Readonly<Record<string, Result | undefined>>;
interface Result {
  readonly output: unknown;
  readonly service: Service | null;
}

/**
 * Assembles one lesson from its steps' results; null if it was not written (yet). The corrected text takes precedence. Only quiz questions
 * with a blind answer from this text that matches their key are kept; if none remain, the lesson has no quiz and a note says why.
 * @param options `awaits`: what the lesson still waits for; its quiz is hidden until it is final
 */
export function assembleLesson(
  planned: PlannedLesson,
  results: Results,
  { awaits = null }: { awaits?: LessonAwaits | null } = {},
): LessonContent | null {
  const keys = lessonKeys(planned.lesson_id);
  const written = results[keys.write];
  if (!written) return null;
  const text = (changedText(results[keys.correct]) ?? written.output) as LessonOutput;
  const citations = citationsOf(planned.lesson_id, results, text);
  const check = results[keys.check];
  const practice = results[keys.practice]?.output as PracticeMaterial | undefined;
  const quiz = awaits === null ? assembleQuiz(planned.lesson_id, results) : { kept: [], note: null };
  const workshop = awaits === null ? assembleWorkshop(planned.lesson_id, results) : null;
  const outline = results['outline']?.output as { notes?: LessonNote[] } | undefined;
  return {
    lesson_id: planned.lesson_id,
    title: planned.title,
    content: text.content,
    objectives: text.objectives,
    key_takeaways: text.key_takeaways,
    duration_minutes: planned.duration_minutes,
    // a corrected text may have fewer sections than the text that the quiz was written for
    quiz: withinText(text.content, quiz.kept),
    exercises: practice?.exercises ?? [],
    ...(workshop && { workshop }),
    ...(citations && { citations }),
    ...authorsOf(written, check),
    // with an outline in another language, the title is in that language too
    notes: [
      ...new Set([
        ...(text.notes ?? []),
        ...(outline?.notes ?? []),
        ...(quiz.note ? [quiz.note] : []),
        ...(awaits === null && citations && !citations.some(({ state }) => state === 'supported') ? (['not_sourced'] as const) : []),
        ...(awaits === null && !practice ? (['no_practice'] as const) : []),
      ]),
    ],
  };
}

/**
 * Returns the remaining questions of a lesson's quiz once it is final, with the confirmed points of their rubrics. `note`: why no question remains; null if some do, and if there were
 * none.
 * @param results of its practice, check, correction and recheck
 */
export function assembleQuiz(lessonId: string, results: Results): { kept: PracticeMaterial['quiz']; note: QuizNote | null } {
  const keys = lessonKeys(lessonId);
  const questions = (results[keys.practice]?.output as PracticeMaterial | undefined)?.quiz ?? [];
  const corrected = results[keys.correct];
  const verdicts = [
    results[keys.check],
    ...(changedText(corrected) ? [corrected] : []),
    ...(results[keys.recheck] ? [results[keys.recheck]] : []),
  ];
  const kept = confirmedQuestions(questions, verdicts, results[keys.practice]?.service ?? null);
  const isLeftOut = questions.length > 0 && !kept?.length;
  return { kept: kept ?? [], note: isLeftOut ? (kept === null ? 'quiz_unchecked' : 'quiz_dropped') : null };
}

/** Returns the workshop that a lesson carries, with the steps that were confirmed; null when it carries none, or too few were. */
function assembleWorkshop(lessonId: string, results: Results): Workshop | null {
  const { workshop: key, check, recheck } = lessonKeys(lessonId);
  const written = results[key];
  const { workshop } = (written?.output ?? { workshop: null }) as WorkshopOutput;
  const judged = [results[check], results[recheck]].filter((one) => one !== undefined && one.service !== null);
  return workshop && confirmedWorkshop(workshop, judged, written?.service ?? null);
}

/** Returns the citations of the current text, each with the second service's verdict; none if it was not written from passages. */
function citationsOf(lessonId: string, results: Results, { citations }: LessonOutput): Citation[] | undefined {
  const { write, correct, check, recheck } = lessonKeys(lessonId);
  const written = results[write];
  if (!citations || !written) return undefined;
  const changed = changedText(results[correct]);
  return withStates(citations, {
    written: { content: (written.output as LessonOutput).content, voice: voiceIn(written) },
    corrected: changed && { content: changed.content, voice: voiceIn(results[correct]) },
    check: judgementOf(results[check]),
    recheck: judgementOf(results[recheck]),
  });
}

type Authors = Pick<LessonContent, 'written_by' | 'written_with' | 'reviewed_by' | 'reviewed_with' | 'of_library'>;

/**
 * Returns who wrote and checked a lesson. Where the demo library gave it, people did, and no service is named, whichever are connected
 * later.
 */
export function authorsOf(written: Result, check?: Result): Authors {
  const [author, checker] = [authorshipOf(written), authorshipOf(check)];
  // who reads its own text is no second check (decision 0006)
  const isSecond = check?.service != null && !isOwnVoice(check) && !isOfLibrary(checker);
  return {
    ...(isOfLibrary(author)
      ? { written_by: null, of_library: true }
      : { written_by: written.service, ...(author && { written_with: author }) }),
    reviewed_by: isSecond ? check.service : null,
    ...(isSecond && checker && { reviewed_with: checker }),
  };
}

const authorshipOf = (result: Result | undefined): Authorship | undefined => (result?.output as { by?: Authorship } | undefined)?.by;

/** Tells whether a check was made by the voice that wrote the lesson, because no other is connected. */
const isOwnVoice = (check: Result | undefined): boolean => (check?.output as { own_voice?: true } | undefined)?.own_voice === true;

/** Returns the voice of a result: that of its model, otherwise of its service. Two services that answer with one model have one voice. */
const voiceIn = (result: Result | undefined): string | null => {
  const by = authorshipOf(result);
  return by ? voiceOf(by.model) : (result?.service ?? null);
};

/** Returns the corrected text; null if the correction changed nothing. */
function changedText(corrected: Result | undefined): LessonOutput | null {
  const output = corrected?.output as Partial<LessonOutput> | undefined;
  return output?.content ? (output as LessonOutput) : null;
}

/** Tells whether a correction has changed a lesson's text. */
export const isCorrected = (lessonId: string, results: Results): boolean => changedText(results[lessonKeys(lessonId).correct]) !== null;

/** Returns the findings of a lesson's check. */
export const findingsOf = (lessonId: string, results: Results): string[] =>
  (results[lessonKeys(lessonId).check]?.output as { findings?: string[] } | undefined)?.findings ?? [];

/** A text with its citations, and the voice that wrote it. */
interface Text {
  readonly content: string;
  readonly voice: string | null;
}

/** One voice's verdicts on the citations of a text. */
interface Judgement {
  readonly output: unknown;
  readonly voice: string | null;
}

const judgementOf = (result: Result | undefined): Judgement | undefined => result && { output: result.output, voice: voiceIn(result) };

interface Judged {
  readonly written: Text;
  /** After a check; null if it did not change the text. */
  readonly corrected: Text | null;
  /** On the written text. */
  readonly check: Judgement | undefined;
  /** On the corrected text. */
  readonly recheck: Judgement | undefined;
}

const verdictsOf = (judgement: Judgement | undefined, authors: readonly (string | null)[]): ReadonlyMap<number, boolean> => {
  const isSecond = judgement !== undefined && judgement.voice !== null && !authors.includes(judgement.voice);
  const verdicts = (isSecond && (judgement.output as { citation_verdicts?: CitationVerdict[] }).citation_verdicts) || [];
  return new Map(verdicts.map(({ marker, ok }) => [marker, ok]));
};

/**
 * Returns the citations of a lesson's current text with their states. A voice cannot confirm its own text, and a verdict counts only for
 * the sentence it was given on.
 */
export function withStates(citations: readonly Citation[], { written, corrected, check, recheck }: Judged): Citation[] {
  const [then, now] = [citedSentences(written.content), citedSentences((corrected ?? written).content)];
  const first = verdictsOf(check, [written.voice]);
  const second = verdictsOf(recheck, [written.voice, corrected?.voice ?? null]);
  return citations.map((citation) => {
    const { marker, state } = citation;
    if (state === 'not_found') return citation;
    const verdicts = [then.get(marker) === now.get(marker) ? first.get(marker) : undefined, second.get(marker)];
    if (verdicts.includes(false)) return { ...citation, state: 'unsupported' };
    return { ...citation, state: verdicts.includes(true) ? 'supported' : 'unchecked' };
  });
}
