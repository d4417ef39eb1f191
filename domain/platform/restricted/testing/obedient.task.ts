// For tests: does what the input says.
import type { RestrictedWork } from '../restricted-process.ts';

const ACTS: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  reverse: (bytes) => bytes.toReversed(),
  environment: () => Object.keys(process.env),
  pid: () => process.pid,
  print: () => {
    console.log('not an answer');
    return null;
  },
  labour() {
    const isDone = () => process.cpuUsage().user > 2_500_000;
    while (!isDone()) Math.sqrt(2);
    return process.pid;
  },
  spin() {
    for (;;) Math.sqrt(2);
  },
  wait: () => new Promise(() => setInterval(() => undefined, 1000)),
  fill() {
    const held = [];
    for (;;) held.push(Array.from({ length: 100_000 }, (_, n) => ({ n })));
  },
  deepen() {
    const deeper = (n: number): number => 1 + deeper(n + 1);
    return deeper(0);
  },
  babble: () => 'x'.repeat(3_000_000),
  end: () => process.exit(),
  endLater() {
    setTimeout(() => process.exit());
    return process.pid;
  },
  refuse() {
    throw Object.assign(new Error('I refuse'), { code: 'test.refused' });
  },
  connect: async () =>
    new Promise((_, reject) => {
      void import('node:net').then(({ connect }) => connect(1).on('error', reject));
    }),
  write: async () => (await import('node:fs')).writeFileSync('/tmp/restricted', ''),
  read: async () => (await import('node:fs')).readFileSync('/etc/hostname', 'utf8'),
  spawn: async () => (await import('node:child_process')).spawn('true'),
};

export const work: RestrictedWork = async (act, bytes) => {
  const done = await ACTS[String(act)]!(bytes);
  return done instanceof Uint8Array ? { bytes: done } : { value: done };
};
