import { randomUUID } from 'node:crypto';
import type { CreatorBatchDryRun, CreatorBatchPlan } from '#contract/studio/creator-batches.contract.ts';
import type { BadRow, Batch, BatchEstimate, BatchPlan } from '#contract/operator/batches.contract.ts';
import { BATCH_TRAITS, MOST_COST_DRIFT } from '#contract/operator/batches.contract.ts';
import { PREVIEWED_COURSES, type BatchDryRun } from '#contract/operator/batch-estimates.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { batchServices } from '#domain/vendors/llm/batches/batch-services.ts';
import { batchWork } from './batch-work.ts';
import { isOverBudget, tokensFor } from './batch-budget.ts';
import { readBatch } from './batch.queries.ts';
import { byVendorBatch, estimateOf, type UnitCost } from './estimate.queries.ts';
import { chooseCourses, previewCourses, unitsOf } from './selection.queries.ts';

const MICRO_USD_PER_CENT = 10_000;
/** Maximum number of courses at once per creator, since others wait too. */
const CREATOR_AT_ONCE = 3;

interface Planned {
  readonly batchId: string;
  readonly badRows: readonly BadRow[];
}

/** Plans a creator's batch over their own courses, paid in tokens. @throws like `planBatch` */
export const planCreatorBatch = (form: CreatorBatchPlan, creator: Operator & { accountId: string }): Promise<Planned> =>
  freeze(creatorsPlan(form, creator.accountId), creator, creator.accountId);

/** Estimates a creator's batch and stores nothing. @throws like `planBatch` */
export async function estimateCreatorBatch(form: CreatorBatchPlan, creatorId: string): Promise<CreatorBatchDryRun> {
  const plan = creatorsPlan(form, creatorId);
  const { chosen, estimate } = await prepare(plan, true);
  const { courses, lessons, pinned, edited, most_cost = 0 } = estimate;
  const { needed, available } = await tokensFor(creatorId, { what: plan.what, estimate });
  return { courses, lessons, pinned, edited, most_cost, available, over_budget: needed > available, bad_rows: [...chosen.badRows] };
}

function creatorsPlan({ csv, lessons, include_edited, ...plan }: CreatorBatchPlan, creatorId: string): BatchPlan {
  const selection = { owner_id: creatorId, lessons, include_edited, ...(csv !== undefined && { csv }) };
  // the cost of services concerns only the installation; creators pay by the price list
  return { ...plan, at_once: CREATOR_AT_ONCE, most_cost_drift: MOST_COST_DRIFT, by_vendor_batch: false, budget_cents: 1, selection };
}

/** Estimates a batch and stores nothing. @throws like `planBatch` */
export async function estimateBatch(plan: BatchPlan): Promise<BatchDryRun> {
  const { chosen, estimate } = await prepare(plan, false);
  const budget = plan.budget_cents * MICRO_USD_PER_CENT;
  return {
    estimate,
    budget_micro_usd: budget,
    over_budget: isOverBudget(budget, estimate),
    bad_rows: [...chosen.badRows],
    courses: await previewCourses(chosen.courses, PREVIEWED_COURSES),
  };
}

/**
 * Fixes a selection and estimates its cost. Starts nothing and calls no service. Audited.
 * @throws ProductError validation.failed when there is nothing to fix, or no language to translate into; batch.nothing_chosen; or when no
 * vendor's batch service can do it; media.not_configured without an image service, translation.not_configured without a translation
 * service; spend.install_cap
 */
export async function planBatch(plan: BatchPlan, operator: Operator): Promise<{ batch: Batch; badRows: readonly BadRow[] }> {
  const { batchId, badRows } = await freeze(plan, operator, null);
  return { batch: await readBatch(batchId), badRows };
}

interface Prepared {
  readonly chosen: Awaited<ReturnType<typeof chooseCourses>>;
  /** Cost of one unit. */
  readonly cost: UnitCost;
  readonly estimate: BatchEstimate;
}

