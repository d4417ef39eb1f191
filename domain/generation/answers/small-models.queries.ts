import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { contextNeed, type Need } from '#domain/generation/outline/context-need.ts';
import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { AskedModel } from '#domain/vendors/llm/profile/model-profile.ts';
import { profileOf } from '#domain/vendors/llm/profile/model-profile.queries.ts';

/**
 * A service that answers now. `holds`: its model's context in tokens, as configured or learnt; `writes`: the most tokens that it writes in one
 * answer. Infinity if unknown.
 */
interface Holder extends AskedModel {
  readonly service: Service;
  readonly model: string;
  readonly holds: number;
  readonly writes: number;
}

const holders = (): Promise<Holder[]> =>
  Promise.all(
    SERVICES.map((service) => ({ service, ...config().vendors[service] }))
      .filter(({ apiKey }) => apiKey !== '')
      .map(async ({ service, model, compatible, baseURL }) => {
        const profile = await profileOf({ baseURL, model });
        const { context = Infinity, most_output: writes = Infinity } = profile;
        const holds = Math.min(compatible?.contextTokens ?? Infinity, context);
        return { service, model, isOwn: compatible !== null, profile, holds, writes };
      }),
  );

/** Tells whether a model's context is large enough for a course. */
const hasRoom = (one: Holder, form: CourseForm): boolean => one.holds === Infinity || one.holds >= contextNeed(form, one);

/** Returns the services whose models' contexts are too small for a course, so that others are asked first. */
export async function servicesTooSmall(form: CourseForm): Promise<Service[]> {
  const all = await holders();
  return all.filter((one) => !hasRoom(one, form)).map(({ service }) => service);
}

/** Returns the services of a cast whose models can read and write this much in one call, with nothing shortened. */
export async function servicesWithRoom(cast: readonly Service[], { holds, writes }: Need): Promise<Service[]> {
  const able = (await holders()).filter((one) => one.holds >= holds(one) && one.writes >= writes).map(({ service }) => service);
  return cast.filter((service) => able.includes(service));
}

/**
 * Returns why a course is refused before anything is charged, with the required number of tokens: no connected model's context is large
 * enough. Null: one is.
 */
export async function roomProblem(form: CourseForm): Promise<ProductError | null> {
  const all = await holders();
  const largest = all.toSorted((one, other) => other.holds - one.holds)[0];
  if (!largest || all.some((one) => hasRoom(one, form))) return null;
  const needs = contextNeed(form, largest);
  return new ProductError(
    'vendors.context_too_small',
    toSentence(
      'The connected model {model} has a context of {holds} tokens, and this course needs {needs}. Choose a shorter or less in-depth course, or ask an operator for a model with a larger context.',
      { model: largest.model, holds: largest.holds, needs },
    ),
  );
}
