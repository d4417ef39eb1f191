import { engineOf, SERVICES, servicesFor, type Service } from '#contract/platform/ai-services.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import { isUnreachable } from '#domain/vendors/llm/outage-patience.ts';
import type { Availability as VendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';

/** Tries per service before a step goes to the fallback. */
export const TRIES_PER_SERVICE = 2;

/** Returns the learner's preferred service, or null for 'auto'. */
export function preferredService(form: Pick<CourseForm, 'ai_model_preference'>): Service | null {
  const name = form.ai_model_preference;
  return SERVICES.find((service) => service === name || engineOf(service) === name) ?? null;
}

/** Candidates for the outline, lead first. */
export const OUTLINE_SERVICES: readonly Service[] = servicesFor('outline');
/** Candidates for the research, lead first. */
export const RESEARCH_SERVICES: readonly Service[] = servicesFor('research');
/** Candidates for quizzes and exercises, lead first. */
export const PRACTICE_SERVICES: readonly Service[] = servicesFor('practice');

/**
 * Returns a lesson's candidates. Two services alternate as lead; a preferred service replaces it.
 * @param number position of the lesson in the course, from 0
 */
export function lessonServices(form: Pick<CourseForm, 'ai_model_preference'>, number: number): Service[] {
  const [first, second, ...others] = servicesFor('lesson') as [Service, Service, ...Service[]];
  const shared: Service[] = number % 2 === 0 ? [first, second, ...others] : [second, first, ...others];
  const preferred = preferredService(form);
  return preferred ? [preferred, ...shared.filter((service) => service !== preferred)] : shared;
}

/** Candidates for checks, lead first. */
const CHECK_SERVICES: readonly Service[] = servicesFor('review');

/**
 * Returns the candidates for a review: no service with the voice of the lesson's writer; the practice's writer last.
 * @param isWriter tells whether a service answers with the model that wrote the lesson, in whichever slot it is connected now
 */
export function lessonCheckServices(isWriter: (service: Service) => boolean, practiceWriter: Service | null): Service[] {
  const others = CHECK_SERVICES.filter((service) => !isWriter(service));
  return [...others.filter((service) => service !== practiceWriter), ...others.filter((service) => service === practiceWriter)];
}

/**
 * Returns the candidates for the editor of a course: those that wrote none of it first.
 * @param isAuthor tells whether a service answers with a model that wrote one of its lessons
 */
export const editorServices = (isAuthor: (service: Service) => boolean): Service[] =>
  CHECK_SERVICES.toSorted((one, other) => Number(isAuthor(one)) - Number(isAuthor(other)));

/** Returns the candidates for a blind check of a quiz alone: all services, the lesson's writer and then the quiz's own last. */
export function quizCheckServices(isWriter: (service: Service) => boolean, practiceWriter: Service | null): Service[] {
  const rank = (service: Service) => Number(service === practiceWriter) * 2 + Number(isWriter(service));
  return CHECK_SERVICES.toSorted((one, other) => rank(one) - rank(other));
}

/** Returns the candidates for a correction: the lesson's writer first. */
export function correctionServices(form: Pick<CourseForm, 'ai_model_preference'>, number: number, writer: Service): Service[] {
  return [writer, ...lessonServices(form, number).filter((service) => service !== writer)];
}

/** Moves services that an operator wants as a last resort to the end. */
export const inOrder = (cast: readonly Service[], avoided: readonly string[]): Service[] => [
  ...cast.filter((service) => !avoided.includes(service)),
  ...cast.filter((service) => avoided.includes(service)),
];

export type Availability = Readonly<Record<Service, VendorAvailability>>;

/** `waitsFor`: the services that the step is left with, none of which could be asked before. */
export type Choice =
  | { kind: 'call'; service: Service; waitsFor?: readonly Service[] }
  | { kind: 'wait'; until: Date; waitsFor: readonly Service[] }
  | { kind: 'exhausted' };

/**
 * Chooses the service for a step's next try: the first candidate that is configured, reachable and not used up. If none is left, those
 * whose answers were not rejected twice are waited for, or asked again, as long as the step has patience with them: an outage must not end
 * a course.
 * @param hasPatience tells whether the step may wait for these services
 * @param mayWaitForBudget whether to wait for a candidate with a used-up budget, where operators want that; otherwise the next ones take
 * over
 */
export function chooseService(
  cast: readonly Service[],
  tried: readonly FailedAttempt[],
  availability: Availability,
  hasPatience: (services: readonly Service[]) => boolean,
  mayWaitForBudget = true,
): Choice {
  const able = cast
    .filter((service) => availability[service].configured)
    .map((service) => ({ service, ...availability[service], tries: tried.filter((one) => one.service === service) }))
    .filter(({ tries }) => !tries.some(({ code }) => code === 'vendors.refused'));
  const isWaitedFor = ({ usedUp }: VendorAvailability) => mayWaitForBudget && usedUp?.atEnd === 'wait';
  const next = able.find((one) => (one.available || isWaitedFor(one)) && one.tries.length < TRIES_PER_SERVICE);
  if (next && isWaitedFor(next)) return { kind: 'wait', until: next.retryAt!, waitsFor: [next.service] };
  if (next) return { kind: 'call', service: next.service };

  const outOfReach = able.filter(({ tries }) => tries.filter((one) => !isUnreachable(one)).length < TRIES_PER_SERVICE);
  const waitsFor = outOfReach.map(({ service }) => service);
  if (waitsFor.length === 0 || !hasPatience(waitsFor)) return { kind: 'exhausted' };
  // in turn: the service asked longest ago is next
  const askedAt = ({ tries }: { tries: readonly FailedAttempt[] }) => Date.parse(tries.at(-1)?.at ?? '') || 0;
  const again = outOfReach.filter(({ available }) => available).toSorted((one, other) => askedAt(one) - askedAt(other))[0];
  if (again) return { kind: 'call', service: again.service, waitsFor };
  const until = outOfReach.map(({ retryAt }) => retryAt).filter((at) => at !== null);
  return until.length > 0 ? { kind: 'wait', until: new Date(Math.min(...until.map(Number))), waitsFor } : { kind: 'exhausted' };
}

/** Returns the services that would have come before `chosen` if they had been reachable. */
export function skippedServices(
  cast: readonly Service[],
  tried: readonly FailedAttempt[],
  availability: Availability,
  chosen: Service,
): Service[] {
  const inReach = Object.fromEntries(cast.map((service) => [service, { ...availability[service], available: true }])) as Availability;
  const before: Service[] = [];
  for (const service of cast) {
    if (service === chosen) break;
    const choice = chooseService([service], tried, inReach, () => false);
    if (choice.kind === 'call' && !availability[service].available) before.push(service);
  }
  return before;
}
