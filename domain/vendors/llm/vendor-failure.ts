import type { Service } from '#contract/platform/status.contract.ts';
import { withoutSecrets } from '#domain/platform/secrets/without-secrets.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import { OutsideFailure } from '#domain/platform/secrets/outside-failure.ts';
import type { FailureReason } from './failure-reason.ts';
import type { TextFlaw } from './hygiene/clean-answer.ts';

export type FailureCode =
  | 'vendors.unavailable'
  | 'vendors.rate_limited'
  | 'vendors.timed_out'
  | 'vendors.refused'
  | 'vendors.broken_output';

/**
 * retryable: retry later, or use another service now; refused: the vendor will not answer this request, and no other should be asked;
 * broken: the answer was unusable, ask again with the `repairHint`.
 */
export type FailureKind = 'retryable' | 'refused' | 'broken';

const KIND_OF: Record<FailureCode, FailureKind> = {
  'vendors.unavailable': 'retryable',
  'vendors.rate_limited': 'retryable',
  'vendors.timed_out': 'retryable',
  'vendors.refused': 'refused',
  'vendors.broken_output': 'broken',
};

/** The fault of a service's answer. */
export type Flaw = TextFlaw | 'recited' | 'other_language' | 'twin' | 'too_few';

export interface FailureFacts {
  service: Service;
  code: FailureCode;
  /** One line for operators, without any part of the prompt or the answer. */
  detail: string;
  /** Default: derived from the code. */
  kind?: FailureKind;
  /** The vendor's retry-after, in ms. */
  retryAfterMs?: number | null;
  httpStatus?: number | null;
  /** The answer's fault, as a hint for the next prompt: names of fields, never their contents. */
  repairHint?: string | null;
  /** The answer ended too early; the part that arrived may have been fine. */
  truncated?: boolean;
  /** The exhausted output limit, in tokens, if a higher one may help. */
  cutOffAt?: number | null;
  /** The service sent nothing before the call timed out. */
  silent?: boolean;
  /** Our key, balance or model id is wrong: no retry helps until an operator changes it. */
  misconfigured?: boolean;
  /** The reason, if the service's message identifies it. */
  reason?: FailureReason | null;
  /** The answer's flaw, if more is known than that it is unusable. */
  flaw?: Flaw | null;
}

/** Shorter keys, such as a placeholder for a server without keys, may be ordinary words. */
const SHORTEST_KEY = 8;

/** Removes the key from a service's words: some services repeat it, and their words are stored, logged and shown. */
export const withoutKey = (words: string, key: string): string =>
  withoutSecrets(key.length < SHORTEST_KEY ? words : words.replaceAll(key, '[key]'));

/** A call to a vendor failed, or its answer could not be used. `message` is the service and the detail. */
export class VendorFailure extends OutsideFailure {
  readonly service: Service;
  readonly code: FailureCode;
  readonly kind: FailureKind;
  readonly retryAfterMs: number | null;
  readonly httpStatus: number | null;
  readonly repairHint: string | null;
  readonly misconfigured: boolean;
  readonly truncated: boolean;
  readonly cutOffAt: number | null;
  readonly silent: boolean;
  readonly reason: FailureReason | null;
  readonly flaw: Flaw | null;
  /** The model that was asked; null if none was. Set when the call ends. */
  model: string | null = null;
  /** Number of its unreadable answers, if the model is given up for the rest of its run. Set by the caller. */
  givenUpAfter = 0;
  /** No other service is left to ask, so the failure is final. Set by the caller that knows the alternatives. */
  isLast = false;
  /** For how long the call had waited in our own queue before it was made, in ms. Set when the call ends. */
  queuedMs = 0;
  /** How much longer its step may wait, in ms, if its run can go on without it. Set by the caller. */
  leftMs: number | undefined;

  constructor(facts: FailureFacts) {
    super(`${facts.service}: ${facts.detail}`);
    this.name = 'VendorFailure';
    this.service = facts.service;
    this.code = facts.code;
    this.kind = facts.kind ?? KIND_OF[facts.code];
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.httpStatus = facts.httpStatus ?? null;
    this.repairHint = facts.repairHint ?? null;
    this.misconfigured = facts.misconfigured ?? false;
    this.truncated = facts.truncated ?? false;
    this.cutOffAt = facts.cutOffAt ?? null;
    this.silent = facts.silent ?? false;
    this.reason = facts.reason ?? null;
    this.flaw = facts.flaw ?? null;
  }
}

/** No call was made: the vendor's allowance or circuit permits none within 2 s. Retry at `retryAt`. */
export class AllowanceWait extends Error {
  readonly service: Service;
  readonly retryAt: Date;
  /** Replaces the step's list of failed tries. */
  readonly tried: readonly FailedAttempt[] | undefined;

  constructor(service: Service, retryAt: Date, tried?: readonly FailedAttempt[]) {
    super(`${service}: no allowance before ${retryAt.toISOString()}`);
    this.name = 'AllowanceWait';
    this.service = service;
    this.retryAt = retryAt;
    this.tried = tried;
  }
}

/** The call waits for its vendor's batch service. The step is woken when the answer arrives; `retryAt` covers a lost wake-up. */
export class BatchWait extends Error {
  readonly retryAt: Date;

  constructor(service: Service, retryAt: Date) {
    super(`${service}: its batch service has not answered yet`);
    this.name = 'BatchWait';
    this.retryAt = retryAt;
  }
}

/** The caller's own AbortSignal ended the call. */
export class CallAborted extends Error {
  constructor() {
    super('the call was aborted');
    this.name = 'CallAborted';
  }
}
