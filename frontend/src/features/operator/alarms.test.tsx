import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ALARM_KINDS, ruleOfAlarm, type BillingAlarm } from '#contract/billing/alarms.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { AlarmList, type AlarmState } from './alarm-list.tsx';
import { alarmOfRule, alarmWord } from './alarm-words.ts';

const anAlarm = (part: Partial<BillingAlarm> = {}): BillingAlarm => ({
  alarm_id: 'alarm-1',
  kind: 'refund.failed',
  at: '2026-12-03T12:00:00.000Z',
  subject: 'payment:0193',
  stripe_url: null,
  account: { user_id: 'person-1', email: 'ines@example.com' },
  detail: { amount_cents: 2499, reason: 'it did not arrive at the bank' },
  due_at: null,
  acts: [],
  payment: null,
  act: null,
  acknowledged_at: null,
  acknowledged_by: null,
  settled: false,
  ...part,
});

/** The list, with the URL state of its page. */
function Alarms() {
  const [state, setState] = useState<AlarmState>('open');
  return <AlarmList state={state} onState={setState} />;
}

describe('the operator’s alarms', () => {
  it('show the event, the account and the amount; an acknowledged one moves to the others', async () => {
    let alarms = [anAlarm()];
    const sent = stubServer(({ path, method }) => {
      if (method === 'POST') alarms = [];
      return partly(method === 'POST' ? { alarm: anAlarm() } : { alarms, next_cursor: null, path });
    });
    await showScreen(<Alarms />);
    const row = (await screen.findAllByRole('row'))[1]!;
    expect(row.textContent).toContain('A refund did not reach the buyer. Return the money another way.');
    expect(row.textContent).toContain('ines@example.com · $24.99it did not arrive at the bankpayment:0193');
    fireEvent.click(screen.getByRole('button', { name: 'Mark as reviewed ines@example.com · $24.99 · payment:0193' }));
    await screen.findByText('Nothing is waiting for you');
    expect(sent.find(({ method }) => method === 'POST')!.path).toBe('/api/operator/billing-alarms/alarm-1/acknowledge');
  });

  it('that were acknowledged name the operator, even one who has left', async () => {
    stubServer(() =>
      partly({
        alarms: [anAlarm({ acknowledged_at: '2026-12-04T12:00:00.000Z', acknowledged_by: null, account: null })],
        next_cursor: null,
      }),
    );
    await showScreen(<Alarms />);
    fireEvent.click(await screen.findByRole('button', { name: 'Reviewed', pressed: false }));
    await screen.findByRole('button', { name: 'Reviewed', pressed: true });
    expect((await screen.findAllByRole('row'))[1]!.textContent).toContain('Reviewed by a former member');
    expect(screen.queryByRole('button', { name: /Mark as reviewed/ })).toBeNull();
  });

  it('that were settled automatically name no operator', async () => {
    stubServer(() =>
      partly({
        alarms: [anAlarm({ kind: 'payment.disputed', acknowledged_at: '2026-12-04T12:00:00.000Z', settled: true })],
        next_cursor: null,
      }),
    );
    await showScreen(<Alarms />);
    fireEvent.click(await screen.findByRole('button', { name: 'Reviewed' }));
    expect((await screen.findAllByRole('row'))[1]!.textContent).toMatch(/Settled automatically$/);
  });

  it('that cannot be loaded are not shown as none; one that could not be acknowledged stays', async () => {
    stubServer(() => problem('internal', 'Something went wrong on our side'));
    const { unmount } = await showScreen(<Alarms />);
    await screen.findByRole('heading', { name: 'The alarms could not be loaded' });
    unmount();
    const sent = stubServer(({ method }) =>
      method === 'POST' ? problem('internal', 'Away') : partly({ alarms: [anAlarm()], next_cursor: null }),
    );
    await showScreen(<Alarms />);
    const button = await screen.findByRole('button', { name: /^Mark as reviewed/ });
    fireEvent.click(button);
    await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'));
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('with a different amount show the received sum, and can be accepted after an explanation of the consequence', async () => {
    const review = anAlarm({
      kind: 'order.review',
      subject: 'order:0193',
      detail: { amount_cents: 999, reason: '100 cents instead of 999' },
      acts: ['refund', 'accept'],
      payment: { payment_id: 'p', amount_cents: 100, left_cents: 100 },
    });
    let alarms = [review];
    const sent = stubServer(({ method }) => {
      if (method === 'POST') alarms = [];
      return partly(method === 'POST' ? { alarm: review } : { alarms, next_cursor: null });
    });
    await showScreen(<Alarms />);
    expect((await screen.findAllByRole('row'))[1]!.textContent).toContain('received $1.00 of $9.99');
    screen.getByRole('button', { name: /^Refund/ });
    fireEvent.click(screen.getByRole('button', { name: /^Accept this amount/ }));
    await screen.findByText('ines@example.com gets the order for $1.00. This becomes its price, for the seller too.');
    fireEvent.click(screen.getByRole('button', { name: 'Accept this amount' }));
    await screen.findByText('Nothing is waiting for you');
    expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/operator/billing-alarms/alarm-1/acts',
      body: { act: 'accept' },
    });
  });

  it('of a dispute start with the bank’s deadline, and link to where evidence is submitted', async () => {
    const alarm = anAlarm({
      kind: 'payment.disputed',
      due_at: '2026-12-12T23:59:00.000Z',
      stripe_url: 'https://dashboard.stripe.com/disputes/du_1',
    });
    stubServer(() => partly({ alarms: [alarm], next_cursor: null }));
    await showScreen(<Alarms />);
    expect((await screen.findAllByRole('row'))[1]!.textContent).toMatch(/^by .*12.* A bank is disputing a payment/);
    expect(screen.getByRole('link', { name: 'Submit evidence at Stripe' }).getAttribute('href')).toBe(alarm.stripe_url);
  });

  it('link to Stripe if it shows more', async () => {
    const stripe = 'https://dashboard.stripe.com/events/evt_1Ab';
    const alarms = [anAlarm({ subject: 'event:evt_1Ab', stripe_url: stripe }), anAlarm({ alarm_id: 'alarm-2' })];
    stubServer(() => partly({ alarms, next_cursor: null }));
    await showScreen(<Alarms />);
    await screen.findAllByRole('row');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([stripe]);
  });

  it('have words for every kind', () => {
    expect(new Set(ALARM_KINDS.map(alarmWord)).size).toBe(ALARM_KINDS.length);
    expect(ALARM_KINDS.map(ruleOfAlarm).map(alarmOfRule)).toEqual(ALARM_KINDS);
  });
});
