import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Evaluation, EvaluationReport } from '#contract/operator/evaluations.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer, type Answer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { CompareSection } from './compare-section.tsx';

const SERVICES = [
  { service: 'grok', model: 'grok-4.7' },
  { service: 'claude', model: 'claude-sonnet-5-5' },
  { service: 'gemini', model: 'gemini-3.8-flash' },
  { service: 'openai', model: 'gpt-6.1-terra' },
] as const;
const [GROK, CLAUDE, GEMINI, OPENAI] = SERVICES;
const ESTIMATE: Evaluation['estimate'] = {
  calls: 54,
  tokens_in: 100_000,
  tokens_out: 30_000,
  micro_usd: 420_000,
  unpriced: [],
  basis: 'presumed',
};
const cast = (name: string, lesson: (typeof SERVICES)[number]) => ({
  name,
  roles: { outline: lesson, lesson, practice: lesson, review: GEMINI },
});

const PRICED = { ...ESTIMATE, finds: { wins_needed: 23, smallest_share: 0.765 } };

const about = (changes: Partial<Evaluation> = {}): Evaluation => ({
  evaluation_id: 'e-1',
  name: 'Sonnet or Terra',
  status: 'completed',
  progress: 100,
  language: 'english',
  briefs: 2,
  casts: [cast('Sonnet', CLAUDE), cast('Terra', OPENAI)],
  judges: [GROK],
  is_given: false,
  estimate: ESTIMATE,
  finds: { wins_needed: null, smallest_share: null },
  lessons_in_a_row: 1,
  additions: 0,
  is_sandbox: false,
  calls: 51,
  spent_micro_usd: 400_000,
  unpriced_calls: 0,
  created_at: '2026-11-27T10:00:00Z',
  finished_at: '2026-11-27T10:10:00Z',
  applied_cast: null,
  ...changes,
});
const STANDING = {
  written: 2,
  failed: 0,
  wins: 2,
  losses: 0,
  ties: 0,
  score: 1,
  problems: 0.5,
  corrected: 0.5,
  words: 412,
  reading_level: 38.2,
  seconds: 41,
  micro_usd: 12_000,
  citations: { held: 3, all: 4 },
  questions: { sound: 6, all: 6 },
  found: [{ fault: 'too_short', lessons: 1 }],
};
const report = (changes: Partial<EvaluationReport> = {}): EvaluationReport => ({
  evaluation: about(),
  standings: [STANDING, { ...STANDING, wins: 0, losses: 2, score: 0, found: [] }],
  judges: [{ name: 'grok-4.7', is_person: false, verdicts: 4, first: 2, second: 2, ties: 0, steady: 1, prefers: null }],
  agreement: [],
  winner: 0,
  duels: [{ one: 0, other: 1, wins: 2, losses: 0, ties: 0, interval: { low: 0.158, high: 1 } }],
  by_brief: ['Bees', 'Tides'].map((topic) => ({
    topic,
    difficulty: 'beginner',
    outcomes: [{ one: 0, other: 1, winner: 0, judges: 1 }],
    missing: [],
  })),
  missing: null,
  left_to_judge: 1,
  ...changes,
});
const QUESTION = {
  kind: 'single',
  question: 'Why?',
  options: ['For fun', 'To tell the way'],
  right_options: ['To tell the way'],
  explanation: 'The angle is that of the sun.',
  rubric: [],
  feedback: ['Bees rest for that.', ''],
};
const text = (content: string) => ({
  title: 'The dance',
  content,
  key_takeaways: [],
  citations: [{ marker: 1, quote: 'She dances on the comb.' }],
  exercises: [{ title: 'Draw it', instructions: 'Draw the dance for clover in the south.' }],
  questions: [QUESTION],
});
const PAIR = {
  pair: { topic: 'Bees', first: { lesson_id: 'l-1', text: text('One text') }, second: { lesson_id: 'l-2', text: text('Another text') } },
  left: 1,
};
const Lesson = ({ content }: { readonly content: string }) => <p>{content}</p>;

async function show(id: string | null, answer: (request: SentRequest) => Answer) {
  const sent = stubServer(answer);
  const screenOf = await showScreen(<CompareSection id={id} Lesson={Lesson} />);
  return {
    sent,
    posted: () => sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body })),
    ...screenOf,
  };
}
const listed = (rows: readonly Evaluation[], holders: readonly object[] = []) => ({
  body: { evaluations: rows, default_cast: holders, services: SERVICES, is_sandbox: false },
});

