import type Stripe from 'stripe';
import { closeDispute } from '../payments/disputes.ts';
import { idOf, type World } from '../state/world.ts';
import { day, escapeHtml, money, page } from './html.ts';
import type { PageAnswer } from './serve-checkout.ts';

const TITLE = 'Sandbox Disputes';

/** `GET` and `POST /disputes/…`: what Stripe's dashboard has for a dispute. The bank believes any evidence, and decides at once. */
export function serveDispute(world: World, method: string, id: string, body: string): PageAnswer {
  const dispute = world.store.get('disputes', id);
  if (!dispute) return { status: 404, html: page(TITLE, `<h1>${TITLE}</h1><p>There is no such dispute.</p>`) };
  if (method !== 'POST' || !isOpen(dispute)) return { status: 200, html: disputePage(world, dispute, null) };
  const sent = new URLSearchParams(body);
  const evidence = sent.get('evidence')?.trim() ?? '';
  if (sent.get('action') === 'accept') closeDispute(world, dispute, 'lost');
  else if (evidence === '') return { status: 200, html: disputePage(world, dispute, 'Say what shows that the payment was meant.') };
  else {
    dispute.evidence.uncategorized_text = evidence;
    dispute.evidence_details = { ...dispute.evidence_details, has_evidence: true, submission_count: 1 };
    closeDispute(world, dispute, 'won');
  }
  world.store.commit();
  // by GET, so that a reload repeats nothing
  return { status: 303, html: '', location: `/disputes/${id}` };
}

const isOpen = ({ status }: Stripe.Dispute): boolean => status !== 'won' && status !== 'lost';

function disputePage(world: World, dispute: Stripe.Dispute, problem: string | null): string {
  const charge = world.store.must('charges', idOf(dispute.charge) ?? '');
  const { due_by: due } = dispute.evidence_details;
  const parts = [
    `<h1>${TITLE}</h1>\n<p class="quiet">A stand-in for Stripe’s dashboard on this machine. Its bank believes any evidence, and decides at once.</p>`,
    problem === null ? '' : `<p class="bad" role="alert">${problem}</p>`,
    `<p class="sum">${money(dispute.amount, dispute.currency)}</p>\n<p>${escapeHtml(charge.description ?? charge.id)}, ${day(charge.created)}: ${escapeHtml(dispute.reason)}</p>`,
    isOpen(dispute)
      ? `<p>Evidence is taken until ${due === null ? 'no certain day' : day(due)}.</p>\n${FORM}`
      : `<p><strong>The dispute is ${dispute.status}.</strong></p>`,
  ];
  return page(TITLE, parts.filter(Boolean).join('\n'));
}

const FORM = `<form method="post"><label for="evidence">Evidence</label><input id="evidence" name="evidence" type="text" autocomplete="off" value="The buyer has read the course since.">
<button class="wide" type="submit" name="action" value="submit">Submit evidence</button>
<button class="wide second" type="submit" name="action" value="accept">Accept the dispute</button></form>`;
