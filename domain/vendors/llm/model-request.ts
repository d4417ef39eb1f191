import type { Service } from '#contract/platform/status.contract.ts';
import type { AnswerSchema } from './answer-schema.ts';
import type { Purpose } from './hygiene/purposes.ts';

/** Identifies one call of a step, however often the step is claimed. */
export interface Patience {
  /** The fencing number of the step's claim. */
  readonly fence: number;
  readonly inputHash: string;
  /** Number of answers the step has used up before. */
  readonly attempt: number;
}

export interface ModelRequest<T> {
  service: Service;
  /** One of the service's models; absent: the connected one. */
  model?: string | undefined;
  /** Stored with the call's usage; decides how clean the answer must be. */
  purpose: Purpose;
  instructions: string;
  prompt: string;
  /** Length in characters of the prompt's prefix that later calls will repeat within minutes; absent: none. */
  stable?: number | undefined;
  /** Declared with `declareAnswer`. All fields required, `.nullable()` for optional ones (see documents.ts). */
  schema: AnswerSchema<T>;
  /** Includes thinking tokens. A longer answer counts as broken; it is never shortened. */
  maxOutputTokens: number;
  /** The answer is a list of parts, each useful without the others: of an answer that is cut off, its whole parts are returned. */
  hasParts?: true | undefined;
  lane: 'interactive' | 'batch';
  accountId: string | null;
  /** Null: the call belongs to no run. */
  runId: string | null;
  stepId: string | null;
  signal: AbortSignal;
  /**
   * Runs once the allowance is taken, right before the call; `id` is the id of its row in `vendor_call`. If it throws, no call is made and
   * the allowance is returned.
   */
  beforeCall?: (call: { id: string; model: string }) => Promise<void>;
  /** Longest silence allowed to the service, in ms; absent: the configured one. */
  silenceMs?: number | undefined;
  /** The call may wait for the vendor's batch service, at a lower price; `beforeCall` and `onPartial` are not called then. */
  patience?: Patience | null;
  /** Receives the readable part of the answer so far, unvalidated, at most every 100 ms. Must not throw. */
  onPartial?: (partial: unknown) => void;
}

export interface ModelAnswer<T> {
  value: T;
  /** Id of the call's row in `vendor_call`. */
  callId: string;
  /** Resolves when the call's usage is recorded; never rejects. */
  settled: Promise<void>;
  service: Service;
  model: string;
  inputTokens: number;
  /** Part of `inputTokens` that came from the vendor's prompt cache. */
  cachedTokens: number;
  outputTokens: number;
  /** From sending the request to the last byte. */
  ms: number;
}
