import type { Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import type { ClaimedStep, FailedAttempt } from '#domain/platform/steps/step.ts';
import { causeOf } from './failure-cause.ts';
import { evidenceMs, type Availability } from './vendor-availability.queries.ts';
import { AllowanceWait, type VendorFailure } from './vendor-failure.ts';

/** Errors of an unreachable service: they say nothing about the request. */
const OUTAGES: readonly string[] = ['vendors.unavailable', 'vendors.rate_limited'];
/**
 * Number of tries at an unreachable service that are listed individually; later tries replace the last of them, however long the outage is.
 */
const LISTED_TRIES = 2;
/** A service that answers others, but has refused this step for this many times the patience, is given up. */
const MOST_PATIENCES = 3;
/** Share of the normal patience for services that only an operator can bring back: somebody is waiting, and time alone changes nothing. */
const OPERATOR_SHARE = 0.2;
/** Longest pause of a waiting step, in ms: the delay with which it may notice that services are back. */
const LONGEST_PAUSE_MS = 5_000;
/** Pause before the next round of services that failed although a call to them is allowed. */
const RETRY_MS = 1_000;
/** Share of the outage's length for which a waiting step pauses, so that many waiting steps do not overload the database with polling. */
const PAUSE_SHARE = 0.1;

/** Tells whether a try met an unreachable service: a silent service says as little about the request as an unavailable one. */
export const isUnreachable = ({ code, silent }: Pick<FailedAttempt, 'code' | 'silent'>): boolean =>
  OUTAGES.includes(code) || silent === true;

/** Returns for how long none of these services has answered anybody, in ms; 0 when one of them is known to answer. */
export const outageMs = (services: readonly Service[], availability: Readonly<Record<Service, Availability>>): number =>
  services.length === 0 ? 0 : Math.min(...services.map((service) => availability[service].unansweredMs));

interface Waiting {
  readonly step: Pick<ClaimedStep, 'ageMs'>;
  readonly tried: readonly FailedAttempt[];
  readonly availability: Readonly<Record<Service, Availability>>;
  /**
   * How much longer the step may wait, in ms, if its run can go on without it. Such a step also does not wait for an outage that outlasted
   * the patience before the step began. Absent: the run needs the step.
   */
  readonly leftMs?: number | undefined;
}

/**
 * Tells whether a step may keep waiting for these services. Its patience begins when the last of them stopped answering anybody, but not
 * before the step itself began: the step's age and earlier failures say nothing about the outage. It is shorter when each service needs an
 * operator.
 */
export function hasPatience(services: readonly Service[], { step, tried, availability, leftMs }: Waiting): boolean {
  if (leftMs !== undefined && leftMs <= 0) return false;
  const isShut = services.every((service) => availability[service].shutFor !== undefined);
  const patienceMs = config().vendor.outagePatienceMs * (isShut ? OPERATOR_SHARE : 1);
  const sinceItsBeginning = leftMs !== undefined ? Infinity : step.ageMs;
  return Math.min(outageMs(services, availability), sinceItsBeginning) < patienceMs && refusedMs(tried) < MOST_PATIENCES * patienceMs;
}

/** Longest silence allowed to a service in a step that its run can go on without: a hanging call must not delay a finished course. */
const LONGEST_SILENCE_MS = 20_000;
/** Minimum silence allowed: time enough for a service that answers others to begin; a failing service gets only a moment. */
const SHORTEST_SILENCE_MS = { answering: 5_000, failing: 1_000 } as const;

/**
 * Returns how long a service may be silent in a step that may wait `leftMs`, in ms.
 * @param unansweredMs for how long the service has answered nobody
 */
export function silenceMs(leftMs: number, { unansweredMs }: Pick<Availability, 'unansweredMs'>): number {
  const shortest = SHORTEST_SILENCE_MS[unansweredMs > 0 ? 'failing' : 'answering'];
  return Math.max(shortest, Math.min(leftMs, LONGEST_SILENCE_MS));
}

/**
 * Returns for how long the step itself has got no answer, in ms, without the time that its calls waited in our own queue; 0 if it has not
 * asked recently.
 */
function refusedMs(tried: readonly FailedAttempt[], now = Date.now()): number {
  const tries = tried.filter(({ service }) => service !== null);
  const unanswered = tries.slice(tries.findLastIndex((one) => !isUnreachable(one)) + 1);
  const since = unanswered.map(({ at }) => Date.parse(at));
  if (since.length === 0 || now - Math.max(...since) > evidenceMs()) return 0;
  // the wait of the first of them lies before it
  const queuedMs = unanswered.slice(1).reduce((sum, one) => sum + (one.queuedMs ?? 0), 0);
  return now - Math.min(...since) - queuedMs;
}

/** Returns the tries with a new one. Tries at an unreachable service stay few, however often a waiting step asks it. */
export function withTry(tried: readonly FailedAttempt[], entry: FailedAttempt): FailedAttempt[] {
  const same = tried.filter((one) => one.service === entry.service && isUnreachable(one));
  const last = same.at(-1);
  if (entry.service === null || !isUnreachable(entry) || same.length < LISTED_TRIES || !last) return [...tried, entry];
  const queuedMs = (last.queuedMs ?? 0) + (entry.queuedMs ?? 0);
  return [...tried.filter((one) => one !== last), { ...entry, times: (last.times ?? 1) + 1, ...(queuedMs > 0 && { queuedMs }) }];
}

/** Returns how often a service was tried. */
export const triesOf = (tried: readonly FailedAttempt[], service: string | null): number =>
  tried.filter((one) => one.service === service).reduce((sum, { times = 1 }) => sum + times, 0);

/** Returns a failed call as the entry of its step's row. */
export function failedTry(failure: VendorFailure): FailedAttempt {
  const { service, code, repairHint, silent, model, httpStatus } = failure;
  return {
    service,
    code,
    at: new Date().toISOString(),
    cause: causeOf(failure),
    ...(repairHint && { hint: repairHint }),
    ...(silent && { silent }),
    ...(failure.queuedMs > 0 && { queuedMs: Math.round(failure.queuedMs) }),
    // an answer that our checks reject was still readable
    ...(code === 'vendors.broken_output' && httpStatus === 200 && model !== null && { unreadable: true, model }),
  };
}

/** Returns the tries plus one for each shut service that the step did not ask, with the reason known from other steps. */
export function withShut(
  tried: readonly FailedAttempt[],
  services: readonly Service[],
  availability: Readonly<Record<Service, Availability>>,
): FailedAttempt[] {
  const unasked = services.flatMap((service) => {
    const { shutFor } = availability[service];
    return shutFor === undefined || tried.some((one) => one.service === service) ? [] : [{ service, shutFor }];
  });
  const at = new Date().toISOString();
  return [...tried, ...unasked.map(({ service, shutFor }) => ({ service, code: 'vendors.unavailable', at, cause: shutFor }))];
}

/**
 * Returns the wait of a step until a service can be asked again, at `until` at the earliest. The longer an outage lasts, the less often its
 * steps ask.
 * @param given `leftMs`: the longest wait
 */
export function waitForAnswer(
  service: Service,
  until: Date,
  lastedMs: number,
  { tried, leftMs = Infinity }: { tried?: readonly FailedAttempt[]; leftMs?: number | undefined } = {},
): AllowanceWait {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, lastedMs * PAUSE_SHARE);
  const at = Math.max(until.getTime(), Date.now() + pauseMs / 2 + (Math.random() * pauseMs) / 2);
  return new AllowanceWait(service, new Date(Math.min(at, Date.now() + leftMs)), tried);
}

/** Returns the wait of a step for unreachable services; null when there are none, or its patience is over. */
export function waitFor(services: readonly Service[], waiting: Waiting): AllowanceWait | null {
  const { availability, tried } = waiting;
  if (services.length === 0 || !hasPatience(services, waiting)) return null;
  const retryAt = Math.min(...services.map((service) => availability[service].retryAt?.getTime() ?? Date.now() + RETRY_MS));
  return waitForAnswer(services[0]!, new Date(retryAt), outageMs(services, availability), { tried });
}
