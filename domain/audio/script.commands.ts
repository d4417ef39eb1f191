import * as z from 'zod';
import type { AudioStyle } from '#contract/audio/audio.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { askServices, type Work, askIfPossible } from '#domain/vendors/llm/ask-services.ts';
import type { AudioRequest } from './audio.kind.ts';
import { declareAnswer, hinted } from '#domain/vendors/llm/answer-schema.ts';
import { ASKED_ALOUD, findSpokenLesson } from './spoken-lesson.queries.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));
const MOST_ANSWER_TOKENS = 16_000;

const scriptSchema = declareAnswer(
  'audio script',
  z.object({
    turns: z
      .array(
        z.object({
          voice: z.enum(['first', 'second']),
          text: z.string().trim().min(1).max(8_000),
          /** Whether it is a question to the listener, followed by time to think. */
          asks: hinted(z.boolean(), { absent: false }),
        }),
      )
      .min(1)
      .max(200),
  }),
);
type Turn = z.infer<typeof scriptSchema>['turns'][number];
/** Scripts of an earlier release have no questions. */
export type ScriptTurn = Omit<Turn, 'asks'> & Partial<Pick<Turn, 'asks'>>;

/** Characters that a voice cannot speak: Markdown and LaTeX marks, tags, addresses. */
const UNSPEAKABLE = /[`*_#|\\{}<>]|~~|\$|https?:|\]\(|\[[ xX^]/;
/** Maximum factor by which a script may be shorter or longer than its text. */
const LENGTHS = { least: 0.3, most: 2.5 } as const;
/** With fewer characters, the length says nothing. */
const SHORT = 600;

/** Returns the reasons why a script cannot be spoken; empty for a good one. */
export function scriptProblems(turns: readonly ScriptTurn[], { text, style }: { text: string; style: AudioStyle }): string[] {
  const problems: string[] = [];
  const marked = turns.find((turn) => UNSPEAKABLE.test(turn.text));
  if (marked) problems.push(`“${UNSPEAKABLE.exec(marked.text)![0]}” cannot be spoken: put it into words`);
  const voices = new Set(turns.map(({ voice }) => voice));
  if (style === 'voice' && voices.has('second')) problems.push('only the voice `first` speaks in this style');
  if (style === 'dialogue' && voices.size < 2) problems.push('both voices speak in a dialogue');
  const questions = text.split('\n').filter((line) => line.startsWith(`> ${ASKED_ALOUD.question} `)).length;
  if (turns.filter(({ asks }) => asks).length !== questions)
    problems.push(`exactly the ${questions} questions to the listener are turns that \`asks\``);
  const length = turns.reduce((sum, turn) => sum + turn.text.length, 0);
  if (text.length > SHORT && length < text.length * LENGTHS.least) problems.push('it leaves out too much of the lesson');
  if (text.length > SHORT && length > text.length * LENGTHS.most) problems.push('it is much longer than the lesson');
  return problems;
}

interface Flawed {
  readonly turns: readonly ScriptTurn[];
  readonly findings: readonly string[];
}

/** Asks for a script. An unusable script is requested again, with its flaws. @param flawed the script to correct */
async function askForScript(work: Work<AudioRequest>, flawed: Flawed | null) {
  const { step } = work;
  const { language, style, course_id: courseId } = step.request;
  const lesson = await findSpokenLesson({ accountId: step.accountId!, courseId, language, lessonId: step.itemId! });
  const wanted = { title: lesson.title, course: lesson.course, language, style };
  const { value, ...answer } = await askServices(work, {
    purpose: 'audio-script',
    prompt: (problems) =>
      render('write-script', {
        wanted,
        lesson_text: lesson.text,
        script: flawed?.turns ?? [],
        findings: flawed?.findings ?? [],
        problems,
      }),
    schema: scriptSchema,
    maxOutputTokens: MOST_ANSWER_TOKENS,
    problemsOf: ({ turns }) => scriptProblems(turns, { text: lesson.text, style }),
    failure: () => new ProductError('vendors.failed', 'No AI service could turn this lesson into a script.'),
  });
  return { lesson, answer, output: { turns: value.turns, source_hash: lesson.hash } };
}

/**
 * Lets a service write the script of a lesson; others take over when it fails or its script cannot be spoken.
 * @throws ProductError not_found when the lesson is gone; vendors.failed when no service could; StepLost; CallAborted
 */
