import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { uuidv7 } from 'uuidv7';
import { WebSocket, WebSocketServer } from 'ws';
import type { ServerMessage } from '#contract/live/live.contract.ts';
import { openSession } from '#domain/identity/sessions/open-session.command.ts';
import { migrateQueueStore } from '#queues/platform/queue-store.ts';
import { config } from '#domain/platform/config.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { bound, line } from './figures.ts';
import { onBenchStore } from './bench-store.ts';
import { processorMs, residentMb } from './measure.ts';

const SOCKETS = 1_000;
const ROOM = 50;
const PER_SECOND = 200;
const SECONDS = 60;
const SLOW = 50;
const PROCESSES = 2;

interface Api {
  readonly child: ChildProcess;
  readonly origin: string;
  /** Address of its inspector. */
  readonly inspector: string;
}

interface Member {
  readonly accountId: string;
  readonly token: string;
  readonly api: Api;
  readonly room: number;
}

/**
 * Opens 1,000 sockets over two api processes and sends 200 messages per second into rooms of 50: measures the time from a message's request
 * to each socket, and whether each receives it once; 50 of the sockets do not read. The baseline relays the same number of copies in this
 * process. `LIVE_SOCKETS`, `LIVE_RATE` and `LIVE_SECONDS` reduce it.
 */
export async function bench(): Promise<void> {
  const sockets = Number(process.env.LIVE_SOCKETS ?? SOCKETS);
  const rate = Number(process.env.LIVE_RATE ?? PER_SECOND);
  const seconds = Number(process.env.LIVE_SECONDS ?? SECONDS);
  const baseline = await relay(sockets, rate, Math.min(10, seconds));
  line(`a bare relay to rooms of ${ROOM}, p50 / p99`, `${at(baseline, 0.5)} / ${at(baseline, 0.99)} ms`);
  await onBenchStore(10, async ({ url, knex }) => {
    await migrateQueueStore(url);
    const apis = await Promise.all(Array.from({ length: PROCESSES }, () => startApi(url)));
    try {
      const members: Member[] = [];
      for (let n = 0; n < sockets; n += 1) {
        // established authors, who are allowed to write often
        const accountId = await insertAccount(knex, { birth_year: 1990, roles: '{learner,operator}' });
        const { accessToken: token } = await openSession(accountId, 'bench');
        members.push({ accountId, token, api: apis[n % PROCESSES]!, room: Math.floor(n / ROOM) });
      }
      const rooms: string[] = [];
      for (let room = 0; room < Math.ceil(sockets / ROOM); room += 1) {
        const [group, id] = [uuidv7(), uuidv7()];
        await knex('study_group').insert({ id: group, name: `Group ${room}`, description: '' });
        const inside = members.filter((member) => member.room === room);
        await knex('study_group_member').insert(
          inside.map(({ accountId }) => ({ group_id: group, account_id: accountId, standing: 'member' })),
        );
        await knex('chat_room').insert({ id, kind: 'group', group_id: group });
        rooms.push(id);
      }
      const backends = async () => {
        const { rows } = await knex.raw(`select pid from pg_stat_activity where backend_type = 'client backend'`);
        return rows.map(({ pid }: { pid: number }) => pid) as number[];
      };
      await measure({ members, rooms, rate, seconds, apis, baseline, backends });
    } finally {
      for (const { child } of apis) child.kill('SIGKILL');
    }
  });
}

interface Measured {
  readonly members: readonly Member[];
  readonly rooms: readonly string[];
  readonly rate: number;
  readonly seconds: number;
  readonly apis: readonly Api[];
  readonly baseline: readonly number[];
  /** Pids of the store's connection processes. */
  readonly backends: () => Promise<readonly number[]>;
}

