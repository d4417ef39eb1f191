import type { AuditEntry } from '#contract/operator/control.contract.ts';
import { SETTING_NAMES } from '#contract/platform/tuning.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { formatMicro, NO_VALUE } from '../parts/figures.ts';
import { ruleName } from '../overview/alert-words.ts';
import { pausedWord, queueName, workWord, roleWord } from '../overview/work-words.ts';
import { actName } from './audit-acts.ts';
import { settingWord } from '../settings/settings-section.tsx';

const MICRO_USD_PER_CENT = 10_000;
/** Matches all queues. */
const EVERY = '*';

const partOf = (detail: unknown, ...path: readonly string[]): unknown =>
  path.reduce(
    (value: unknown, name) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined),
    detail,
  );

const wordsOf = (value: unknown): string =>
  typeof value === 'number' ? formatNumber(value) : typeof value === 'string' && value !== '' ? value : NO_VALUE;

/** The subject of an act by its name; empty if it has none. */
export function subjectWord({ subject, subject_name: name, subject_email: email, detail }: AuditEntry): string {
  if (name) return subject.startsWith('schedule:') ? translateServerText(name) : name;
  if (email !== null) return email;
  if (subject === 'installation') return t('the installation');
  const [, kind = '', id = subject] = /^(\w+):(.*)$/s.exec(subject) ?? [];
  const setting = SETTING_NAMES.find((one) => one === id);
  if (setting) return settingWord(setting);
  if (id === EVERY) return t('all queues');
  if (kind === 'queue') return queueName(id);
  if (kind === 'kind') return workWord(id);
  if (kind === 'service') return pausedWord({ scope: 'service', name: id });
  if (kind === 'alert') return ruleName(wordsOf(partOf(detail, 'after', 'rule')));
  if (kind === 'schedule') return id;
  if (kind === 'account') return t('a former member');
  // payments, orders and the like have a number but no name
  return ['run', 'batch', 'creator_course'].includes(kind) ? t('a deleted item') : '';
}

type Actor = Pick<AuditEntry, 'actor' | 'actor_name' | 'actor_email'>;

/** Who acted: a person by name, or by address without one; the installation's own work by its kind. */
export function actorWord({ actor, actor_name: person, actor_email: email }: Actor): string {
  if (email !== null) return person || email;
  const [kind = '', name = ''] = actor.split(':');
  if (actor === 'script:seed') return t('Setup');
  if (kind === 'script') return t('Script of {name}', { name });
  if (kind === 'schedule') return t('A schedule');
  if (actor === 'system:stripe') return 'Stripe';
  if (actor === 'system:billing') return t('Billing');
  if (actor === 'system:moderation') return t('Moderation');
  if (kind === 'account') return t('a former member');
  return actor === 'parent' ? t('A parent') : actor;
}

/** Frequent actors that are not people, to choose from. */
export const ACTORS = ['script:seed', 'schedule:purge-accounts', 'system:billing', 'system:stripe', 'system:moderation', 'parent'] as const;

/** An act on a batch: its number of courses, and the cost. Null if the act is not about a batch. */
function batchSentence({ action, detail }: AuditEntry, { who, what }: { readonly who: string; readonly what: string }): string | null {
  const count = partOf(detail, 'after', 'courses');
  const n = typeof count === 'number' ? count : 0;
  const cents = partOf(detail, 'after', 'budget_cents');
  const micro = typeof cents === 'number' ? cents * MICRO_USD_PER_CENT : partOf(detail, 'after', 'budget_micro_usd');
  const budget = typeof micro === 'number' ? formatMicro(micro) : NO_VALUE;
  const isOver = partOf(detail, 'after', 'overwrite') === true;
  const sentences: Readonly<Record<string, () => string>> = {
    'batch.plan': () =>
      t('{who} planned the batch “{what}”, up to {budget}: {n, plural, one {# course} other {# courses}}', { who, what, budget, n }),
    'batch.start': () => t('{who} started the batch “{what}”, up to {budget}', { who, what, budget }),
    'batch.continue': () => t('{who} continued the batch “{what}” after its trial', { who, what }),
    'batch.pause': () => t('{who} paused the batch “{what}”', { who, what }),
    'batch.halt': () => t('{who} paused the batch “{what}” and aborted its calls', { who, what }),
    'batch.resume': () => t('{who} resumed the batch “{what}”, up to {budget}', { who, what, budget }),
    'batch.cancel': () => t('{who} cancelled the batch “{what}”', { who, what }),
    'batch.retry_failed': () =>
      t('{who} retried failed courses in the batch “{what}”: {n, plural, one {# course} other {# courses}}', { who, what, n }),
    'batch.set_limits': () => t('{who} changed the limits at which the batch “{what}” pauses', { who, what }),
    'batch.approve': () =>
      isOver
        ? t('{who} approved results that replace edits in the batch “{what}”: {n, plural, one {# course} other {# courses}}', {
            who,
            what,
            n,
          })
        : t('{who} approved in the batch “{what}”: {n, plural, one {# course} other {# courses}}', { who, what, n }),
    'batch.discard': () => t('{who} discarded in the batch “{what}”: {n, plural, one {# course} other {# courses}}', { who, what, n }),
    'batch.rollback': () => t('{who} rolled back the batch “{what}”: {n, plural, one {# course} other {# courses}}', { who, what, n }),
  };
  return sentences[action]?.() ?? null;
}

