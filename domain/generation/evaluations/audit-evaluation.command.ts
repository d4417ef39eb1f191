import type { Knex } from 'knex';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';

interface Act {
  /** An operator's act on a comparison of models, or on the default cast. */
  readonly verb: 'start' | 'add_briefs' | 'write_missing' | 'cancel' | 'judge' | 'make_default' | 'forget_default';
  /** Id of the comparison, or `default`. */
  readonly id: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes an audit entry for an operator's act on comparisons, in the act's transaction. */
export const auditEvaluation = (trx: Knex.Transaction, operator: Operator, { verb, id, before, after }: Act): Promise<void> =>
  auditAct(trx, operator, { action: `evaluation.${verb}`, subject: `evaluation:${id}`, before, after });
