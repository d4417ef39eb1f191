import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { pendingMigrations } from '#domain/platform/migrate.ts';
import { assertStorageHasRoom } from '#domain/platform/storage/storage-room.queries.ts';

export interface Readiness {
  /** Returns the state of each part: `{ store: 'ok', … }`. @throws ProductError service.unavailable naming the first part that is not ready */
  ask(): Promise<Record<string, string>>;
  /** Returns the state of each part, even while the process is stopping. */
  each(): Promise<Record<string, 'ok' | 'down'>>;
}

const PATIENCE_MS = 2_000;

/**
 * Checks whether this process can serve: it is not stopping, the database answers, the schema has the expected version, the disk has space,
 * the queues answer. Vendors are not checked: learners can read while they are down.
 */
export function createReadiness(parts: { pingQueues: () => Promise<void>; closing: AbortSignal }): Readiness {
  let schemaIsCurrent = false;
  const checks: Record<string, () => Promise<void>> = {
    store: async () => {
      await database().raw('select 1');
    },
    schema: async () => {
      schemaIsCurrent ||= (await pendingMigrations(database())).length === 0;
      if (!schemaIsCurrent) throw new Error('migrations are pending');
    },
    storage: assertStorageHasRoom,
    queues: parts.pingQueues,
  };
  return {
    async ask() {
      if (parts.closing.aborted) throw new ProductError('service.unavailable', 'This process is stopping.');
      for (const [name, check] of Object.entries(checks)) {
        try {
          await within(PATIENCE_MS, check());
        } catch (error) {
          throw new ProductError('service.unavailable', toSentence('Not ready: {part}.', { part: name }), {
            data: { retryAfterS: 2 },
            cause: error,
          });
        }
      }
      return Object.fromEntries(Object.keys(checks).map((name) => [name, 'ok']));
    },
    async each() {
      const states = Object.entries(checks).map(async ([name, check]) => {
        const state = await within(PATIENCE_MS, check()).then(
          () => 'ok' as const,
          () => 'down' as const,
        );
        return [name, state] as const;
      });
      return Object.fromEntries(await Promise.all(states));
    },
  };
}

/** Rejects if the work takes longer than `ms`. @throws that timeout, or whatever the work throws */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