/** Selects the courses and estimates their cost; stores nothing. */
async function prepare(plan: BatchPlan, isCreators: boolean): Promise<Prepared> {
  const { instruction, intoLanguage, ofLessons } = BATCH_TRAITS[plan.what];
  const work = batchWork(plan.what);
  if (instruction === 'required' && plan.instruction === '')
    throw new ProductError('validation.failed', 'Describe what should be fixed.', {
      data: { errors: [{ path: 'instruction', message: 'Must not be empty' }] },
    });
  if (intoLanguage !== (plan.into_language !== undefined))
    throw new ProductError('validation.failed', 'Choose the language to translate into.', {
      data: { errors: [{ path: 'into_language', message: 'Must not be empty' }] },
    });
  if (plan.by_vendor_batch && (!ofLessons || batchServices().length === 0))
    throw new ProductError('validation.failed', 'No provider’s batch service supports this.', {
      data: { errors: [{ path: 'by_vendor_batch', message: 'Not available' }] },
    });
  work.assertConfigured?.();
  const chosen = await chooseCourses(work, plan, isCreators);
  if (chosen.courses.length === 0)
    throw new ProductError(
      'batch.nothing_chosen',
      chosen.badRows.length > 0
        ? toSentence('The list contains no courses that can be rewritten.')
        : chosen.optedOut > 0
          ? toSentence('The owners of these courses have excluded them from operators’ batches.')
          : work.nothing,
    );
  const ordinary = await work.costOfUnit();
  const cost = plan.by_vendor_batch ? await byVendorBatch(ordinary) : ordinary;
  const estimate = {
    ...(chosen.optedOut > 0 && { opted_out: chosen.optedOut }),
    ...estimateOf(chosen, cost, plan.by_vendor_batch ? chosen.courses.length : plan.at_once),
    ...(plan.by_vendor_batch && { ordinary_micro_usd: estimateOf(chosen, ordinary, plan.at_once).micro_usd.expected }),
    ...(isCreators && { most_cost: work.priceOf(chosen.courses) }),
  };
  return { chosen, cost, estimate };
}

async function freeze(plan: BatchPlan, operator: Operator, creatorId: string | null): Promise<Planned> {
  const { chosen, cost, estimate } = await prepare(plan, creatorId !== null);
  const { csv, ...selection } = plan.selection;
  const { runId } = await acceptRun({
    kind: 'batch',
    accountId: null,
    request: { name: plan.name, what: plan.what },
    subject: plan.name,
    requestId: operator.requestId,
    fingerprint: randomUUID(),
    dedupeKey: null,
    begin: async (trx, batchId) => {
      await trx('batch').insert({
        run_id: batchId,
        name: plan.name,
        what: plan.what,
        creator_id: creatorId,
        into_language: plan.into_language ?? null,
        instruction: plan.instruction,
        selection: JSON.stringify({ ...selection, ...(csv !== undefined && { rows: chosen.courses.length + chosen.badRows.length }) }),
        at_once: plan.at_once,
        by_vendor_batch: plan.by_vendor_batch,
        canary: plan.canary,
        most_failures: plan.most_failures,
        most_cost_drift: plan.most_cost_drift,
        most_unclean: plan.most_unclean,
        budget_micro_usd: plan.budget_cents * MICRO_USD_PER_CENT,
        from_hour: plan.until_hour === undefined ? null : (plan.from_hour ?? 0),
        until_hour: plan.from_hour === undefined ? null : (plan.until_hour ?? 0),
        estimate: JSON.stringify(estimate),
      });
      await rowsOf(
        trx,
        sql`insert into batch_item (batch_id, course_id, account_id, position, lesson_ids, places, expected_micro_usd, worst_micro_usd)
         select ${batchId}::uuid, course_id, account_id, position, lesson_ids, places, round(units * ${cost.expected}::float8), round(units * ${cost.worst}::float8)
           from jsonb_to_recordset(${itemsOf(chosen.courses)}::jsonb) as item(course_id uuid, account_id uuid, position int, lesson_ids uuid[], places text[], units int)`,
      );
      await auditAct(trx, operator, {
        action: 'batch.plan',
        subject: `batch:${batchId}`,
        after: { name: plan.name, what: plan.what, courses: chosen.courses.length, budget_cents: plan.budget_cents },
      });
    },
  });
  return { batchId: runId, badRows: chosen.badRows };
}

const itemsOf = (courses: Awaited<ReturnType<typeof chooseCourses>>['courses']): string =>
  JSON.stringify(
    courses.map(({ courseId, accountId, lessonIds, places }, position) => ({
      course_id: courseId,
      account_id: accountId,
      position,
      // jsonb_to_recordset reads an array in Postgres's own notation
      lesson_ids: `{${lessonIds.join(',')}}`,
      places: `{${places.join(',')}}`,
      units: unitsOf({ lessonIds, places }),
    })),
  );