async function measure({ members, rooms, rate, seconds, apis, baseline, backends }: Measured): Promise<void> {
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const heard = new Map<string, Set<string>>();
  let twice = 0;
  let cut = 0;
  const slow = Math.min(SLOW, Math.floor(members.length / 20));
  const sockets: WebSocket[] = [];
  const open = async (member: Member, n: number) => {
    const { api, token, accountId } = member;
    const socket = new WebSocket(`${api.origin.replace('http', 'ws')}/ws/${accountId}`, ['coursewright'], {
      headers: { Authorization: `Bearer ${token}` },
    });
    const mine = new Set<string>();
    heard.set(accountId, mine);
    socket.on('error', () => undefined);
    socket.on('close', () => (cut += 1));
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type !== 'new_message') return;
      const id = message.message.message_id;
      if (mine.has(id)) twice += 1;
      mine.add(id);
      const sent = sentAt.get(id);
      if (sent !== undefined) delays.push(performance.now() - sent);
    });
    // the greeting means that joining is complete
    await Promise.all([once(socket, 'open'), once(socket, 'message')]);
    // the first sockets do not read
    if (n < slow) socket.pause();
    sockets.push(socket);
  };
  for (let from = 0; from < members.length; from += ROOM) {
    await Promise.all(members.slice(from, from + ROOM).map((member, n) => open(member, from + n)));
  }
  // the after-effects of many simultaneous joins are not measured
  await pause(3_000);
  // all connections are open by now and stay
  const ours = { api: apis.map(({ child }) => child.pid!), store: await backends(), sockets: [process.pid] };
  const used = () => [processorMs(ours.api), processorMs(ours.store), processorMs(ours.sockets)] as const;
  const usedBefore = used();
  const kept = [await keptOf(apis)];
  const memory = [memoryOf(apis)];
  const marks = setInterval(() => memory.push(memoryOf(apis)), (seconds * 1_000) / 4);
  const accepted = new Map<string, number>();
  const posting: Promise<boolean>[] = [];
  const begun = performance.now();
  for (let n = 0; n < rate * seconds; n += 1) {
    const wait = begun + (n / rate) * 1000 - performance.now();
    if (wait > 0) await pause(wait);
    const author = members[slow + (n % (members.length - slow))]!;
    const id = uuidv7();
    sentAt.set(id, performance.now());
    posting.push(
      post(author, { message_id: id, room_id: rooms[author.room]!, content: `Message ${n} of bees and their keepers` }).then((isTaken) => {
        if (isTaken) accepted.set(id, author.room);
        return isTaken;
      }),
    );
  }
  const refused = (await Promise.all(posting)).filter((isTaken) => !isTaken).length;
  const took = (performance.now() - begun) / 1000;
  clearInterval(marks);
  const perMessage = used().map((ms, n) => ((ms - usedBefore[n]!) / Math.max(1, accepted.size)).toFixed(2));
  await pause(2_000);
  let missing = 0;
  for (const [n, member] of members.entries()) {
    if (n < slow) continue;
    for (const [id, room] of accepted) if (room === member.room && !heard.get(member.accountId)!.has(id)) missing += 1;
  }
  const p = { p50: at(delays, 0.5), p95: at(delays, 0.95), p99: at(delays, 0.99) };
  line(
    `${members.length} sockets over ${PROCESSES} processes, ${slow} of them slow`,
    `${accepted.size} messages in ${took.toFixed(0)} s, ${refused} refused`,
  );
  line('  deliveries; missing, twice, sockets cut', `${delays.length}; ${missing}, ${twice}, ${cut}`);
  bound('every message arrives once, and no socket is cut', missing + twice + cut === 0);
  line('  from the request to a socket, p50 / p95 / p99 (target p99 ≤ 250 ms)', `${p.p50} / ${p.p95} / ${p.p99} ms`);
  line('  p99 against the bare relay', `${(Number(p.p99) / Number(at(baseline, 0.99))).toFixed(1)} times`);
  line('  processor time a message: api, store, this process, which reads them', `${perMessage.join(', ')} ms`);
  line('  memory of the api processes, before, at each quarter and after', `${[...memory, memoryOf(apis)].join(' → ')} MB`);
  kept.push(await keptOf(apis));
  line('  of it kept when garbage is collected, before and after', `${kept.join(' → ')} MB`);
  for (const socket of sockets) socket.terminate();
}

const memoryOf = (apis: readonly Api[]) => apis.map(({ child }) => residentMb(child.pid!).toFixed(0)).join('+');

const keptOf = async (apis: readonly Api[]) =>
  (await Promise.all(apis.map(({ inspector }) => retainedMb(inspector)))).map((mb) => mb.toFixed(0)).join('+');

/** @returns whether it was accepted */
async function post({ api, token }: Member, body: object): Promise<boolean> {
  try {
    const answer = await fetch(`${api.origin}/api/community-chat/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Relays the same copies of the same messages from one process without a database. @returns milliseconds of each */
async function relay(sockets: number, rate: number, seconds: number): Promise<number[]> {
  const server = createServer();
  const hub = new WebSocketServer({ server, perMessageDeflate: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const delays: number[] = [];
  const clients = await Promise.all(
    Array.from({ length: sockets }, async () => {
      const client = new WebSocket(address);
      client.on('message', (data) => delays.push(performance.now() - Number(String(data).split(' ')[0])));
      await once(client, 'open');
      return client;
    }),
  );
  const there = [...hub.clients];
  const begun = performance.now();
  for (let n = 0; n < rate * seconds; n += 1) {
    const wait = begun + (n / rate) * 1000 - performance.now();
    if (wait > 0) await pause(wait);
    const first = (n % Math.max(1, Math.floor(sockets / ROOM))) * ROOM;
    const text = `${performance.now()} ${'x'.repeat(300)}`;
    for (const socket of there.slice(first, first + ROOM)) socket.send(text);
  }
  await pause(500);
  for (const client of clients) client.terminate();
  hub.close();
  server.close();
  return delays;
}

/** Starts a whole api process on a free port. */
async function startApi(databaseUrl: string): Promise<Api> {
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', fileURLToPath(new URL('../../api/main.ts', import.meta.url))], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: config().dataDir,
      PUBLIC_ORIGIN: config().publicOrigin,
      PORT: '0',
      ADMIN_PORT: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let inspector = '';
  createInterface({ input: child.stderr }).on('line', (text) => {
    inspector ||= /ws:\/\/\S+/.exec(text)?.[0] ?? '';
    if (!/debugger|inspector|debugging/i.test(text)) console.error(text);
  });
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      if (text.includes('api is listening')) resolve(/"port":(\d+)/.exec(text)?.[1] ?? '');
    });
    child.once('exit', () => reject(new Error('the api did not start')));
  });
  return { child, origin: `http://127.0.0.1:${port}`, inspector };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const at = (values: readonly number[], share: number) =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN).toFixed(1);

/** Returns the memory a process retains after a garbage collection, on and off the heap, in MB. @param inspector address of its inspector */
async function retainedMb(inspector: string): Promise<number> {
  const socket = new WebSocket(inspector);
  await once(socket, 'open');
  let last = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<{ result?: { value?: number } }>((resolve) => {
      const id = (last += 1);
      const hear = (data: unknown) => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: { result?: { value?: number } } };
        if (answer.id !== id) return;
        socket.off('message', hear);
        resolve(answer.result ?? {});
      };
      socket.on('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await call('HeapProfiler.enable');
  await call('HeapProfiler.collectGarbage');
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
  const { result } = await call('Runtime.evaluate', { expression });
  socket.close();
  return (result?.value ?? NaN) / 1_048_576;
}
