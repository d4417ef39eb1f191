import type { Knex } from 'knex';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { recordMissingPicture } from '#domain/courses/pictures/set-picture.command.ts';
import type { PicturesRequest, PlannedPicture } from './course-pictures.kind.ts';

interface LostRun {
  readonly runId: string;
  readonly accountId: string;
  readonly request: PicturesRequest;
}

/** Records at each place why a run that failed has drawn nothing there; when it could not even be planned, at the cover. */
export async function recordMissingPictures(trx: Knex.Transaction, { runId, accountId, request }: LostRun): Promise<void> {
  const { home_id: homeId, places, most } = request;
  const steps: { key: string; state: string; error_code: ErrorCode | null; output: { pictures?: PlannedPicture[] } | null }[] = await trx(
    'step',
  )
    .where({ run_id: runId })
    .whereIn('job', ['plan-pictures', 'draw-picture'])
    .select('key', 'state', 'error_code', 'output');
  const plan = steps.find(({ key }) => key === 'plan');
  const isCoverAsked = most > 0 && (places === null || places.includes('cover'));
  const lost = plan?.output?.pictures ?? (isCoverAsked ? [{ place: 'cover', lessons: [] }] : []);
  for (const { place, lessons } of lost) {
    const step = steps.find(({ key }) => key === `draw:${place}`);
    if (step?.state === 'completed') continue;
    const code = step?.error_code ?? plan?.error_code ?? 'picture.failed';
    await recordMissingPicture(trx, { homeId, accountId, place, lessons, runId }, code);
  }
}
