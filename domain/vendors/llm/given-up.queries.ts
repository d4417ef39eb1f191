import type { Service } from '#contract/platform/status.contract.ts';
import { batchCalls } from '#domain/platform/batch-calls.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { ClaimedStep, FailedAttempt } from '#domain/platform/steps/step.ts';

/**
 * Answers that cannot be read, of one model in one run, after which it is not asked for the like again: each further try costs as much as the one
 * before. Where nobody else is there to ask, one of them has to be an answer to what was wrong before: small models get the form right then, and
 * the first answers of a course's lessons come all at once.
 */
const ENOUGH = 3;

interface Unreadable {
  readonly model: string;
  /** Why the newest of them failed, as far as rows know. */
  readonly cause: string | null;
  readonly tries: number;
  /** It has written one that could be read, so what failed was chance. */
  readonly isAble: boolean;
  /** In some step it was told its faults and failed again. */
  readonly wasTold: boolean;
}

/** Which models are given up for the rest of a run. */
export interface GivenUp {
  /**
   * Returns how many answers of this model could not be read when it is not asked again; 0 when it may be asked.
   * @param given `tried`: the step's failed tries, of which those that are newer than its row count too; `isOnly`: nobody else is left
   */
  triesOf(model: string, given: { readonly tried: readonly FailedAttempt[]; readonly isOnly: boolean }): number;
  /** Returns the tries with one for each of these services that was not asked in this step: others have learnt why. */
  withTries(tried: readonly FailedAttempt[], services: readonly Service[], modelOf: (service: Service) => string): FailedAttempt[];
}

/** One statement for all steps of a run that ask at the same moment. */
const readUnreadable = batchCalls<Pick<ClaimedStep, 'runId' | 'job'>, readonly Unreadable[]>(
  ({ runId, job }) => `${runId} ${job}`,
  async (steps) => {
    const { runId, job } = steps[0]!;
    const rows = await rowsOf<Unreadable>(
      database(),
      sql`select model, sum(tries)::int as tries, bool_or(tries > 1) as "wasTold", max(cause) as cause,
                 bool_or(exists (select from step done where done.run_id = ${runId} and done.job = ${job} and done.state = 'completed'
                                    and done.service = failed.service)) as "isAble"
            from (select one.service, one.model, max(one.cause) as cause, count(*) as tries
                    from step, jsonb_to_recordset(step.tried) as one(service text, model text, cause text, unreadable boolean)
                   where step.run_id = ${runId} and step.job = ${job} and one.unreadable group by step.id, one.service, one.model) failed
           group by model`,
    );
    return steps.map(() => rows);
  },
);

/**
 * Reads from a run's steps whose answers could not be read, for the same sort of step: rows know it after a restart, and in every worker. A step
 * that is retried at its learner's request begins without failed tries.
 */
export async function givenUpFor(step: Pick<ClaimedStep, 'runId' | 'job' | 'tried'>): Promise<GivenUp> {
  const known = await readUnreadable(step);
  return {
    triesOf: (model, { tried, isOnly }) => {
      const own = tried.filter((one) => one.unreadable === true && one.model === model);
      const stored = known.find((one) => one.model === model);
      const tries = (stored?.tries ?? 0) + own.filter((one) => !step.tried.includes(one)).length;
      const isSure = !isOnly || stored?.wasTold === true || own.length > 1;
      return tries >= ENOUGH && !stored?.isAble && isSure ? tries : 0;
    },
    withTries: (tried, services, modelOf) => {
      const unasked = services.filter((service) => !tried.some((one) => one.service === service));
      const entries = unasked.map((service) => {
        const cause = known.find(({ model }) => model === modelOf(service))?.cause ?? 'unreadable';
        return { service, code: 'vendors.broken_output', at: new Date().toISOString(), cause };
      });
      return [...tried, ...entries];
    },
  };
}
