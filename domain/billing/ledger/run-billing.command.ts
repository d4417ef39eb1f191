import type { QuotaName } from '#contract/billing/catalogue.ts';
import type { RunBilling } from '#domain/platform/runs/engine.ts';
import { settleQuota } from '#domain/billing/quotas/quota.commands.ts';
import { overdueHolds } from './overdue-holds.queries.ts';
import { reserveWork, captureHold, releaseHold } from './hold.commands.ts';

/** Billing for the run engine: tokens and units of plans; each attempt has a job id of its own. */
export const RUN_BILLING: RunBilling = {
  reserve: (trx, { jobId, payerId, cost, quota, cause, lookAt }) =>
    reserveWork(trx, {
      accountId: payerId,
      jobId,
      centitokens: cost,
      ...(quota && { quota: { feature: quota.feature, units: quota.units } }),
      expiresAt: lookAt,
      cause,
    }),

  async capture(trx, { jobId, share, isUnitUsed, units, fault }) {
    const { outcome, charged } = await captureHold(trx, { jobId, centitokens: share, fault });
    if (outcome !== 'none') return { charged, usedUnit: false };
    const ended = await settleUnits(trx, jobId, isUnitUsed, units);
    return { charged: 0, usedUnit: ended && isUnitUsed };
  },

  async release(trx, { jobId, fault }) {
    if ((await releaseHold(trx, { jobId, fault })) === 'none') await settleUnits(trx, jobId, false);
  },

  overdue: overdueHolds,
};

/** Settles the plan's units that a job holds, of any feature. @returns whether it held any */
async function settleUnits(trx: Parameters<RunBilling['release']>[0], jobId: string, used: boolean, units?: number): Promise<boolean> {
  const features = (await trx('quota_hold').where({ job_id: jobId }).pluck('feature')) as QuotaName[];
  for (const feature of features) await settleQuota(trx, { jobId, feature, used, units: units ?? null });
  return features.length > 0;
}
