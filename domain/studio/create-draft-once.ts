import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { CourseColumns } from './creator-course-columns.ts';

export interface CourseCreation {
  readonly accountId: string;
  /** Repeating the key returns the created course. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Creates a draft, at most one per key, even under concurrent calls: the key is unique in the database.
 * @param request identifies the request of a key
 * @param columns returns the contents; only called when the draft does not exist yet
 * @returns its id
 * @throws ProductError idempotency.body_mismatch when the key was used for another request
 */
export async function createDraftOnce(
  { accountId, idempotencyKey }: CourseCreation,
  request: unknown,
  columns: () => Promise<Partial<CourseColumns>>,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  for (;;) {
    if (idempotencyKey) {
      const earlier = await database()('creator_course')
        .where({ account_id: accountId, client_key: idempotencyKey })
        .first('id', 'request_hash');
      if (earlier && earlier.request_hash !== hash)
        throw new ProductError('idempotency.body_mismatch', 'This Idempotency-Key was used with another request.');
      if (earlier) return earlier.id;
    }
    const keyed = idempotencyKey && { client_key: idempotencyKey, request_hash: hash };
    const [made] = await database()('creator_course')
      .insert({ id: uuidv7(), account_id: accountId, ...((await columns()) as object), ...keyed })
      .onConflict(['account_id', 'client_key'])
      .ignore()
      .returning('id');
    if (made) return made.id;
    // a concurrent identical request inserted it first: read that one
  }
}
