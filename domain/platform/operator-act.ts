import type { Knex } from 'knex';
import type { AuditAction } from '#contract/platform/audit-actions.ts';
import { recordAudit } from './record-audit.command.ts';

/** The operator acting in the console, and the request. */
export interface Operator {
  /** Null: a script that the named person runs on the machine. */
  readonly accountId: string | null;
  readonly script?: string;
  readonly requestId: string;
}

interface Act {
  readonly action: AuditAction;
  /** `<kind>:<id>`. */
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes an audit entry for an action in the console, in the action's transaction: who, what, before, after, request. */
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
