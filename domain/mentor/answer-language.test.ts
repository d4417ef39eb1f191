import { beforeEach, describe, expect, it } from 'vitest';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { SAMPLES } from '#domain/vendors/llm/hygiene/language-samples.factory.ts';
import { ask, question, useMentorSandbox } from './mentor.factory.ts';

useTestDatabase();
/** The services' next answer, instead of the sandbox's own. */
let answers: string[] = [];
const sandbox = useMentorSandbox({
  answer(_, composed) {
    const next = answers.shift();
    return next === undefined ? composed : JSON.stringify({ answer: next, quotes: [] });
  },
});
let accountId: string;
beforeEach(async () => {
  answers = [];
  sandbox.use();
  accountId = await givenOwner();
});
const WHY = 'Why do the bees dance when they are back in the hive?';
const answerTo = async (text: string) => (await ask(question(accountId, text))).answer;
const callsOf = async () => (await sandbox.calls()).length;

describe('an answer of the mentor in another language than the question', () => {
  it('is requested again, from the next engine', async () => {
    answers = [SAMPLES.spanish];
    const answer = await answerTo(WHY);
    expect(answer.state).toBe('sent');
    expect(answer.message).not.toBe(SAMPLES.spanish);
    expect(await callsOf()).toBe(2);
  });

  it('is requested again from the only engine, once, and then fails: nothing is charged', async () => {
    const vendors = Object.fromEntries(SERVICES.map((one) => [one, { ...config().vendors[one], ...(one !== 'claude' && { apiKey: '' }) }]));
    setConfig({ ...config(), vendors: vendors as ReturnType<typeof config>['vendors'] });
    answers = [SAMPLES.chinese, SAMPLES.chinese];
    expect(await answerTo(WHY)).toMatchObject({
      state: 'failed',
      error: { detail: 'Failed to send message to AI mentor', reason: 'The AI service answered in another language.' },
    });
    expect(await callsOf()).toBe(2);
    answers = [SAMPLES.chinese];
    expect(await answerTo(WHY)).toMatchObject({ state: 'sent' });
  });

  it.each([
    ['the question asks for it', 'How would I say in Spanish what bees do in the morning?', SAMPLES.spanish],
    ['the question is in it', '¿Por qué bailan las abejas cuando vuelven a la colmena?', SAMPLES.spanish],
    ['the question shows none', 'Varroa?', SAMPLES.italian],
    ['it is a few words', WHY, 'La danza de las abejas.'],
  ])('is right if %s', async (_, text, answer) => {
    answers = [answer];
    expect(await answerTo(text)).toMatchObject({ state: 'sent', message: answer });
    expect(await callsOf()).toBe(1);
  });
});
