import { type Evaluation, type EvaluationReport, readEvaluation } from '#contract/operator/evaluations.contract.ts';
import { type AtVendors, type Batch, ITEM_STATES, USUAL_LIMITS, readBatch, readBatchItem } from '#contract/operator/batches.contract.ts';
import { type Overview, readOverview } from '#contract/operator/overview.contract.ts';
import { type Schedule, listSchedules } from '#contract/operator/schedules.contract.ts';
import { button, heading, press, type Scene, text } from './scene.ts';
import { mockAnswer, mockChange } from '../mocks.ts';

const AT = '2026-12-03T12:00:00.000Z';
const ALERT: Overview['alerts'][number] = {
  id: 'a1',
  rule: 'ServicePaused',
  severity: 'warning',
  subject: 'gemini',
  value: 1,
  threshold: 0,
  opened_at: AT,
  ended_at: null,
  owner: null,
  note: '',
  due_at: null,
};
/** Changes this installation's overview: a full lane, a paused queue, a held service, a lost worker, an alarm. */
const inTrouble = (told: Overview): Overview => {
  const wait = { p50: 2, p95: 4, p99: 8 };
  const [worker] = told.workers;
  return {
    ...told,
    queues: told.queues.map((queue, n) =>
      n === 0 ? { ...queue, active: 12, waiting: 30, failed: 1, wait } : { ...queue, is_paused: n === 1 },
    ),
    lanes: told.lanes.map((lane, n) => ({ ...lane, is_full: n === 0 })),
    services: told.services.map((service, n) => ({ ...service, ...(n === 0 && { state: 'held' }) })),
    workers: [...told.workers, { ...worker!, id: 'host:4712', is_alive: false }],
    alerts: [ALERT],
  };
};

/** A batch without courses in any state. */
export const NO_ITEMS = Object.fromEntries(ITEM_STATES.map((state) => [state, 0])) as Batch['items'];
const BATCH: Batch = {
  batch_id: '0193c1de-5c11-7a55-9c40-2f6f0c9e6110',
  name: 'Refresh what an old model wrote',
  what: 'refresh_matching',
  into_language: null,
  creator_id: null,
  instruction: 'Use metric units.',
  state: 'review',
  paused_for: null,
  at_once: 5,
  by_vendor_batch: false,
  canary: 1,
  budget_micro_usd: 5_000_000,
  over_budget: false,
  limits: USUAL_LIMITS,
  judged: { results: 1, failed: 0, unclean: 0, cost_drift: 0.9, since: null },
  spent_micro_usd: 0,
  reserved_micro_usd: 0,
  estimate: {
    courses: 3,
    lessons: 12,
    pinned: 1,
    edited: 2,
    tokens_in: 400,
    tokens_out: 100,
    micro_usd: { low: 1_000_000, expected: 2_000_000, worst: 4_000_000 },
    basis: 'presumed',
    finish_s: 40,
  },
  items: { ...NO_ITEMS, ready: 1, pending: 2 },
  total: 3,
  live: { courses: 0, units: 0 },
  eta_s: null,
  created_at: AT,
  started_at: AT,
  ended_at: null,
  acts: ['continue', 'set_limits', 'cancel', 'approve', 'discard'],
};
const ITEM = {
  course_id: 'c1',
  title: 'Beekeeping for a first year',
  owner_email: 'ines@example.com',
  lessons: 4,
  state: 'ready',
  reason: null,
  attempt: 1,
  child_id: 'r1',
  similarity: 1,
  is_clean: true,
  expected_micro_usd: 0,
  cost_micro_usd: 0,
  published_version: null,
};

/** The changes that the trial would make. */
const DIFFERENCES = {
  lessons: [
    {
      lesson_id: 'l1',
      title: 'A hive in spring',
      live: 'The hive weighs many pounds by the end of May.\n\nBees fly when it is warm.',
      proposed: 'The hive weighs many kilograms by the end of May.\n\nBees fly when it is warm.',
      similarity: 1,
      notes: [],
      is_reviewed: true,
    },
  ],
};

const VENDOR_BATCH: AtVendors['vendor_batches'][number] = {
  id: 'v1',
  service: 'openai',
  vendor_id: 'batch_68f0c2d1a9f88190b3e1c2a4',
  state: 'submitted',
  is_cancelled: false,
  vendor_state: 'in_progress',
  calls: 2000,
  answered: 0,
  failed: 0,
  problem: null,
  created_at: AT,
  submitted_at: AT,
  looked_at: AT,
  ended_at: null,
};
/** Vendor batches: waiting, stored with failed calls, expired, and rejected. */
const AT_VENDORS: AtVendors = {
  gathering: 431,
  gathering_since: AT,
  vendor_batches: [
    VENDOR_BATCH,
    { ...VENDOR_BATCH, id: 'v2', service: 'claude', state: 'ended', vendor_state: 'ended', answered: 1950, failed: 50, ended_at: AT },
    { ...VENDOR_BATCH, id: 'v3', service: 'gemini', state: 'ended', vendor_state: 'BATCH_STATE_EXPIRED', failed: 2000, ended_at: AT },
    {
      ...VENDOR_BATCH,
      id: 'v4',
      vendor_id: null,
      state: 'failed',
      vendor_state: 'failed',
      failed: 2000,
      problem: 'the file is larger than this service takes',
      ended_at: AT,
    },
  ],
};

