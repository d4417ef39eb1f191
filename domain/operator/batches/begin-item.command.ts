import { lessonPrint } from '#contract/courses/lesson-print.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { liveLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { startMissingPictures } from '#domain/generation/pictures/picture.commands.ts';
import { startRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';
import { acceptingAtMost } from '#domain/platform/accepted-price.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { declinesOperatorBatches } from '#domain/settings/settings.queries.ts';
import { startMissingSimulation } from '#domain/simulations/simulation.commands.ts';
import { startTranslation } from '#domain/translation/courses/translation.commands.ts';
import { leftToCost, type BatchRow } from './batch-budget.ts';

/** A leased item that has no child yet. */
export interface LeasedItem {
  readonly courseId: string;
  readonly accountId: string;
  readonly lessonIds: readonly string[];
  /** For media: places without a picture. */
  readonly places: readonly string[];
  readonly attempt: number;
}

/** Errors that affect all items: the batch pauses until it is resumed. */
const PAUSED_FOR: Partial<Record<ErrorCode, string>> = {
  'spend.install_cap': 'cap',
  'spend.user_cap': 'cap',
  'tokens.insufficient': 'tokens',
  'price.changed': 'budget',
};

/**
 * Starts an item's child. The idempotency key makes one run of it, however often it is tried: a process may crash before it has stored the
 * child.
 * @returns whether it was started
 */
export async function beginItem(batch: BatchRow, item: LeasedItem): Promise<boolean> {
  const note = (changes: object) =>
    database()('batch_item')
      .where({ batch_id: batch.run_id, course_id: item.courseId, state: 'leased', attempt: item.attempt })
      .update(changes);
  try {
    if (batch.creator_id === null && (await declinesOperatorBatches(item.accountId))) throw new ProductError('course.owner_opted_out');
    const most = batch.creator_id === null ? null : await leftToCost(database(), batch);
    const child = await acceptingAtMost(most, () => childOf(batch, item));
    if (child.runId === null) {
      await note({ state: 'skipped', reason: 'nothing_to_do' });
      return false;
    }
    const { runId, prints } = child;
    return (await note({ state: 'running', child_id: runId, reason: null, ...(prints && { base_prints: JSON.stringify(prints) }) })) > 0;
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const pausedFor = PAUSED_FOR[error.code];
    if (pausedFor) {
      await note({ state: 'pending' });
      await database()('batch')
        .where({ run_id: batch.run_id })
        .whereIn('state', ['canary', 'running'])
        .update({ state: 'paused', paused_for: pausedFor, resumes_to: database().ref('state') });
    } else await note({ state: 'skipped', reason: error.code });
    return false;
  }
}

interface Child {
  /** Null: nothing is left to do. */
  readonly runId: string | null;
  /** Prints of the live lessons at the start, by id. */
  readonly prints?: Readonly<Record<string, string>>;
}

async function childOf(batch: BatchRow, { courseId, accountId, lessonIds, places, attempt }: LeasedItem): Promise<Child> {
  const shared = {
    accountId,
    courseId,
    requestId: batch.run_id,
    idempotencyKey: `batch-${batch.run_id}-${courseId}-${attempt}`,
    batchId: batch.run_id,
    byVendorBatch: batch.by_vendor_batch,
    ownerPays: batch.creator_id !== null,
  };
  if (batch.what === 'translation') return { runId: await startTranslation({ ...shared, language: batch.into_language! }) };
  const { byVendorBatch: _, ...ordinary } = shared;
  if (batch.what === 'media') return { runId: await startMissingPictures({ ...ordinary, places }) };
  if (batch.what === 'simulation') return { runId: await startMissingSimulation(ordinary) };
  const missingFromRun = batch.what === 'missing_practice' ? await sourceRun(courseId) : undefined;
  const prints = await printsOf(courseId, lessonIds);
  const { runId } = await startRewrite({
    ...shared,
    lessonIds,
    instruction: batch.instruction,
    fingerprint: ['batch', batch.run_id, courseId, attempt],
    ...(missingFromRun !== undefined && { missingFromRun }),
  });
  return { runId, prints };
}

const sourceRun = async (courseId: string): Promise<string> =>
  (await database()('course').where({ id: courseId }).first('run_id'))?.run_id ?? '';

async function printsOf(courseId: string, lessonIds: readonly string[]): Promise<Record<string, string>> {
  const lessons = await liveLessons(courseId);
  return Object.fromEntries(
    lessons.flatMap((lesson) => (lessonIds.includes(lesson.lesson_id) ? [[lesson.lesson_id, lessonPrint(lesson)]] : [])),
  );
}
