import type { Knex } from 'knex';
import { lookup } from '#contract/platform/lookup.ts';
import { CAST_ROLES, type CastRole } from '#contract/operator/evaluation-plan.contract.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { cachedFor } from '#domain/platform/cached-for.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import {
  connectedModels,
  readAvailability,
  vendorAvailability,
  type Availability,
} from '#domain/vendors/llm/vendor-availability.queries.ts';
import { preferredService } from './roles.ts';

/** A service in a role. `model` null: the connected model. */
export interface RoleHolder {
  readonly role: CastRole;
  readonly service: Service;
  readonly model: string | null;
}

/** A change takes effect everywhere within this time, in ms. */
const FRESH_MS = 1_000;
const ROLE_OF: Readonly<Record<string, CastRole>> = lookup({
  outline: 'outline',
  lesson: 'lesson',
  correction: 'lesson',
  practice: 'practice',
  review: 'review',
});

/** Returns the services to which operators have given roles, in the order of the roles. */
export async function readDefaultCast(db: Knex = database()): Promise<RoleHolder[]> {
  const rows: RoleHolder[] = await db('default_cast').select('role', 'service', 'model');
  return CAST_ROLES.flatMap((role) => rows.filter((row) => row.role === role));
}

const freshCast = cachedFor(FRESH_MS, readDefaultCast);

/** Gives each role to a service, effective in every process within a second; null restores the built-in roles. @param by the operator */
export async function storeDefaultCast(trx: Knex.Transaction, holders: readonly RoleHolder[] | null, by: string | null): Promise<void> {
  // two concurrent operators would both find the roles free
  await lockName(trx, 'default-cast');
  await trx('default_cast').delete();
  for (const { role, service, model } of holders ?? []) {
    const connected = config().vendors[service].model === model ? null : model;
    await trx('default_cast').insert({ role, service, model: connected, changed_by: by });
  }
  freshCast.clear();
}

/** Resets a service to its connected model, because another connection may not offer the chosen one. */
export async function forgetChosenModel(trx: Knex.Transaction, service: Service): Promise<void> {
  await trx('default_cast').where({ service }).update({ model: null });
  freshCast.clear();
}

interface Candidates {
  readonly purpose: string;
  /** Lead service first. */
  readonly cast: readonly Service[];
  readonly form: Partial<Pick<CourseForm, 'ai_model_preference'>>;
}

/**
 * Returns the candidates for a call, with the default cast's service first if it may be asked (a lesson's writer does not check it). A
 * service that the learner has chosen for the lessons still leads.
 * @returns `modelOf`: the model to ask of a service; undefined: the connected one. `availability` reads which services may be called now
 * with these models: a model other than the connected one has its own lane, and while that is closed the next candidate is asked
 */
export async function castFor({ purpose, cast, form }: Candidates): Promise<{
  readonly cast: readonly Service[];
  readonly modelOf: (service: Service) => string | undefined;
  /** Whether a model other than a connected one is asked for. */
  readonly hasOtherModel: boolean;
  readonly availability: () => Promise<Record<Service, Availability>>;
}> {
  const holders = ROLE_OF[purpose] === undefined ? [] : await freshCast();
  const holder = holders.find(({ role }) => role === ROLE_OF[purpose]);
  const { ai_model_preference: preference = 'auto' } = form;
  const isChosen = purpose === 'lesson' && preferredService({ ai_model_preference: preference }) !== null;
  const isFree = holder !== undefined && cast.includes(holder.service) && !isChosen;
  return {
    // a correction stays with its lesson's writer
    cast: isFree && purpose !== 'correction' ? [holder.service, ...cast.filter((service) => service !== holder.service)] : cast,
    modelOf: (service) => (holder?.service === service ? (holder.model ?? undefined) : undefined),
    hasOtherModel: holder?.model != null,
    availability: () =>
      holder?.model == null ? vendorAvailability() : readAvailability({ ...connectedModels(), [holder.service]: holder.model }),
  };
}
