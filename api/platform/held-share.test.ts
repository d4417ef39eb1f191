import type { Socket } from 'node:net';
import { setImmediate as allElse } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTimeAllowance } from '#domain/platform/turns/processor-time.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { openLimits } from './limits.ts';
import { networkOf } from './networks.ts';
import { ofNetworks, openWorkAllowance, WORK_OF } from './work-allowance.ts';

/**
 * A simulated processor and clock: work advances both, waiting advances only the clock, and only when nobody has anything else to do. So
 * the time that a caller used is an exact sum, whatever this machine does meanwhile.
 */
function ownClock() {
  let nowMs = 0;
  let usedMs = 0;
  let sleepers: { at: number; wake: () => void }[] = [];
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: usedMs * 1_000, system: 0 }));
  return {
    get nowMs() {
      return nowMs;
    },
    get usedMs() {
      return usedMs;
    },
    work(ms: number) {
      usedMs += ms;
      nowMs += ms;
    },
    wait: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const sleeper = { at: nowMs + ms, wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers = sleepers.filter((one) => one !== sleeper);
          resolve();
        });
      }),
    /** Lets time pass: each waiter continues at its time, and finishes all it can before the next one does. */
    async pass(ms: number) {
      const until = nowMs + ms;
      for (;;) {
        await allElse();
        const next = sleepers.toSorted((one, other) => one.at - other.at)[0];
        if (!next || next.at > until) break;
        sleepers.splice(sleepers.indexOf(next), 1);
        nowMs = Math.max(nowMs, next.at);
        next.wake();
      }
      nowMs = Math.max(nowMs, until);
    },
  };
}

afterEach(() => void vi.restoreAllMocks());

const REFUSED = new Error('refused');

describe.each(['account', 'address'] as const)('any sender of %s occupies', (of) => {
  const { burstMs, share, atOnce } = WORK_OF[of];
  it.each([
    ['one loop of 2 ms', { loops: 1, ms: 2, waitsMs: 0 }],
    ['two loops of 20 ms, as of long bodies', { loops: 2, ms: 20, waitsMs: 0 }],
    ['two loops of 140 ms', { loops: 2, ms: 140, waitsMs: 0 }],
    ['forty loops of 20 ms', { loops: 40, ms: 20, waitsMs: 0 }],
    ['forty loops of 900 ms', { loops: 40, ms: 900, waitsMs: 0 }],
    ['forty loops of 20 ms that wait for the database', { loops: 40, ms: 20, waitsMs: 300 }],
    ['ten loops of 100 ms that wait longer than one is waited for', { loops: 10, ms: 100, waitsMs: 3_000 }],
  ])('at most its burst and its share, and what was admitted at once: %s', async (_, { loops, ms, waitsMs }) => {
    const clock = ownClock();
    const { charged } = openWorkAllowance({
      ...WORK_OF[of],
      allowance: openTimeAllowance(WORK_OF[of]),
      refuseAfter: () => {
        throw REFUSED;
      },
      slowDown: () => clock.wait(1_000),
      wait: clock.wait,
    });
    const counts = { underWay: 0, most: 0 };
    const request = async () => {
      counts.underWay += 1;
      counts.most = Math.max(counts.most, counts.underWay);
      if (waitsMs > 0) await clock.wait(waitsMs);
      clock.work(ms);
      counts.underWay -= 1;
    };
    let isOver = false;
    const loop = async () => {
      // a caller who retries immediately when refused would never let the clock advance
      while (!isOver) await charged('mallory', request).catch(() => clock.wait(50));
    };
    let ended = 0;
    for (let at = 0; at < loops; at += 1) void loop().then(() => (ended += 1));
    await clock.pass(60_000);
    const { usedMs, nowMs } = clock;
    isOver = true;
    // nothing stays in progress, which would share the next test's time
    while (ended < loops) await clock.pass(10_000);
    const paid = burstMs + share * nowMs;
    // work admitted before the first finished is charged afterwards
    expect(usedMs).toBeLessThanOrEqual(paid + Math.max(atOnce, counts.most) * ms);
    expect(usedMs).toBeGreaterThanOrEqual(0.5 * paid);
  });
});

