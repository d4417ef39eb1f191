/**
 * `npm run bench [generation|steps|service|pollers|eta|language|ledger|nearby|market|live|operators|speech]`: measures an installation of its own and prints ratios against a named baseline of the
 * same run. Nothing here asserts: figures move with the machine, ratios hardly.
 */
const parts = {
  generation: './generation.bench.ts',
  steps: './steps.bench.ts',
  service: './service.bench.ts',
  pollers: './pollers.bench.ts',
  eta: './eta.bench.ts',
  language: './language.bench.ts',
  ledger: './ledger.bench.ts',
  nearby: './nearby.bench.ts',
  operators: './operators.bench.ts',
  market: './market.bench.ts',
  live: './live.bench.ts',
  learner: './learner.bench.ts',
  sales: './sales.bench.ts',
  speech: './speech.bench.ts',
} as const;
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
for (const [name, file] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  const { bench } = (await import(file)) as { bench: () => Promise<void> };
  await bench();
}
process.exit(0);
