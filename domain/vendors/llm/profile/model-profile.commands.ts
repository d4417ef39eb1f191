import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { TRAIT_DAYS, withoutSlash, type ModelAt, type ModelProfile, type Trait } from './model-profile.ts';
import { forgetProfile } from './model-profile.queries.ts';

const SOURCE_LENGTH = 300;

/**
 * Records facts learnt about a model at an address, in one statement. If several workers learn at the same time, the last one wins, trait
 * by trait; other traits stay.
 * @param source how the facts were learnt, in English and without keys: the server's words, or the part of the code that learnt them
 */
export async function learnTraits(at: ModelAt, learnt: ModelProfile, source: string): Promise<void> {
  // in a fixed order, so that two workers never wait for each other
  const traits = Object.entries(learnt).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (traits.length === 0) return;
  await rowsOf(
    database(),
    sql`insert into model_trait (base_url, model, trait, value, source, learnt_at)
       select ${withoutSlash(at.baseURL)}, ${at.model}, trait, value, ${source.slice(0, SOURCE_LENGTH)}, clock_timestamp()
         from unnest(${traits.map(([trait]) => trait)}::text[], ${traits.map(([, value]) => JSON.stringify(value))}::jsonb[]) as learnt(trait, value)
       on conflict (base_url, model, trait) do update set value = excluded.value, source = excluded.source, learnt_at = excluded.learnt_at`,
  );
  forgetProfile(at);
}

/** The same within a call, which must not fail because a fact cannot be written: the next call learns it again. */
export async function learnInPassing(at: ModelAt, learnt: ModelProfile, source: string): Promise<void> {
  await learnTraits(at, learnt, source).catch((error: unknown) =>
    logger().warn({ err: error, ...at }, 'model profile: could not be stored'),
  );
}

/**
 * Notes within a call that a trait has held again, so that it is not pruned as one of a model that nobody asks. Writes at most once a day.
 */
export async function confirmInPassing(at: ModelAt, trait: Trait): Promise<void> {
  await rowsOf(
    database(),
    sql`update model_trait set learnt_at = clock_timestamp()
         where base_url = ${withoutSlash(at.baseURL)} and model = ${at.model} and trait = ${trait}
           and learnt_at < now() - make_interval(days => ${TRAIT_DAYS})`,
  ).catch((error: unknown) => logger().warn({ err: error, ...at }, 'model profile: could not be stored'));
}

/** Deletes everything learnt about a model at an address, so that a test learns it afresh. */
export async function forgetTraits(at: ModelAt): Promise<void> {
  await database()('model_trait')
    .where({ base_url: withoutSlash(at.baseURL), model: at.model })
    .delete();
  forgetProfile(at);
}
