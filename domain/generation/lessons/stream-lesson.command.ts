import { database } from '#domain/platform/database.ts';
import type { StepHold } from '#domain/platform/steps/step.ts';
import { finishedBlocks } from './finished-blocks.ts';

/** After the first words, which are stored at once, what has come since is stored at most this often. */
const STORE_EVERY_MS = 1_000;

/**
 * Stores what a service has sent of a lesson, finished block by finished block, one write at a time. A worker that has lost its claim writes
 * nothing, so that nobody reads two texts. It is only a preview: where the store is away the next block, or the lesson, will show.
 * @returns what takes each partial answer
 */
export function streamLesson({ stepId, fence }: StepHold): (partial: unknown) => void {
  let last = -Infinity;
  let shown = '';
  let isBusy = false;
  return (partial) => {
    const { content } = partial as { content?: unknown };
    if (isBusy || typeof content !== 'string' || performance.now() - last < STORE_EVERY_MS) return;
    const text = finishedBlocks(content);
    if (text === '' || text === shown) return;
    isBusy = true;
    last = performance.now();
    shown = text;
    void database()
      .raw(
        `insert into lesson_stream (step_id, fence, content) select id, fence, :text from step where id = :stepId and fence = :fence and state = 'running'
         on conflict (step_id) do update set fence = excluded.fence, content = excluded.content`,
        { stepId, fence, text },
      )
      .catch(() => undefined)
      .finally(() => (isBusy = false));
  };
}
