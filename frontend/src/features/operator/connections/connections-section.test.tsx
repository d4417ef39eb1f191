import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceConnection, ServiceConnections } from '#contract/operator/service-connections.contract.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { problem, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { ConnectionsSection } from './connections-section.tsx';

const one = (service: Service, more: Partial<ServiceConnection> = {}): ServiceConnection => ({
  service,
  state: 'sandbox',
  kind: 'vendor',
  base_url: `https://${service}.example/v1`,
  model: 'demo',
  key_hint: null,
  context_tokens: null,
  price: null,
  listed_since: null,
  changed_at: null,
  changed_by: null,
  budget: null,
  spent_today_micro_usd: 0,
  spent_month_micro_usd: 0,
  used_up_until: null,
  ...more,
});
const all = (more: Partial<ServiceConnections> = {}, changed: Partial<Record<Service, Partial<ServiceConnection>>> = {}) => ({
  connections: SERVICES.map((service) => one(service, changed[service])),
  may_change: true,
  needs_code: false,
  may_be_private: true,
  ...more,
});

let answers: Record<string, unknown>;
beforeEach(() => {
  answers = {
    'GET /api/operator/connections': { body: all() },
    'GET /api/operator/installation-services': {
      body: {
        services: [
          { service: 'mail', state: 'environment', variables: ['SMTP_URL', 'MAIL_FROM'], served_by: [], may_be_tested: true },
          { service: 'speech', state: 'missing', variables: ['OPENAI_API_KEY'], served_by: ['openai'], may_be_tested: false },
        ],
      },
    },
    'POST /api/operator/connections/claude/models': { body: { models: ['claude-sonnet-5-5', 'claude-opus-5-5'], problem: null } },
    'POST /api/operator/connections/claude/test': {
      body: { problem: null, answer: 'Salve', ms: 1_234, tokens: 14, cost_micro_usd: 900 },
    },
    'PUT /api/operator/connections/claude': {
      body: all({}, { claude: { state: 'connected', model: 'claude-sonnet-5-5', key_hint: 'k7Qw' } }),
    },
  };
});
async function show() {
  const sent = stubServer(({ method, path }) => (answers[`${method} ${path}`] ?? { body: {} }) as never);
  await showScreen(<ConnectionsSection />);
  await screen.findByText('1 is left to set up.');
  return sent;
}
const openClaude = async () => {
  fireEvent.click(within(screen.getByRole('row', { name: /^Claude/ })).getByRole('button', { name: /Connect/ }));
  return within(await screen.findByRole('dialog', { name: 'Connect an AI service' }));
};

