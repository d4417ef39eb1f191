import type { Knex } from 'knex';
import type { Operator } from '#domain/operator/audit/operator-act.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';

interface Act {
  /** The act on a comparison of models, or on the default cast. */
  readonly verb: 'start' | 'add_briefs' | 'write_missing' | 'cancel' | 'judge' | 'make_default' | 'forget_default';
  /** Its id, or `default`. */
  readonly id: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes an audit entry of an operator's act on comparisons, in the act's transaction. */
export const auditEvaluation = (trx: Knex.Transaction, operator: Operator, { verb, id, before = null, after = null }: Act): Promise<void> =>
  recordAudit(
    {
      actor: operator.accountId === null ? `script:${operator.script ?? ''}` : `account:${operator.accountId}`,
      action: `evaluation.${verb}`,
      subject: `evaluation:${id}`,
      detail: { before, after, request_id: operator.requestId },
    },
    trx,
  );
