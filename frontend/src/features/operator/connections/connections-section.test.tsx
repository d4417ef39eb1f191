import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionTest, ServiceConnection, ServiceConnections } from '#contract/operator/service-connections.contract.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
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
  suggested_model: `${service}-suggested`,
  learnt: [],
  ...more,
});
const all = (more: Partial<ServiceConnections> = {}, changed: Partial<Record<Service, Partial<ServiceConnection>>> = {}) => ({
  connections: SERVICES.map((service) => one(service, changed[service])),
  test: { calls: 2, input: 2_600, output: 1_400 },
  list_prices: [{ model: 'claude-sonnet-5-5', input: 2, output: 10 }],
  running_test: null,
  may_change: true,
  needs_code: false,
  may_be_private: true,
  ...more,
});

const TASK = '0197a1b2-0000-7000-8000-000000000001';
const tested = (more: Partial<ConnectionTest> = {}): ConnectionTest => ({
  service: 'claude',
  kind: 'vendor',
  model: 'claude-sonnet-5-5',
  base_url: 'https://claude.example/v1',
  is_path_added: false,
  problem: null,
  words_a_second: 45,
  schema: 'json_schema',
  context_tokens: null,
  needed_tokens: 6_000,
  lesson_words: 400,
  questions: 3,
  remarks: [],
  first_word_ms: 300,
  ms: 21_234,
  tokens: 3_140,
  cost_micro_usd: 21_000,
  ...more,
});
const run = (more: object = {}) => ({
  task_id: TASK,
  kind: 'connection-test',
  status: 'running',
  progress: 10,
  stage: 'lesson',
  subject: 'claude-sonnet-5-5',
  title: null,
  created_at: '2026-11-29T08:00:00.000Z',
  started_at: null,
  finished_at: null,
  log: [{ at: '2026-11-29T08:00:00.000Z', event: 'run.started', text: 'Requesting a lesson.' }],
  queue_position: null,
  eta: null,
  stopped: false,
  poll_after_ms: 20,
  tokens: { reserved: 0, charged: 0 },
  details: {},
  ...more,
});

