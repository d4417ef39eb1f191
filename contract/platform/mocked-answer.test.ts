import { describe, expect, it } from 'vitest';
import { getConsent } from '#contract/identity/connected-apps.contract.ts';
import { me } from '#contract/identity/identity.contract.ts';
import { sendMentorMessage } from '#contract/mentor/mentor.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { brokenAnswer, endpointAt, mismatch, mismatchedEvent, mocked, problem } from './mocked-answer.factory.ts';

const CONSENT: AnswerOf<typeof getConsent> = {
  client_name: 'Study Buddy',
  host: 'localhost',
  redirect_uri: 'https://agent.example/cb',
  scopes: ['courses:read'],
  replaces: true,
  age_refusal: null,
};
const judge = (body: unknown) => mismatch(getConsent, mocked(getConsent, body as typeof CONSENT), 'scenes.ts:3');
const NAMED = 'getConsent (GET /api/consents/:uid) never answers this 200, mocked at scenes.ts:3:\n  ';

describe('a mocked answer', () => {
  it('is one that the server could give', () => expect(judge(CONSENT)).toBeNull());

  it('has every field that the contract declares', () => {
    const { age_refusal: _, ...body } = CONSENT;
    expect(judge(body)).toBe(`${NAMED}body.age_refusal is missing`);
  });

  it('has no other field: the server drops what is not declared', () =>
    expect(judge({ ...CONSENT, icon: 'bee' })).toBe(`${NAMED}body.icon is not declared`));

  it('has values of the declared types', () => {
    expect(judge({ ...CONSENT, host: null })).toBe(`${NAMED}body.host is null instead of string`);
    expect(judge({ ...CONSENT, scopes: ['fly'] })).toContain('body.scopes[0] is string "fly" instead of "courses:read" or');
  });

  it('has a declared status', () =>
    expect(mismatch(getConsent, mocked(getConsent, CONSENT, 204), 'x')).toContain('status 204 is not declared'));
});

describe('a mocked refusal', () => {
  it('has a code that the endpoint declares, or that every endpoint can answer', () => {
    expect(mismatch(getConsent, problem('not_found'), 'x')).toBeNull();
    expect(mismatch(getConsent, problem('limits.rate', 'Wait a minute'), 'x')).toBeNull();
    expect(mismatch(getConsent, problem('queue.full'), 'x')).toContain('body.code is queue.full, which the endpoint does not declare');
  });

  it('is a whole problem document with the status of its code', () => {
    expect(mismatch(getConsent, { status: 404, body: { detail: 'Gone' } }, 'x')).toContain('body.code is missing');
    expect(mismatch(getConsent, { ...problem('not_found'), status: 410 }, 'x')).toContain('status 410 is not that of not_found');
  });

  it('is said to be broken where no server of ours gives it', () =>
    expect(mismatch(me, brokenAnswer('a proxy', 502, '<html>'), 'x')).toBeNull());
});

it('a mocked event of a stream is one that the stream declares', () => {
  expect(mismatchedEvent(sendMentorMessage, { type: 'text', from: 0, text: 'In May' }, 'x')).toBeNull();
  expect(mismatchedEvent(sendMentorMessage, { type: 'text', text: 'In May' }, 'x')).toContain('event.from is missing');
});

describe('the endpoint of a request', () => {
  it.each([
    ['GET', '/api/courses/saved/u1', 'listSavedCourses'],
    ['GET', '/api/courses/u1/c1?x=1', 'getCourse'],
    ['GET', 'https://app.example/api/local-events/mine', 'myEvents'],
    ['GET', '/api/local-events/e1', 'getEvent'],
    ['POST', '/api/consents/a', 'decideConsent'],
    ['GET', '/api/nowhere', undefined],
  ])('%s %s is %s', (method, address, name) => expect(endpointAt(method, address)?.name).toBe(name));
});
