import { parseArgs } from 'node:util';
import { control } from './batch/control.ts';
import { isolation, scale } from './batch/lanes.ts';
import { storm } from './batch/storm.ts';
import { vendors } from './batch/vendors.ts';

/**
 * `npm run chaos -- batch [storm|control|isolation|scale|vendors] [--store postgres|redis] [--seed 1] [--courses 1000 --kills 5 --fault-share 0.05
 * --call-ms 200] [--moments 30] [--pairs 3]`: tests the guarantees of batches on a separate installation. `storm`: many courses of 12 lessons
 * with failing vendors and killed workers; `control`: stops and resumes at random moments; `isolation`: learners' waiting time beside a batch;
 * `scale`: two workers against one; `vendors`: by the vendors' batch services, with workers killed while they submit batches and store results. The exit code is 1 after a violation.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    store: { type: 'string', default: 'postgres' },
    seed: { type: 'string', default: '1' },
    courses: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '5' },
    'fault-share': { type: 'string', default: '0.05' },
    'call-ms': { type: 'string', default: '200' },
    moments: { type: 'string', default: '30' },
    pairs: { type: 'string', default: '3' },
  },
});
const store = values.store === 'redis' ? 'redis' : 'postgres';
const [seed, pairs] = [Number(values.seed), Number(values.pairs)];
const parts: Readonly<Record<string, () => Promise<string[]>>> = {
  storm: () =>
    storm({
      courses: Number(values.courses),
      kills: Number(values.kills),
      faultShare: Number(values['fault-share']),
      seed,
      store,
      callMs: Number(values['call-ms']),
    }),
  control: () => control({ moments: Number(values.moments), seed, store }),
  isolation: () => isolation({ store, pairs }),
  scale: () => scale({ store, pairs }),
  vendors: () =>
    vendors({ courses: Number(values.courses), kills: Number(values.kills), faultShare: Number(values['fault-share']), seed, store }),
};
const part = parts[positionals[0] ?? 'storm'];
if (!part) throw new Error(`there is no part ${positionals[0]}; there are ${Object.keys(parts).join(', ')}`);
const problems = await part();
for (const problem of problems) console.log(`BROKEN: ${problem}`);
console.log(problems.length === 0 ? 'everything held' : `${problems.length} things did not hold`);
process.exit(problems.length === 0 ? 0 : 1);
