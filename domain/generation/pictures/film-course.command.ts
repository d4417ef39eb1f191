import { toSentence } from '#contract/platform/sentence.contract.ts';
import { onTerms } from '#domain/billing/ledger/later-work.commands.ts';
import { liveCourse } from '#domain/courses/content/live-lesson.queries.ts';
import { readPictureState, clipKey, courseClipSeconds } from '#domain/courses/pictures/course-pictures.queries.ts';
import { notYours, placeClip } from '#domain/courses/pictures/set-picture.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { recordEvents } from '#domain/platform/runs/run-event.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { startVideo } from '#domain/video/video.commands.ts';
import { courseExistence, pollWhileWriting } from './course-existence.queries.ts';
import type { PicturesRequest } from './course-pictures.kind.ts';

interface Work {
  readonly step: ClaimedStep<PicturesRequest>;
  readonly signal: AbortSignal;
}

/**
 * Films a course's clip once the course exists, as a separate run with the price of any clip; a repeat makes no second clip. If it cannot
 * be paid, costs more than was accepted with the course, or cannot be made here, the course has no clip, and the log says why.
 */
export async function filmCourse({ step }: Work): Promise<PollLater | void> {
  const course = await courseExistence(step.request.home_id);
  if (course === 'writing') return pollWhileWriting();
  if (course === 'never') return completeStep(step, { output: { clip_run_id: null } });
  const { output } = (await database()('step').where({ run_id: step.runId, key: 'plan' }).first('output'))!;
  const { prompt, lesson_id: lessonId } = (output as { clip: unknown }).clip as { prompt: string; lesson_id: string };
  const accountId = step.accountId!;
  let clipRunId: string | null = null;
  let refusal: string | null = null;
  try {
    const idempotencyKey = `course-clip:${step.stepId}`;
    const { home_id: homeId, clip_terms: terms } = step.request;
    const title = await titleOf(homeId);
    clipRunId = await onTerms(terms, () => startClip({ accountId, requestId: step.requestId, idempotencyKey, title, prompt, homeId }));
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    refusal = error.message;
  }
  await completeStep(step, {
    output: { clip_run_id: clipRunId },
    async also(trx) {
      if (clipRunId) await placeClip(trx, { homeId: step.request.home_id, accountId, lessonId, clipRunId });
      if (refusal)
        await recordEvents(trx, step.runId, [
          { name: 'clip.missing', message: toSentence('The course has no clip: {why}', { why: refusal }) },
        ]);
    },
  });
}

interface Clip {
  readonly accountId: string;
  readonly homeId: string;
  /** The course's title, under which the clip is listed among other videos. */
  readonly title: string;
  readonly prompt: string;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/** Returns the title of the course that these pictures belong to. */
async function titleOf(homeId: string): Promise<string> {
  const course = await database()('course').where({ run_id: homeId }).orWhere({ id: homeId }).first('title');
  return course!.title;
}

const startClip = ({ homeId, ...clip }: Clip): Promise<string> =>
  startVideo({ ...clip, negativePrompt: '', mode: 'fast', duration: courseClipSeconds(), image: null, dedupeKey: clipKey(homeId) });

interface FilmInput {
  readonly accountId: string;
  readonly courseId: string;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Starts filming a new clip for one's own course, about its first module. While it is being filmed, a repeat returns the same run.
 * @returns id of the run
 * @throws ProductError not_found, market.not_yours, media.not_configured, tokens.insufficient, spend.user_cap, spend.install_cap
 */
export async function filmAgain({ accountId, courseId, requestId, idempotencyKey }: FilmInput): Promise<string> {
  const { homeId, isCopy } = await readPictureState(accountId, courseId);
  if (isCopy) throw notYours();
  const { content } = await liveCourse({ accountId, courseId });
  const [module] = content.modules;
  const lessonId = module?.lessons[0]?.lesson_id;
  if (!module || !lessonId) throw notFound('lesson');
  const clipRunId = await startClip({
    accountId,
    requestId,
    idempotencyKey,
    homeId,
    title: content.title,
    prompt: sceneOf(content.title, module),
  });
  await transact((trx) => placeClip(trx, { homeId, accountId, lessonId, clipRunId }));
  return clipRunId;
}

const SCENE_CHARACTERS = 1_500;

/** Returns the video service's prompt for a module. */
const sceneOf = (course: string, { title, summary }: { readonly title: string; readonly summary: string }): string =>
  `One calm scene in soft light with one clear subject in motion, for a course called “${course}”. It shows “${title}”: ${summary}`.slice(
    0,
    SCENE_CHARACTERS,
  ) + ' No letters, numbers, logos or real persons.';
