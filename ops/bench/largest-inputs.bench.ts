import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import knexFactory, { type Knex } from 'knex';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { disconnectDatabase } from '#domain/platform/database.ts';
import { startProvider } from '../sandbox/identity/provider.ts';
import { connectWithEngine } from '../scripts/with-engine.ts';
import { startStack } from '../testing/stack.ts';
import { startLiveProbe, type LiveProbe } from './attacks/live-probe.ts';
import type { Session } from './attacks/session.ts';
import { line } from './figures.ts';
import { givenAccount, type GivenAccount } from './largest-inputs/given-account.ts';
import { COURSE_SHAPES } from './largest-inputs/course-files.ts';
import { givenLargeCourses, type LargeCourse } from './largest-inputs/given-courses.ts';
import { inputsOf, takesInput, type Input, type Operation } from './largest-inputs/inputs.ts';
import { closeLtiPlatform } from './largest-inputs/lti-states.ts';
import { protocolInputs } from './largest-inputs/protocol-inputs.ts';
import type { Outside } from './largest-inputs/state.ts';
import { printTable, type Row } from './largest-inputs/table.ts';

/** A live probe that waits longer shows that one request blocks everybody. */
const BOUND_MS = 250;
const PRINT_DOORS = fileURLToPath(new URL('../../api/print-doors.ts', import.meta.url));
const ENDS_WITHIN_MS = 40 * 60_000;
/** An input that takes longer is cut, together with the rest of its operation. */
const INPUT_WITHIN_MS = 120_000;
/** After this many inputs of an operation above the bound, the rest are skipped. */
const MOST_SLOW = 3;
/** How long to wait for work that a request begins before stopping it; reading a file is part of the request. */
const WORK_WITHIN_MS = 500;
const FILE_WITHIN_MS = 60_000;
const TAKES_FILES = ['importCourse', 'addSource', 'startExport', 'createVoiceNote'];
/** For at most this many selected operations, a few shapes of a course suffice. */
const FEW = 50;
const SHAPES_OF_FEW = 2;

/** Changes that delete data which other operations read. */
const DELETES = ['importFlashCards'];

/** Operations that are not called, with the reason. */
const NOT_CALLED: Readonly<Record<string, string>> = {
  socketMessages: 'come by a socket, which `npm run bench -- hostile-accounts` attacks',
  openLiveSocket: 'is a socket, which `npm run bench -- hostile-accounts` attacks',
  endOtherSessions: 'takes nothing, and ends the session of this benchmark',
  live: 'is the probe itself',
};

/**
 * Sends every operation of the OpenAPI document, and every other door (`npm run doors`), the largest inputs within its limits, one after
 * another: texts, lists, files, bodies padded to their limit, searches; then reads what was made, and deletes it. Prints for each operation
 * the input that held up a live probe longest, sent every 10 ms from another process, and fails if the api's own work held one up for more
 * than 250 ms, or if an answer is an internal error. An input above the bound is sent a second time, and the faster one counts, because a
 * garbage collection is not a finding.
 * @param words only operations whose name, method or path contains one of them; 'get ' (with a blank) selects operations that read
 */