it('a new comparison shows its price before it can be started, and a change requires a new estimate', async () => {
  const { posted } = await show(null, ({ method, path }) => {
    if (method === 'GET') return listed([]);
    return { body: path.endsWith('estimates') ? PRICED : about() };
  });
  expect(await screen.findByText('No comparisons yet')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Compare models' }));
  expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Estimate the cost' }));
  expect(await screen.findByRole('button', { name: 'Start for about $0.42' })).toBeTruthy();
  expect(screen.getByText(/^With 32 lessons per configuration and no ties, 23 wins show.*If it truly wins 77% of them/)).toBeTruthy();
  expect(posted()[0]).toMatchObject({
    path: '/api/operator/evaluation-estimates',
    body: {
      language: 'english',
      briefs: { length: 32 },
      lessons_in_a_row: 1,
      casts: [
        { name: 'grok-4.7', roles: { review: GEMINI } },
        { name: 'claude-sonnet-5-5', roles: { review: GEMINI } },
      ],
      judges: [OPENAI],
    },
  });
  fireEvent.change(screen.getByLabelText(/^Lessons per configuration/), { target: { value: '20' } });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Estimate the cost' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Start/ }));
  await waitFor(() =>
    expect(posted().at(-1)).toMatchObject({
      path: '/api/operator/evaluations',
      body: { briefs: { length: 20 }, accepted_micro_usd: PRICED.micro_usd },
    }),
  );
});

it('missing values are reported before any request; the server’s refusals are shown as they are', async () => {
  const { posted } = await show(null, ({ method }) =>
    method === 'GET' ? listed([]) : problem('validation.failed', 'A judge must not have written a lesson that it judges.'),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Compare models' }));
  fireEvent.change(screen.getByLabelText(/^Your own topics/), { target: { value: 'Bees\nTides' } });
  expect(screen.getByText('A comparison needs 5 to 50 lessons per configuration.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Estimate the cost' }));
  expect(posted()).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Your own topics/), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Estimate the cost' }));
  expect(await screen.findByText('A judge must not have written a lesson that it judges.')).toBeTruthy();
});

it('the list shows the current leader, and one press fills in the built-in roles', async () => {
  const { posted } = await show(null, ({ method }) =>
    method === 'GET'
      ? listed([about({ applied_cast: 0 })], [{ role: 'lesson', service: 'claude', model: null }])
      : { body: { default_cast: [] } },
  );
  const now = within(await screen.findByRole('group', { name: 'The default' }));
  expect(now.getByText('From now on, in every course: Lessons: Claude.')).toBeTruthy();
  fireEvent.click(now.getByRole('button', { name: 'Restore the default' }));
  await waitFor(() => expect(posted()).toEqual([{ method: 'DELETE', path: '/api/operator/default-cast', body: undefined }]));
  expect(screen.getByRole('link', { name: 'Sonnet or Terra' })).toBeTruthy();
});

it('a finished comparison shows its table, and one press makes the winner the default', async () => {
  const { posted } = await show('e-1', ({ method }) => ({ body: method === 'GET' ? report() : about({ applied_cast: 0 }) }));
  const result = within(await screen.findByRole('group', { name: 'Result' }));
  expect(result.getByText('“Sonnet” is better, and the difference is unlikely to be chance.')).toBeTruthy();
  const table = within(screen.getByRole('region', { name: 'Configurations' }));
  for (const figure of ['100%', '2 · 0 · 0', '3 of 4', 'too short (1)']) expect(table.getAllByText(figure).length).toBeGreaterThan(0);
  expect(screen.getByText('estimated $0.42')).toBeTruthy();
  fireEvent.click(result.getByRole('button', { name: 'Make default' }));
  await waitFor(() =>
    expect(posted()).toEqual([{ method: 'POST', path: '/api/operator/evaluations/e-1/acts', body: { act: 'make_default', cast: 0 } }]),
  );
});

it('a result shows its interval and its power; another look is confirmed with its price and its loss of certainty', async () => {
  const { posted } = await show('e-1', ({ method, path }) => ({
    body: path.endsWith('addition-estimates') ? PRICED : method === 'GET' ? report() : about({ status: 'queued', additions: 1 }),
  }));
  expect(await screen.findByText(/^Sonnet against Terra: 2 won, 0 lost, 0 tied\. .* 16% to 100%/)).toBeTruthy();
  expect(screen.getByText('With 2 lessons per configuration, no result can show that one is better. Use at least six.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add lessons' }));
  expect(await screen.findByText(/^Each look at the results makes a false winner more likely: .* up to 10% after 2 looks/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Add for/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Estimate the cost' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Add for about $0.42' }));
  await waitFor(() =>
    expect(posted().at(-1)).toMatchObject({
      path: '/api/operator/evaluations/e-1/additions',
      body: { after: 2, briefs: { length: 30 }, accepted_micro_usd: PRICED.micro_usd },
    }),
  );
});

