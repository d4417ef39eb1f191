import { MENTOR_ENGINES, type MentorEngine } from '#contract/mentor/mentor.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { Availability } from '#domain/vendors/llm/vendor-availability.queries.ts';

/** G31: the mentor's names for the services. */
const SERVICE_OF: Record<MentorEngine, Service> = { claude: 'claude', gemini: 'gemini', gpt4: 'openai', grok: 'grok' };

export const serviceOf = (engine: MentorEngine): Service => SERVICE_OF[engine];

/**
 * Returns the engines in order: the chosen one, then the others; unreachable ones last, because the learner waits. Services without a key
 * are omitted.
 */
export function engineOrder(chosen: MentorEngine, availability: Record<Service, Availability>): MentorEngine[] {
  const configured = [chosen, ...MENTOR_ENGINES.filter((engine) => engine !== chosen)].filter(
    (engine) => availability[SERVICE_OF[engine]].configured,
  );
  const isThere = (engine: MentorEngine) => availability[SERVICE_OF[engine]].available;
  return [...configured.filter(isThere), ...configured.filter((engine) => !isThere(engine))];
}
