import type { Knex } from 'knex';
import { recordAudit } from '#domain/platform/record-audit.command.ts';

/** Who acts in the console, and in which request. */
export interface Operator {
  /** Null: a script, of the person of this name on the machine. */
  readonly accountId: string | null;
  readonly script?: string;
  readonly requestId: string;
}

interface Act {
  /** `<noun>.<verb>`. */
  readonly action: string;
  /** `<kind>:<id>`. */
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes one act of the console down, in the transaction of the deed: who, what, before, after, request. */
export const auditAct = (trx: Knex.Transaction, operator: Operator, { action, subject, before = null, after = null }: Act): Promise<void> =>
  recordAudit(
    {
      actor: operator.accountId === null ? `script:${operator.script ?? ''}` : `account:${operator.accountId}`,
      action,
      subject,
      detail: { before, after, request_id: operator.requestId },
    },
    trx,
  );
