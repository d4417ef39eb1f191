import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ALERT_RULES, expressionOf } from '#domain/operator/alerts/alert-rules.ts';
import { METRICS } from '#domain/operator/overview/metric-names.ts';
import { metrics as workerMetrics, registerInstallationGauges } from '#workers/platform/metrics.ts';

interface RulesFile {
  readonly groups: readonly {
    readonly rules: readonly { alert: string; expr: string; for: string; labels: object; annotations: object }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const rules = (parse(read('alerts.yml')) as RulesFile).groups.flatMap((group) => group.rules);
const panels = (JSON.parse(read('grafana-coursewright.json')) as Dashboard).panels;

const FUNCTIONS = new Set(['max', 'min', 'sum', 'by', 'rate', 'le', 'histogram_quantile']);

/**
 * Returns the metrics and labels in an expression. @throws when it is invalid: quotes and brackets must close, and a comparison needs two sides
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

it('the alert rules of Prometheus are the table the console and the mails use, and every expression names metrics that exist', () => {
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

it('every panel of the Grafana dashboard asks for metrics and labels that the processes answer', async () => {
  registerInstallationGauges(METRICS, async () => []);
  const answered = new Map((await workerMetrics.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]));
  for (const { title, targets } of panels) {
    expect(targets.length, title).toBeGreaterThan(0);
    for (const { expr } of targets) {
      const { metrics, labels } = namesIn(expr);
      for (const name of metrics) expect([...answered.keys()], `${title}: ${name}`).toContain(name.replace(/_(bucket|count|sum)$/, ''));
      const declared = METRICS[metrics[0] as keyof typeof METRICS];
      if (declared) for (const label of labels) expect(declared.labels, `${title}: ${label}`).toContain(label);
    }
  }
});

it('refuses expressions that are none', () => {
  for (const broken of ['max (a > 1', 'a{b="c} > 1', '> 1', 'a >']) expect(() => namesIn(broken), broken).toThrow();
});
