import { describe, expect, it } from 'vitest';
import { APICallError } from 'ai';
import { classifyError, retryAfterMs } from './classify-error.ts';

const httpError = (statusCode: number, message: string, responseHeaders?: Record<string, string>) =>
  new APICallError({ message, url: 'http://vendor', requestBodyValues: {}, statusCode, ...(responseHeaders && { responseHeaders }) });

describe('retry-after', () => {
  const now = Date.parse('2026-11-20T00:00:00Z');
  it.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['parts of a second', { 'retry-after': '0.5' }, 500],
    ['a date', { 'retry-after': 'Fri, 20 Nov 2026 00:00:30 GMT' }, 30_000],
    ['a date that has passed', { 'retry-after': 'Thu, 19 Nov 2026 00:00:00 GMT' }, 0],
    ['milliseconds', { 'retry-after-ms': '250', 'retry-after': '1' }, 250],
    ['a day, which is cut to half a minute', { 'retry-after': '86400' }, 30_000],
    ['nonsense', { 'retry-after': 'soon' }, null],
  ])('as %s', (_, headers, ms) => expect(retryAfterMs(headers, now)).toBe(ms));

  it('is 5 s when a 429 does not name it', () =>
    expect(classifyError('grok', httpError(429, 'no'))).toMatchObject({ retryAfterMs: 5_000 }));
  it('is passed on from a 503', () => {
    expect(classifyError('grok', httpError(503, 'no', { 'retry-after': '3' }))).toMatchObject({
      code: 'vendors.unavailable',
      retryAfterMs: 3_000,
    });
  });
});

describe('classifyError', () => {
  it('treats an empty balance as a misconfiguration, although it is a 429', () => {
    expect(classifyError('openai', httpError(429, 'insufficient_quota'))).toMatchObject({
      code: 'vendors.unavailable',
      misconfigured: true,
    });
  });
  it('does not repeat a key that a vendor quotes', () => {
    expect(classifyError('openai', httpError(401, 'Incorrect API key provided: sk-proj-abcdefghijkl1234')).message).not.toContain('abcdef');
  });
  it('treats an error that did not come from the vendor as ours, which opens no circuit', () => {
    expect(classifyError('openai', new RangeError('bug'))).toMatchObject({ code: 'vendors.broken_output', kind: 'broken' });
  });
});
