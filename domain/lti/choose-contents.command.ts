import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { chooseLtiContents, listLtiContents, LtiChoosable } from '#contract/lti/launch.contract.ts';
import type { AnswerOf, BodyOf } from '#contract/platform/endpoint.ts';
import { courseHome } from '#domain/courses/pictures/course-pictures.queries.ts';
import { isInMarket } from '#domain/market/in-market.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { folded, hasEveryWord, wordsOf } from '#domain/platform/normalised-text.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { Launched } from './score.commands.ts';
import { openingAddress } from './launch.commands.ts';
import { SCORE_MAXIMUM } from './line-item.commands.ts';
import type { DeepLinkingSettings } from './lti.model.ts';
import { activePlatform } from './platform.queries.ts';
import { signMessage } from './signing-key.commands.ts';

/** Number of newest courses listed per source; others can be found by searching. */
const MOST = 30;
const ANSWER_S = 300;

/** Courses in one form: the organisation's offers, and free courses of the market. `course` is the row with the lessons and simulations. */
const choosable = (organisationId: string): Sql => sql`(
  select 'offered' as source, course.id, course.id as lessons_of, course.title, offer.account_id as author_id, offer.created_at as since
    from lti_offer offer join course on course.id = offer.course_id
    join organisation_member member on member.account_id = offer.account_id and member.organisation_id = offer.organisation_id
   where offer.organisation_id = ${organisationId}
  union all
  select 'market', c.id, c.published_course_id, c.title, c.account_id, c.published_at
    from creator_course c where c.price_cents = 0 and ${isInMarket(sql`c`)})`;

const LESSONS = sql`jsonb_build_object('lesson_id', lesson->>'lesson_id', 'title', lesson->>'title')`;

/** Returns courses that can be placed, with their lessons and simulations. */
function readChoosable(store: Knex, organisationId: string, which: Sql): Promise<LtiChoosable[]> {
  return rowsOf<LtiChoosable>(
    store,
    sql`select found.source, found.id as course_id, found.title, trim(author.first_name || ' ' || author.last_name) as author,
               coalesce(case found.source
                 when 'offered' then (
                   select jsonb_agg(${LESSONS} order by place) from course join course_version live on live.course_id = course.id and live.number = course.current_version,
                          jsonb_path_query(live.contents, '$.modules[*].lessons[*]') with ordinality as lessons (lesson, place)
                    where course.id = found.id)
                 else (
                   select jsonb_agg(${LESSONS} order by place) from creator_course c
                     join publication_version published on published.creator_course_id = c.id and published.number = c.published_version,
                          jsonb_path_query(published.contents, '$.modules[*].lessons[*]') with ordinality as lessons (lesson, place)
                    where c.id = found.id) end, '[]') as lessons,
               coalesce((select jsonb_agg(jsonb_build_object('simulation_id', simulation.id, 'title', simulation.scene->>'title') order by simulation.place)
                   from course join simulation on simulation.home_id = ${courseHome(sql`course`)} and simulation.scene is not null
                  where course.id = found.lessons_of), '[]') as simulations
          from (select *, row_number() over (partition by source order by since desc, id) as place from ${choosable(organisationId)} all_courses where ${which}) found
          join account author on author.id = found.author_id where found.place <= ${MOST} order by found.source desc, found.since desc, found.id`,
  );
}

async function settingsOf(token: string, store: Knex = database()): Promise<DeepLinkingSettings> {
  const row = await store('lti_session')
    .where({ token_hash: hashToken(token) })
    .whereNotNull('deep_linking')
    .first('deep_linking');
  if (!row?.deep_linking) throw notFound('selection');
  return row.deep_linking;
}

/**
 * Lists the courses that a teacher may place in their LMS, the organisation's own first: the newest, or those whose title contains all
 * words.
 * @throws ProductError not_found in a launch of an activity
 */
export async function listContents({ launch }: Launched, token: string, q = ''): Promise<AnswerOf<typeof listLtiContents>> {
  const settings = await settingsOf(token);
  const words = wordsOf(q).slice(0, 8);
  const has = words.length > 0 ? hasEveryWord(folded(sql`title`), words) : sql`true`;
  const courses = await readChoosable(database(), launch.organisationId, has);
  return { accepts_many: settings.accepts_many, courses };
}

const LTI = 'https://purl.imsglobal.org/spec/lti/claim/';
const DL = 'https://purl.imsglobal.org/spec/lti-dl/claim/';

/**
 * Stores a teacher's choice and returns the signed message that places it (Deep Linking 2.0, §4.5). Works once, because it ends the launch.
 * @throws ProductError not_found; lti.target for content that may not be placed, or for more than the platform takes
 */
export async function chooseContents(
  { launch }: Launched,
  token: string,
  items: BodyOf<typeof chooseLtiContents>['items'],
): Promise<AnswerOf<typeof chooseLtiContents>> {
  const platform = await activePlatform(launch.platformId);
  return transact(async (trx) => {
    await lockName(trx, `lti-choice:${hashToken(token).toString('hex')}`);
    const settings = await settingsOf(token, trx);
    if (items.length > 1 && !settings.accepts_many) throw new ProductError('lti.target', 'The platform accepts only one item at a time.');
    const contents = [];
    for (const item of items) contents.push(await place(trx, { launch, item, settings }));
    await trx('lti_session')
      .where({ token_hash: hashToken(token) })
      .delete();
    const claims = {
      iss: platform.client_id,
      aud: platform.issuer,
      nonce: randomUUID(),
      [`${LTI}deployment_id`]: settings.deployment_id,
      [`${LTI}message_type`]: 'LtiDeepLinkingResponse',
      [`${LTI}version`]: '1.3.0',
      [`${DL}content_items`]: contents,
      ...(settings.data !== null && { [`${DL}data`]: settings.data }),
    };
    return { return_url: settings.return_url, jwt: await signMessage(claims, ANSWER_S) };
  });
}

interface Placing extends Pick<Launched, 'launch'> {
  readonly item: BodyOf<typeof chooseLtiContents>['items'][number];
  readonly settings: DeepLinkingSettings;
}

async function place(trx: Knex.Transaction, { launch, item, settings }: Placing): Promise<Record<string, unknown>> {
  const { course_id: id, lesson_id, simulation_id } = item;
  const [course] = isUuid(id) ? await readChoosable(trx, launch.organisationId, sql`source = ${item.source} and id = ${id}`) : [];
  const lesson = course?.lessons.find((one) => one.lesson_id === lesson_id);
  const simulation = course?.simulations.find((one) => one.simulation_id === simulation_id);
  const isWrong = (lesson_id && !lesson) || (simulation_id && !simulation) || (lesson && simulation);
  if (!course || isWrong) throw new ProductError('lti.target');
  const placementId = uuidv7();
  const title = lesson?.title ?? simulation?.title ?? course.title;
  await trx('lti_placement').insert({
    id: placementId,
    platform_id: launch.platformId,
    kind: lesson ? 'lesson' : simulation ? 'simulation' : 'course',
    title,
    ...(item.source === 'market' ? { market_course_id: id } : { course_id: id }),
    lesson_id: lesson?.lesson_id ?? null,
    simulation_id: simulation?.simulation_id ?? null,
  });
  return {
    type: 'ltiResourceLink',
    title,
    url: openingAddress(launch.platformId, placementId),
    ...(settings.accepts_line_item && { lineItem: { label: title, scoreMaximum: SCORE_MAXIMUM, resourceId: placementId } }),
  };
}
