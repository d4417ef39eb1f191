import type { Knex } from 'knex';
import { placeOf } from '#domain/courses/pictures/course-pictures.queries.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import type { CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { CLIP_PLACE, type PicturesRequest, type PlannedPicture } from './course-pictures.kind.ts';
import { describePictures, type DescribedPlace } from './describe-pictures.ts';

interface Work {
  readonly step: ClaimedStep<PicturesRequest, { looks?: number } | null>;
  readonly signal: AbortSignal;
}
type Outline = Pick<CoursePlan, 'title' | 'description'> & {
  readonly modules: readonly {
    readonly title: string;
    readonly summary: string;
    readonly lessons: readonly { readonly lesson_id: string }[];
  }[];
};

/** An outline may wait for its owner for days. */
const WITHIN_MS = 30 * 24 * 60 * 60_000;
const FIRST_LOOKS = { many: 40, mostMs: 1_500 } as const;
const LATER_MS = 30_000;

/**
 * Waits until the outline of the course exists, without occupying a worker; then asks a service to describe its pictures. A course that
 * ended without an outline has none.
 */
export async function planPictures({ step, signal }: Work): Promise<PollLater | void> {
  const outline = await outlineOf(step.request.home_id);
  if (outline === 'waits') {
    const looks = (step.payload?.looks ?? 0) + 1;
    return {
      afterMs: looks > FIRST_LOOKS.many ? LATER_MS : Math.min(FIRST_LOOKS.mostMs, config().google.videoPollMs),
      withinMs: WITHIN_MS,
      payload: { looks },
    };
  }
  const places = outline === null ? [] : placesIn(outline, step.request);
  const film = outline !== null && step.request.clip ? clipIn(outline) : null;
  const scenes = [...places, ...(film ? [film] : [])];
  const described = scenes.length === 0 ? [] : await describePictures({ step, signal }, scenes);
  const pictures = places.flatMap(({ place, lessons }): PlannedPicture[] => {
    const own = described.find((one) => one.place === place);
    return own ? [{ place, lessons, prompt: own.prompt, alt: own.alt }] : [];
  });
  const filmed = film && described.find(({ place }) => place === CLIP_PLACE);
  const clip = film && filmed ? { prompt: filmed.prompt, lesson_id: film.lessons[0]! } : null;
  await completeStep(step, { output: { places: pictures.map(({ place }) => place), pictures, clip } });
}

/** Returns the outline of a course, also while it is being written; null: there will never be one. */
async function outlineOf(homeId: string): Promise<Outline | 'waits' | null> {
  const written = await database()('course')
    .join('course_version as live', (join) => join.on('live.course_id', 'course.id').andOn('live.number', 'course.current_version'))
    .where('course.id', homeId)
    .orWhere('course.run_id', homeId)
    .first<{ content: CourseContent } | undefined>('live.content');
  if (written) return written.content;
  const run = await database()('run')
    .join('course_run', 'course_run.run_id', 'run.id')
    .where({ id: homeId })
    .first<{ status: string; plan: CoursePlan | null; is_gated: boolean; is_whole: boolean } | undefined>(
      'status',
      'plan',
      expression(database(), sql`approved_at is null and coalesce((request->>'review_outline')::boolean, false) as is_gated`),
      expression(
        database(),
        sql`exists (select from step where step.run_id = run.id and step.key = 'outline' and step.state = 'completed') as is_whole`,
      ),
    );
  if (!run || !['queued', 'running'].includes(run.status)) return null;
  return run.is_whole && run.plan && !run.is_gated ? run.plan : 'waits';
}

type PlaceToDescribe = DescribedPlace & Pick<PlannedPicture, 'lessons'>;

/** Returns the places of an outline in order, up to the maximum; or the requested ones. */
export function placesIn(
  { title, description, modules }: Outline,
  { places, most }: Pick<PicturesRequest, 'places' | 'most'>,
): PlaceToDescribe[] {
  const all: PlaceToDescribe[] = [
    { place: 'cover', lessons: [], course: title, module: '', about: description },
    ...modules.map((module) => {
      const lessons = module.lessons.map(({ lesson_id }) => lesson_id);
      return { place: placeOf(lessons), lessons, course: title, module: module.title, about: module.summary };
    }),
  ];
  return all.filter(({ place, lessons }) => places === null || places.some((one) => one === place || isOf(one, lessons))).slice(0, most);
}

/** The clip belongs to the first lesson of the first module. */
const clipIn = ({ title, modules: [first] }: Outline): PlaceToDescribe | null =>
  first
    ? {
        place: CLIP_PLACE,
        lessons: first.lessons.map(({ lesson_id }) => lesson_id),
        course: title,
        module: first.title,
        about: first.summary,
      }
    : null;

/** Tells whether a place belongs to these lessons: it keeps its key when its module's first lesson is removed. */
const isOf = (place: string, lessons: readonly string[]): boolean => lessons.some((id) => place === placeOf([id]));

/** Returns the plan for a place. @throws Error when there is none */
export async function plannedPicture(runId: string, place: string, store: Knex = database()): Promise<PlannedPicture> {
  const row = await store('step').where({ run_id: runId, key: 'plan' }).first('output');
  const found = (row?.output as { pictures?: PlannedPicture[] } | null | undefined)?.pictures?.find((one) => one.place === place);
  if (!found) throw new Error(`run ${runId} has no plan for ${place}`);
  return found;
}
