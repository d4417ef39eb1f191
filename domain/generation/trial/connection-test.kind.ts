import type { Knex } from 'knex';
import * as z from 'zod';
import { CONNECTION_KINDS, testServiceConnection } from '#contract/operator/service-connections.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { failureOf, knownSteps } from '#domain/platform/runs/known-steps.ts';
import { defineKind, type Order, type OrderedStep, type RunRef } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';

const price = z.object({ input: z.number(), output: z.number() });
/** Without the key, which is sealed in a separate row. */
const requestSchema = z.object({
  service: z.enum(SERVICES),
  kind: z.enum(CONNECTION_KINDS),
  base_url: z.string(),
  model: z.string(),
  /** As entered; null: as the server states. */
  context_tokens: z.int().nullable(),
  /** Null: the list price, or unknown. */
  price: price.nullable(),
});
export type ConnectionTestRequest = z.infer<typeof requestSchema>;

export const CONNECTION_TEST_KIND = 'connection-test';

function order(_context: unknown, steps: readonly OrderedStep[]): Order {
  const known = knownSteps(steps);
  const failed = steps.find(({ state }) => state === 'failed');
  const isWritten = known.isDone('lesson');
  return {
    add: known.missing([isWritten ? { job: 'try-quiz', key: 'quiz' } : { job: 'try-lesson', key: 'lesson' }]),
    stage: isWritten ? 'quiz' : 'lesson',
    progress: isWritten ? 70 : 10,
    failed: failed ? failureOf(failed) : null,
  };
}

/** The key is stored no longer than it is used. */
const forgetKey = async (trx: Knex.Transaction, { id }: RunRef): Promise<void> =>
  void (await trx('connection_test').where({ run_id: id }).update({ settings_sealed: null }));

/**
 * Asks a service that somebody wants to connect for a small lesson with its quiz. Faults of the service are its result, not a failure. It
 * costs no tokens: the account that connects a service pays the service itself.
 */
export const connectionTestKind = defineKind<ConnectionTestRequest, null>({
  name: CONNECTION_TEST_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['lesson', 'quiz'],
  begins: {
    stage: 'lesson',
    progress: 5,
    message: toSentence('Requesting a lesson. A model that is not loaded yet may take several minutes.'),
  },
  price: 'free',
  order,
  exported: [],
  again: {
    completed: { nothing: 'Its findings are its result.' },
    failed: { by: testServiceConnection, makes: 'a lesson and its quiz; the key must be entered again because it is not kept' },
    cancelled: { by: testServiceConnection, makes: 'a lesson and its quiz; the key must be entered again because it is not kept' },
  },
  hooks: { completed: forgetKey, failed: forgetKey, stopping: forgetKey },
  // its key is gone
  retryNeeds: sql`false`,
});