let answers: Record<string, unknown>;
beforeEach(() => {
  answers = {
    'GET /api/operator/connections': partly(all()),
    'GET /api/operator/installation-services': partly({
      services: [
        { service: 'mail', state: 'environment', variables: ['SMTP_URL', 'MAIL_FROM'], served_by: [], may_be_tested: true },
        { service: 'speech', state: 'missing', variables: ['OPENAI_API_KEY'], served_by: ['openai'], may_be_tested: false },
      ],
    }),
    'POST /api/operator/connections/claude/models': partly({
      models: ['claude-sonnet-5-5', 'claude-opus-5-5'],
      others: [],
      base_url: 'https://claude.example/v1',
      problem: null,
    }),
    'POST /api/operator/connections/claude/test': partly({ task_id: TASK }, 202),
    [`GET /api/runs/${TASK}`]: partly(run({ status: 'completed', progress: 100, result: tested() })),
    'PUT /api/operator/connections/claude': partly(
      all({}, { claude: { state: 'connected', model: 'claude-sonnet-5-5', key_hint: 'k7Qw' } }),
    ),
  };
});
async function show() {
  const sent = stubServer(({ method, path }) => (answers[`${method} ${path}`] ?? partly({})) as never);
  await showScreen(<ConnectionsSection />);
  await screen.findByText('1 still to set up.');
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

  it('lists the models once a key is entered, shows the price of a test and what it has learnt, and connects', async () => {
    const sent = await show();
    const dialog = await openClaude();
    const connect = dialog.getByRole('button', { name: 'Connect' }) as HTMLButtonElement;
    expect(connect.disabled).toBe(true);
    // a suitable model is filled in
    expect((dialog.getByLabelText(/^Model/) as HTMLInputElement).value).toBe('claude-suggested');
    fireEvent.change(dialog.getByLabelText(/^Key/), { target: { value: 'sk-secret-k7Qw' } });
    fireEvent.blur(dialog.getByLabelText(/^Key/));
    await dialog.findByText('2 models can be used with this key.');
    fireEvent.change(dialog.getByLabelText(/^Model/), { target: { value: 'claude-sonnet-5-5' } });
    expect(dialog.getByText(/2 calls, about 4,000 tokens. It costs about \$0.02, charged to the key’s account/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Test' }));
    await dialog.findByText('Writes 45 words a second and follows the schema.');
    expect(dialog.getByText(/a lesson of 400 words · 3 questions · 21 s · 3,140 tokens · \$0.02/)).toBeTruthy();
    fireEvent.click(connect);
    await dialogClosed();
    expect(sent.find(({ method }) => method === 'PUT')!.body).toEqual({
      kind: 'vendor',
      base_url: 'https://claude.example/v1',
      key: 'sk-secret-k7Qw',
      model: 'claude-sonnet-5-5',
    });
    expect(await screen.findByText('…k7Qw')).toBeTruthy();
    expect(document.body.textContent).not.toContain('sk-secret');
  });

  it('shows the problem and its solution, with the service’s own words', async () => {
    answers['POST /api/operator/connections/claude/models'] = partly({
      models: [],
      others: [],
      base_url: 'https://claude.example/v1',
      problem: { code: 'wrong_key', detail: 'claude: 401 invalid x-api-key' },
    });
    answers[`GET /api/runs/${TASK}`] = partly(
      run({
        status: 'completed',
        result: tested({ problem: { code: 'no_credit', detail: 'Your credit balance is too low' }, lesson_words: 0 }),
      }),
    );
    await show();
    const dialog = await openClaude();
    fireEvent.change(dialog.getByLabelText(/^Key/), { target: { value: 'sk-secret' } });
    fireEvent.blur(dialog.getByLabelText(/^Key/));
    await dialog.findByText(/^The key was not accepted/);
    fireEvent.change(dialog.getByLabelText(/^Model/), { target: { value: 'claude-sonnet-5-5' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Test' }));
    await dialog.findByText('The account behind this key has no credit left.');
    expect(dialog.getByText('Your credit balance is too low')).toBeTruthy();
  });

  it('shows an error of the server at its field', async () => {
    answers['PUT /api/operator/connections/claude'] = problem('validation.failed', 'validation.failed', {
      errors: [{ path: 'base_url', message: 'Enter an address such as https://api.example.com/v1.' }],
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
    expect(dialog.queryByLabelText(/^Who answers for Gemini/)).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: /Gemini/ }));
    fireEvent.change(dialog.getByLabelText(/^Who answers for Gemini/), { target: { value: 'vertex' } });
    expect(dialog.getByLabelText(/^Key file of the service account/)).toBeTruthy();
    expect(dialog.getByText(/^Leave empty to use the global endpoint/)).toBeTruthy();
  });

  it('are read-only for operators, and environment settings are fixed', async () => {
    answers['GET /api/operator/connections'] = partly(all({ may_change: false }, { openai: { state: 'environment', model: 'gpt' } }));
    await show();
    expect(screen.getByText('Only administrators can change connections.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Connect/ })).toBeNull();
    expect(screen.getAllByText('Set by the environment').length > 0).toBeTruthy();
  });

  it('removes a connection after a question, with a code for users of two-step sign-in', async () => {
    answers['GET /api/operator/connections'] = partly(
      all({ needs_code: true }, { claude: { state: 'connected', model: 'claude-sonnet-5-5', key_hint: 'k7Qw' } }),
    );
    answers['POST /api/operator/connections/claude/remove'] = partly(all());
    const sent = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Remove Claude' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText(/^Code/), { target: { value: '123456' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await dialogClosed();
    expect(sent.find(({ path }) => path.endsWith('/remove'))!.body).toEqual({ code: '123456' });
  });

  it('shows the price of a million tokens, its date, and unknown prices', async () => {
    const price = { input: 1, output: 5 };
    answers['GET /api/operator/connections'] = partly(
      all(
        {},
        {
          claude: { state: 'connected', price, listed_since: '2026-10-26' },
          openai: { state: 'connected', price },
          grok: { state: 'connected' },
        },
      ),
    );
    await show();
    const said = (name: RegExp) => screen.getByRole('row', { name }).textContent;
    expect(said(/^Claude/)).toMatch(/in, .* out\s*listed since .*26/);
    expect(said(/^OpenAI/)).toContain('entered here');
    expect(said(/^Grok/)).toContain('unknown');
  });

  it('lists missing connections with their settings; a test reports its result in words', async () => {
    answers['POST /api/operator/installation-services/mail/test'] = partly({
      problem: { code: 'not_reachable', detail: 'ECONNREFUSED' },
      ms: 12,
    });
    await show();
    const speech = screen.getByRole('row', { name: /^Speech/ }).textContent;
    expect(speech).toContain('Not configured');
    expect(speech).toContain('OPENAI_API_KEY or a connection to OpenAI');
    expect(screen.queryByRole('button', { name: 'Test Speech' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Test Mail' }));
    expect(
      await screen.findByText('Nothing answers at this address. Check that the server is running and the address is correct.'),
    ).toBeTruthy();
    expect(screen.getByText('ECONNREFUSED')).toBeTruthy();
  });

  it('a budget shows the spent part, and until when it is used up', async () => {
    const budget = { day_cents: 500, month_cents: 10_000, at_end: 'wait' } as const;
    answers['GET /api/operator/connections'] = partly(
      all(
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
    );
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

  it('a budget is entered in dollars, even for a service set by the environment; an empty field sets no limit', async () => {
    const changed = all({}, { claude: { state: 'environment' } });
    answers['GET /api/operator/connections'] = partly(changed);
    answers['PUT /api/operator/connections/claude/budget'] = partly(changed);
    const sent = await show();
    const row = within(screen.getByRole('row', { name: /^Claude/ }));
    expect(row.queryByRole('button', { name: /Connect|Change/ })).toBeNull();
    fireEvent.click(row.getByRole('button', { name: 'Budget Claude' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Budget of Claude' }));
    expect(dialog.getByText(/at the highest known price/)).toBeTruthy();
    fireEvent.change(dialog.getByLabelText(/^US dollars a day/), { target: { value: '4.35' } });
    fireEvent.change(dialog.getByLabelText(/^When the budget is used up/), { target: { value: 'wait' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await dialogClosed();
    expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/api/operator/connections/claude/budget',
      body: { day_cents: 435, month_cents: null, at_end: 'wait' },
    });
  });

  it.each([
    ['wrong_key', 'The key was not accepted. Copy it again from the service’s website.'],
    ['no_credit', 'The account behind this key has no credit left.'],
    [
      'unverified_organisation',
      'The service requires the organisation behind this key to be verified first. Verify it on the service’s own page.',
    ],
    ['unknown_model', 'This key has no such model. Choose one from the list.'],
    ['refused_parameter', 'The server refuses the requests courses need, in every form we tried. Choose another model.'],
    ['not_reachable', 'Nothing answers at this address. Check that the server is running and the address is correct.'],
    [
      'no_such_path',
      'The server answers, but lists no models at this address, even with /v1 added. Check the server’s documentation for its API address.',
    ],
    ['no_structured_answer', 'The model answers, but not in the format that courses need. Choose another model.'],
    ['no_usable_lesson', 'The model answers, but its lessons are not usable. Choose another model.'],
    ['context_too_small', 'It holds 2,048 tokens; a course needs 6,000. Give it a larger context, or choose another model.'],
  ] as const)('explains %s in words, with the solution', async (code, words) => {
    const result = tested({ problem: { code, detail: null }, context_tokens: 2_048 });
    answers[`GET /api/runs/${TASK}`] = partly(run({ status: 'completed', result }));
    await show();
    const dialog = await openClaude();
    fireEvent.change(dialog.getByLabelText(/^Key/), { target: { value: 'sk-secret' } });
    fireEvent.change(dialog.getByLabelText(/^Model/), { target: { value: 'm' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Test' }));
    expect(await dialog.findByText(words)).toBeTruthy();
  });
});

describe('a running test', () => {
  const begin = async () => {
    await show();
    const dialog = await openClaude();
    fireEvent.change(dialog.getByLabelText(/^Key/), { target: { value: 'sk-secret' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Test' }));
    return dialog;
  };

  it('shows its progress and current step, and can be cancelled', async () => {
    answers[`GET /api/runs/${TASK}`] = partly(run());
    const dialog = await begin();
    await dialog.findByText('Testing: 10%');
    expect(dialog.getByText('Requesting a lesson.')).toBeTruthy();
    expect(dialog.getByRole('progressbar', { name: 'Test' }).getAttribute('aria-valuenow')).toBe('10');
    answers[`GET /api/runs/${TASK}`] = partly(run({ status: 'cancelled', stopped: true }));
    answers[`DELETE /api/runs/${TASK}`] = answers[`GET /api/runs/${TASK}`];
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel the test' }));
    expect(await dialog.findByText('The test was stopped.')).toBeTruthy();
    // and can be started again
    expect(dialog.getByRole('button', { name: 'Test' })).toBeTruthy();
  });

  it.each([
    [
      'that fails by itself says why',
      partly(run({ status: 'failed', error: { code: 'internal', detail: 'Something went wrong' } })),
      'Something went wrong',
    ],
    ['that is not there any more says so', problem('not_found', 'not_found'), 'The test no longer exists. Start it again.'],
  ])('%s', async (_, answer, words) => {
    answers[`GET /api/runs/${TASK}`] = answer;
    const dialog = await begin();
    expect(await dialog.findByText(words)).toBeTruthy();
  });

  it('is shown on the page after a reload, and in the dialog of its service', async () => {
    answers['GET /api/operator/connections'] = partly(all({ running_test: { task_id: TASK, service: 'claude' } }));
    answers[`GET /api/runs/${TASK}`] = partly(run({ progress: 70 }));
    await show();
    await screen.findByText('Testing: 70%');
    const dialog = await openClaude();
    expect(await dialog.findByText('Testing: 70%')).toBeTruthy();
  });
});

describe('one’s own server', () => {
  const own = { kind: 'compatible' } as const;
  beforeEach(() => {
    answers['POST /api/operator/connections/claude/models'] = partly({
      models: ['qwen3:8b', 'eclipse:7b'],
      others: ['clip-vit:large'],
      base_url: 'http://127.0.0.1:11434/v1',
      problem: null,
    });
    answers[`GET /api/runs/${TASK}`] = partly(
      run({
        status: 'completed',
        result: tested({
          kind: 'compatible',
          model: 'qwen3:8b',
          base_url: 'http://127.0.0.1:11434/v1',
          is_path_added: true,
          context_tokens: 8_192,
          cost_micro_usd: 0,
        }),
      }),
    );
  });
  const open = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Connect a service' }));
    return within(await screen.findByRole('dialog', { name: 'Connect an AI service' }));
  };
  const value = (field: HTMLElement) => (field as HTMLInputElement).value;

  it('comes first, with nothing preselected, and three presses lead to a test', async () => {
    const sent = await show();
    const dialog = await open();
    const choices = within(dialog.getByRole('group', { name: 'Who answers' })).getAllByRole('button');
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Ollama or another server', 'Grok', 'Claude', 'Gemini', 'OpenAI']);
    expect(choices.map((choice) => choice.getAttribute('aria-pressed'))).toEqual(Array.from(choices, () => 'false'));
    expect(dialog.queryByLabelText(/^Key/)).toBeNull();

    fireEvent.click(choices[0]!);
    // looks at Ollama's default address at once, and selects the largest model, the first free place and no price
    await waitFor(() => expect(value(dialog.getByLabelText(/^Model/))).toBe('qwen3:8b'));
    expect(value(dialog.getByLabelText(/^Address/))).toBe('http://127.0.0.1:11434/v1');
    expect(value(dialog.getByLabelText(/^Token price/))).toBe('free');
    expect(value(dialog.getByLabelText(/^Place/))).toBe('claude');
    expect(dialog.getByText(/It is free\.$/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Test' }));
    await dialog.findByText('Writes 45 words a second, follows the schema and has a context of 8,192 tokens. A course needs 6,000.');
    expect(dialog.getByText('Found at http://127.0.0.1:11434/v1. We added /v1.')).toBeTruthy();

    answers['GET /api/operator/connections'] = answers['PUT /api/operator/connections/claude'] = partly(
      all({}, { claude: { ...own, state: 'connected', model: 'qwen3:8b', price: { input: 0, output: 0 } } }),
    );
    fireEvent.click(dialog.getByRole('button', { name: 'Connect' }));
    await dialogClosed();
    expect(sent.find(({ method }) => method === 'PUT')!.body).toEqual({
      kind: 'compatible',
      base_url: 'http://127.0.0.1:11434/v1',
      model: 'qwen3:8b',
      // as learnt by the test
      context_tokens: 8_192,
      price: { input: 0, output: 0 },
    });
    const row = screen.getByRole('row', { name: /^Ollama or another server in place of Claude/ }).textContent;
    expect(row).toMatch(/qwen3:8b.*free/);
  });

  it('takes the first free place, and none of the environment', async () => {
    answers['GET /api/operator/connections'] = partly(all({}, { claude: { state: 'environment' }, gemini: { state: 'connected' } }));
    await show();
    const dialog = await open();
    fireEvent.click(dialog.getByRole('button', { name: 'Ollama or another server' }));
    expect(value(dialog.getByLabelText(/^Place/))).toBe('openai');
    expect(within(dialog.getByLabelText(/^Place/)).getAllByRole('option', { hidden: true })).toHaveLength(3);
  });

  it('elsewhere asks for the price of its tokens, and connects nothing without it', async () => {
    await show();
    const dialog = await open();
    fireEvent.click(dialog.getByRole('button', { name: 'Ollama or another server' }));
    await waitFor(() => expect(value(dialog.getByLabelText(/^Model/))).toBe('qwen3:8b'));
    fireEvent.change(dialog.getByLabelText(/^Address/), { target: { value: 'https://openrouter.ai/api/v1' } });
    expect(value(dialog.getByLabelText(/^Token price/))).toBe('');
    const connect = dialog.getByRole('button', { name: 'Connect' }) as HTMLButtonElement;
    expect(connect.disabled).toBe(true);
    expect(dialog.getByText(/The cost is unknown\.$/)).toBeTruthy();
    fireEvent.change(dialog.getByLabelText(/^Token price/), { target: { value: 'price' } });
    fireEvent.change(dialog.getByLabelText(/^Input/), { target: { value: '0.1' } });
    expect(connect.disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText(/^Output/), { target: { value: '0.4' } });
    expect(connect.disabled).toBe(false);
  });

  it('has no unusable model: others are listed separately, and any name may be typed', async () => {
    await show();
    const dialog = await open();
    fireEvent.click(dialog.getByRole('button', { name: 'Ollama or another server' }));
    await waitFor(() => expect(value(dialog.getByLabelText(/^Model/))).toBe('qwen3:8b'));
    const options = within(dialog.getByLabelText(/^Model/)).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['qwen3:8b', 'eclipse:7b', 'clip-vit:large', 'Other…']);
    fireEvent.change(dialog.getByLabelText(/^Model/), { target: { value: '…' } });
    fireEvent.change(dialog.getByLabelText(/^Model/), { target: { value: 'one-of-mine' } });
    expect(value(dialog.getByLabelText(/^Model/))).toBe('one-of-mine');
  });

  it('shows in its row what was learnt about its model', async () => {
    const learnt = [
      { trait: 'context', value: 8_192, source: 'the server’s own words', learnt_at: '2026-11-29T08:00:00.000Z', is_old: false },
      { trait: 'schema', value: 'prompt', source: 'a refusal', learnt_at: '2026-11-29T08:00:00.000Z', is_old: false },
      { trait: 'words_a_second', value: 45, source: 'a test', learnt_at: '2026-11-29T08:00:00.000Z', is_old: false },
    ];
    answers['GET /api/operator/connections'] = partly(all({}, { claude: { ...own, state: 'connected', model: 'qwen3:8b', learnt } }));
    await show();
    expect(screen.getByText('has a context window of 8,192 tokens · does not support schemas · 45 words a second')).toBeTruthy();
  });
});