const CLAUDE = { service: 'claude', model: 'claude-sonnet-5-5' } as const;
const TERRA = { service: 'openai', model: 'gpt-6.1-terra' } as const;
const GROK = { service: 'grok', model: 'grok-4.7' } as const;
const GEMINI = { service: 'gemini', model: 'gemini-3.8-flash' } as const;
const castOf = (name: string, writer: typeof CLAUDE | typeof TERRA) => ({
  name,
  roles: { outline: writer, lesson: writer, practice: writer, review: GEMINI },
});
const EVALUATION: Evaluation = {
  evaluation_id: '0193d0a0-0000-7000-8000-0000000000c1',
  name: 'Sonnet or Terra',
  status: 'completed',
  progress: 100,
  language: 'english',
  briefs: 32,
  casts: [castOf('Sonnet', CLAUDE), castOf('Terra', TERRA)],
  judges: [GROK],
  is_given: false,
  estimate: { calls: 126, tokens_in: 268_000, tokens_out: 81_000, micro_usd: 1_020_000, unpriced: [], basis: 'presumed' },
  finds: { wins_needed: 23, smallest_share: 0.765 },
  lessons_in_a_row: 1,
  additions: 1,
  is_sandbox: true,
  calls: 124,
  spent_micro_usd: 980_000,
  unpriced_calls: 0,
  created_at: AT,
  finished_at: AT,
  applied_cast: null,
};
const STANDING: EvaluationReport['standings'][number] = {
  written: 32,
  failed: 0,
  wins: 24,
  losses: 3,
  ties: 5,
  score: 0.828,
  problems: 0.3,
  corrected: 0.2,
  words: 412,
  reading_level: 38.2,
  seconds: 41,
  micro_usd: 42_000,
  citations: { held: 13, all: 14 },
  questions: { sound: 29, all: 30 },
  found: [{ fault: 'too_short', lessons: 2 }],
};
/** Two casts, one reliable judge and one unreliable, and pairs left for people. */
const EVALUATION_REPORT: EvaluationReport = {
  evaluation: EVALUATION,
  standings: [STANDING, { ...STANDING, wins: 3, losses: 24, score: 0.172, words: 301, micro_usd: 19_000, found: [] }],
  judges: [
    { name: GROK.model, is_person: false, verdicts: 20, first: 9, second: 9, ties: 2, steady: 0.9, prefers: null },
    { name: GEMINI.model, is_person: false, verdicts: 20, first: 20, second: 0, ties: 0, steady: 0, prefers: 'first' },
    { name: 'people', is_person: true, verdicts: 6, first: 4, second: 2, ties: 0, steady: null, prefers: null },
  ],
  agreement: [{ one: GROK.model, other: 'people', pairs: 6, equal: 0.83, kappa: 0.67 }],
  winner: 0,
  duels: [{ one: 0, other: 1, wins: 24, losses: 3, ties: 5, interval: { low: 0.7083, high: 0.9765 } }],
  by_brief: ['How bees find flowers', 'Compound interest', 'Why the sky is blue'].map((topic, at) => ({
    topic,
    difficulty: 'beginner',
    outcomes: [{ one: 0, other: 1, winner: at === 1 ? null : 0, judges: 1 }],
    missing: [],
  })),
  missing: null,
  left_to_judge: 4,
};

/** Schedules: one requested to run now, one paused after a failure, and the others unchanged. */
const scheduled = ({ schedules }: { readonly schedules: Schedule[] }) => ({
  schedules: schedules.map((schedule, n) => {
    if (n === 0) return { ...schedule, is_asked: true };
    return n === 1 ? { ...schedule, is_paused: true, next_at: null, last_error: 'The store did not answer.' } : schedule;
  }),
});

/** The console: all sections, a failed run, a batch awaiting review, an empty list, and its form. */
export const SCENES_OPERATOR: readonly Scene[] = [
  {
    name: 'console overview',
    who: 'operator',
    address: '/operator?every=0',
    arrange: (page) => mockChange(page, readOverview, inTrouble),
    worksOut: { cents: [0] },
    ready: text('host:4712'),
  },
  {
    name: 'console, a run that failed',
    who: 'operator',
    address: ({ failed }) => `/operator/runs/${failed.task_id}`,
    worksOut: { cents: [0] },
    ready: (page) => page.getByRole('button', { name: 'Retry', exact: true }),
  },
  {
    name: 'console, a batch after its canary',
    isReadFirst: true,
    who: 'operator',
    address: `/operator/batches/${BATCH.batch_id}`,
    arrange: async (page) => {
      await mockAnswer(page, readBatch, { batch: BATCH, items: [ITEM], at_vendors: AT_VENDORS });
      await mockAnswer(page, readBatchItem, DIFFERENCES);
    },
    worksOut: { cents: [0, 100, 200, 400, 500] },
    ready: text('kilograms'),
  },
  {
    name: 'console schedules',
    who: 'operator',
    address: '/operator/schedules',
    arrange: (page) => mockChange(page, listSchedules, scheduled),
    ready: (page) => page.getByText('The store did not answer.').first(),
  },
  { name: 'console keys', who: 'operator', address: '/operator/keys', ready: button('Create a key') },
  {
    name: 'console, planning a comparison',
    isReadFirst: true,
    who: 'operator',
    address: '/operator/compare',
    act: press('Compare models'),
    ready: heading('Compare'),
  },
  {
    name: 'console, a comparison of models',
    who: 'operator',
    address: `/operator/compare/${EVALUATION.evaluation_id}`,
    arrange: (page) => mockAnswer(page, readEvaluation, EVALUATION_REPORT),
    worksOut: { cents: [2, 4, 98, 102] },
    ready: text('“Sonnet” is better, and the difference is unlikely to be chance.'),
  },
  {
    name: 'console, planning a batch',
    isReadFirst: true,
    who: 'operator',
    address: '/operator/batches',
    act: press('Plan a batch'),
    ready: heading('Batches'),
  },
];
