import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import type { SimulationView } from '#contract/simulations/simulations.contract.ts';
import { isCopy } from '#domain/courses/content/taken-course.queries.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { courseHome } from '#domain/courses/pictures/course-pictures.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { Simulation } from './simulation.model.ts';

/** The home of a course's simulations, and their subject. */
export interface Home {
  readonly homeId: string;
  readonly title: string;
  readonly language: CourseForm['language_preference'];
  /** A copy of another creator's course shows the original's simulations. */
  readonly isCopy: boolean;
}

/** Returns the home of a learner's course's simulations. @throws ProductError not_found */
export async function readHome(accountId: string, courseId: string): Promise<Home> {
  const [row] = await rowsOf<{ home_id: string; title: string; language: Home['language']; is_copy: boolean }>(
    database(),
    sql`select ${courseHome(sql`course`)} as home_id, course.title, live.contents->>'language' as language,
               ${isCopy(sql`course`)} as is_copy
          from course join course_version live on live.course_id = course.id and live.number = course.current_version
         where course.id = ${courseIdOf(courseId)} and course.account_id = ${accountId}`,
  );
  if (!row) throw notFound('course');
  return { homeId: row.home_id, title: row.title, language: row.language, isCopy: row.is_copy };
}

/** SQL condition: a simulation exists or is being made. @param homeId expression: the home of a course's simulations */
export const hasSimulation = (homeId: Sql): Sql => sql`exists (
  select from simulation there left join run making on making.id = there.run_id
   where there.home_id = ${homeId} and (there.scene is not null or making.status in ('queued','running')))`;

type Row = Pick<Simulation, 'id' | 'wish' | 'scene' | 'run_id' | 'written_by' | 'checked_by'> & {
  readonly status: string | null;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly solved: number[];
};

/** Lists the simulations of a learner's course, including those being made. @throws ProductError not_found */
export async function listSimulations(
  accountId: string,
  courseId: string,
): Promise<{ may_change: boolean; simulations: SimulationView[] }> {
  const home = await readHome(accountId, courseId);
  const rows = await rowsOf<Row>(
    database(),
    sql`select simulation.id, wish, scene, run_id, written_by, checked_by, run.status, run.error_code, run.error_detail,
               array(select task from solved_task done where done.simulation_id = simulation.id and done.account_id = ${accountId} order by task) as solved
          from simulation left join run on run.id = simulation.run_id
         where home_id = ${home.homeId} ${home.isCopy ? sql`and scene is not null` : empty} order by place`,
  );
  return { may_change: !home.isCopy, simulations: rows.map((row) => toView(row, home.isCopy)) };
}

const LIVE = ['queued', 'running'];

function toView(row: Row, isCopy: boolean): SimulationView {
  const state = row.scene ? 'ready' : row.status && LIVE.includes(row.status) ? 'being_made' : 'failed';
  return {
    simulation_id: row.id,
    wish: row.wish,
    state,
    task_id: isCopy ? null : row.run_id,
    problem: state === 'failed' ? (row.error_detail ?? ERRORS[(row.error_code ?? 'run.cancelled') as ErrorCode]?.title ?? null) : null,
    scene: row.scene,
    written_by: row.written_by,
    checked_by: row.checked_by,
    solved: row.solved,
  };
}
