import knexFactory, { type Knex } from 'knex';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { connectDatabase, disconnectDatabase } from '#domain/platform/database.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { startLiveProbe, type LiveProbe } from './attacks/live-probe.ts';
import type { Session } from './attacks/session.ts';
import { line } from './figures.ts';
import { givenAccount, type GivenAccount } from './largest-inputs/given-account.ts';
import { COURSE_SHAPES } from './largest-inputs/course-files.ts';
import { givenLargeCourses, type LargeCourse } from './largest-inputs/given-courses.ts';
import { inputsOf, takesInput, type Input, type Operation } from './largest-inputs/inputs.ts';
import { printTable, type Row } from './largest-inputs/table.ts';

/** A live probe that waits longer says that one request holds everybody up. */
const BOUND_MS = 250;
const ENDS_WITHIN_MS = 15 * 60_000;
/** So many inputs of one operation above the bound prove it; the rest would only take time. */
const MOST_SLOW = 3;
/** Work that a request begins: waited for as long, then stopped. Reading a file is part of taking it. */
const WORK_WITHIN_MS = 4_000;
const FILE_WITHIN_MS = 60_000;
const TAKES_FILES = ['importCourse', 'addSource', 'startExport', 'createVoiceNote'];
/** Shapes of a course that are enough where only some operations are asked for. */
const SHAPES_OF_SOME = 2;

/** What is not called, and why. */
const NOT_CALLED: Readonly<Record<string, string>> = {
  openLiveSocket: 'is a socket, which `npm run bench -- hostile-accounts` attacks',
  endOtherSessions: 'takes nothing, and ends the session of this benchmark',
  live: 'is the probe itself',
};

/**
 * Sends every operation of the OpenAPI document the largest inputs within its limits, one after the other: texts, lists, files, bodies padded to
 * their limit, searches; then reads what was made, and deletes it. Prints for each operation the input that held up a live probe longest, asked
 * every 10 ms from another process, and fails if the api's own work held one up for more than 250 ms, or an answer is an error of ours. An input
 * above the bound is sent a second time, and the faster one counts: a collection of garbage is no finding.
 * @param words only operations whose name, method or path contains one of them; 'get ' (with a blank) those that read
 */
export async function bench(words: readonly string[] = []): Promise<void> {
  const from = performance.now();
  const seconds = () => ((performance.now() - from) / 1_000).toFixed(0);
  const deadline = from + ENDS_WITHIN_MS;
  const stack = await startStack({ SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0' });
  const url = stack.record().databaseUrl ?? '';
  setConfig(readConfig({ DATABASE_URL: url, DATA_DIR: stack.dataDir, LOG_LEVEL: 'silent' }));
  connectDatabase(url, { poolMax: 2 });
  const knex = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 2 } });
  const probe = startLiveProbe(stack.url, stack.record().processes.api?.pid);
  try {
    console.error(`the installation is ready after ${seconds()} s`);
    const account = await givenAccount(stack.url, knex);
    console.error(`the account owns what it is to own after ${seconds()} s`);
    const walk = new Walk({ stack, knex, probe, account, deadline });
    await walk.all(await operationsOf(stack.url), words);
    const isGood = printTable(walk.rows, { ...walk, boundMs: BOUND_MS });
    const alone = await probe.during(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
    line('the probe alone, slowest', `${alone.slowestMs.toFixed(0)} ms, held ${alone.heldMs.toFixed(0)} ms`);
    if (!isGood) process.exitCode = 1;
  } finally {
    probe.stop();
    await disconnectDatabase();
    await knex.destroy();
    await stack.stop();
  }
}

/** The part of an operation in the document that says what may be sent. */
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly (Operation['query'][number] & { readonly in: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: NonNullable<Operation['body']> }>> };
}

/** Reads the operations from the document that the installation serves. */
async function operationsOf(url: string): Promise<Operation[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, Described>> };
  const described = new Map(Object.values(paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one])));
  return ENDPOINTS.map((endpoint) => {
    const one = described.get(endpoint.name);
    const [content] = Object.values(one?.requestBody?.content ?? {});
    const query = (one?.parameters ?? []).filter((parameter) => parameter.in === 'query');
    return { endpoint, body: content?.schema ?? null, query };
  });
}

