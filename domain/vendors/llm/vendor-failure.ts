import type { Service } from '#contract/platform/status.contract.ts';

export type FailureCode =
  | 'vendors.unavailable'
  | 'vendors.rate_limited'
  | 'vendors.timed_out'
  | 'vendors.refused'
  | 'vendors.broken_output';

/**
 * retryable: ask again later, or an understudy now; refused: the vendor will not answer this request, ask nobody with it again;
 * broken: it answered with something unusable, ask again with the `repairHint`.
 */
export type FailureKind = 'retryable' | 'refused' | 'broken';

const KIND_OF: Record<FailureCode, FailureKind> = {
  'vendors.unavailable': 'retryable',
  'vendors.rate_limited': 'retryable',
  'vendors.timed_out': 'retryable',
  'vendors.refused': 'refused',
  'vendors.broken_output': 'broken',
};

export interface FailureFacts {
  service: Service;
  code: FailureCode;
  /** One line for operators; nothing of the prompt or the answer. */
  detail: string;
  /** Follows from the code when it is left out. */
  kind?: FailureKind;
  /** How long the vendor asked us to stay away, in ms. */
  retryAfterMs?: number | null;
  httpStatus?: number | null;
  /** What was wrong with the answer, in words that the model can be asked again with. Names of fields, never their contents. */
  repairHint?: string | null;
  /** The answer ended too early; what there was of it may have been fine. */
  truncated?: boolean;
  /** Our key, balance or model id is wrong: no retry helps until an operator has changed it. */
  misconfigured?: boolean;
}

/** One call to one vendor failed, or its answer could not be used. `message` is the service and the detail. */
export class VendorFailure extends Error {
  readonly service: Service;
  readonly code: FailureCode;
  readonly kind: FailureKind;
  readonly retryAfterMs: number | null;
  readonly httpStatus: number | null;
  readonly repairHint: string | null;
  readonly misconfigured: boolean;
  readonly truncated: boolean;
  /** Nobody is left to be asked after it, so nothing more is promised. Set by whoever knows who else could be asked. */
  isLast = false;

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
  }
}

/** No call was made: the vendor's allowance, or its circuit, has no room for it within 2 s. Come back at `retryAt`. */
export class AllowanceWait extends Error {
  readonly service: Service;
  readonly retryAt: Date;

  constructor(service: Service, retryAt: Date) {
    super(`${service}: no allowance before ${retryAt.toISOString()}`);
    this.name = 'AllowanceWait';
    this.service = service;
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