export async function writeScript(work: Work<AudioRequest>): Promise<void> {
  const { lesson, answer, output } = await askForScript(work, null);
  const message = toSentence('{service} wrote the script for {title}.', { service: SERVICE_NAMES[answer.service], title: lesson.title });
  await completeStep(work.step, { output, ...answer, event: { name: 'audio.written', message } });
}

/**
 * Lets a service correct the flaws that the check of a script found.
 * @throws ProductError not_found when the lesson is gone; vendors.failed when no service could; StepLost; CallAborted
 */
export async function correctScript(work: Work<AudioRequest>): Promise<void> {
  const { runId, itemId } = work.step;
  const { turns } = await writtenScript(work.step);
  const check = await database()('step')
    .where({ run_id: runId, key: `check-${itemId}` })
    .first('output');
  const { lesson, answer, output } = await askForScript(work, { turns, findings: (check!.output as Pick<Flawed, 'findings'>).findings });
  const message = toSentence('{service} corrected the script for {title}.', {
    service: SERVICE_NAMES[answer.service],
    title: lesson.title,
  });
  await completeStep(work.step, { output, ...answer, event: { name: 'audio.corrected', message } });
}

/** A lesson's stored script. */
export interface Script {
  readonly turns: readonly ScriptTurn[];
  /** Hash of the text it was made from. */
  readonly source_hash: string;
  /** The service that wrote it. */
  readonly service: Service;
}

/** Returns the newest script of a step's lesson: the corrected one if there is one. */
export async function writtenScript({ runId, itemId }: Pick<ClaimedStep, 'runId' | 'itemId'>): Promise<Script> {
  const row = await database()('step')
    .where({ run_id: runId, item_id: itemId, state: 'completed' })
    .whereIn('job', ['write-script', 'correct-script'])
    .orderBy('job')
    .first('output', 'service');
  return { ...(row!.output as Omit<Script, 'service'>), service: row!.service as Service };
}

const checkSchema = declareAnswer(
  'audio check',
  z.object({
    findings: hinted(z.array(z.string().trim().min(1).max(600)).max(8), { absent: [] }),
    script_verdict: z.enum(['accept', 'revise']),
  }),
);

/** The stored result of a check. */
interface Check {
  readonly findings: readonly string[];
  /** Null when no other service could check it; undefined in runs of an earlier release. */
  readonly checked_by?: Service | null;
}

/**
 * Lets another service compare a script with its lesson. Without another service, the script is spoken unchecked.
 * @throws ProductError not_found when the lesson is gone; StepLost; CallAborted
 */
export async function checkScript(work: Work<AudioRequest>): Promise<void> {
  const { step } = work;
  const { language, style, course_id: courseId } = step.request;
  const lesson = await findSpokenLesson({ accountId: step.accountId!, courseId, language, lessonId: step.itemId! });
  const { turns, service } = await writtenScript(step);
  const wanted = { title: lesson.title, course: lesson.course, language, style };
  const checked = await askIfPossible(work, {
    purpose: 'audio-script-check',
    prompt: (problems) => render('check-script', { wanted, lesson_text: lesson.text, script: turns, problems }),
    schema: checkSchema,
    maxOutputTokens: 3_000,
    problemsOf: ({ script_verdict: verdict, findings }) =>
      verdict === 'revise' && findings.length === 0 ? ['a revision needs findings'] : [],
    barred: service,
  });
  const { value, ...answer } = checked ?? { value: null };
  const message = checked
    ? toSentence('{service} checked the script for {title}.', { service: SERVICE_NAMES[checked.service], title: lesson.title })
    : toSentence('No other service could check the script of {title}.', { title: lesson.title });
  await completeStep(step, {
    output: { findings: value?.script_verdict === 'revise' ? value.findings : [], checked_by: checked?.service ?? null } satisfies Check,
    ...answer,
    event: { name: checked ? 'audio.checked' : 'audio.not_checked', message },
  });
}

/** Returns the service that checked the script of a step's lesson, or null. */
export async function checkerOf({ runId, itemId }: Pick<ClaimedStep, 'runId' | 'itemId'>): Promise<Service | null> {
  const check = await database()('step')
    .where({ run_id: runId, key: `check-${itemId}`, state: 'completed' })
    .first('output');
  return (check?.output as Check | undefined)?.checked_by ?? null;
}
