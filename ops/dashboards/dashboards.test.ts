import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '#api/platform/metrics.ts';
import { ALERT_RULES, expressionOf } from '#domain/operator/alerts/alert-rules.ts';
import { metricsProblems } from './metrics-rules.ts';
import { METRICS } from '#domain/operator/overview/metric-names.ts';
import { metrics, QUEUE_GAUGES, recordStep, registerInstallationGauges, registerQueueGauges } from '#workers/platform/metrics.ts';

interface RulesFile {
  readonly groups: readonly {
    readonly rules: readonly { alert: string; expr: string; for: string; labels: object; annotations: object }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const labelled = (labels: readonly string[]) => Object.fromEntries(labels.map((label) => [label, label === 'quantile' ? '0.95' : 'x']));
const gauges = new Registry();
registerInstallationGauges(
  METRICS,
  async () => Object.entries(METRICS).map(([metric, { labels }]) => ({ metric, labels: labelled(labels), value: 1 })),
  gauges,
);
registerQueueGauges(
  {
    queues: async () => [{ queue: 'x', waiting: 1, active: 1, delayed: 0, failed: 0, paused: 0 }],
    outboxAgeS: async () => 1,
    held: () => 1,
  },
  gauges,
);
/** A worker's registry and its gauges, which another test's worker may have registered in this process, and an api's registry. */
const pages = [metrics, gauges, createMetrics().registry];
// a worker that another test has killed in this process can no longer report on its queues
for (const name of Object.values(QUEUE_GAUGES)) metrics.removeSingleMetric(name);
recordStep('write-lesson', 'done', 1);

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const rules = (parse(read('alerts.yml')) as RulesFile).groups.flatMap((group) => group.rules);
const panels = (JSON.parse(read('grafana-coursewright.json')) as Dashboard).panels;

const FUNCTIONS = new Set(['max', 'min', 'sum', 'by', 'rate', 'le', 'histogram_quantile']);

/**
 * Returns the metrics and labels in an expression.
 * @throws if it is invalid: quotes and brackets must close, and a comparison needs two sides
 */
function namesIn(expression: string): { metrics: string[]; labels: string[] } {
  const bare = expression.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  for (const [open, close] of ['()', '{}', '[]'])
    if (bare.split(open!).length !== bare.split(close!).length) throw new Error(`${expression}: ${open} is not closed`);
  if (bare.replaceAll('""', '').includes('"')) throw new Error(`${expression}: a quote is not closed`);
  if (/[<>]\s*$|^\s*[<>]/.test(bare)) throw new Error(`${expression}: a comparison has one side`);
  const labels = [...bare.matchAll(/(?:\{|,)\s*(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, name]) => name!);
  const groups = [...bare.matchAll(/by\s*\(([^)]*)\)/g)].flatMap(([, names]) => names!.split(',').map((name) => name.trim()));
  const outside = bare
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/by\s*\([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '');
  const metrics = [...outside.matchAll(/[a-z_]\w*/gi)].map(([name]) => name).filter((name) => !FUNCTIONS.has(name));
  return { metrics, labels: [...labels, ...groups] };
}

it('the alert rules of Prometheus equal the table of the console and the mails, and every expression names existing metrics', () => {
  expect(rules.map(({ alert, expr, for: during, labels, annotations }) => ({ alert, expr, during, labels, annotations }))).toEqual(
    ALERT_RULES.map((rule) => ({
      alert: rule.name,
      expr: expressionOf(rule),
      during: `${rule.forS}s`,
      labels: { severity: rule.severity },
      annotations: { summary: rule.summary },
    })),
  );
  for (const { expr } of rules) {
    const { metrics, labels } = namesIn(expr);
    expect(metrics, expr).toHaveLength(1);
    const metric = METRICS[metrics[0] as keyof typeof METRICS];
    expect(metric, expr).toBeDefined();
    for (const label of labels) expect(metric.labels, expr).toContain(label);
  }
});

it('every panel of the Grafana dashboard uses metrics and labels that the processes export', async () => {
  const answered = (await Promise.all(pages.map((registry) => registry.getMetricsAsJSON()))).flat().map(({ name }) => name);
  for (const { title, targets } of panels) {
    expect(targets.length, title).toBeGreaterThan(0);
    for (const { expr } of targets) {
      const { metrics, labels } = namesIn(expr);
      for (const name of metrics) expect(answered, `${title}: ${name}`).toContain(name.replace(/_(bucket|count|sum)$/, ''));
      const declared = METRICS[metrics[0] as keyof typeof METRICS];
      if (declared) for (const label of labels) expect(declared.labels, `${title}: ${label}`).toContain(label);
    }
  }
});

it('every metric page is valid for promtool: names, types, help texts, no duplicate series', async () => {
  const worker = await gauges.metrics();
  expect(worker).toContain('# TYPE coursewright_queue_wait_seconds summary\ncoursewright_queue_wait_seconds{queue="x",quantile="0.95"} 1');
  for (const page of [worker, await metrics.metrics(), await createMetrics().registry.metrics()]) expect(metricsProblems(page)).toEqual([]);
});
