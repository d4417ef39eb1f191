import { describe, expect, it } from 'vitest';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import {
  chooseService,
  editorServices,
  lessonServices,
  OUTLINE_SERVICES,
  preferredService,
  quizCheckServices,
  lessonCheckServices,
  type Availability,
} from './roles.ts';

const later = new Date(Date.now() + 10_000);
const reachable = (...up: Service[]): Availability =>
  Object.fromEntries(
    SERVICES.map((service) => [
      service,
      { configured: true, unansweredMs: 0, available: up.includes(service), retryAt: up.includes(service) ? null : later },
    ]),
  ) as Availability;
const patient = () => true;
const impatient = () => false;
const failedTry = (service: Service, code = 'vendors.unavailable'): FailedAttempt => ({ service, code, at: '' });

describe('the service for the next attempt', () => {
  it('is the preferred one, again after one failure, then the others in order', () => {
    const all = reachable(...SERVICES);
    const next = (tried: FailedAttempt[]) => chooseService(OUTLINE_SERVICES, tried, all, patient);
    expect(next([])).toEqual({ kind: 'call', service: 'claude' });
    expect(next([failedTry('claude')])).toEqual({ kind: 'call', service: 'claude' });
    expect(next([failedTry('claude'), failedTry('claude')])).toEqual({ kind: 'call', service: 'openai' });
    const twice = (code?: string) => OUTLINE_SERVICES.flatMap((service) => [failedTry(service, code), failedTry(service, code)]);
    expect(next(twice('vendors.broken_output'))).toEqual({ kind: 'exhausted' });
    expect(chooseService(OUTLINE_SERVICES, twice(), all, impatient)).toEqual({ kind: 'exhausted' });
  });

  it('is never one that has refused', () => {
    expect(chooseService(OUTLINE_SERVICES, [failedTry('claude', 'vendors.refused')], reachable(...SERVICES), patient)).toEqual({
      kind: 'call',
      service: 'openai',
    });
  });

  it('skips unreachable ones, and waits only when no other is left and there is still time', () => {
    expect(chooseService(OUTLINE_SERVICES, [], reachable('grok'), patient)).toEqual({ kind: 'call', service: 'grok' });
    expect(chooseService(OUTLINE_SERVICES, [], reachable(), patient)).toEqual({ kind: 'wait', until: later, waitsFor: OUTLINE_SERVICES });
    expect(chooseService(OUTLINE_SERVICES, [], reachable(), impatient)).toEqual({ kind: 'exhausted' });
  });

  it('is, after an outage of all services, the one asked longest ago, while there is patience', () => {
    const once = OUTLINE_SERVICES.map((service) => failedTry(service));
    const twice = [...once, ...once];
    expect(chooseService(OUTLINE_SERVICES, once, reachable(), patient)).toEqual({ kind: 'wait', until: later, waitsFor: OUTLINE_SERVICES });
    expect(chooseService(OUTLINE_SERVICES, twice, reachable(), patient)).toEqual({
      kind: 'wait',
      until: later,
      waitsFor: OUTLINE_SERVICES,
    });
    const asked = twice.map((one, place) => ({ ...one, at: new Date(place + (one.service === 'claude' ? 60_000 : 0)).toISOString() }));
    expect(chooseService(OUTLINE_SERVICES, asked, reachable(...SERVICES), patient)).toMatchObject({ kind: 'call', service: 'openai' });
    expect(chooseService(OUTLINE_SERVICES, once, reachable(), impatient)).toEqual({ kind: 'exhausted' });
  });

  it('may be one to wait for whose answer was rejected once, but not one that has had both its attempts', () => {
    const broken = (...services: Service[]) => services.map((service) => failedTry(service, 'vendors.broken_output'));
    const all = chooseService(OUTLINE_SERVICES, broken(...SERVICES), reachable(), patient);
    expect(all).toMatchObject({ kind: 'wait', waitsFor: OUTLINE_SERVICES });
    const some = chooseService(OUTLINE_SERVICES, broken('claude', 'claude', 'grok'), reachable(), patient);
    expect(some).toMatchObject({ kind: 'wait', waitsFor: ['openai', 'gemini', 'grok'] });
    const twice = OUTLINE_SERVICES.flatMap((service) => [failedTry(service), failedTry(service)]);
    const spoilt = twice.map((one) => ({ ...one, code: 'vendors.broken_output' }));
    expect(chooseService(OUTLINE_SERVICES, spoilt, reachable(), patient)).toEqual({ kind: 'exhausted' });
  });

  it('skips one whose budget is used up, or waits for it if operators want that and the step needs an answer', () => {
    const usedUp = (atEnd: 'others' | 'wait', ...up: Service[]): Availability => {
      const all = reachable(...up);
      return { ...all, claude: { ...all.claude, available: false, retryAt: later, usedUp: { until: later, atEnd } } };
    };
    const rest = ['grok', 'gemini', 'openai'] as const;
    const wait = { kind: 'wait', until: later, waitsFor: ['claude'] };
    const choose = (availability: Availability, tried: FailedAttempt[] = []) =>
      chooseService(OUTLINE_SERVICES, tried, availability, patient);
    expect(choose(usedUp('others', ...rest))).toEqual({ kind: 'call', service: 'openai' });
    expect(choose(usedUp('wait', ...rest))).toEqual(wait);
    expect(choose(usedUp('wait', ...rest), [failedTry('claude'), failedTry('claude')])).toEqual({ kind: 'call', service: 'openai' });
    expect(chooseService(['openai', 'claude'], [], usedUp('wait', ...rest), patient)).toEqual({ kind: 'call', service: 'openai' });
    expect(chooseService(OUTLINE_SERVICES, [], usedUp('wait', ...rest), patient, false)).toEqual({ kind: 'call', service: 'openai' });
    expect(choose(usedUp('others'))).toEqual({ kind: 'wait', until: later, waitsFor: OUTLINE_SERVICES });
  });

  it('is never one that is not configured', () => {
    const none = Object.fromEntries(
      SERVICES.map((service) => [service, { configured: false, unansweredMs: 0, available: false, retryAt: null }]),
    ) as Availability;
    expect(chooseService(OUTLINE_SERVICES, [], none, patient)).toEqual({ kind: 'exhausted' });
  });
});