/** The first part of a request that an answer names as invalid, and why. */
const WHY = /"path":"([^"]*)","message":"([^"]*)"/;

interface Place {
  readonly stack: Stack;
  readonly knex: Knex;
  readonly probe: LiveProbe;
  readonly account: GivenAccount;
  readonly deadline: number;
}

interface Sample extends Row {
  /** With the work it has begun. */
  readonly tookMs: number;
  readonly taskId: string | null;
}

class Walk {
  readonly rows: Row[] = [];
  /** Operations that were not measured, or never accepted, and why. */
  readonly notes = new Map<string, string>();
  readonly takesInput = new Set<string>();
  readonly place: Place;

  constructor(place: Place) {
    this.place = place;
  }

  async all(operations: readonly Operation[], words: readonly string[]): Promise<void> {
    const wanted = operations.filter(({ endpoint: { name, method, path } }) => {
      const said = `${name} ${method} ${path}`.toLowerCase();
      return words.length === 0 || words.some((word) => said.includes(word.toLowerCase()));
    });
    const courses = wanted.some(({ endpoint: { path } }) => /:course_id|:token/.test(path)) ? await this.#courses(words.length === 0) : [];
    const order = ({ endpoint: { method } }: Operation) => ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'].indexOf(method);
    for (const operation of wanted.toSorted((one, other) => Math.max(2, order(one)) - Math.max(2, order(other)))) {
      const { name, method, path } = operation.endpoint;
      if (takesInput(operation)) this.takesInput.add(name);
      if (NOT_CALLED[name]) this.notes.set(name, NOT_CALLED[name]);
      else if (performance.now() > this.place.deadline) this.notes.set(name, 'not measured: out of time');
      else {
        await this.#operation(operation);
        if (method !== 'DELETE' && /:course_id|shared\/:token/.test(path)) await this.#ofCourses(operation, courses);
      }
    }
  }

  async #courses(isForAll: boolean): Promise<LargeCourse[]> {
    const { account, probe } = this.place;
    const shapes = isForAll ? COURSE_SHAPES : COURSE_SHAPES.slice(0, SHAPES_OF_SOME);
    return givenLargeCourses({ session: account.session, shapes, probe }, (description, sent) =>
      this.#send(endpointOf('importCourse'), { description, sent: () => sent }),
    );
  }

  /** Reads, or changes, each of the large courses. */
  async #ofCourses(operation: Operation, courses: readonly LargeCourse[]): Promise<void> {
    for (const course of courses) await this.#operation(operation, course);
  }

  async #operation(operation: Operation, course?: LargeCourse): Promise<void> {
    const { endpoint } = operation;
    const { account } = this.place;
    await account.refresh();
    const idOf = (name: string) => course?.idOf(endpoint, name) ?? account.idOf(endpoint, name);
    let slow = 0;
    // of a change the first input is the largest right one: the others were sent to the usual course
    const inputs = inputsOf(operation, idOf, () => account.prepare(endpoint.name)).slice(
      0,
      course && endpoint.method !== 'GET' ? 1 : undefined,
    );
    const giveUp = (error: Error) => void this.notes.set(endpoint.name, `could not be asked: ${error.message}`);
    for (const [at, { description, sent }] of inputs.entries()) {
      if (slow >= MOST_SLOW || performance.now() > this.place.deadline) {
        this.notes.set(
          endpoint.name,
          `${inputs.length - at} of its inputs were not sent: ${slow >= MOST_SLOW ? 'others prove enough' : 'out of time'}`,
        );
        return;
      }
      const said = course ? `${description}; course of ${course.description}` : description;
      const row = await this.#send(endpoint, { description: said, sent }).catch(giveUp);
      if (row && row.heldMs > BOUND_MS) slow += 1;
    }
  }

  async #send(endpoint: Endpoint, input: Input): Promise<Sample> {
    let row = await this.#once(endpoint, input);
    if (row.heldMs > BOUND_MS && row.tookMs < FILE_WITHIN_MS / 10) {
      const again = await this.#once(endpoint, input);
      if (again.heldMs < row.heldMs && again.status === row.status) row = again;
    }
    this.rows.push(row);
    // on a pipe too: whoever waits for ten minutes wants to see where it is
    process.stderr.write(
      `${row.operation}, ${row.input}: ${row.status}, ${row.ms.toFixed(0)} ms, probe ${row.probeMs.toFixed(0)} ms, held ${row.heldMs.toFixed(0)} ms\n`,
    );
    return row;
  }

  async #once(endpoint: Endpoint, { description, sent }: Input): Promise<Sample> {
    const { probe, account } = this.place;
    const request = await sent();
    const from = performance.now();
    const {
      value: answer,
      slowestMs,
      heldMs,
    } = await probe.during(async () => {
      const received = await account.session.send({ ...request, headers: { prefer: 'respond-async' } });
      if (endpoint.method !== 'GET')
        await this.#workIsDone(account.session, TAKES_FILES.includes(endpoint.name) ? FILE_WITHIN_MS : WORK_WITHIN_MS);
      return received;
    });
    return {
      operation: endpoint.name,
      input: description,
      bytes: request.body === undefined ? request.address.length : Buffer.byteLength(request.body),
      status: answer.status,
      code: answer.code,
      why: answer.status < 400 ? '' : (WHY.exec(answer.text().slice(0, 4_000))?.slice(1).join(': ') ?? ''),
      ms: answer.ms,
      probeMs: slowestMs,
      heldMs,
      tookMs: performance.now() - from,
      taskId: /"task_id":"([\da-f-]{36})"/.exec(answer.text().slice(0, 4_000))?.[1] ?? null,
    };
  }

  /** Waits for the work that a request has begun: it must not disturb the next one. */
  async #workIsDone(session: Session, withinMs: number): Promise<void> {
    const until = performance.now() + withinMs;
    for (;;) {
      const runs = await this.place
        .knex('run')
        .where({ account_id: session.userId, is_parked: false })
        .whereIn('status', ['queued', 'running'])
        .pluck('id');
      if (runs.length === 0) return;
      if (performance.now() > until) {
        for (const id of runs) await session.send({ method: 'DELETE', address: `/api/runs/${id}` });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const endpointOf = (name: string): Endpoint => ENDPOINTS.find((one) => one.name === name)!;
