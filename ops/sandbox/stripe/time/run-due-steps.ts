import type { World } from '../state/world.ts';
import { dueSteps } from './due-steps.ts';

/** A runaway lifecycle is a defect of the sandbox; years of monthly renewals stay far below. */
const MOST_STEPS = 50_000;

/** Does everything that is due until a moment in s, in order, each step as of when it was due. Answers how many there were. */
export function runDueSteps(world: World, clock: string | null, until: number): number {
  for (let count = 0; count < MOST_STEPS; count++) {
    const [next] = dueSteps(world, clock)
      .filter(({ at }) => at <= until)
      .sort((a, b) => a.at - b.at || a.rank - b.rank);
    if (!next) return count;
    world.at(next.at, next.run);
    world.store.commit();
  }
  throw new Error(`more than ${MOST_STEPS} steps until ${until}`);
}
