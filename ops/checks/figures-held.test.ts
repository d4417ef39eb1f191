import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { ENDPOINTS } from '#contract/endpoints.ts';

/**
 * The test that compares each figure of the operator, class and billing pages with SQL, by the figure's path in its answer; or why none has
 * to. A new figure fails until it has a line. A line that ends with `*` covers everything below it.
 */
type Held = Readonly<Record<string, string>>;

const OVERVIEW = 'domain/operator/overview/overview.test.ts';
const LISTS = 'domain/operator/runs/figures-and-lists.test.ts';
const SERIES = 'domain/operator/series/series.test.ts';
const PAGES = 'domain/operator/batches/pages-and-sql.test.ts';
const CLASSES = 'domain/classes/class-figures.test.ts';
const MONEY = 'api/billing/money-figures.test.ts';
const SALES = 'domain/studio/creator-movements.test.ts';
const STUDIO = 'domain/studio/creator-figures.test.ts';
const PAYOUTS = 'api/studio/creator-payouts.routes.test.ts';
const LOST = 'workers/platform/lost-worker.test.ts';
const CONSOLE = 'domain/operator/console/console.test.ts';
const SETTING = 'no count: what somebody has set, or a constant of ours';
const STORED = 'no count: a column of its row, shown as it is';
const FORECAST = 'no count: reckoned ahead (`estimate.queries.ts`), with tests of its own';
const WORDS = 'no figure of its own: a part of a sentence';

const BATCH: Held = {
  at_once: SETTING,
  canary: SETTING,
  budget_micro_usd: PAGES,
  spent_micro_usd: PAGES,
  reserved_micro_usd: PAGES,
  'limits.*': SETTING,
  'judged.*': PAGES,
  'estimate.*': FORECAST,
  'items.*': PAGES,
  total: PAGES,
  'live.*': PAGES,
  eta_s: FORECAST,
};
const CLASS: Held = { students: CLASSES, assignments: CLASSES, tokens_each: SETTING, tokens_all: SETTING, tokens_this_month: CLASSES };
const ASSIGNMENT: Held = {
  lesson_count: CLASSES,
  students: CLASSES,
  begun: CLASSES,
  completed: CLASSES,
  late: CLASSES,
  extended: CLASSES,
  open_questions: CLASSES,
};
const within = (part: string, held: Held): Held => Object.fromEntries(Object.entries(held).map(([name, by]) => [`${part}.${name}`, by]));