/** An entry of the audit log as a sentence: who did what to what. Acts without a sentence here use their name. */
export function auditSentence(entry: AuditEntry): string {
  const { action, detail } = entry;
  const isByProgram = partOf(detail, 'api_key') !== undefined && !action.startsWith('api_key.');
  const name = actorWord(entry);
  const who = isByProgram ? t('{who} (with an API key)', { who: name }) : name;
  const what = subjectWord(entry);
  const n = wordsOf(partOf(detail, 'after', 'total') ?? partOf(detail, 'after', 'courses') ?? partOf(detail, 'tokens'));
  const role = roleWord(wordsOf(partOf(detail, 'role')));
  const ofBatch = batchSentence(entry, { who, what });
  if (ofBatch !== null) return ofBatch;
  const sentences: Readonly<Record<string, () => string>> = {
    'setting.change': () =>
      t('{who} changed “{what}” from {before} to {after}', {
        who,
        what,
        before: partOf(detail, 'before', 'value') === null ? t('as configured') : wordsOf(partOf(detail, 'before', 'value')),
        after: partOf(detail, 'after', 'value') === null ? t('as configured') : wordsOf(partOf(detail, 'after', 'value')),
      }),
    'connection.save': () => t('{who} connected {what}', { who, what }),
    'connection.budget': () => t('{who} changed the budget of {what}', { who, what }),
    'connection.remove': () => t('{who} removed the connection of {what}', { who, what }),
    'evaluation.start': () => t('{who} started the comparison “{what}”', { who, what: wordsOf(partOf(detail, 'after', 'name')) }),
    'evaluation.write_missing': () => t('{who} requested the missing lessons of a model comparison', { who }),
    'evaluation.add_briefs': () => t('{who} added lessons to a comparison of models', { who }),
    'evaluation.cancel': () => t('{who} stopped a comparison of models', { who }),
    'evaluation.judge': () => t('{who} judged a pair of a comparison', { who }),
    'evaluation.make_default': () => t('{who} made the winner of a comparison the default in courses', { who }),
    'evaluation.forget_default': () => t('{who} restored the default roles in courses', { who }),
    'run.retry': () => t('{who} retried the run “{what}”', { who, what }),
    'run.promote': () => t('{who} put the run “{what}” first', { who, what }),
    'run.cancel': () => t('{who} cancelled the run “{what}”', { who, what }),
    'run.remove': () => t('{who} removed a run', { who }),
    'runs.retry': () => t('{who} retried {n} runs', { who, n }),
    'runs.promote': () => t('{who} put {n} runs first', { who, n }),
    'runs.cancel': () => t('{who} cancelled {n} runs', { who, n }),
    'runs.remove': () => t('{who} removed {n} runs', { who, n }),
    'runs.abort': () => t('{who} stopped a bulk action on runs', { who }),
    'schedule.run': () => t('{who} ran the schedule “{what}” immediately', { who, what }),
    'alert.take': () => t('{who} took over the alert “{what}”', { who, what }),
    'alert.give_back': () => t('{who} released the alert “{what}”', { who, what }),
    'alert.note': () => t('{who} wrote a note on the alert “{what}”', { who, what }),
    'alarm.acknowledge': () => t('{who} acknowledged a payment alarm', { who }),
    'alarm.refund': () => t('{who} refunded the payment of an alarm', { who }),
    'alarm.accept': () => t('{who} accepted a different amount for an order', { who }),
    'alarm.give': () => t('{who} delivered an order', { who }),
    'alarm.retry': () => t('{who} reprocessed a Stripe event', { who }),
    'api_key.end_leaked': () => t('{who} revoked a leaked API key', { who }),
    'api_key.create': () => t('{who} created an API key', { who }),
    'app.connect': () => t('{who} connected an app', { who }),
    'api_key.end': () => t('{who} revoked an API key', { who }),
    'webhook.create': () => t('{who} created a webhook', { who }),
    'webhook.change': () => t('{who} changed a webhook', { who }),
    'webhook.delete': () => t('{who} deleted a webhook', { who }),
    'webhook.rotate': () => t('{who} changed the secret of a webhook', { who }),
    'person.suspend': () => t('{who} suspended {what}', { who, what }),
    'person.unsuspend': () => t('{who} reinstated {what}', { who, what }),
    'tokens.grant': () => t('{who} gave {n} tokens to {what}', { who, n, what }),
    'secret.rotate': () => t('{who} encrypted stored keys with the installation’s new secret', { who }),
    'role.grant': () => t('{who} gave {what} the role {role}', { who, what, role }),
    'sales_message.answer': () => t('{who} answered a message to sales', { who }),
    'contract.record': () => t('{who} recorded a contract', { who }),
    'market.take_down': () => t('{who} removed the course “{what}” from the marketplace', { who, what }),
    'market.publish': () => t('{who} published “{what}”', { who, what }),
    'market.restore': () => t('{who} restored the course “{what}” to the marketplace', { who, what }),
  };
  const sentence = sentences[action];
  if (sentence) return sentence();
  if (/^(queue|kind|service|schedule)\.pause$/.test(action)) return t('{who} paused {what}', { who, what });
  if (/^(queue|kind|service|schedule)\.(resume|open)$/.test(action)) return t('{who} resumed {what}', { who, what });
  // about the whole installation, or only a number: the act says everything
  if (entry.subject === 'installation' || what === '' || what === who) return t('{who}: {act}', { who, act: actName(action) });
  return t('{who}: {act}, {what}', { who, act: actName(action), what });
}
