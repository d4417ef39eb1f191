import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { JUDGEMENT_KIND } from './judgement.kind.ts';
import type { PublicText } from './submit-text.command.ts';

/**
 * Starts a service's judgement of a held text. It never fails its caller: the text is already hidden and waits for a moderator, who also
 * handles it after a crash here.
 */
export async function startJudgement({ type, id }: Pick<PublicText, 'type' | 'id'>): Promise<void> {
  try {
    const row = await database()('public_text').where({ subject_type: type, subject_id: id, state: 'held' }).first('version');
    if (!row) return;
    await acceptRun({
      kind: JUDGEMENT_KIND,
      accountId: null,
      request: { type, id, version: row.version },
      subject: 'Moderation',
      requestId: `${type}:${id}`,
      asked: null,
      dedupeKey: `${JUDGEMENT_KIND}:${type}:${id}:${row.version}`,
    });
  } catch (error) {
    logger().warn({ err: error, subject: `${type}:${id}` }, 'moderation: no service looks at a held text, it waits for a moderator');
  }
}
