import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { getCourse } from '#contract/courses/courses.contract.ts';
import { generateCourse, getGenerationStatus } from '#contract/generation/generation.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { login, refresh } from '#contract/identity/identity.contract.ts';
import type { Endpoint, AnswerOf } from '#contract/platform/endpoint.ts';
import { problemSchema } from '#contract/platform/errors.ts';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { markdownOf } from '#domain/exports/formats/markdown.ts';
import { assertWritable } from './output-file.ts';
import { COURSE_USAGE, DEFAULT_URL, readCourseOptions, type CourseOptions } from './course-options.ts';
import { showProgress, type Progress } from './run-progress.ts';
import { runScript, ScriptError } from './run-script.ts';

/** The server is unreachable at the moment. */
class ServerUnreachable extends ScriptError {}

interface CallOptions {
  params?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

interface ProductClient {
  readonly userId: string;
  /**
   * Calls an endpoint as the signed-in user; an expired access token is renewed once.
   * @throws ServerUnreachable when nothing answers; ScriptError with the server's message for every other failure
   */
  call<E extends Endpoint>(endpoint: E, options?: CallOptions): Promise<AnswerOf<E>>;
}

interface Answer {
  status: number;
  body: unknown;
  /** The server's message about a failure, without the final full stop. */
  detail: string;
}

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

  const client = await signIn(options.url, options);
  const courseId = await followRun(client, options);
  const { course } = await client.call(getCourse, { params: { user_id: client.userId, course_id: courseId } });
  if (options.out === null) return void process.stdout.write(markdownOf(course));
  try {
    writeFileSync(options.out, markdownOf(course));
  } catch (error) {
    throw new ScriptError(`The course is finished, but ${options.out} cannot be written: ${(error as Error).message}.`);
  }
  console.error(`Wrote ${options.out}: ${course.title}, ${course.modules.length} modules, ${course.estimated_total_duration}.`);
});

/** Starts a run, or takes the named one, and shows it until it ends. @returns id of its course */
async function followRun(client: ProductClient, options: CourseOptions): Promise<string> {
  const first = options.run
    ? await client.call(getGenerationStatus, { params: { task_id: options.run } })
    : await client.call(generateCourse, { body: options.form, headers: { prefer: 'respond-async' } });
  if ('course' in first) return first.course_id;

  const progress = showProgress(process.stderr);
  const onInterrupt = () => {
    progress.end();
    console.error(`The server goes on with it. Come back with: ${comeBack(first.task_id, options)}`);
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
async function watchRun(client: ProductClient, first: StatusEnvelope, progress: Progress, options: CourseOptions): Promise<StatusEnvelope> {
  let run = first;
  let awaySince: number | null = null;
  progress.update(run);
  while (!TERMINAL_RUN_STATUSES.includes(run.status)) {
    await wait(run.poll_after_ms);
    try {
      run = await client.call(getGenerationStatus, { params: { task_id: run.task_id } });
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

/**
 * Signs in over HTTP without cookies: the tokens last as long as this process.
 * @throws ServerUnreachable, or ScriptError for a wrong password
 */
async function signIn(url: string, credentials: { email: string; password: string }): Promise<ProductClient> {
  const first = await send(url, login, { body: credentials });
  if (first.status === 401) throw new ScriptError(`Signing in as ${credentials.email} failed: ${first.detail}.`);
  const session = answerOf(login, first);
  if ('second_factor' in session) throw new ScriptError(`${credentials.email} signs in in two steps: use an account for programs.`);
  let { access_token: access, refresh_token: renewal } = session;

  const authorized = (endpoint: Endpoint, options: CallOptions) =>
    send(url, endpoint, { ...options, headers: { ...options.headers, authorization: `Bearer ${access}` } });
  return {
    userId: session.user.user_id,
    async call(endpoint, options = {}) {
      let answer = await authorized(endpoint, options);
      if (answer.status === 401) {
        ({ access_token: access, refresh_token: renewal } = answerOf(
          refresh,
          await send(url, refresh, { body: { refresh_token: renewal } }),
        ));
        answer = await authorized(endpoint, options);
      }
      return answerOf(endpoint, answer);
    },
  };
}

async function send(url: string, endpoint: Endpoint, { params = {}, body, headers = {} }: CallOptions): Promise<Answer> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}${path}`, {
      method: endpoint.method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (error) {
    throw new ServerUnreachable(
      `No answer from ${url}: is the server running? Start it with 'npm start', or name another one with --url.`,
      {
        cause: error,
      },
    );
  }
  const parsed = parseJson(text);
  return {
    status: response.status,
    body: parsed,
    detail: detailOf(parsed) ?? `${response.statusText}: ${text.slice(0, 100)}`.replace(/\s+/g, ' ').trim(),
  };
}

function answerOf<E extends Endpoint>(endpoint: E, answer: Answer): AnswerOf<E> {
  const schema = endpoint.responses[answer.status];
  if (!schema) {
    const Kind = answer.status === 502 || answer.status === 503 || answer.status === 504 ? ServerUnreachable : ScriptError;
    throw new Kind(`The server answered ${answer.status}: ${answer.detail}.`);
  }
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success)
    throw new ScriptError(
      `The server answered ${endpoint.method} ${endpoint.path} in a shape this version does not know; are both the same version?`,
    );
  return parsed.data as AnswerOf<E>;
}

function detailOf(body: unknown): string | null {
  const problem = problemSchema.safeParse(body);
  if (!problem.success) return null;
  const fields = problem.data.errors?.map((field) => `${field.path}: ${withoutStop(field.message)}`).join('; ');
  // the detail of a rejected request repeats the first of its fields
  return fields ? `${withoutStop(problem.data.title)} (${withoutStop(fields)})` : withoutStop(problem.data.detail);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