describe('the connections of AI services', () => {
  it('says that the demo library stands in while nothing is connected', async () => {
    await show();
    expect(screen.getByText(/^No AI service is connected/)).toBeTruthy();
    expect(screen.getAllByText('Demo library')).toHaveLength(4);
  });

  it('lists the models once a key is entered, tests in words, and connects', async () => {
    const sent = await show();
    const dialog = await openClaude();
    const connect = dialog.getByRole('button', { name: 'Connect' }) as HTMLButtonElement;
    expect(connect.disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText(/^Key/), { target: { value: 'sk-secret-k7Qw' } });
    fireEvent.blur(dialog.getByLabelText(/^Key/));
    await dialog.findByText('2 models may be used with this key.');
    fireEvent.change(dialog.getByLabelText(/^Model/), { target: { value: 'claude-sonnet-5-5' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Test' }));
    await dialog.findByText('It answers, in 1.2 s');
    expect(dialog.getByText(/14 tokens · less than a cent/)).toBeTruthy();
    fireEvent.click(connect);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ method }) => method === 'PUT')!.body).toEqual({
      kind: 'vendor',
      base_url: 'https://claude.example/v1',
      key: 'sk-secret-k7Qw',
      model: 'claude-sonnet-5-5',
    });
    expect(await screen.findByText('…k7Qw')).toBeTruthy();
    expect(document.body.textContent).not.toContain('sk-secret');
  });

  it('says what is wrong and what to do, with the service’s own words', async () => {
    answers['POST /api/operator/connections/claude/models'] = {
      body: { models: [], problem: { code: 'wrong_key', detail: 'claude: 401 invalid x-api-key' } },
    };
    answers['POST /api/operator/connections/claude/test'] = {
      body: {
        problem: { code: 'no_credit', detail: 'Your credit balance is too low' },
        answer: null,
        ms: 80,
        tokens: null,
        cost_micro_usd: null,
      },
    };
    await show();
    const dialog = await openClaude();
    fireEvent.change(dialog.getByLabelText(/^Key/), { target: { value: 'sk-secret' } });
    fireEvent.blur(dialog.getByLabelText(/^Key/));
    await dialog.findByText(/^The key is not accepted/);
    fireEvent.change(dialog.getByLabelText(/^Model/), { target: { value: 'claude-sonnet-5-5' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Test' }));
    await dialog.findByText('The account behind this key has no credit left.');
    expect(dialog.getByText('Your credit balance is too low')).toBeTruthy();
  });

  it('shows an error of the server at its field', async () => {
    answers['PUT /api/operator/connections/claude'] = problem(400, 'validation.failed', {
      errors: [{ path: 'base_url', message: 'An address such as https://api.example.com/v1 is needed.' }],
    });
    await show();
    const dialog = await openClaude();
    fireEvent.change(dialog.getByLabelText(/^Key/), { target: { value: 'sk-secret' } });
    fireEvent.change(dialog.getByLabelText(/^Model/), { target: { value: 'm' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(dialog.getByLabelText(/^Address/).getAttribute('aria-invalid')).toBe('true'));
  });

  it('offers Vertex AI for Gemini only, and asks for the key file of a service account', async () => {
    await show();
    const dialog = await openClaude();
    const kinds = () =>
      within(dialog.getByLabelText(/^Who answers/))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(kinds()).toHaveLength(2);
    fireEvent.click(dialog.getByRole('button', { name: /Gemini/ }));
    expect(kinds()).toContain('Vertex AI of Google Cloud, by a service account');
    fireEvent.change(dialog.getByLabelText(/^Who answers/), { target: { value: 'vertex' } });
    expect(dialog.getByLabelText(/^Key file of the service account/)).toBeTruthy();
    expect(dialog.getByText(/^Empty: the global endpoint/)).toBeTruthy();
  });

  it('lets operators look, and what the environment sets stay', async () => {
    answers['GET /api/operator/connections'] = { body: all({ may_change: false }, { openai: { state: 'environment', model: 'gpt' } }) };
    await show();
    expect(screen.getByText('Only administrators may change connections.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Connect/ })).toBeNull();
    expect(screen.getByText('By the environment')).toBeTruthy();
  });

  it('removes a connection after a question, with a code where there is two-step sign-in', async () => {
    answers['GET /api/operator/connections'] = {
      body: all({ needs_code: true }, { claude: { state: 'connected', model: 'claude-sonnet-5-5', key_hint: 'k7Qw' } }),
    };
    answers['POST /api/operator/connections/claude/remove'] = { body: all() };
    const sent = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Remove Claude' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText(/^Code/), { target: { value: '123456' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ path }) => path.endsWith('/remove'))!.body).toEqual({ code: '123456' });
  });

  it('says what a million tokens cost, since when, and what is unknown', async () => {
    const price = { input: 1, output: 5 };
    answers['GET /api/operator/connections'] = {
      body: all(
        {},
        {
          claude: { state: 'connected', price, listed_since: '2026-10-26' },
          openai: { state: 'connected', price },
          grok: { state: 'connected' },
        },
      ),
    };
    await show();
    const said = (name: RegExp) => screen.getByRole('row', { name }).textContent;
    expect(said(/^Claude/)).toMatch(/in, .* out listed since .*26/);
    expect(said(/^OpenAI/)).toContain('entered here');
    expect(said(/^Grok/)).toContain('unknown');
  });

  it('lists what is left to set up, and by which setting; a test says in words what came of it', async () => {
    answers['POST /api/operator/installation-services/mail/test'] = {
      body: { problem: { code: 'not_reachable', detail: 'ECONNREFUSED' }, ms: 12 },
    };
    await show();
    const speech = screen.getByRole('row', { name: /^Speech/ }).textContent;
    expect(speech).toContain('Not configured');
    expect(speech).toContain('OPENAI_API_KEY or a connection of OpenAI');
    expect(screen.queryByRole('button', { name: 'Test Speech' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Test Mail' }));
    expect(await screen.findByText('Nothing answers at this address. Is the server running, and the address right?')).toBeTruthy();
    expect(screen.getByText('ECONNREFUSED')).toBeTruthy();
  });

  it('a budget shows what is spent of it, and until when it is used up', async () => {
    const budget = { day_cents: 500, month_cents: 10_000, at_end: 'wait' } as const;
    answers['GET /api/operator/connections'] = {
      body: all(
        {},
        {
          claude: {
            budget,
            spent_today_micro_usd: 5_100_000,
            spent_month_micro_usd: 25_000_000,
            used_up_until: '2026-11-29T00:00:00.000Z',
          },
          grok: { spent_month_micro_usd: 2_000_000 },
        },
      ),
    };
    await show();
    const claude = within(screen.getByRole('row', { name: /^Claude/ }));
    const meters = claude.getAllByRole('progressbar').map((bar) => [bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]);
    expect(meters).toEqual([
      ['100', '$5.10 of $5.00 today'],
      ['25', '$25.00 of $100.00 this month'],
    ]);
    expect(claude.getByText(/^Used up until .*: courses wait$/)).toBeTruthy();
    expect(screen.getByRole('row', { name: /^Grok/ }).textContent).toContain('$2.00 this month');
  });

  it('a budget is entered in dollars, also for a service that the environment sets; an empty field bounds nothing', async () => {
    const changed = all({}, { claude: { state: 'environment' } });
    answers['GET /api/operator/connections'] = { body: changed };
    answers['PUT /api/operator/connections/claude/budget'] = { body: changed };
    const sent = await show();
    const row = within(screen.getByRole('row', { name: /^Claude/ }));
    expect(row.queryByRole('button', { name: /Connect|Change/ })).toBeNull();
    fireEvent.click(row.getByRole('button', { name: 'Budget Claude' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Budget of Claude' }));
    expect(dialog.getByText(/like those of the dearest known model/)).toBeTruthy();
    fireEvent.change(dialog.getByLabelText(/^US dollars a day/), { target: { value: '4.35' } });
    fireEvent.change(dialog.getByLabelText(/^When it is used up/), { target: { value: 'wait' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/api/operator/connections/claude/budget',
      body: { day_cents: 435, month_cents: null, at_end: 'wait' },
    });
  });

  it.each([
    ['wrong_key', 'The key is not accepted. Copy it again from the service’s own page.'],
    ['no_credit', 'The account behind this key has no credit left.'],
    ['unknown_model', 'There is no such model for this key. Choose one from the list.'],
    ['not_reachable', 'Nothing answers at this address. Is the server running, and the address right?'],
    ['no_structured_answer', 'It answers, but not in the form that courses need. Choose another model.'],
  ] as const)('says %s in words, with what to do', async (code, words) => {
    answers['POST /api/operator/connections/claude/test'] = {
      body: { problem: { code, detail: null }, answer: null, ms: 80, tokens: null, cost_micro_usd: null },
    };
    await show();
    const dialog = await openClaude();
    fireEvent.change(dialog.getByLabelText(/^Key/), { target: { value: 'sk-secret' } });
    fireEvent.change(dialog.getByLabelText(/^Model/), { target: { value: 'm' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Test' }));
    expect(await dialog.findByText(words)).toBeTruthy();
  });
});