describe('two loops of long bodies that are read and discarded', () => {
  /**
   * A simulated processor that only receives this many bytes per millisecond, and a clock that waiting advances: the bytes in use are
   * counted.
   */
  const BYTES_A_MS = 10_000;
  const sockets: Socket[] = [];
  const clock = { waitedMs: 0, waits: 0 };
  const usedMs = () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0) / BYTES_A_MS;
  const limits = openLimits({
    local: true,
    isCharged: true,
    wait: (ms, signal) => {
      // long work is waited for
      if (signal) return new Promise((resolve) => signal.addEventListener('abort', resolve));
      clock.waitedMs += ms;
      clock.waits += 1;
      return Promise.resolve();
    },
  });
  const api = useTestApi({}, { limits });
  const body = ({ userId }: Person) => `{"course_id":"${uuidv7()}","user_id":"${userId}","course_data":[${'0,'.repeat(900_000)}0]}`;

  it('are admitted as often as a tenth of a processor pays for, and nobody else waits for them', async () => {
    const [mallory, ada] = [await api.givenPerson('mallory@example.com'), await api.givenPerson('ada@example.com')];
    api.server.on('connection', (socket) => void sockets.push(socket));
    vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: usedMs() * 1_000, system: 0 }));
    vi.spyOn(performance, 'now').mockImplementation(() => clock.waitedMs + usedMs());
    const save = async (who: Person) => {
      const { status } = await api.call('/api/courses/save', { rawBody: body(who), bearer: who.accessToken });
      return status;
    };
    let read = 0;
    const loop = async () => {
      for (let at = 0; at < 15; at += 1) if ((await save(mallory)) === 404) read += 1;
    };
    await Promise.all([loop(), loop()]);
    const costMs = body(mallory).length / BYTES_A_MS;
    const { burstMs, share } = WORK_OF.account;
    const paidFor = (burstMs + share * performance.now()) / costMs;
    // two are in progress, and the bytes that a socket receives before its request is examined are charged to nobody
    expect(read).toBeLessThanOrEqual(Math.ceil(paidFor * 1.1) + 2);
    expect(read).toBeGreaterThan(10);
    expect(clock.waits).toBeGreaterThan(10);
    const { waits } = clock;
    expect([await save(ada), await save(ada)]).toEqual([404, 404]);
    expect(clock.waits).toBe(waits);
  });
});

describe('an IPv6 network', () => {
  it('has its own time, and all networks of one site together have twice that', () => {
    const allowance = ofNetworks({ burstMs: 2_000, share: 0.2 });
    vi.spyOn(performance, 'now').mockImplementation(() => 0);
    const networks = Array.from({ length: 8 }, (_, at) => networkOf(`2001:db8:1:${at}::1`));
    for (const network of networks.slice(0, 3)) allowance.charge(network, 1_500);
    expect(networks.map((network) => [allowance.isHeavy(network), allowance.waitMs(network)])).toEqual(networks.map(() => [true, 1_250]));
    expect(['2001:db8:2::1', '203.0.113.7'].map((ip) => allowance.waitMs(networkOf(ip)))).toEqual([0, 0]);
  });

  it('and all networks of its provider have three times that, as all addresses of an IPv4 /24: beyond it they wait, and are not refused', () => {
    const allowance = ofNetworks({ burstMs: 2_000, share: 0.2 });
    vi.spyOn(performance, 'now').mockImplementation(() => 0);
    for (let at = 0; at < 100; at += 1) {
      allowance.charge(networkOf(`2001:db8:${at.toString(16)}::1`), 1_500);
      allowance.charge(`203.0.113.${at}`, 1_500);
    }
    // by far more than the ten seconds for which others wait instead of being refused
    expect(['2001:db8:ffff::1', '203.0.113.200'].map((ip) => allowance.waitMs(networkOf(ip)))).toEqual([5_000, 5_000]);
    expect(['2001:db9::1', '203.0.114.7'].map((ip) => allowance.waitMs(networkOf(ip)))).toEqual([0, 0]);
  });
});
