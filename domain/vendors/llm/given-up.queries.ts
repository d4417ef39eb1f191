import type { Service } from '#contract/platform/status.contract.ts';
import { batchCalls } from '#domain/platform/batch-calls.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { ClaimedStep, FailedAttempt } from '#domain/platform/steps/step.ts';

/**
 * Unreadable answers of one model in one run after which it is no longer asked for such an answer: each further try costs as much as the
 * one before. If no other model can be asked, at least one of them must have followed a repair hint: small models then get the form right,
 * and the first answers of a course's lessons all arrive at once.
 */
const ENOUGH = 3;

interface Unreadable {
  readonly model: string;
  /** Why the newest of these answers failed, as far as rows know. */
  readonly cause: string | null;
  readonly tries: number;
  /** The model has also written a readable answer, so the failures were chance. */
  readonly isAble: boolean;
  /** In some step the model failed again although it was told its faults. */
  readonly wasTold: boolean;
}

/** The models that are given up for the rest of a run. */
export interface GivenUp {
  /**
   * Returns the number of the model's unreadable answers if it is given up; 0 when it may be asked.
   * @param given `tried`: the step's failed tries, including those newer than its row; `isOnly`: no other model is left
   */
  triesOf(model: string, given: { readonly tried: readonly FailedAttempt[]; readonly isOnly: boolean }): number;
  /** Returns the tries plus one for each of these services that was not asked in this step, with the cause found in other steps. */
  withTries(tried: readonly FailedAttempt[], services: readonly Service[], modelOf: (service: Service) => string): FailedAttempt[];
}

/** One statement for all steps of a run that ask at the same time. */
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
 * Reads which models failed to give readable answers, from the run's steps of the same kind: rows survive a restart and are shared by all
 * workers. A step that is retried at its learner's request starts without failed tries.
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
