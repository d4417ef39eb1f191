import { say } from '#contract/platform/sentence.contract.ts';
import { placeClip } from '#domain/courses/pictures/set-picture.command.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { hasFfmpeg } from '#domain/platform/media/ffmpeg.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { recordEvents } from '#domain/platform/runs/run-event.ts';
import type { LookAgain } from '#domain/platform/steps/defer-step.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { startVideo } from '#domain/video/start-video.command.ts';
import { courseExistence, whileWriting } from './course-existence.queries.ts';
import type { PicturesRequest } from './course-pictures.kind.ts';

interface Work {
  readonly step: ClaimedStep<PicturesRequest>;
  readonly signal: AbortSignal;
}

/** Length of a course's clip in seconds; without ffmpeg only a single take is possible. */
const SECONDS = { joined: 10, single: 5 } as const;

/**
 * Films a course's clip once the course exists, as a run of its own with the price of any clip; a repeat makes no second clip. If it cannot
 * be paid, or not be made here, the course has no clip, and the log says why.
 */
export async function filmCourse({ step }: Work): Promise<LookAgain | void> {
  const course = await courseExistence(step.request.home_id);
  if (course === 'writing') return whileWriting();
  if (course === 'never') return completeStep(step, { output: { clip_run_id: null } });
  const { output } = await database()('step').where({ run_id: step.runId, key: 'plan' }).first('output');
  const { prompt, lesson_id: lessonId } = output.clip as { prompt: string; lesson_id: string };
  const accountId = step.accountId!;
  let clipRunId: string | null = null;
  let refusal: string | null = null;
  try {
    clipRunId = await startVideo({
      accountId,
      requestId: step.requestId,
      idempotencyKey: `course-clip:${step.stepId}`,
      prompt,
      negativePrompt: '',
      mode: 'fast',
      duration: hasFfmpeg() ? SECONDS.joined : SECONDS.single,
      image: null,
    });
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
          { name: 'clip.missing', said: say('The course goes without a clip: {why}', { why: refusal }) },
        ]);
    },
  });
}
