/** The rules of `promtool check metrics` for a /metrics page, so that the test suite does not need it. */

interface Family {
  readonly name: string;
  readonly help: string;
  type: string;
  readonly samples: { name: string; labels: Map<string, string> }[];
}

const NAME = /^[a-z][a-z0-9_]*$/;
/** Units that are not base units, according to promtool: seconds, bytes, ratios and so on are. */
const NO_BASE_UNIT =
  /(^|_)(milliseconds|microseconds|nanoseconds|minutes|hours|days|weeks|ms|us|ns|kilobytes|megabytes|gigabytes|kb|mb|gb|percent|percentage)(_|$)/;
const SUFFIXES: Readonly<Record<string, readonly string[]>> = { histogram: ['_bucket', '_sum', '_count'], summary: ['', '_sum', '_count'] };

/** Returns the problems of a text in Prometheus' format; empty for a valid one. */
export function metricsProblems(text: string): string[] {
  const families = new Map<string, Family>();
  const problems: string[] = [];
  const series = new Set<string>();
  let last: Family | undefined;
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, kind, name = '', said = ''] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (families.has(name)) problems.push(`${name} appears twice`);
      families.set(name, (last = { name, help: said, type: 'untyped', samples: [] }));
    } else if (kind === 'TYPE') {
      if (last?.name === name) last.type = said;
      else problems.push(`${name} has no help`);
    } else {
      const [, sample = '', labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
      if (!last || !(SUFFIXES[last.type] ?? ['']).some((suffix) => sample === last!.name + suffix))
        problems.push(`${line} belongs to no metric`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, value]) => [label!, value!] as const);
      const id = `${sample} ${JSON.stringify(pairs.toSorted())}`;
      if (series.has(id)) problems.push(`${line} appears twice`);
      series.add(id);
      last?.samples.push({ name: sample, labels: new Map(pairs) });
    }
  }
  return [...problems, ...[...families.values()].flatMap(problemsOf)];
}

function problemsOf({ name, help, type, samples }: Family): string[] {
  const has = (label: string) => samples.some(({ labels }) => labels.has(label));
  const found: [boolean, string][] = [
    [!NAME.test(name), 'is not in lower case with underscores'],
    [help.trim() === '', 'has no help text'],
    [type === 'untyped', 'has no type'],
    [name.endsWith('_total') !== (type === 'counter'), '_total is the end of counters, of all of them and of nothing else'],
    [/_(count|sum|bucket)$/.test(name), 'ends like the part of a histogram'],
    [NO_BASE_UNIT.test(name), 'is not in a base unit'],
    [new RegExp(`(^|_)(gauge|counter|histogram|summary)(_|$)`).test(name), 'has its type in its name'],
    [has('quantile') && type !== 'summary', 'has quantiles without being a summary'],
    [has('le') && type !== 'histogram', 'has buckets without being a histogram'],
    [samples.some(({ labels }) => [...labels.keys()].some((label) => /[A-Z]/.test(label) || label === name)), 'has a badly named label'],
  ];
  return found.flatMap(([isSo, words]) => (isSo ? [`${name} ${words}`] : []));
}