it('a price that has risen is shown again, and nothing starts until it is accepted', async () => {
  let price = PRICED.micro_usd;
  const { posted } = await show(null, ({ method, path, body }) => {
    if (method === 'GET') return listed([]);
    if (path.endsWith('estimates')) return { body: { ...PRICED, micro_usd: price } };
    const { accepted_micro_usd: accepted } = body as { accepted_micro_usd: number };
    if (accepted >= price) return { body: about() };
    return problem('evaluation.price_changed', 'This would cost more by now than was shown. Nothing was started.');
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Compare models' }));
  fireEvent.click(screen.getByRole('button', { name: 'Estimate the cost' }));
  const start = await screen.findByRole('button', { name: 'Start for about $0.42' });
  price *= 2;
  fireEvent.click(start);
  expect(await screen.findByText('This would cost more by now than was shown. Nothing was started.')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Start for about $0.84' }));
  await waitFor(() =>
    expect(posted().map(({ path, body }) => [path, (body as { accepted_micro_usd?: number }).accepted_micro_usd])).toEqual([
      ['/api/operator/evaluation-estimates', undefined],
      ['/api/operator/evaluations', PRICED.micro_usd],
      ['/api/operator/evaluation-estimates', undefined],
      ['/api/operator/evaluations', PRICED.micro_usd * 2],
    ]),
  );
});

it('verdicts of the sandbox are labelled as meaningless', async () => {
  await show('e-1', () => ({ body: report({ evaluation: about({ is_sandbox: true }) }) }));
  expect(await screen.findByText(/Its judge only compares words, so its verdicts say nothing about the models/)).toBeTruthy();
});

it('a judge that prefers the first answer is reported, and that no verdict counts', async () => {
  const judges = [
    { name: 'grok-4.7', is_person: false, verdicts: 20, first: 20, second: 0, ties: 0, steady: 0, prefers: 'first' as const },
  ];
  await show('e-1', () => ({ body: report({ judges, winner: null }) }));
  expect(await screen.findByText('no: favours the first answer, so its verdicts do not count')).toBeTruthy();
  expect(screen.getByText(/^Every judge prefers a position over a lesson/)).toBeTruthy();
});

it('a person judges a pair without names, and sees them after the choice', async () => {
  const { posted } = await show('e-1', ({ method, path }) => {
    if (method === 'POST') return { body: { first: 'Terra', second: 'Sonnet', verdict: 'second', left: 0 } };
    return { body: path.endsWith('/pair') ? PAIR : report() };
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Judge 1 pair yourself' }));
  const judged = within(await screen.findByRole('region', { name: 'Which is better?' }));
  expect(await judged.findByText('One text')).toBeTruthy();
  expect(judged.queryByText(/Terra|Sonnet/)).toBeNull();
  // the same data as for a judging model: options, key, exercises
  for (const shown of ['For fun', 'Bees rest for that.', 'The angle is that of the sun.', 'Draw the dance for clover in the south.'])
    expect(judged.getAllByText(shown)).toHaveLength(2);
  expect(judged.getAllByText('Key:')).toHaveLength(2);
  fireEvent.click(judged.getByRole('button', { name: 'B is better' }));
  expect(await judged.findByText('You found Sonnet better than Terra.')).toBeTruthy();
  expect(judged.getByText('A · Terra')).toBeTruthy();
  expect(posted()).toMatchObject([{ body: { first_id: 'l-1', second_id: 'l-2', verdict: 'second' } }]);
});

it('the lessons of a brief are side by side, with the judges’ reasons', async () => {
  await show('e-1', ({ path }) => ({
    body: path.includes('/briefs/')
      ? {
          brief: { topic: 'Bees', difficulty: 'beginner' },
          lessons: [
            { cast: 0, text: text('One text'), faults: [], words: 400, reading_level: 38, micro_usd: 9_000 },
            { cast: 1, text: null, faults: ['not_whole'], words: null, reading_level: null, micro_usd: null },
          ],
          verdicts: [{ judge: 'grok-4.7', first: 1, second: 0, verdict: 'second', reasons: 'The first lesson breaks off.' }],
        }
      : report(),
  }));
  fireEvent.click(await screen.findByRole('button', { name: 'Side by side Bees' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('grok-4.7: Sonnet is better than Terra.')).toBeTruthy();
  expect(dialog.getByText('The first lesson breaks off.')).toBeTruthy();
  expect(dialog.getByText('One text')).toBeTruthy();
  expect(dialog.getByText('is cut off')).toBeTruthy();
  expect(dialog.getByText('It has no text.')).toBeTruthy();
});

it('reports that it could not be loaded, and retries', async () => {
  let isUp = false;
  await show('e-1', () => (isUp ? { body: report() } : problem('internal', 'Something went wrong')));
  expect(await screen.findByText('The comparison could not be loaded')).toBeTruthy();
  isUp = true;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('“Sonnet” is better, and the difference is unlikely to be chance.')).toBeTruthy();
});
