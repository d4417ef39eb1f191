import { beforeAll, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import type { QuotaName } from '#contract/billing/catalogue.ts';
import { COMPONENT_PARTS, courseCost } from '#contract/generation/course-cost.ts';
import type { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { type CourseForm } from '#contract/generation/course-form.contract.ts';

const api = useTestApi({ generateWaitMs: 0 });
let ada: Person;
beforeAll(async () => {
  // with the Free Plan's allowance
  ada = await api.givenPerson('form-price@example.com', { tokens: 0, birthYear: 1990 });
});

type Components = CourseForm['ai_components'];
const NAMES = Object.keys(COMPONENT_PARTS) as (keyof Components)[];
const subsets = Array.from(
  { length: 2 ** NAMES.length },
  (_, bits) => Object.fromEntries(NAMES.map((name, at) => [name, (bits & (1 << at)) !== 0])) as Components,
);
const as = (method: string, address: string, body?: object) =>
  api.call(address, { method, bearer: ada.accessToken, ...(body && { body }) });
const ask = (topic: string, form: object, headers: Record<string, string> = {}) =>
  api.call('/api/generate-course', {
    method: 'POST',
    bearer: ada.accessToken,
    headers,
    body: { user_id: ada.userId, topic, learning_goals: 'Keep one colony', age: 30, ...form },
  });

/** Returns the sum that the form shows, with the server's data about the account's plan. */
async function sumOf(ai_components: Components, duration: CourseForm['duration']): Promise<{ sum: number; purse: number }> {
  const { balance, quotas } = (await as('GET', `/api/user-tokens/${ada.userId}`)).json;
  const unitsLeft = (feature: QuotaName) => {
    const line = quotas.find(({ name }: { name: string }) => name === feature);
    return line ? Math.max(0, line.allowed - line.used - line.held) : 0;
  };
  const parts = NAMES.filter((name) => ai_components[name]).map((name) => COMPONENT_PARTS[name]);
  return { sum: courseCost(parts, duration, unitsLeft).usual / 100, purse: balance };
}

it('a course that the tokens do not cover is refused with the price that its form shows, whatever options are chosen', async () => {
  let refused = 0;
  const walk = async () => {
    for (const duration of ['2 weeks', '6 months'] as const satisfies readonly (typeof FORM_OPTIONS.duration)[number][])
      for (const ai_components of subsets) {
        const { sum, purse } = await sumOf(ai_components, duration);
        if (sum <= purse) continue;
        refused += 1;
        const { status, json } = await ask(`Bees ${refused}`, { duration, ai_components });
        expect([status, json.code, json.needed], JSON.stringify({ duration, ai_components })).toEqual([402, 'tokens.insufficient', sum]);
      }
  };
  await walk();
  const planned = refused;
  expect(planned).toBeGreaterThan(4);
  // the plan's one course is used up: from now on the text costs tokens too
  expect((await ask('Wasps', {})).status).toBeLessThan(300);
  await walk();
  expect(refused - planned).toBeGreaterThan(planned);
});

it('a course is accepted for the price that its form shows, and refused with that price for less', async () => {
  ada = await api.givenPerson('form-price-2@example.com', { tokens: 1_000, birthYear: 1990 });
  let tried = 0;
  for (const ai_components of subsets) {
    const form = { duration: '2 weeks', ai_components };
    const { sum } = await sumOf(ai_components, '2 weeks');
    if (sum > 0) {
      const { status, json } = await ask(`Bees for less ${tried}`, form, { 'max-price': String((sum * 100 - 1) / 100) });
      expect([status, json.code, json.needed], JSON.stringify(form)).toEqual([409, 'price.changed', sum]);
    }
    expect((await ask(`Bees ${(tried += 1)}`, form, { 'max-price': String(sum) })).status).toBeLessThan(300);
  }
});
