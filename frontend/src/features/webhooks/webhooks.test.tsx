import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Webhook, WebhookDelivery } from '#contract/webhooks/webhooks.contract.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import WebhooksSection from './webhooks-section.tsx';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const URL = 'https://hooks.example/a';
const SECRET = `whsec_${'x'.repeat(43)}=`;
const aWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  webhook_id: 'w1',
  url: URL,
  events: ['run.ended', 'sale.made'],
  state: 'active',
  ended_why: null,
  created_at: inHours(-100),
  old_secret_until: null,
  waiting: 0,
  last: null,
  ...changes,
});
const aDelivery = (changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  event_id: 'e1',
  type: 'run.ended',
  state: 'delivered',
  created_at: inHours(-2),
  tries: 1,
  due_at: null,
  status: 204,
  ...changes,
});

/** A server with webhooks and their log, on which every action succeeds. */
const stubWebhooks = (webhooks: Webhook[], deliveries: WebhookDelivery[] = []) =>
  stubServer(({ method, path }) => {
    const [delivery] = deliveries;
    if (path.endsWith('/secret')) return { body: { webhook: aWebhook({ old_secret_until: inHours(24) }), secret: SECRET } };
    if (path.endsWith('/test')) return { status: 202, body: { event_id: 'e9' } };
    if (method === 'POST' && path.includes('/deliveries/')) return { status: 202, body: { ...delivery!, state: 'waiting' } };
    if (method === 'POST') return { status: 201, body: { webhook: aWebhook(), secret: SECRET } };
    if (method === 'PUT') return { body: aWebhook() };
    if (method === 'DELETE') return { body: { deleted: true } };
    if (path.includes('/deliveries/'))
      return {
        body: {
          delivery,
          body: '{"type":"run.ended"}',
          tries: [{ at: inHours(-2), took_ms: 12, status: 500, answer: 'not now', error: null }],
        },
      };
    if (path.includes('/deliveries')) return { body: { deliveries, next_cursor: null } };
    return { body: { webhooks } };
  });
const show = (holder: 'account' | 'organisation' | 'operator' = 'account') => showScreen(<WebhooksSection userId="u1" holder={holder} />);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const choose = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Options: ${URL}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};

describe('the list of webhooks', () => {
  it('shows the events of each, its state, and its last delivery', async () => {
    stubWebhooks([
      aWebhook({ last: { at: inHours(-1), state: 'delivered', status: 204 }, old_secret_until: inHours(3) }),
      aWebhook({ webhook_id: 'w2', state: 'failing', waiting: 3, last: { at: inHours(-1), state: 'waiting', status: null } }),
      aWebhook({ webhook_id: 'w3', state: 'ended', ended_why: 'failing' }),
      aWebhook({ webhook_id: 'w4', state: 'ended', ended_why: 'gone' }),
      aWebhook({ webhook_id: 'w5', state: 'ended', ended_why: 'lapsed' }),
    ]);
    await show();
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(
        /A run has ended.*A course was sold.*Active · Last sent .*, answered 204.*The previous secret remains valid until/,
      ),
      expect.stringMatching(/Failing\. 3 events are waiting to be sent again · Last sent .*, no answer/),
      expect.stringMatching(/Inactive: the address has accepted nothing for three days · Nothing has been sent yet/),
      expect.stringMatching(/Inactive: the address reported that it no longer exists/),
      expect.stringMatching(/Paused: your organisation’s year has ended\. It continues when you renew/),
    ]);
    expect(within(rows[2]!).queryByRole('button', { name: /Send a test/ })).toBeNull();
  });

  it('A33 says that a child’s is inactive, and lets it be deactivated', async () => {
    stubWebhooks([aWebhook({ state: 'ended', ended_why: 'age' })]);
    await show();
    expect((await screen.findByRole('listitem')).textContent).toContain('Paused: under 13, this needs consent');
    await choose('Turn off');
    expect(await screen.findByText('Turn off this webhook?')).toBeTruthy();
  });

  it('A33 explains unsent events by the missing consent', async () => {
    stubWebhooks([aWebhook()], [aDelivery({ state: 'withheld', status: null })]);
    await show();
    fireEvent.click(await screen.findByRole('button', { name: /^Log/ }));
    expect(await screen.findByText(/Not sent: consent for the child/)).toBeTruthy();
  });

  it('is empty at first, and says so if it cannot be loaded', async () => {
    stubWebhooks([]);
    await show();
    expect(await screen.findByText(/^A webhook is a URL on your server/)).toBeTruthy();
    stubServer(() => problem('service.unavailable', 'Away.'));
    await show();
    expect(await screen.findByText('The list could not be loaded')).toBeTruthy();
  });
});

