import type { AccountSession } from '#contract/identity/account.contract.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { live, Session } from './session.model.ts';

const MOST = 100;

/** Lists an account's sessions: the caller's first, then by last use. */
export async function listSessions({ accountId, sessionId }: { accountId: string; sessionId: string }): Promise<AccountSession[]> {
  const sessions = await live(Session.query())
    .where({ account_id: accountId })
    .orderBy(expression(Session.knex(), sql`id = ${sessionId}`), 'desc')
    .orderBy('last_seen_at', 'desc')
    .limit(MOST);
  return sessions.map((session) => ({
    session_id: session.id,
    user_agent: session.user_agent,
    created_at: session.created_at.toISOString(),
    last_seen_at: session.last_seen_at.toISOString(),
    current: session.id === sessionId,
  }));
}
