import type { Page } from '@playwright/test';
import type { AtVendors, Batch } from '#contract/operator/batches.contract.ts';
import type { Overview } from '#contract/operator/overview.contract.ts';
import type { RunDetail } from '#contract/operator/runs-console.contract.ts';
import type { Schedule } from '#contract/operator/schedules.contract.ts';
import { button, heading, press, type Scene } from './scenes.ts';
import { mockAnswer } from '../mocks.ts';

const AT = '2026-12-03T12:00:00.000Z';
const waits = { p50: 2, p95: 4, p99: 8 };
const QUEUE: Overview['queues'][number] = {
  queue: 'generate-interactive',
  work: 'generate',
  lane: 'interactive',
  is_paused: false,
  active: 12,
  waiting: 30,
  delayed: 2,
  failed: 1,
  oldest_s: 20,
  wait: waits,
  run: waits,
  ended: [4, 4, 6, 8, 0, 0, 2, 4, 6, 6, 8, 8, 8, 4, 2],
  empty_in_s: 40,
  workers: 2,
};
const idle = {
  active: 0,
  waiting: 0,
  delayed: 0,
  failed: 0,
  oldest_s: 0,
  wait: null,
  run: null,
  ended: Array.from({ length: 15 }, () => 0),
};
const SERVICE: Overview['services'][number] = {
  service: 'claude',
  model: 'claude-sonnet',
  state: 'open',
  until: null,
  failures: 0,
  calls: 0,
  rate_limited: 0,
  failed: 0,
  latency: waits,
  tokens_in: 0,
  tokens_out: 0,
  cost_micro_usd: 0,
  under_way: 6,
  waiting: 0,
  allowance: null,
};
const OVERVIEW: Overview = {
  at: AT,
  queues: [QUEUE, { ...QUEUE, ...idle, queue: 'generate-batch', lane: 'batch', is_paused: true, workers: 0, empty_in_s: null }],
  lanes: [
    { lane: 'interactive', depth: 500, most_depth: 500, oldest_s: 41, most_s: 1800, is_full: true },
    { lane: 'batch', depth: 2, most_depth: 500, oldest_s: 0, most_s: 1800, is_full: false },
  ],
  kinds: [{ kind: 'course', lane: 'interactive', is_paused: false, queued: 8, running: 12, parked: 1, oldest_s: 20 }],
  services: [SERVICE, { ...SERVICE, service: 'gemini', model: 'gemini-pro', state: 'held' }],
  workers: [
    { id: 'host:4711', started_at: AT, seen_at: AT, is_alive: true, lanes: ['interactive'], concurrency: 48, held: 12 },
    { id: 'host:4712', started_at: AT, seen_at: AT, is_alive: false, lanes: ['batch'], concurrency: 48, held: 0 },
  ],
  alerts: [
    { id: 'a1', rule: 'ServicePaused', severity: 'warning', subject: 'gemini', value: 1, threshold: 0, opened_at: AT, ended_at: null },
  ],
  spend: { micro_usd: 0, presumed_micro_usd: 0, cap_micro_usd: null },
};

const RUN: RunDetail['run'] = {
  task_id: '0193c1de-5c11-7a55-9c40-2f6f0c9e6110',
  kind: 'course',
  lane: 'interactive',
  status: 'failed',
  stage: 'lessons',
  progress: 40,
  subject: 'Beekeeping for a first year',
  title: null,
  person: { user_id: 'p1', email: 'maximiliane-theodora.von.wolkenstein@department-of-beekeeping.example.com' },
  batch_id: null,
  error_code: 'vendors.all_down',
  created_at: AT,
  started_at: AT,
  finished_at: AT,
  cost_micro_usd: 0,
  services: ['claude', 'grok'],
};
const DETAIL: RunDetail = {
  run: RUN,
  request: { topic: 'Beekeeping', learning_goals: 'Keep one colony' },
  error_detail: 'None of the AI services could be reached.',
  operator_detail: null,
  attempt: 1,
  promoted: false,
  avoided_services: [],
  acts: ['retry', 'remove'],
  steps: [
    {
      id: 's1',
      key: 'outline',
      job: 'draft-outline',
      state: 'failed',
      service: 'claude',
      worker: null,
      tries: [{ service: 'claude', code: 'vendors.unavailable', at: AT, hint: null }],
      error_code: 'vendors.all_down',
      error_detail: 'Nobody answered.',
      created_at: AT,
      due_at: AT,
      started_at: AT,
      finished_at: AT,
    },
  ],
  calls: [],
  log: [{ at: AT, event: 'run.accepted', text: 'Your request was accepted.' }],
  children: { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 },
  wasted_micro_usd: 0,
};

const none = Object.fromEntries(
  'pending leased running ready approving approved discarding discarded rolling_back rolled_back failed skipped cancelled'
    .split(' ')
    .map((state) => [state, 0]),
) as Batch['items'];
const BATCH: Batch = {
  batch_id: RUN.task_id,
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
  items: { ...none, ready: 1, pending: 2 },
  total: 3,
  eta_s: null,
  created_at: AT,
  started_at: AT,
  ended_at: null,
  acts: ['continue', 'cancel', 'approve', 'discard'],
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

const SCHEDULE: Schedule = {
  name: 'payouts',
  every_s: 300,
  is_paused: false,
  is_asked: false,
  last_started_at: AT,
  last_took_s: 0.4,
  last_error: null,
  next_at: AT,
};
const SCHEDULES: Schedule[] = [
  { ...SCHEDULE, name: 'admission', every_s: 1, is_asked: true },
  { ...SCHEDULE, name: 'ledger-proof', every_s: 86_400, is_paused: true, next_at: null, last_error: 'The store did not answer.' },
  SCHEDULE,
];

const told = (address: string, json: object) => (page: Page) => mockAnswer(page, address, json);

/** The console: all sections, a failed run, a batch awaiting review, an empty list, and its form. */
export const SCENES_OPERATOR: readonly Scene[] = [
  {
    name: 'console overview',
    who: 'operator',
    address: () => '/operator?every=0',
    arrange: told('**/api/operator/overview', OVERVIEW),
    worksOut: { cents: [0] },
    ready: (page) => page.getByRole('table').getByText('generate-interactive').first(),
  },
  {
    name: 'console, a run that failed',
    who: 'operator',
    address: () => `/operator/runs/${RUN.task_id}`,
    async arrange(page) {
      await told('**/api/operator/runs?*', { runs: [RUN], total: 1, acts: [] })(page);
      await told(`**/api/operator/runs/${RUN.task_id}`, DETAIL)(page);
    },
    worksOut: { cents: [0] },
    ready: (page) => page.getByRole('button', { name: 'Retry', exact: true }),
  },
  {
    name: 'console, a batch after its canary',
    who: 'operator',
    address: () => `/operator/batches/${BATCH.batch_id}`,
    arrange: told(`**/api/operator/batches/${BATCH.batch_id}*`, { batch: BATCH, items: [ITEM], at_vendors: AT_VENDORS }),
    worksOut: { cents: [0, 100, 200, 400, 500] },
    ready: button('Continue'),
  },
  {
    name: 'console schedules',
    who: 'operator',
    address: () => '/operator/schedules',
    arrange: told('**/api/operator/schedules', { schedules: SCHEDULES }),
    ready: (page) => page.getByText('payouts').first(),
  },
  {
    name: 'console, planning a batch',
    who: 'operator',
    address: () => '/operator/batches',
    arrange: told('**/api/operator/batches', { batches: [] }),
    act: press('Plan a batch'),
    ready: heading('Batches'),
  },
];
