import { expect, it } from 'vitest';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { mismatches } from './mismatches.ts';
import { partly, stubServer, type Answer } from './show-screen.tsx';

/** Calls a stubbed server once. @returns the body it answers, and what would fail the test */
async function told(answer: Answer) {
  stubServer(() => answer);
  const response = await fetch('/api/consents/a');
  return { body: (await response.json()) as unknown, wrong: mismatches.splice(0) };
}

it('an answer without a field that its endpoint declares fails its test, and is named with the place of the stub', async () => {
  const { wrong } = await told({ body: { client_name: 'Study Buddy', host: 'localhost', scopes: ['generate'], replaces: true } });
  expect(wrong).toEqual([
    expect.stringMatching(/^getConsent \(GET \/api\/consents\/:uid\) never answers this 200, mocked at .*show-screen\.test\.tsx:\d+:/),
  ]);
  expect(wrong[0]).toContain('body.age_refusal is missing');
});

it('an answer of which a test says a part has the other fields too', async () =>
  expect(await told(partly({ client_name: 'Study Buddy', runs: [] }))).toEqual({
    body: { client_name: 'Study Buddy', host: '', redirect_uri: '', scopes: [], replaces: false, age_refusal: null },
    wrong: [],
  }));

it('a refusal has a code of its endpoint, unless it is said to be broken', async () => {
  expect((await told(problem('queue.full'))).wrong).toHaveLength(1);
  expect((await told(problem('not_found'))).wrong).toEqual([]);
  expect((await told(brokenAnswer('a proxy', 502, {}))).wrong).toEqual([]);
});