const PAGES_OF_FIGURES: Readonly<Record<string, Held>> = {
  readOverview: {
    'queues.active': LISTS,
    'queues.waiting': LISTS,
    'queues.delayed': LISTS,
    'queues.failed': LISTS,
    'queues.oldest_s': OVERVIEW,
    'queues.wait.*': OVERVIEW,
    'queues.run.*': OVERVIEW,
    'queues.ended': SERIES,
    'queues.empty_in_s': OVERVIEW,
    'queues.workers': OVERVIEW,
    'lanes.depth': LISTS,
    'lanes.most_depth': SETTING,
    'lanes.most_s': SETTING,
    'lanes.oldest_s': 'domain/platform/load/lane-load.test.ts',
    'kinds.queued': LISTS,
    'kinds.running': LISTS,
    'kinds.parked': LISTS,
    'kinds.oldest_s': OVERVIEW,
    'services.failures': STORED,
    'services.calls': LISTS,
    'services.rate_limited': SERIES,
    'services.failed': SERIES,
    'services.latency.*': SERIES,
    'services.tokens_in': SERIES,
    'services.tokens_out': SERIES,
    'services.cost_micro_usd': LISTS,
    'services.under_way': OVERVIEW,
    'services.waiting': OVERVIEW,
    'services.allowance': 'no count: it is measured by the limiter, `acquire-allowance`',
    'workers.concurrency': STORED,
    'workers.held': OVERVIEW,
    'alerts.*': STORED,
    'spend.micro_usd': OVERVIEW,
    'spend.presumed_micro_usd': STORED,
    'spend.cap_micro_usd': SETTING,
  },
  readSeries: {
    bar_s: SETTING,
    'queues.*': SERIES,
    'waits.*': SERIES,
    'attempts.*': SERIES,
    'failures.count': SERIES,
    'services.*': SERIES,
    'purposes.*': SERIES,
    'marks.value': STORED,
    'deploys.*': SERIES,
  },
  readConsoleState: {
    workers: MONEY,
    'lost.*': LOST,
    'alerts.*': MONEY,
    batches: MONEY,
    failed: MONEY,
    payments: MONEY,
    texts: MONEY,
    reports: MONEY,
  },
  searchRuns: {
    'runs.progress': STORED,
    'runs.cost_micro_usd': 'domain/operator/runs/runs-console.test.ts',
    'usual.*': CONSOLE,
    total: LISTS,
    'parts.*': LISTS,
  },
  inspectRun: {
    'run.progress': STORED,
    'run.cost_micro_usd': PAGES,
    attempt: STORED,
    'calls.cost_micro_usd': PAGES,
    'calls.*': STORED,
    'lost.*': LOST,
    'children.*': PAGES,
    wasted_micro_usd: PAGES,
    charged: PAGES,
    'usual.*': CONSOLE,
  },
  listBatches: within('batches', BATCH),
  readBatch: {
    ...within('batch', BATCH),
    'items.cost_micro_usd': PAGES,
    'items.*': STORED,
    'at_vendors.*': PAGES,
  },
  getClass: within('class', CLASS),
  listClasses: within('classes', CLASS),
  listClassQuestions: { open: CLASSES },
  getClassReport: { 'students.*': CLASSES, 'totals.*': CLASSES },
  listAssignments: within('assignments', { ...ASSIGNMENT, to_mark: CLASSES }),
  listOwnAssignments: { 'assignments.*': CLASSES },
  getAssignmentReport: { ...within('assignment', ASSIGNMENT), 'students.*': CLASSES, 'hardest.*': CLASSES },
  userTokens: {
    balance: MONEY,
    daily_available: MONEY,
    monthly_available: MONEY,
    purchased_available: MONEY,
    held: MONEY,
    organisation_available: 'domain/classes/classes.test.ts',
    'quotas.*': STORED,
  },
  listMovements: { 'movements.cause_words.*': WORDS, 'movements.tokens': MONEY, 'movements.balance_after': MONEY },
  listInvoices: {
    'invoices.description_words.*': WORDS,
    'invoices.amount_cents': MONEY,
    'invoices.refund.*': 'no count: what would be given back now, which refunds are tested by',
  },
  listBillingAlarms: { 'alarms.detail.*': STORED, 'alarms.payment.*': MONEY },
  getCreatorStats: { '*': STUDIO },
  getCreatorAnalytics: { '*': STUDIO },
  getRevenue: { '*': SALES },
  listSaleMovements: { '*': SALES },
  getPayouts: { minimum: SETTING, hold_days: SETTING, '*': PAYOUTS },
};

interface Definition {
  readonly type: string;
  readonly shape?: Record<string, z.core.$ZodType>;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly innerType?: z.core.$ZodType;
}

/** Returns the paths of all numbers in an answer; lists are traversed. */
function figuresOf(schema: z.core.$ZodType, at = ''): string[] {
  const def = schema._zod.def as unknown as Definition;
  const below = (inner: z.core.$ZodType | undefined, name = '') => (inner ? figuresOf(inner, [at, name].filter(Boolean).join('.')) : []);
  if (def.type === 'number' || def.type === 'int') return [at];
  if (def.type === 'object') return Object.entries(def.shape!).flatMap(([name, inner]) => below(inner, name));
  if (def.type === 'array') return below(def.element);
  if (def.type === 'record') return below(def.valueType, '*');
  if (def.type === 'union') return [...new Set(def.options!.flatMap((option) => below(option)))];
  return below(def.innerType);
}

const isLineOf = (line: string, figure: string): boolean => (line.endsWith('*') ? figure.startsWith(line.slice(0, -1)) : line === figure);

it.each(Object.entries(PAGES_OF_FIGURES))('every figure of %s is compared with SQL by a test, or says why it need not be', (name, held) => {
  const { responses } = ENDPOINTS.find((one) => one.name === name)!;
  const figures = figuresOf((responses as Record<number, z.core.$ZodType>)[200]!);
  expect(figures.length).toBeGreaterThan(0);
  const lines = Object.keys(held);
  expect(figures.filter((figure) => !lines.some((line) => isLineOf(line, figure)))).toEqual([]);
  // a line for a figure that no longer exists
  expect(lines.filter((line) => !figures.some((figure) => isLineOf(line, figure)))).toEqual([]);
});

it('each named test exists, and mentions its figure', () => {
  for (const held of Object.values(PAGES_OF_FIGURES))
    for (const [line, by] of Object.entries(held)) {
      if (by.startsWith('no ')) continue;
      const text = readFileSync(path.join(import.meta.dirname, '../..', by), 'utf8');
      const figure = line
        .replace(/[.]?\*$/, '')
        .split('.')
        .at(-1)!;
      const inCode = figure.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      expect(text.includes(figure) || text.includes(inCode), `${by}: ${line}`).toBe(true);
    }
});
