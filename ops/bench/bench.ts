import { brokenBounds } from './figures.ts';

/**
 * `npm run bench [generation|course-cost|steps|due|pollers|eta|market|search|live|operators|console-search|learner|claims|classes|moderation|hostile|largest-inputs|hostile-accounts|whole|organisations|scale|cards|learner-month|teaching]`: measures a separate installation
 * and prints ratios to a named baseline of the same run. Absolute figures depend on the machine and are only printed; ratios and numbers that have
 * a bound (`bound`) must hold: the exit code is 1 otherwise, as for `largest-inputs` and `hostile-accounts` when somebody can hold up everybody
 * else. Words after the name of these two choose parts of them, e.g. `largest-inputs voice cards`.
 */
const parts = {
  generation: './generation.bench.ts',
  'course-cost': './course-cost.bench.ts',
  steps: './steps.bench.ts',
  due: './due.bench.ts',
  pollers: './pollers.bench.ts',
  eta: './eta.bench.ts',
  operators: './operators.bench.ts',
  'console-search': './console-search.bench.ts',
  market: './market.bench.ts',
  search: './search.bench.ts',
  live: './live.bench.ts',
  learner: './learner.bench.ts',
  claims: './claims.bench.ts',
  classes: './classes.bench.ts',
  moderation: './moderation.bench.ts',
  hostile: './hostile.bench.ts',
  'largest-inputs': './largest-inputs.bench.ts',
  'hostile-accounts': './hostile-accounts.bench.ts',
  whole: './whole.bench.ts',
  organisations: './organisations.bench.ts',
  scale: './scale.bench.ts',
  cards: './cards.bench.ts',
  'learner-month': './learner-month.bench.ts',
  teaching: './teaching.bench.ts',
} as const;
const TAKES_WORDS = ['largest-inputs', 'hostile-accounts', 'cards'];
const [first = '', ...others] = process.argv.slice(2);
const words = TAKES_WORDS.includes(first) ? others : [];
const wanted = TAKES_WORDS.includes(first) ? [first] : process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
for (const [name, file] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  const { bench } = (await import(file)) as { bench: (words: readonly string[]) => Promise<void> };
  await bench(words);
}
process.exit(brokenBounds().length === 0 ? process.exitCode : 1);
