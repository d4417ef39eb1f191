import type { Service } from '#contract/platform/status.contract.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { Try } from '#domain/platform/steps/step.ts';
import type { Availability as VendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';

/** Tries a step may spend on one service before it goes to the understudy. */
export const TRIES_PER_SERVICE = 2;

/** G31: the mentor's name for it and the generator's name for it are the same service. */
const ALIASES: Partial<Record<string, Service>> = { gpt4: 'openai', openai: 'openai', claude: 'claude', gemini: 'gemini', grok: 'grok' };

/** The service a learner asked to be preferred, or null for 'auto'. */
export function preferredService(form: Pick<CourseForm, 'ai_model_preference'>): Service | null {
  return ALIASES[String(form.ai_model_preference)] ?? null;
}

/** Lead and understudies of the outline (architecture 6). */
export const OUTLINE_CAST: readonly Service[] = ['claude', 'openai', 'gemini', 'grok'];
/** Lead and understudies of the research. */
export const RESEARCH_CAST: readonly Service[] = ['grok', 'gemini', 'openai', 'claude'];
/** Lead and understudies of quizzes and exercises. */
export const PRACTICE_CAST: readonly Service[] = ['openai', 'gemini', 'claude', 'grok'];

/** Claude and Gemini take turns; a preferred service leads instead. @param number place of the lesson in the course, from 0 */
export function lessonCast(form: Pick<CourseForm, 'ai_model_preference'>, number: number): Service[] {
  const shared: Service[] = number % 2 === 0 ? ['claude', 'gemini', 'openai', 'grok'] : ['gemini', 'claude', 'openai', 'grok'];
  const preferred = preferredService(form);
  return preferred ? [preferred, ...shared.filter((service) => service !== preferred)] : shared;
}

/** Who may review: never the lesson's writer; the service that wrote the practice comes last. */
export function reviewCast(writer: Service, practiceWriter: Service | null): Service[] {
  const order: Service[] = ['grok', 'openai', 'gemini', 'claude'];
  const others = order.filter((service) => service !== writer && service !== practiceWriter);
  return practiceWriter && practiceWriter !== writer ? [...others, practiceWriter] : others;
}

/** Who may judge a quiz once more: never who wrote it; the lesson's writer comes last. */
export function recheckCast(writer: Service, practiceWriter: Service | null): Service[] {
  const others = reviewCast(writer, null).filter((service) => service !== practiceWriter);
  return writer === practiceWriter ? others : [...others, writer];
}

/** The writer corrects its own lesson first. */
export function correctionCast(form: Pick<CourseForm, 'ai_model_preference'>, number: number, writer: Service): Service[] {
  return [writer, ...lessonCast(form, number).filter((service) => service !== writer)];
}

/** The cast with those at its end whom an operator wants asked only if nobody else is left. */
export const inOrder = (cast: readonly Service[], avoided: readonly string[]): Service[] => [
  ...cast.filter((service) => !avoided.includes(service)),
  ...cast.filter((service) => avoided.includes(service)),
];

export type Availability = Readonly<Record<Service, VendorAvailability>>;

export type Choice = { kind: 'call'; service: Service } | { kind: 'wait'; until: Date } | { kind: 'exhausted' };

/** What a service fails with while it cannot be reached: it says nothing about the request. */
const OUTAGES: readonly string[] = ['vendors.unavailable', 'vendors.rate_limited'];
/** The same as it is told: who asked does not care whether a service could not be reached or did not come to an end. */
export const NO_ANSWER: readonly string[] = [...OUTAGES, 'vendors.timed_out'];

/**
 * Who takes the next try of a step: the first of the cast that is configured, reachable and not used up. When nobody else is left and
 * `mayWait` says that there is still time, whoever has only been out of reach is asked again, or waited for while its circuit is open: an
 * outage of everything for some seconds must not end a course.
 */
export function chooseService(cast: readonly Service[], tried: readonly Try[], availability: Availability, mayWait: boolean): Choice {
  const able = cast
    .filter((service) => availability[service].configured)
    .map((service) => ({ service, ...availability[service], codes: tried.filter((one) => one.service === service).map((one) => one.code) }))
    .filter(({ codes }) => !codes.includes('vendors.refused'));
  const next = able.find(({ available, codes }) => available && codes.length < TRIES_PER_SERVICE);
  if (next) return { kind: 'call', service: next.service };
  if (!mayWait) return { kind: 'exhausted' };

  const outOfReach = able.filter(({ codes }) => codes.every((code) => OUTAGES.includes(code)));
  const again = outOfReach.filter(({ available }) => available).toSorted((one, other) => one.codes.length - other.codes.length)[0];
  if (again) return { kind: 'call', service: again.service };
  const until = outOfReach.map(({ retryAt }) => retryAt).filter((at) => at !== null);
  return until.length > 0 ? { kind: 'wait', until: new Date(Math.min(...until.map(Number))) } : { kind: 'exhausted' };
}

/** Who would have had this try before `chosen`, had it been within reach. */
export function passedOver(cast: readonly Service[], tried: readonly Try[], availability: Availability, chosen: Service): Service[] {
  const inReach = Object.fromEntries(cast.map((service) => [service, { ...availability[service], available: true }])) as Availability;
  const before: Service[] = [];
  for (const service of cast) {
    if (service === chosen) break;
    const choice = chooseService([service], tried, inReach, false);
    if (choice.kind === 'call' && !availability[service].available) before.push(service);
  }
  return before;
}

/**
 * Of everything services were asked in vain, the reason to tell the learner, when there is one for all: nobody answered, everybody declined, or
 * there were only unusable answers. Null when reasons differ.
 * @param codes of the tries; none: nobody could even be asked
 */
export function sharedReason(codes: readonly string[]): 'vendors.all_down' | 'vendors.refused' | 'vendors.broken_output' | null {
  if (codes.every((code) => NO_ANSWER.includes(code))) return 'vendors.all_down';
  if (codes.every((code) => code === 'vendors.refused')) return 'vendors.refused';
  return codes.every((code) => code === 'vendors.broken_output') ? 'vendors.broken_output' : null;
}
