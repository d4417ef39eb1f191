import type { Context, Middleware } from 'koa';
import compress from 'koa-compress';

/** Compression pays off for whole courses, but not for a status that thousands of clients poll each second. */
const WORTH_PACKING_BYTES = 16_384;
/** Each compressed answer holds megabytes until its caller has read it, and all share four threads with files and passwords. */
const MOST_AT_ONCE = 2;

/** Compresses long answers made for a single caller; beyond a number at a time, answers are sent uncompressed. */
export function packAnswers({ mostAtOnce = MOST_AT_ONCE } = {}): Middleware {
  let underWay = 0;
  const threshold = (_type: string, bytes: number | undefined, ctx: Context): number => {
    if (underWay >= mostAtOnce || (bytes !== undefined && bytes < WORTH_PACKING_BYTES)) return Infinity;
    underWay += 1;
    ctx.res.once('close', () => (underWay -= 1));
    return 1;
  };
  return compress({ threshold: threshold as never });
}
