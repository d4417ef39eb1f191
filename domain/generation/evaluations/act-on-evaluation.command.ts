import { CAST_ROLES, type Cast } from '#contract/operator/evaluation-plan.contract.ts';
import { type EVALUATION_ACTS, type Evaluation } from '#contract/operator/evaluations.contract.ts';
import { readDefaultCast, storeDefaultCast, type RoleHolder } from '#domain/generation/answers/default-cast.commands.ts';
import type { Operator } from '#domain/platform/operator-act.ts';
import { transact } from '#domain/platform/database.ts';
import { fieldProblem, notFound, ProductError } from '#domain/platform/errors.ts';
import { afterCancel, cancelRunIn } from '#domain/platform/runs/run.commands.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { auditEvaluation } from './audit-evaluation.command.ts';
import type { Agreed } from './evaluation.commands.ts';
import { readSummary } from './evaluation.queries.ts';
import { writeMissing } from './write-missing.command.ts';

export interface EvaluationAct extends Agreed {
  readonly evaluationId: string;
  readonly act: (typeof EVALUATION_ACTS)[number];
  readonly cast?: number | undefined;
}

/**
 * Stops a comparison, completes its missing parts, or makes one of its casts the default: its services and models then lead in their roles
 * in every new course. Audited.
 * @throws ProductError not_found; run.ended; evaluation.unfinished; evaluation.complete; evaluation.price_changed; spend.install_cap;
 * validation.failed when no such cast is named
 */
export async function actOnEvaluation(
  { evaluationId, act, cast, acceptedMicroUsd }: EvaluationAct,
  operator: Operator,
): Promise<Evaluation> {
  if (!isUuid(evaluationId)) throw notFound('comparison');
  if (act === 'write_missing') {
    await writeMissing(evaluationId, operator, { acceptedMicroUsd });
    return readSummary(evaluationId);
  }
  await transact(async (trx) => {
    const row = await trx('evaluation').where({ run_id: evaluationId }).first('casts', 'is_given');
    if (!row) throw notFound('comparison');
    if (act === 'cancel') {
      await cancelRunIn(trx, { runId: evaluationId, accountId: null, keep: false });
      await auditEvaluation(trx, operator, { verb: 'cancel', id: evaluationId });
      return;
    }
    const chosen = cast === undefined || row.is_given ? undefined : row.casts[cast];
    if (!chosen)
      throw new ProductError('validation.failed', 'Choose one of the configurations.', {
        data: { errors: [fieldProblem('cast', 'Must be one of the casts')] },
      });
    const { status } = (await trx('run').where({ id: evaluationId }).first('status'))!;
    if (status !== 'completed')
      throw new ProductError(
        'evaluation.unfinished',
        'This comparison has not been completed. Its configurations can be made the default afterwards.',
      );
    const before = await readDefaultCast(trx);
    const after = holdersOf(chosen);
    await storeDefaultCast(trx, after, operator.accountId);
    await trx('evaluation').whereNotNull('applied_cast').update({ applied_cast: null, applied_at: null });
    await trx('evaluation').where({ run_id: evaluationId }).update({ applied_cast: cast!, applied_at: trx.fn.now() });
    await auditEvaluation(trx, operator, { verb: 'make_default', id: evaluationId, before, after });
  });
  if (act === 'cancel') await afterCancel(evaluationId);
  return readSummary(evaluationId);
}

const holdersOf = ({ roles }: Cast): RoleHolder[] => CAST_ROLES.map((role) => ({ role, ...roles[role] }));

/** Restores the built-in roles of courses. Audited. */
export async function forgetDefaultCast(operator: Operator): Promise<void> {
  await transact(async (trx) => {
    const before = await readDefaultCast(trx);
    await storeDefaultCast(trx, null, operator.accountId);
    await trx('evaluation').whereNotNull('applied_cast').update({ applied_cast: null, applied_at: null });
    await auditEvaluation(trx, operator, { verb: 'forget_default', id: 'default', before, after: [] });
  });
}
