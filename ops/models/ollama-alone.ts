import { setTimeout as sleep } from 'node:timers/promises';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { connectionTestSchema, FREE } from '#contract/operator/service-connections.contract.ts';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { judgeCourse } from './judge/judge-course.ts';
import { startInstallation } from './installation.ts';
import { CONTEXT_TOKENS, startStandIn } from './stand-in/stand-in.ts';
import { QUIET_WEATHER } from './ways/ways.ts';
import { writeCourse } from './write-course.ts';

/** Maximum number of calls for a course of twelve lessons with its quizzes. */
const MOST_CALLS = 41;
const LESSONS = 12;
const PATIENCE_MS = 600_000;
const POLL_MS = 200;

/**
 * Connects only a stand-in for Ollama as the page does, by its address without `/v1`, until a test says that it answers; then has it write
 * a course of twelve lessons alone. Prints the person's actions and the product's requests.
 * @param lessons number of lessons if not twelve, without checking the limits
 * @param depth length of the lessons; absent for the form's default
 * @returns whether the result was true, and within the limits
 */
export async function connectOllamaAlone(lessons: number, depth?: CourseForm['content_depth']): Promise<boolean> {
  const standIn = await startStandIn({ isOllamaOnly: true });
  const installation = await startInstallation();
  const { operator, knex } = installation;
  try {
    standIn.change(QUIET_WEATHER);
    const began = Date.now();
    const base = { kind: 'compatible', base_url: standIn.url };
    const ask = async (method: string, path: string, body?: object) => (await operator.request(method, path, body)).body;
    // the person presses: Connect a service, Ollama or another server, the address unless it is Ollama's own, Test; the model and the
    // address are detected
    const listed = await ask('POST', '/api/operator/connections/claude/models', base);
    const [model] = listed.models;
    const entered = { ...base, base_url: listed.base_url, model, price: FREE };
    const { task_id: taskId } = await ask('POST', '/api/operator/connections/claude/test', entered);
    let run = await ask('GET', `/api/runs/${taskId}`);
    while (!TERMINAL_RUN_STATUSES.includes(run.status)) {
      await sleep(POLL_MS);
      run = await ask('GET', `/api/runs/${taskId}`);
    }
    const tested = connectionTestSchema.safeParse(run.result).data;
    const isTrue = tested?.problem === null && tested.context_tokens === CONTEXT_TOKENS && tested.questions > 0;
    console.log(
      `a test that is ${isTrue ? 'true' : 'not true'}: 3 presses (4 with an address of its own), ${((Date.now() - began) / 1_000).toFixed(1)} s, ${standIn.calls.length} calls to the model, ${standIn.others.length} other requests`,
    );
    console.log(`  lists ${listed.models.join(', ')} at ${listed.base_url}; says ${JSON.stringify(tested ?? run.error)}`);
    const context_tokens = tested?.context_tokens ?? undefined;
    await ask('PUT', '/api/operator/connections/claude', { ...entered, base_url: tested?.base_url ?? entered.base_url, context_tokens });
    standIn.change(QUIET_WEATHER);
    const ended = await writeCourse(installation, {
      lessons: lessons === LESSONS ? null : lessons,
      duration: '2 weeks',
      depth,
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
