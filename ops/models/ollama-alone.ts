import { judgeCourse } from './judge/judge-course.ts';
import { startInstallation } from './installation.ts';
import { MODELS, startStandIn } from './stand-in/stand-in.ts';
import { QUIET_WEATHER } from './ways/ways.ts';
import { writeCourse } from './write-course.ts';

/** The most calls for a course of twelve lessons with its quizzes. */
const MOST_CALLS = 41;
const LESSONS = 12;
const PATIENCE_MS = 600_000;

/**
 * Connects a stand-in for Ollama alone as the page does, by its address without `/v1`, until a test says that it answers; then has a course
 * of twelve lessons written by it alone. Prints what the person has pressed and the product has asked.
 * @param lessons other than twelve: as many, without the bounds
 * @returns whether it was true, and within the bounds
 */
export async function connectOllamaAlone(lessons: number): Promise<boolean> {
  const standIn = await startStandIn({ isOllamaOnly: true });
  const installation = await startInstallation();
  const { operator, knex } = installation;
  try {
    standIn.change(QUIET_WEATHER);
    const began = Date.now();
    const base = { kind: 'compatible', base_url: standIn.url };
    let presses = 0;
    const press = async (method: string, path: string, body: object) => {
      presses += 1;
      return (await operator.request(method, `/api/operator/connections/${path}`, body)).body;
    };
    const listed = await press('POST', 'claude/models', base);
    const model = listed.models?.[0] ?? Object.keys(MODELS)[0];
    const tested = await press('POST', 'claude/test', { ...base, model, price: { input: 0, output: 0 } });
    const calls = standIn.calls.length;
    const isTrue = tested.problem === null && calls > 0;
    console.log(
      `a test that is ${isTrue ? 'true' : 'not true'}: ${presses} requests, ${((Date.now() - began) / 1_000).toFixed(1)} s, ${calls} calls to the model, ${standIn.others.length} other requests`,
    );
    console.log(
      `  lists ${(listed.models ?? []).join(', ') || 'nothing'}${listed.problem ? ` (${listed.problem.code})` : ''}; says ${JSON.stringify(tested).slice(0, 300)}`,
    );
    await press('PUT', 'claude', { ...base, ...(!isTrue && { base_url: `${standIn.url}/v1` }), model, price: { input: 0, output: 0 } });
    standIn.change(QUIET_WEATHER);
    const ended = await writeCourse(installation, {
      lessons: lessons === LESSONS ? null : lessons,
      duration: '2 weeks',
      patienceMs: PATIENCE_MS,
    });
    const thrown: { purpose: string }[] = await knex('vendor_call').where({ run_id: ended.runId, discarded: true }).select('purpose');
    const { wrong, notes } = ended.course
      ? judgeCourse(ended.course, standIn.calls, lessons)
      : { wrong: ['there is no course'], notes: [] };
    const byPurpose = Object.entries(Object.groupBy(standIn.calls, ({ purpose }) => purpose)).map(
      ([purpose, list]) => `${purpose} ${list?.length}`,
    );
    console.log(
      `${lessons} lessons: ${ended.status} in ${ended.seconds.toFixed(1)} s, ${standIn.calls.length} calls (${byPurpose.join(', ')}), ${thrown.length} discarded, ${standIn.mostAtOnce()} at once`,
    );
    console.log(`  ${ended.course?.quality_level ?? 'none'}; notes: ${notes.join(', ') || 'none'}; wrong: ${wrong[0] ?? 'nothing'}`);
    const fits = lessons !== LESSONS || (standIn.calls.length <= MOST_CALLS && thrown.length === 0);
    return isTrue && fits && wrong.length === 0 && notes.length === 0;
  } finally {
    await installation.stop();
    await standIn.close();
  }
}