describe('creating a webhook', () => {
  it('asks for its address and its events, and shows the secret once', async () => {
    const sent = stubWebhooks([]);
    await show();
    await screen.findByText(/^A webhook is a URL on your server/);
    press('Create a webhook');
    press('Create the webhook');
    expect(await screen.findByText('Please enter a complete address.')).toBeTruthy();
    expect(screen.getByText('Choose at least one option.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^Address/), { target: { value: ` ${URL} ` } });
    fireEvent.click(screen.getByRole('checkbox', { name: /^A course was sold/ }));
    press('Create the webhook');
    expect(await screen.findByDisplayValue(SECRET)).toBeTruthy();
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ url: URL, events: ['sale.made'] }]);
    press('I have saved it');
    expect(screen.queryByDisplayValue(SECRET)).toBeNull();
  });

  it('offers the events of its holder', async () => {
    stubWebhooks([]);
    await show('organisation');
    await screen.findByText(/^A webhook is a URL on your server/);
    press('Create a webhook');
    expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('value'))).toEqual(['certificate.issued', 'member.joined']);
  });

  it('shows a refused address at its field', async () => {
    const why = 'It must be an https address.';
    stubServer(({ method }) =>
      method === 'POST' ? problem('webhook.bad_address', why, { errors: [{ path: 'url', message: why }] }) : { body: { webhooks: [] } },
    );
    await show();
    await screen.findByText(/^A webhook is a URL on your server/);
    press('Create a webhook');
    fireEvent.change(screen.getByLabelText(/^Address/), { target: { value: 'http://10.0.0.1/' } });
    fireEvent.click(screen.getByRole('checkbox', { name: /^A course was sold/ }));
    press('Create the webhook');
    await waitFor(() => expect(screen.getByLabelText(/^Address/).getAttribute('aria-invalid')).toBe('true'));
  });
});

describe('a webhook', () => {
  it('is changed, starting from its values', async () => {
    const sent = stubWebhooks([aWebhook()]);
    await show();
    await screen.findByRole('listitem');
    await choose('Change');
    expect((screen.getByLabelText(/^Address/) as HTMLInputElement).value).toBe(URL);
    fireEvent.click(screen.getByRole('checkbox', { name: /^A course was sold/ }));
    press('Save the webhook');
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ url: URL, events: ['run.ended'], is_active: true }),
    );
  });

  it('gets a new secret, which is shown once, after a confirmation', async () => {
    stubWebhooks([aWebhook()]);
    await show();
    await screen.findByRole('listitem');
    await choose('New secret');
    press('Create the secret');
    expect(await screen.findByDisplayValue(SECRET)).toBeTruthy();
  });

  it.each([
    ['Turn off', 'Turn off the webhook', 'PUT'],
    ['Delete', 'Delete the webhook', 'DELETE'],
  ])('%s asks first', async (option, act, method) => {
    const sent = stubWebhooks([aWebhook()]);
    await show();
    await screen.findByRole('listitem');
    await choose(option);
    expect(sent.some((one) => one.method === method)).toBe(false);
    press(act);
    await waitFor(() => expect(sent.some((one) => one.method === method)).toBe(true));
    await dialogClosed();
  });

  it('has a log of events and responses, and resends', async () => {
    const sent = stubWebhooks([aWebhook()], [aDelivery({ state: 'failed', status: 500 })]);
    await show();
    await screen.findByRole('listitem');
    press(/^Log/);
    const dialog = await screen.findByRole('dialog');
    expect((await within(dialog).findByRole('listitem')).textContent).toMatch(/A run has ended.*Stopped retrying, answered 500.*1 attempt/);
    fireEvent.click(within(dialog).getByRole('button', { name: /^Details/ }));
    expect(await within(dialog).findByText(/"type": "run\.ended"/)).toBeTruthy();
    expect(within(dialog).getByText('not now')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: /^Send again/ }));
    await waitFor(() => expect(sent.some(({ method, path }) => method === 'POST' && path.endsWith('/deliveries/e1'))).toBe(true));
  });

  it('gets a test, whose response the log shows', async () => {
    const sent = stubWebhooks([aWebhook()]);
    await show();
    await screen.findByRole('listitem');
    press(/^Send a test/);
    expect(await screen.findByText(/Nothing was sent in the last 30 days/)).toBeTruthy();
    expect(sent.some(({ method, path }) => method === 'POST' && path.endsWith('/account/w1/test'))).toBe(true);
  });
});
