import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { answerOf, ApiProblem, connect, type ApiClient } from '#clients/typescript/client.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { markdownOf } from '#domain/exports/formats/markdown.ts';
import { assertWritable } from './output-file.ts';
import { COURSE_USAGE, DEFAULT_URL, readCourseOptions, type CourseOptions } from './course-options.ts';
import { showProgress, type Progress } from './run-progress.ts';
import { runScript, ScriptError } from './run-script.ts';

/** The server is unreachable at the moment. */
class ServerUnreachable extends ScriptError {}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

/** How long to wait for a server that stops answering during a run, in ms. The run itself continues without this script. */
const AWAY_PATIENCE_MS = 60_000;

/** The conventional exit code for invalid arguments. */
const USAGE = { exitCode: 2 };

// npm run course -- "<topic>": writes a course from a terminal, through a running server. See COURSE_USAGE.
await runScript(async (words) => {
  if (words.includes('--help')) return console.log(COURSE_USAGE);
  if (words.length === 0) throw new ScriptError(COURSE_USAGE, USAGE);
  const options = readCourseOptions(words, process.env);
  if (!options.run && options.form.topic === undefined) throw new ScriptError('Name a topic: npm run course -- "<topic>"', USAGE);
  // before anything is charged
  if (options.out !== null) assertWritable(options.out);

  const client = await signIn(options);
  const courseId = await followRun(client, options);
  const { user_id } = await told(options, client.GET('/api/caller'));
  const { course } = await told(
    options,
    client.GET('/api/courses/{user_id}/{course_id}', { params: { path: { user_id, course_id: courseId } } }),
  );
  if (options.out === null) return void process.stdout.write(markdownOf(course));
  try {
    writeFileSync(options.out, markdownOf(course));
  } catch (error) {
    throw new ScriptError(`The course is finished, but ${options.out} cannot be written: ${(error as Error).message}.`);
  }
  console.error(`Wrote ${options.out}: ${course.title}, ${course.modules.length} modules, ${course.estimated_total_duration}.`);
});

/** Starts a run, or takes the given one, and shows it until it ends. @returns id of its course */
async function followRun(client: ApiClient, options: CourseOptions): Promise<string> {
  // the server fills in omitted fields, and reports invalid ones
  const body = options.form as never;
  const first = options.run
    ? await statusOf(client, options.run, options)
    : await told(options, client.POST('/api/generate-course', { body, headers: { Prefer: 'respond-async' } }));
  if ('course' in first) return first.course_id;

  const progress = showProgress(process.stderr);
  const onInterrupt = () => {
    progress.end();
    console.error(`The server continues. Follow the run with: ${comeBack(first.task_id, options)}`);
    process.exit(130);
  };
  process.once('SIGINT', onInterrupt);
  try {
    const run = await watchRun(client, first, progress, options);
    if (run.status === 'completed' && run.result) return run.result.course_id;
    throw new ScriptError(run.error ? `No course: ${run.error.detail} (${run.error.code})` : `No course: the run was ${run.status}.`);
  } finally {
    process.removeListener('SIGINT', onInterrupt);
    progress.end();
  }
}

/** Polls at the server's pace, through restarts of the server, until the run has ended. */
async function watchRun(client: ApiClient, first: StatusEnvelope, progress: Progress, options: CourseOptions): Promise<StatusEnvelope> {
  let run = first;
  let awaySince: number | null = null;
  progress.update(run);
  while (!TERMINAL_RUN_STATUSES.includes(run.status)) {
    await wait(run.poll_after_ms);
    try {
      run = await statusOf(client, run.task_id, options);
      progress.update(run);
      awaySince = null;
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) throw error;
      if (awaySince === null) progress.note('No answer from the server; waiting for it.');
      awaySince ??= Date.now();
      if (Date.now() - awaySince > AWAY_PATIENCE_MS) {
        throw new ScriptError(`The server has gone away. When it is back: ${comeBack(run.task_id, options)}`);
      }
    }
  }
  return run;
}

function comeBack(runId: string, options: CourseOptions): string {
  const url = options.url === DEFAULT_URL ? [] : ['--url', options.url];
  return ['npm run course -- --run', runId, ...url, ...(options.out ? ['--out', JSON.stringify(options.out)] : [])].join(' ');
}

function statusOf(client: ApiClient, task_id: string, options: CourseOptions): Promise<StatusEnvelope> {
  return told(options, client.GET('/api/generate-course/status/{task_id}', { params: { path: { task_id } } }));
}

/**
 * Returns a client with the given key, or signs in without cookies: the tokens last as long as this process.
 * @throws ServerUnreachable, or ScriptError for a wrong password
 */
async function signIn(options: CourseOptions): Promise<ApiClient> {
  const { url, email, password, key } = options;
  if (key !== null) return connect({ url, key });
  const anybody = connect({ url });
  const session = await told(options, anybody.POST('/api/auth/login', { body: { email, password } })).catch((error: unknown) => {
    if (error instanceof ScriptError && error.cause instanceof ApiProblem && error.cause.status === 401)
      throw new ScriptError(`Signing in as ${email} failed: ${detailOf(error.cause)}.`);
    throw error;
  });
  if ('second_factor' in session) throw new ScriptError(`${email} signs in in two steps: make an API key, and use it with --key.`);
  let { access_token: access, refresh_token } = session;
  return connect({
    url,
    key: () => access,
    async renew() {
      ({ access_token: access, refresh_token } = await told(options, anybody.POST('/api/auth/refresh', { body: { refresh_token } })));
      return true;
    },
  });
}

/** @throws ServerUnreachable if nothing answers; ScriptError with the server's message for every other failure */
async function told<Data>({ url }: CourseOptions, call: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data> {
  try {
    return await answerOf(call);
  } catch (cause) {
    if (cause instanceof ScriptError) throw cause;
    if (cause instanceof ApiProblem) {
      const Kind = cause.status === 502 || cause.status === 503 || cause.status === 504 ? ServerUnreachable : ScriptError;
      throw new Kind(`The server answered ${cause.status}: ${detailOf(cause)}.`, { cause });
    }
    throw new ServerUnreachable(
      `No answer from ${url}: is the server running? Start it with 'npm start', or name another one with --url.`,
      { cause },
    );
  }
}

function detailOf({ problem, message }: ApiProblem): string {
  const fields = problem?.errors?.map((field) => `${field.path}: ${withoutStop(field.message)}`).join('; ');
  // the detail of a rejected request repeats the first of its fields
  return problem && fields ? `${withoutStop(problem.title)} (${withoutStop(fields)})` : withoutStop(message);
}
