import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { getCourse } from '#contract/courses/courses.contract.ts';
import { generateCourse, getGenerationStatus } from '#contract/generation/generation.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { markdownOf } from '#domain/exports/formats/markdown.ts';
import { assertWritable } from './output-file.ts';
import { COURSE_USAGE, DEFAULT_URL, readCourseOptions, type CourseOptions } from './course-options.ts';
import { ServerUnreachable, signIn, type ProductClient } from './product-client.ts';
import { showProgress, type Progress } from './run-progress.ts';
import { runScript, ScriptError } from './run-script.ts';

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
