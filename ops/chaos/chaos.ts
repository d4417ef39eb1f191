interface Part {
  /** Shown in the list, with the important options; each file's own comment has all of them. */
  readonly what: string;
  readonly file: string;
}

const PARTS: Readonly<Record<string, Part>> = {
  courses: { file: './courses.ts', what: 'kills processes while courses are written [--runs 40 --seeds 1,2,3 --faults api,worker]' },
  answers: { file: './answers.ts', what: 'services away, broken streams, 429s, a full disk [--parts outages,429 --scale 0.1]' },
  batch: { file: './batch.ts', what: 'batches: storm, control, isolation, scale or vendors [storm --store postgres|redis]' },
  clips: { file: './clips.ts', what: 'kills processes while clips are filmed [--kills 40 --seed 1]' },
  media: { file: './media.ts', what: 'kills processes while simulations are made and lessons are spoken [--kills 30 --seed 1]' },
  voice: { file: './voice.ts', what: 'kills the worker while voice notes are transcribed [--kills 20 --seed 1]' },
  webhooks: { file: './webhooks.ts', what: 'kills processes while events leave to ten webhooks [--events 1000 --kills 20 --seed 1]' },
  rolling: { file: './rolling.ts', what: 'restarts apis and workers one by one under load [--users 100 --runs 20]' },
  cluster: { file: './cluster.ts', what: 'kills masters of a Redis cluster under load [--runs 50 --sockets 200 --masters 2]' },
  takeover: { file: './takeover.ts', what: 'kills all workers at once, and measures until new ones take their steps over [--kills 3]' },
  silence: { file: './silence.ts', what: 'all services ask for an hour’s pause, then recover [--for-s 75]' },
  secrets: { file: './secrets.ts', what: 'looks for marked texts and secrets in every log' },
  community: { file: '../../e2e/chaos/community.ts', what: 'people in real browsers [--parts chat,fallback,calls,attacks,maps]' },
};

// npm run chaos -- <what> [options]: runs one program that breaks a separate installation on purpose and then checks that nothing was lost, done
// twice or paid for twice. Each ends by itself; its exit code is 1 after a violation. Without a known name, lists them.
const [name = '', ...options] = process.argv.slice(2);
const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
if (part) {
  // the program reads its own options, as if it had been started directly
  process.argv.splice(2, process.argv.length, ...options);
  await import(part.file);
} else {
  console.log('npm run chaos -- <what> [options], where <what> is one of:\n');
  for (const [known, { what }] of Object.entries(PARTS)) console.log(`  ${known.padEnd(10)} ${what}`);
  process.exitCode = name === '' ? 0 : 1;
}
