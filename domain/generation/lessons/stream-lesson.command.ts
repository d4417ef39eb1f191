import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { StepHold } from '#domain/platform/steps/step.ts';
import { finishedBlocks } from './finished-blocks.ts';

/** After the first words, which are stored at once, the text is stored at most this often. */
const STORE_EVERY_MS = 1_000;

/**
 * Returns a function that stores a streaming lesson, finished blocks only, one write at a time. A worker that has lost its claim writes
 * nothing, so that readers never see two texts mixed. It is only a preview: if the database is unavailable, the next block, or the finished
 * lesson, replaces it.
 * @returns a function that receives each partial answer
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
    void rowsOf(
      database(),
      sql`insert into lesson_stream (step_id, fence, content)
          select id, fence, ${text} from step where id = ${stepId} and fence = ${fence} and state = 'running'
          on conflict (step_id) do update set fence = excluded.fence, content = excluded.content
           where lesson_stream.fence <= excluded.fence`,
    )
      .catch(() => undefined)
      .finally(() => (isBusy = false));
  };
}