export async function bench(words: readonly string[] = []): Promise<void> {
  const from = performance.now();
  const seconds = () => ((performance.now() - from) / 1_000).toFixed(0);
  const deadline = from + ENDS_WITHIN_MS;
  const client = { id: 'coursewright', secret: 'the secret of the client' };
  const provider = await startProvider(client);
  const google = { GOOGLE_CLIENT_ID: client.id, GOOGLE_CLIENT_SECRET: client.secret, GOOGLE_ISSUER: provider.issuer };
  const stack = await startStack({ SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0', ...google });
  const url = stack.record().databaseUrl ?? '';
  setConfig(readConfig({ DATABASE_URL: url, DATA_DIR: stack.dataDir, LOG_LEVEL: 'silent' }));
  await connectWithEngine(url, { poolMax: 2 });
  const knex = knexFactory({
    client: 'pg',
    connection: { connectionString: url, statement_timeout: INPUT_WITHIN_MS },
    pool: { min: 0, max: 2 },
  });
  const probe = startLiveProbe(stack.url, stack.record().processes.api?.pid);
  try {
    console.error(`the installation is ready after ${seconds()} s`);
    const account = await givenAccount(stack.url, knex);
    console.error(`the account's content is ready after ${seconds()} s`);
    const outside = { provider, sandboxUrl: stack.sandboxUrl, origin: `http://localhost:${new URL(stack.url).port}` };
    const walk = new Walk({ outside, knex, probe, account, deadline });
    const operations = await operationsOf(stack.url);
    const isWhole = await walk
      .all(operations, words)
      .then(() => walk.protocols(operations, words))
      .then(
        () => true,
        (error: Error) => console.error(error),
      );
    const isGood = printTable(walk.rows, { ...walk, boundMs: BOUND_MS });
    const alone = await probe.during(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
    line('the probe alone, slowest', `${alone.slowestMs.toFixed(0)} ms, held ${alone.heldMs.toFixed(0)} ms`);
    if (!isGood || !isWhole) process.exitCode = 1;
  } finally {
    probe.stop();
    provider.close();
    await closeLtiPlatform();
    await disconnectDatabase();
    await knex.destroy();
    await stack.stop();
  }
}

/** Returns the doors that the OpenAPI document does not describe: those with a protocol of their own, and pages. */
async function protocolDoors(operations: readonly Operation[]): Promise<string[]> {
  const printed = await promisify(execFile)(process.execPath, [PRINT_DOORS, '--json'], { maxBuffer: 10_000_000 });
  const described = new Set<string>(operations.map(({ endpoint: { name } }) => name));
  return (JSON.parse(printed.stdout) as { name: string }[]).map(({ name }) => name).filter((name) => !described.has(name));
}

/** The part of an operation in the document that describes its input. */
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

/** The first part of a request that an answer reports as invalid, and the reason. */
const WHY = /"path":"([^"]*)","message":"([^"]*)"/;

interface Place {
  readonly outside: Outside;
  readonly knex: Knex;
  readonly probe: LiveProbe;
  readonly account: GivenAccount;
  readonly deadline: number;
}

interface Sample extends Row {
  /** Including the work it has begun. */
  readonly tookMs: number;
  readonly taskId: string | null;
}

class Walk {
  readonly rows: Row[] = [];
  /** Operations that were not measured, or never accepted, with the reason. */
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
    const courses = wanted.some(({ endpoint: { path } }) => /:course_id|shared\/:token/.test(path))
      ? await this.#courses(wanted.length > FEW)
      : [];
    // a change before all reads
    const order = ({ endpoint: { name, method } }: Operation) => (DELETES.includes(name) ? 2 : ['GET', 'DELETE'].indexOf(method));
    for (const operation of wanted.toSorted((one, other) => order(one) - order(other))) {
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

  /**
   * Sends the largest inputs to the doors that are not in the OpenAPI document. A door without inputs is noted, which fails the benchmark.
   */
  async protocols(operations: readonly Operation[], words: readonly string[]): Promise<void> {
    const isWanted = (name: string) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()));
    const doors = (await protocolDoors(operations)).filter(isWanted);
    if (doors.length === 0) return;
    const { account, knex, outside, deadline } = this.place;
    await account.refresh();
    const inputs = await protocolInputs(knex, { account, origin: outside.origin });
    for (const name of doors) {
      if (NOT_CALLED[name]) this.notes.set(name, NOT_CALLED[name]);
      else if (!inputs[name]) this.notes.set(name, 'could not be asked: it has no line in protocol-inputs.ts');
      else this.takesInput.add(name);
      for (const { description, sent } of inputs[name] ?? []) {
        if (performance.now() > deadline) this.notes.set(name, 'not measured: out of time');
        else {
          await knex('rate_limit').del();
          await soon(this.#send({ name, method: 'POST' }, { description, sent }));
        }
      }
    }
  }

  async #courses(isForMany: boolean): Promise<LargeCourse[]> {
    const { account, probe } = this.place;
    const shapes = isForMany ? COURSE_SHAPES : COURSE_SHAPES.slice(0, SHAPES_OF_FEW);
    return givenLargeCourses({ session: account.session, shapes, probe }, (description, sent) =>
      this.#send(endpointOf('importCourse'), { description, sent: () => sent }),
    );
  }

  /** Reads, or changes, each of the large courses, until enough is known. */
  async #ofCourses(operation: Operation, courses: readonly LargeCourse[]): Promise<void> {
    for (const course of courses) if (!this.notes.has(operation.endpoint.name)) await this.#operation(operation, course);
  }

  /** Sends the inputs of an operation. An operation that cannot be called, or hangs, is noted and ends, so that the next gets its turn. */
  async #operation(operation: Operation, course?: LargeCourse): Promise<void> {
    const { name, method } = operation.endpoint;
    const { account, outside, deadline } = this.place;
    try {
      await soon(account.refresh());
      const idOf = (field: string) => course?.idOf(operation.endpoint, field) ?? account.idOf(operation.endpoint, field);
      const inputs = inputsOf(operation, idOf, () => account.prepare(name, outside));
      // for a change, the first input is the largest valid one: the others were sent to the usual course
      const wanted = course && method !== 'GET' ? inputs.slice(0, 1) : inputs;
      let slow = 0;
      for (const [at, { description, sent }] of wanted.entries()) {
        if (slow >= MOST_SLOW || performance.now() > deadline) {
          this.notes.set(
            name,
            `${wanted.length - at} of its inputs were not sent: ${slow >= MOST_SLOW ? 'others prove enough' : 'out of time'}`,
          );
          return;
        }
        const said = course ? `${description}; course of ${course.description}` : description;
        const row = await soon(this.#send(operation.endpoint, { description: said, sent }));
        if (row.heldMs > BOUND_MS) slow += 1;
      }
    } catch (error) {
      this.notes.set(name, `could not be asked: ${(error as Error).message}`);
    }
  }

  async #send(endpoint: Pick<Endpoint, 'name' | 'method'>, input: Input): Promise<Sample> {
    let row = await this.#once(endpoint, input);
    if (row.heldMs > BOUND_MS && row.tookMs < FILE_WITHIN_MS / 10) {
      const again = await this.#once(endpoint, input);
      if (again.heldMs < row.heldMs && again.status === row.status) row = again;
    }
    this.rows.push(row);
    // also on a pipe: readers should see the progress during ten minutes
    const answer = [row.status, row.code, row.why && `(${row.why})`].filter(Boolean).join(' ');
    const times = `${row.ms.toFixed(0)} ms, probe ${row.probeMs.toFixed(0)} ms, held ${row.heldMs.toFixed(0)} ms`;
    process.stderr.write(`${row.operation}, ${row.input}: ${answer}, ${times}\n`);
    return row;
  }

  async #once(endpoint: Pick<Endpoint, 'name' | 'method'>, { description, sent }: Input): Promise<Sample> {
    const { probe, account } = this.place;
    const request = await sent();
    const from = performance.now();
    const {
      value: answer,
      slowestMs,
      heldMs,
    } = await probe.during(async () => {
      const received = await account.session.send({ ...request, headers: { ...request.headers, prefer: 'respond-async' } });
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

  /** Waits for work that a request has begun, so that it does not disturb the next one. */
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

/** Waits for work for a limited time: work that hangs continues without being awaited. @throws Error */
async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const cut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`cut after ${INPUT_WITHIN_MS / 1_000} s`)), INPUT_WITHIN_MS);
  });
  return Promise.race([work, cut]).finally(() => clearTimeout(timer));
}

const endpointOf = (name: string): Endpoint => ENDPOINTS.find((one) => one.name === name)!;
