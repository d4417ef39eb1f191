import { PICTURE_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { MAX_PICTURES } from '#contract/billing/price.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { removeRunPictures } from '#domain/courses/pictures/set-picture.command.ts';
import type { BatchWork } from '../batch-work.ts';
import { costOfRuns } from '../estimate.queries.ts';
import { isSelected, LIVE, MOST_COURSES } from '../selection.queries.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { pictureCost } from '#domain/vendors/images/begin-picture-call.command.ts';
import { hasPictureService } from '#domain/vendors/images/gemini-image.client.ts';
import { startMissingPictures } from '#domain/generation/pictures/picture.commands.ts';

/** Usage per picture: its share of the prompt, without the drawing. */
const PRESUMED = { tokensIn: 500, tokensOut: 200, seconds: 30 };

/** Draws the pictures that courses lack: a service describes each, and another draws it. */
export const MISSING_PICTURES: BatchWork = {
  assertConfigured() {
    if (!hasPictureService()) throw new ProductError('media.not_configured');
  },
  /** Covers and modules without a picture, up to the number that a new course gets, except where the owner removed the picture. */
  async choose(_task, filters) {
    const found = await rowsOf<{ course_id: string; account_id: string; places: string[] }>(
      database(),
      sql`with live as (
         select live.*, coalesce(course.run_id, course.id) as home_id from (${LIVE}) live join course on course.id = live.id
          where ${isSelected(filters)} order by live.id limit ${MOST_COURSES}
       ), place as (
         select live.id, live.account_id, live.home_id, 0::bigint as number, 'cover' as name, '{}'::uuid[] as lessons from live
         union all
         select live.id, live.account_id, live.home_id, module.number, module.body->'lessons'->0->>'lesson_id',
                array(select (lesson->>'lesson_id')::uuid from jsonb_array_elements(module.body->'lessons') lesson)
           from live, jsonb_array_elements(live.contents->'modules') with ordinality module(body, number)
          where jsonb_array_length(module.body->'lessons') > 0 and module.number < ${MAX_PICTURES}
       )
       select id as course_id, account_id, array_agg(name order by number) as places from place
        where not exists (select from course_picture there
                           where there.home_id = place.home_id and there.state in ('drawn','removed')
                             and (there.place = place.name or there.lessons && place.lessons))
        group by id, account_id order by id`,
    );
    return {
      courses: found.map(({ course_id: courseId, account_id: accountId, places }) => ({
        courseId,
        accountId,
        lessonIds: [],
        places,
        ofLessons: 0,
      })),
      pinned: 0,
      edited: 0,
    };
  },
  nothing: toSentence('No picture is missing.'),
  costOfUnit: () =>
    costOfRuns({
      kind: 'course-pictures',
      units: sql`(result->>'planned')::int`,
      calls: sql`bool_or(call.purpose = 'picture')`,
      presumed: PRESUMED,
      besides: pictureCost(),
    }),
  priceOf: (courses) => courses.reduce((sum, { places }) => sum + places.length * PICTURE_CENTITOKENS, 0),
  ofPlan: { quota: 'imagen_visual', centitokens: PICTURE_CENTITOKENS },
  start: async (_batch, { places }, begun) => ({ runId: await startMissingPictures({ ...begun, places }) }),
  async takeBack({ child_id: runId }) {
    await removeRunPictures(runId);
    return null;
  },
};
