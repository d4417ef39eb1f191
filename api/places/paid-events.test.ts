import { describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { useBilling } from '#api/billing/billing-stack.factory.ts';
import type { Person } from '#api/testing/test-api.ts';
import { maintainEvents } from '#domain/places/events/event.commands.ts';

const stack = useBilling();

async function someone(): Promise<Person> {
  const person = await stack.someone();
  await stack.knex()('account').where({ id: person.userId }).update({ birth_year: 1990 });
  return person;
}

async function givenEvent(host: Person): Promise<string> {
  const event_id = uuidv7();
  const answer = await stack.as(host).post('/api/local-events', {
    event_id,
    title: 'Bees on roofs',
    starts_at: new Date(Date.now() + 86_400_000).toISOString(),
    time_zone: 'Europe/Berlin',
    duration: 90,
    location_name: 'Town library',
    address: '1 Main Street',
    latitude: 52.52,
    longitude: 13.4,
    event_type: 'Workshop',
    max_attendees: 1,
    price_cents: 1000,
  });
  expect(answer.status, answer.text).toBe(200);
  return event_id;
}
const join = async (person: Person, event_id: string) =>
  (await stack.as(person).post('/api/join-local-event', { user_id: person.userId, event_id })).json;
const attendance = async (person: Person, id: string) => (await stack.as(person).get(`/api/local-events/${id}`)).json.event.attendance;

describe('a seat at an event that costs $10', () => {
  it('LOC-16 PLAN-26 is reserved during payment, granted once with a code, and refunded when the event is cancelled', async () => {
    const [host, first, second] = [await someone(), await someone(), await someone()];
    const id = await givenEvent(host);
    const due = await join(first, id);
    expect(due).toMatchObject({ status: 'payment_due', confirmation_code: null, payment: { url: expect.any(String) } });
    // a repeat returns the same seat
    expect((await join(first, id)).status).toBe('payment_due');
    expect((await join(second, id)).status).toBe('waiting');
    // opening pages repeatedly does not extend the reservation for ever
    const [opened, held] = [new Date(Date.now() - 5 * 3_600_000), new Date(Date.now() + 600_000)];
    await stack.knex()('event_attendance').where({ account_id: first.userId }).update({ created_at: opened, held_until: held });
    await join(first, id);
    expect(await attendance(first, id)).toMatchObject({ state: 'paying', held_until: held.toISOString() });
    const { session_id } = (await join(first, id)).payment;
    await stack.pay(session_id);
    await stack.settle();
    expect(await stack.status(first, session_id)).toMatchObject({ payment_status: 'paid', kind: 'event', package_id: id });
    const seat = await attendance(first, id);
    expect(seat).toMatchObject({ state: 'joined', confirmation_code: expect.stringMatching(/^CW-/) });
    expect(await join(first, id)).toMatchObject({ status: 'joined', confirmation_code: seat.confirmation_code });
    const [payment] = await stack.knex()('billing_payment').where({ account_id: first.userId });
    expect(payment).toMatchObject({ amount_cents: 1000, description: 'Bees on roofs', status: 'paid' });
    // not refundable just because the buyer does not attend
    const asked = await stack.as(first).post(`/api/subscription/invoices/${payment!.id}/refund`);
    expect(asked.json.code).toBe('refund.event');
    await stack.as(host).post(`/api/local-events/${id}/cancel`);
    await maintainEvents();
    await stack.settle();
    expect(await stack.knex()('refund').where({ payment_id: payment!.id }).select('amount_cents', 'status')).toEqual([
      { amount_cents: 1000, status: 'succeeded' },
    ]);
    expect((await stack.knex()('billing_order').where({ package_id: id, status: 'refunded' })).length).toBe(1);
  });

  it('is refunded when moderators remove the event, because it can no longer be found', async () => {
    const [host, guest] = [await someone(), await someone()];
    const id = await givenEvent(host);
    await stack.pay((await join(guest, id)).payment.session_id);
    await stack.settle();
    const removed = { state: 'removed', decision: 'remove', decided_at: new Date() };
    await stack.knex()('public_text').where({ subject_type: 'event', subject_id: id }).update(removed);
    await maintainEvents();
    await stack.settle();
    expect(await stack.knex()('refund').where({ account_id: guest.userId }).pluck('status')).toEqual(['succeeded']);
    expect(await stack.knex()('notification').where({ account_id: guest.userId }).pluck('kind')).toContain('event.cancelled');
  });

  it('is offered for payment to the next person in line when it becomes free; a payment too late for a seat is refunded', async () => {
    const [host, first, second] = [await someone(), await someone(), await someone()];
    const id = await givenEvent(host);
    const page = (await join(first, id)).payment;
    await join(second, id);
    // the first reservation expires, and the next user pays
    await stack
      .knex()('event_attendance')
      .where({ account_id: first.userId })
      .update({ held_until: new Date(Date.now() - 1000) });
    await maintainEvents();
    expect(await attendance(second, id)).toMatchObject({ state: 'offered' });
    expect(await stack.knex()('notification').where({ account_id: second.userId }).pluck('kind')).toContain('event.seat_offered');
    await stack.pay((await join(second, id)).payment.session_id);
    await stack.settle();
    expect((await attendance(second, id)).state).toBe('joined');
    await stack.pay(page.session_id);
    await stack.settle();
    expect(await attendance(first, id)).toBeNull();
    const [late] = await stack.knex()('refund').where({ account_id: first.userId });
    expect(late).toMatchObject({ amount_cents: 1000, reason: 'the event is full' });
    // they leave, but will still be refunded if the event is cancelled
    await stack.call(`/api/local-events/${id}/attendance`, { method: 'DELETE', bearer: second.accessToken });
    expect(await attendance(second, id)).toBeNull();
    // the organiser leaves: that cancels it, and the fee is refunded
    await stack.knex()('local_event').where({ id }).update({ account_id: null });
    await maintainEvents();
    await stack.settle();
    expect(await stack.knex()('refund').where({ account_id: second.userId }).pluck('status')).toEqual(['succeeded']);
  });
});
