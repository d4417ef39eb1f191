import { expect, it } from 'vitest';
import type { AuditEntry } from '#contract/operator/control.contract.ts';
import { auditSentence } from './audit-words.ts';

const entry = (action: string, subject: string, rest: Partial<AuditEntry> = {}): AuditEntry => ({
  entry_id: 1,
  at: '2026-11-27T16:40:00.000Z',
  actor: 'account:1',
  actor_name: 'Olu Ade',
  actor_email: 'olu@example.com',
  action,
  subject,
  subject_name: null,
  subject_email: null,
  detail: {},
  ...rest,
});

it.each([
  [
    entry('setting.change', 'setting:max_active_runs', { detail: { before: { value: null }, after: { value: 20 } } }),
    'Olu Ade changed “Concurrent runs” from as configured to 20',
  ],
  [entry('queue.pause', 'queue:film-batch'), 'Olu Ade paused Clips, batch'],
  [entry('queue.pause', 'queue:film-batch', { detail: { api_key: 'k1' } }), 'Olu Ade (with an API key) paused Clips, batch'],
  [entry('api_key.create', 'account:1', { detail: { api_key: 'k1' } }), 'Olu Ade created an API key'],
  [entry('queue.resume', 'queue:*'), 'Olu Ade resumed all queues'],
  [entry('service.open', 'service:gemini'), 'Olu Ade resumed Gemini'],
  [entry('run.retry', 'run:0193', { subject_name: 'Bread' }), 'Olu Ade retried the run “Bread”'],
  [entry('runs.retry', 'bulk:0193', { detail: { after: { total: 12 } } }), 'Olu Ade retried 12 runs'],
  [
    entry('batch.plan', 'batch:0193', { subject_name: 'Bread', detail: { after: { courses: 12, budget_cents: 1_000 } } }),
    'Olu Ade planned the batch “Bread”, up to $10.00: 12 courses',
  ],
  [
    entry('batch.approve', 'batch:0193', { subject_name: 'Bread', detail: { after: { courses: 1, overwrite: true } } }),
    'Olu Ade approved results that replace edits in the batch “Bread”: 1 course',
  ],
  [
    entry('batch.rollback', 'batch:0193', { subject_name: 'Bread', detail: { after: { courses: 12 } } }),
    'Olu Ade rolled back the batch “Bread”: 12 courses',
  ],
  [
    entry('evaluation.start', 'evaluation:0193', { detail: { after: { name: 'Terra or Sonnet' } } }),
    'Olu Ade started the comparison “Terra or Sonnet”',
  ],
  [
    entry('tokens.grant', 'account:2', { subject_name: 'Ada Lund', subject_email: 'ada@example.com', detail: { tokens: 5 } }),
    'Olu Ade gave 5 tokens to Ada Lund',
  ],
  [
    entry('person.suspend', 'account:2', { actor_name: '', subject_name: '', subject_email: 'ada@example.com' }),
    'olu@example.com suspended ada@example.com',
  ],
  [entry('samples.removed', 'installation', { actor: 'script:seed', actor_name: null, actor_email: null }), 'Setup: Samples removed'],
  [entry('refund.failed', 'refund:0193', { actor: 'system:billing', actor_name: null, actor_email: null }), 'Billing: Refund failed'],
])('an act is described in a sentence: %#', (told, sentence) => expect(auditSentence(told)).toBe(sentence));
