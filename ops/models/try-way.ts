import type { Course } from '#contract/courses/courses.contract.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { lessonCount } from '#domain/generation/outline/course-size.ts';
import { ASK } from './ask-others.ts';
import { connectStandIn, testStandIn, type Installation } from './installation.ts';
import { judgeCourse } from './judge/judge-course.ts';
import type { StandIn, Weather } from './stand-in/stand-in.ts';
import type { Purpose, Way } from './ways/way.ts';
import { QUIET_WEATHER } from './ways/ways.ts';
import { writeCourse } from './write-course.ts';

/**
 * `right`: as without the way. `noted`: usable, and every defect has its note. `honest`: it ended, nothing is charged, and the cause is
 * named. `lost`: it ended unnecessarily, or does not say why. `WRONG`: something untrue is stored without a note, or something missing is
 * charged.
 */
export type Outcome = 'right' | 'noted' | 'honest' | 'lost' | 'WRONG';

export interface Tried {
  readonly way: Way;
  readonly purpose: Purpose;
  readonly outcome: Outcome;
  readonly detail: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null if unknown. */
  readonly discarded: number | null;
  readonly seconds: number;
  /** The stored course. */
  readonly course: Course | null;
}

export interface Trial {
  readonly installation: Installation;
  readonly standIn: StandIn;
  readonly way: Way;
  readonly weather: Weather;
  readonly lessons: number;
  readonly depth: CourseForm['content_depth'] | undefined;
  readonly patienceMs: number;
  /** The course for other purposes; null until it exists. */
  readonly quiet: Course | null;
  readonly purposes: readonly Purpose[];
}

const SAID = 160;
let runs = 0;

/** Tries a way with all its purposes, at an address about which no facts are known unless its row says so. */
export async function tryWay(trial: Trial): Promise<Tried[]> {
  const { installation, standIn, way, weather, quiet, purposes } = trial;
  const format = way.format ?? 'chat';
  standIn.change(QUIET_WEATHER);
  const wanted = { format, run: `${way.id.replaceAll(/[^a-z0-9]/g, '-')}-${(runs += 1)}`, contextTokens: way.contextTokens };
  await connectStandIn(installation, standIn, wanted);
  if (way.known) {
    if (way.known === 'now') standIn.change(weather);
    await testStandIn(installation, standIn, wanted);
  }
  const tried: Tried[] = [];
  for (const purpose of purposes) {
    standIn.change(weather);
    const began = Date.now();
    const came = purpose === 'course' ? await tryCourse(trial) : await tryOther(trial, purpose, quiet);
    const { calls } = standIn;
    const sum = (field: 'inputTokens' | 'outputTokens') => calls.reduce((all, call) => all + call[field], 0);
    tried.push({
      way,
      purpose,
      calls: calls.length,
      inputTokens: sum('inputTokens'),
      outputTokens: sum('outputTokens'),
      seconds: (Date.now() - began) / 1_000,
      discarded: null,
      course: null,
      ...came,
    });
  }
  return tried;
}

type Came = Pick<Tried, 'outcome' | 'detail'> & Partial<Pick<Tried, 'discarded' | 'course'>>;

async function tryCourse({ installation, standIn, way, lessons, depth, patienceMs }: Trial): Promise<Came> {
  const isWhole = way.isWhole ?? lessons > 9;
  const duration = lessons > 9 ? '2 weeks' : '1 week intensive';
  const ended = await writeCourse(installation, { lessons: isWhole ? null : lessons, duration, depth, patienceMs });
  const { course, discarded } = ended;
  const rest = { discarded, course };
  if (!course || ended.status !== 'completed') {
    if (ended.charged > 0 && !course) return { ...rest, outcome: 'WRONG', detail: `charged ${ended.charged / 100} tokens for no course` };
    return { ...rest, ...endOf(way, `${ended.status}: ${ended.said}`) };
  }
  const { wrong, notes } = judgeCourse(course, standIn.calls, isWhole ? lessonCount(duration) : lessons);
  if (wrong.length > 0) return { ...rest, outcome: 'WRONG', detail: `${wrong.length}: ${wrong[0]}` };
  if (course.missing_lessons > 0) return { ...rest, ...endOf(way, `${course.missing_lessons} lessons are missing · ${ended.said}`) };
  return { ...rest, outcome: notes.length > 0 ? 'noted' : 'right', detail: notes.join(', ') };
}

async function tryOther(
  { installation, standIn, way, patienceMs }: Trial,
  purpose: Exclude<Purpose, 'course'>,
  course: Course | null,
): Promise<Came> {
  if (!course) return { outcome: 'lost', detail: 'there is no course to ask about' };
  const began = new Date();
  const { isDone, wrong, said } = await ASK[purpose]({ installation, standIn, course, patienceMs });
  if (wrong.length > 0) return { outcome: 'WRONG', detail: `${wrong.length}: ${wrong[0]}` };
  if (isDone) return { outcome: 'right', detail: '' };
  // what operators read about its calls, as for a course
  const calls: { detail: string | null }[] = await installation
    .knex('vendor_call')
    .where('started_at', '>=', began)
    .whereNotNull('detail')
    .select('detail');
  return endOf(way, [said, ...new Set(calls.map(({ detail }) => detail))].join(' · '));
}

/** Lines that every run logs first. */
const BEGINNING = /^(Your request was accepted|[\d.,]+ tokens are reserved|Writing has started|The course is being translated)/;

/** Classifies an end without a result. */
function endOf({ must }: Way, said: string): Pick<Tried, 'outcome' | 'detail'> {
  const isHonest = must !== 'right' && must.cause.test(said);
  return {
    outcome: isHonest ? 'honest' : 'lost',
    detail: said
      .split(' · ')
      .filter((part) => !BEGINNING.test(part))
      .join(' · ')
      .slice(0, SAID),
  };
}
