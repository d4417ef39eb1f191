import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { config } from '#domain/platform/config.ts';

/**
 * Validates an answer against its endpoint's declaration. Undeclared keys are dropped, so a new column never reaches the wire by accident.
 * A wrong shape or an undeclared status is a bug: it throws outside production; in production it is logged and the answer is sent.
 * @returns the body to send
 */
export function checkAnswer(endpoint: Endpoint, answer: { status: number; body: unknown }, log: Logger): unknown {
  const schema = endpoint.responses[answer.status];
  const result = schema?.safeParse(answer.body);
  if (result?.success) return result.data;
  const why = result ? z.prettifyError(result.error) : 'this status is not declared';
  if (!config().production) throw new Error(`${endpoint.name} answered ${answer.status}: ${why}`);
  log.error({ route: endpoint.name, status: answer.status, why }, 'answer is not as declared');
  return answer.body;
}
