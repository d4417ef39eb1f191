import { database, onDisconnect } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isTrait, LASTING, profileFrom, TRAIT_DAYS, withoutSlash, type ModelAt, type ModelProfile, type Trait } from './model-profile.ts';

/** How long a process may miss facts that another one has learnt; it would learn them from the same refusal. */
const REMEMBERED_MS = 5_000;

interface Remembered {
  readonly profile: ModelProfile;
  readonly until: number;
}
const remembered = new Map<string, Remembered>();
onDisconnect(() => remembered.clear());

const nameOf = ({ baseURL, model }: ModelAt): string => `${withoutSlash(baseURL)} ${model}`;

/** Drops this process's cached profile of a model, because it has learnt something newer. */
export const forgetProfile = (at: ModelAt): void => void remembered.delete(nameOf(at));

/** Returns the known facts about a model at an address: those of the last day, and those that do not age. */
export async function profileOf(at: ModelAt): Promise<ModelProfile> {
  const known = remembered.get(nameOf(at));
  if (known && known.until > Date.now()) return known.profile;
  const rows = await rowsOf<{ trait: string; value: unknown }>(
    database(),
    sql`select trait, value from model_trait where base_url = ${withoutSlash(at.baseURL)} and model = ${at.model}
           and (learnt_at > now() - make_interval(days => ${TRAIT_DAYS}) or trait = any(${LASTING}::text[]))`,
  );
  const profile = profileFrom(rows.map(({ trait, value }) => [trait, value]));
  remembered.set(nameOf(at), { profile, until: Date.now() + REMEMBERED_MS });
  return profile;
}

/** One line of a profile, for display. */
export interface LearntTrait {
  readonly trait: Trait;
  readonly value: unknown;
  /** How it was learnt, in English. */
  readonly source: string;
  readonly learntAt: Date;
  /** Older than a day: still shown, but no longer used. */
  readonly isOld: boolean;
}

/** Returns everything ever learnt about a model at an address, for display, sorted by trait. */
export async function learntTraits(at: ModelAt): Promise<LearntTrait[]> {
  const rows = await rowsOf<{ trait: string; value: unknown; source: string; learnt_at: Date; is_old: boolean }>(
    database(),
    sql`select trait, value, source, learnt_at,
               learnt_at <= now() - make_interval(days => ${TRAIT_DAYS}) and trait <> all(${LASTING}::text[]) as is_old from model_trait
         where base_url = ${withoutSlash(at.baseURL)} and model = ${at.model} order by trait`,
  );
  return rows.flatMap(({ trait, value, source, learnt_at: learntAt, is_old: isOld }) =>
    isTrait(trait) ? [{ trait, value, source, learntAt, isOld }] : [],
  );
}
