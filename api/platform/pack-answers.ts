import type { Context, Middleware } from 'koa';
import compress from 'koa-compress';

/** Packing pays off for whole courses, but not for a status that thousands poll each second. */
const WORTH_PACKING_BYTES = 16_384;
/** Each packed answer holds a window of megabytes until its caller has taken it, and all share four threads with files and passwords. */
const MOST_AT_ONCE = 2;

/** Packs long answers that are made for one caller; beyond a number at a time they leave as they are. */
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
