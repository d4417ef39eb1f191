import { parseArgs } from 'node:util';
import { storm } from './batch/storm.ts';

/**
 * `npm run chaos-batch [-- --courses 1000 --kills 5 --fault-share 0.05 --seed 1 --store postgres|redis --call-ms 200]`: a batch over many
 * courses of 12 lessons with failing vendors and killed workers. The exit code is 1 when anything did not hold.
 */
const { values } = parseArgs({
  options: {
    courses: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '5' },
    'fault-share': { type: 'string', default: '0.05' },
    seed: { type: 'string', default: '1' },
    store: { type: 'string', default: 'postgres' },
    'call-ms': { type: 'string', default: '200' },
  },
});
const problems = await storm({
  courses: Number(values.courses),
  kills: Number(values.kills),
  faultShare: Number(values['fault-share']),
  seed: Number(values.seed),
  store: values.store === 'redis' ? 'redis' : 'postgres',
  callMs: Number(values['call-ms']),
});
for (const problem of problems) console.log(`BROKEN: ${problem}`);
console.log(problems.length === 0 ? 'everything held' : `${problems.length} things did not hold`);
process.exit(problems.length === 0 ? 0 : 1);
