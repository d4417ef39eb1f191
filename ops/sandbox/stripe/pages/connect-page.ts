import { completeOnboarding } from '../connect/accounts.ts';
import type { World } from '../state/world.ts';
import { escapeHtml, money, page } from './html.ts';
import type { PageAnswer } from './serve-checkout.ts';

const TITLE = 'Sandbox Express';
const NOTE = '<p class="quiet">A stand-in for Stripe on this machine. Nothing you see here leaves it.</p>';

/** `GET` and `POST /connect/…`: creators enter their identity and bank account; afterwards they see their transfers. */
export function serveConnect(world: World, method: string, id: string, body: string): PageAnswer {
  if (id.startsWith('express/')) return expressPage(world, id.slice('express/'.length));
  const link = world.store.get('onboarding_links', id);
  if (!link || link.used || world.now() > link.expires_at) {
    const location = link?.refresh_url;
    return location
      ? { status: 303, html: '', location }
      : { status: 404, html: page(TITLE, `<h1>${TITLE}</h1><p>This link no longer works.</p>`) };
  }
  const account = world.store.must('accounts', link.account);
  if (method !== 'POST') {
    return {
      status: 200,
      html: page(
        TITLE,
        `<h1>Get paid by Coursewright</h1>${NOTE}
<p>Signed in as ${escapeHtml(account.email ?? account.id)}. Stripe would ask here for your name, date of birth, address, a document and a bank account.</p>
<form method="post">
<button class="wide" type="submit" name="outcome" value="verified">Use test data: verified</button>
<button class="wide second" type="submit" name="outcome" value="pending">Use test data: document still being checked</button>
<button class="wide second" type="submit" name="outcome" value="later">Save for later</button></form>`,
      ),
    };
  }
  const outcome = new URLSearchParams(body).get('outcome');
  if (outcome === 'verified' || outcome === 'pending') completeOnboarding(world, account, outcome);
  world.store.put('onboarding_links', { ...link, used: true });
  world.store.commit();
  return { status: 303, html: '', location: link.return_url };
}

function expressPage(world: World, id: string): PageAnswer {
  const account = world.store.get('accounts', id);
  if (!account) return { status: 404, html: page(TITLE, `<h1>${TITLE}</h1><p>There is no such account.</p>`) };
  const rows = world.store
    .list('transfers')
    .filter((transfer) => transfer.destination === id)
    .toReversed()
    .map(
      (transfer) =>
        `<tr><td>${escapeHtml(transfer.description ?? transfer.id)}${transfer.reversed ? ' (returned)' : ''}</td><td>${money(transfer.amount, transfer.currency)}</td></tr>`,
    );
  const list = rows.length === 0 ? '<p>Nothing has arrived yet.</p>' : `<table><tbody>${rows.join('\n')}</tbody></table>`;
  return { status: 200, html: page(TITLE, `<h1>${TITLE}</h1>${NOTE}<h2>Transfers to you</h2>${list}`) };
}
