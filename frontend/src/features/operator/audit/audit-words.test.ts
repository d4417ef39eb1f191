import { expect, it } from 'vitest';
import type { AuditEntry } from '#contract/operator/control.contract.ts';
import { auditSentence } from './audit-words.ts';

const entry = (action: string, subject: string, rest: Partial<AuditEntry> = {}): AuditEntry => ({
  entry_id: 1,
  at: '2026-11-27T16:40:00.000Z',
  actor: 'account:1',
  actor_email: 'olu@example.com',
  action,
  subject,
  subject_name: null,
  detail: {},
  ...rest,
});

it.each([
  [
    entry('setting.change', 'setting:max_active_runs', { detail: { before: { value: null }, after: { value: 20 } } }),
    'olu@example.com changed “Runs at once” from as configured to 20',
  ],
  [entry('queue.pause', 'queue:film-batch'), 'olu@example.com paused Clips, batch'],
  [entry('queue.pause', 'queue:film-batch', { detail: { api_key: 'k1' } }), 'olu@example.com (by a program) paused Clips, batch'],
  [entry('api_key.create', 'account:1', { detail: { api_key: 'k1' } }), 'olu@example.com made an API key'],
  [entry('queue.resume', 'queue:*'), 'olu@example.com resumed all queues'],
  [entry('service.open', 'service:gemini'), 'olu@example.com resumed Gemini'],
  [entry('run.retry', 'run:0193', { subject_name: 'Bread' }), 'olu@example.com retried the run “Bread”'],
  [entry('runs.retry', 'bulk:0193', { detail: { after: { total: 12 } } }), 'olu@example.com retried 12 runs'],
  [
    entry('batch.plan', 'batch:0193', { subject_name: 'Bread', detail: { after: { courses: 12, budget_cents: 1_000 } } }),
    'olu@example.com planned the batch “Bread”, up to $10.00: 12 courses',
  ],
  [
    entry('batch.approve', 'batch:0193', { subject_name: 'Bread', detail: { after: { courses: 1, overwrite: true } } }),
    'olu@example.com approved over edits in the batch “Bread”: 1 course',
  ],
  [
    entry('batch.rollback', 'batch:0193', { subject_name: 'Bread', detail: { after: { courses: 12 } } }),
    'olu@example.com took back the batch “Bread”: 12 courses',
  ],
  [
    entry('evaluation.start', 'evaluation:0193', { detail: { after: { name: 'Terra or Sonnet' } } }),
    'olu@example.com began the comparison “Terra or Sonnet”',
  ],
  [
    entry('tokens.grant', 'account:2', { subject_name: 'ada@example.com', detail: { tokens: 5 } }),
    'olu@example.com gave 5 tokens to ada@example.com',
  ],
  [entry('samples.removed', 'installation', { actor: 'script:seed', actor_email: null }), 'Set-up: Samples removed'],
  [entry('refund.failed', 'refund:0193', { actor: 'system:billing', actor_email: null }), 'Billing: Refund failed'],
])('an act is told as a sentence: %#', (told, sentence) => expect(auditSentence(told)).toBe(sentence));
