import { uuidv7 } from 'uuidv7';
import { MOST_KEPT_TOPICS } from '#contract/generation/topics.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** Saves a topic until a service can write about it. A topic saved again becomes the newest; beyond the maximum, the oldest is deleted. */
export async function keepTopic({ accountId, topic }: { accountId: string; topic: string }): Promise<void> {
  await transact(async (trx) => {
    await trx('kept_topic')
      .insert({ id: uuidv7(), account_id: accountId, topic })
      .onConflict(['account_id', 'topic'])
      .merge({ kept_at: trx.fn.now() });
    const tooMany = trx('kept_topic').where({ account_id: accountId }).orderBy('kept_at', 'desc').offset(MOST_KEPT_TOPICS).select('id');
    await trx('kept_topic').whereIn('id', tooMany).delete();
  });
}

/** Deletes a saved topic. @throws ProductError not_found */
export async function dropKeptTopic({ accountId, id }: { accountId: string; id: string }): Promise<void> {
  const dropped = isUuid(id) ? await database()('kept_topic').where({ account_id: accountId, id }).delete() : 0;
  if (dropped === 0) throw notFound('topic');
}