describe('the casts', () => {
  it('GEN-10 claude leads without a preference, claude and gemini share the lessons; a preferred service leads', () => {
    expect([OUTLINE_SERVICES[0], SERVICES]).toEqual(['claude', ['grok', 'claude', 'gemini', 'openai']]);
    expect(lessonServices({ ai_model_preference: 'auto' }, 0)[0]).toBe('claude');
    expect(lessonServices({ ai_model_preference: 'auto' }, 1)[0]).toBe('gemini');
    expect(lessonServices({ ai_model_preference: 'grok' }, 1)).toEqual(['grok', 'gemini', 'claude', 'openai']);
  });

  it('G31 gpt4 is another name of openai', () => {
    expect(preferredService({ ai_model_preference: 'gpt4' })).toBe('openai');
    expect(preferredService({ ai_model_preference: 'auto' })).toBeNull();
    expect(preferredService({ ai_model_preference: true })).toBeNull();
  });

  const isOneOf =
    (...writers: Service[]) =>
    (service: Service) =>
      writers.includes(service);

  it('no service checks its own text, in whatever slots it is; the writer of the practice checks last', () => {
    for (const writer of SERVICES) {
      for (const practice of [...SERVICES, null]) expect(lessonCheckServices(isOneOf(writer), practice)).not.toContain(writer);
    }
    expect(lessonCheckServices(isOneOf('claude'), 'grok')).toEqual(['openai', 'gemini', 'grok']);
    expect(lessonCheckServices(isOneOf('claude', 'openai'), 'claude')).toEqual(['grok', 'gemini']);
    expect(lessonCheckServices(isOneOf(...SERVICES), 'claude')).toEqual([]);
  });

  it('A34 every service may check a quiz blind: the lesson’s writer late, the quiz’s writer last', () => {
    expect(quizCheckServices(isOneOf('claude'), 'openai')).toEqual(['grok', 'gemini', 'claude', 'openai']);
    expect(quizCheckServices(isOneOf('openai'), 'openai')).toEqual(['grok', 'gemini', 'claude', 'openai']);
  });
});

it('a course is edited by a service that wrote none of it; its authors come last, and none is left out', () => {
  const first = (...authors: Service[]) => editorServices((service) => authors.includes(service))[0]!;
  for (const author of SERVICES) expect(first(author)).not.toBe(author);
  expect(['claude', 'openai']).not.toContain(first('claude', 'openai'));
  expect(editorServices(() => true).toSorted()).toEqual(SERVICES.toSorted());
});
