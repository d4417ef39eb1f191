import { expireSession } from '../checkout/sessions.ts';
import { settleDebit } from '../payments/settle-debit.ts';
import { idOf, type World } from '../state/world.ts';
import { currentPeriod } from '../subscriptions/build-subscription.ts';
import { chargeDraft, expirePendingUpdate, endPeriod, retryInvoice } from '../subscriptions/renew.ts';
import { endPhase } from '../subscriptions/run-schedule.ts';

/** A step that happens by itself at a moment in s. Of steps due together the lower `rank` comes first. */
interface DueStep {
  at: number;
  rank: number;
  run: () => void;
}

/** A runaway lifecycle is a bug of the sandbox; years of monthly renewals need far fewer. */
const MOST_STEPS = 50_000;
const WARN_BEFORE_S = 3 * 86_400;
const RENEWING = ['trialing', 'active', 'past_due'];

/** Runs everything due until a moment in s, in order, each step as of its due time. Returns the number of steps. */
export function runDueSteps(world: World, clock: string | null, until: number): number {
  for (let count = 0; count < MOST_STEPS; count++) {
    const [next] = dueSteps(world, clock)
      .filter(({ at }) => at <= until)
      .sort((a, b) => a.at - b.at || a.rank - b.rank);
    if (!next) return count;
    world.at(next.at, next.run);
    world.store.commit();
  }
  throw new Error(`more than ${MOST_STEPS} steps until ${until}`);
}

/** All known future steps on one clock (null: the sandbox's); unordered. */
function dueSteps(world: World, clock: string | null): DueStep[] {
  const runsHere = (customer: unknown): boolean => world.testClock(idOf(customer as string | null)) === clock;
  return [...subscriptionSteps(world, runsHere), ...paymentSteps(world, runsHere)];
}

function subscriptionSteps(world: World, runsHere: (customer: unknown) => boolean): DueStep[] {
  const steps: DueStep[] = [];
  for (const schedule of world.store.list('schedules')) {
    if (schedule.status !== 'active' || !runsHere(schedule.customer)) continue;
    const phase = schedule.phases[world.note(schedule.id).phase ?? 0];
    if (phase) steps.push({ at: phase.end_date, rank: 0, run: () => endPhase(world, schedule) });
  }
  for (const subscription of world.store.list('subscriptions')) {
    if (!RENEWING.includes(subscription.status) || !runsHere(subscription.customer)) continue;
    const { trial_end: trialEnd, pending_update: pending } = subscription;
    if (subscription.status === 'trialing' && trialEnd !== null && !world.note(subscription.id).trialWarned) {
      const warn = () => {
        world.remember(subscription.id, { trialWarned: true });
        world.emit('customer.subscription.trial_will_end', subscription);
      };
      steps.push({ at: Math.max(subscription.created, trialEnd - WARN_BEFORE_S), rank: 1, run: warn });
    }
    if (pending) steps.push({ at: pending.expires_at, rank: 2, run: () => expirePendingUpdate(world, subscription) });
    steps.push({ at: currentPeriod(subscription).end, rank: 4, run: () => endPeriod(world, subscription) });
  }
  return steps;
}

function paymentSteps(world: World, runsHere: (customer: unknown) => boolean): DueStep[] {
  const steps: DueStep[] = [];
  for (const session of world.store.list('sessions')) {
    if (session.status === 'open' && runsHere(session.customer))
      steps.push({ at: session.expires_at, rank: 5, run: () => expireSession(world, session.id) });
  }
  for (const invoice of world.store.list('invoices')) {
    const { next_payment_attempt: at, automatically_finalizes_at: finalAt } = invoice;
    if (invoice.status === 'draft' && finalAt !== null && runsHere(invoice.customer))
      steps.push({ at: finalAt, rank: 3, run: () => chargeDraft(world, invoice) });
    if (invoice.status === 'open' && at !== null && runsHere(invoice.customer))
      steps.push({ at, rank: 3, run: () => retryInvoice(world, invoice) });
  }
  for (const note of world.store.list('notes')) {
    const intent = note.settlesAt === undefined ? undefined : world.store.get('payment_intents', note.id);
    if (!intent || !runsHere(intent.customer)) continue;
    steps.push({ at: note.settlesAt ?? 0, rank: 2, run: () => settleDebit(world, intent, note.settles ?? 'succeeded') });
  }
  return steps;
}
