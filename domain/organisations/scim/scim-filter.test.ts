import { describe, expect, it } from 'vitest';
import { sql } from '#domain/platform/sql.ts';
import { conditionOf, type Filtered } from './scim-filter.ts';
import { leastProcessorMs } from '#ops/testing/processor-time.ts';

const ATTRIBUTES = new Map<string, Filtered>([
  ['username', { type: 'text', of: sql`name` }],
  ['emails', { type: 'text', of: sql`mail` }],
  ['emails.value', { type: 'text', of: sql`mail` }],
  ['active', { type: 'boolean', of: sql`active` }],
  ['meta.lastmodified', { type: 'time', of: sql`changed` }],
]);
const read = (filter: string) => {
  const { text, values } = conditionOf(filter, ATTRIBUTES);
  return [text.replaceAll(/\s+/g, ' '), ...values];
};

describe('a filter', () => {
  it.each([
    ['userName eq "Bo"', ['(lower(name) = lower($1))', 'Bo']],
    // names of attributes and operators ignore case, and may be prefixed with the resource’s URN
    ['USERNAME Eq "Bo"', ['(lower(name) = lower($1))', 'Bo']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "Bo"', ['(lower(name) = lower($1))', 'Bo']],
    ['userName sw "b" and not (active eq true)', ['((starts_with(lower(name), lower($1))) and (not (active = $2)))', 'b', true]],
    ['userName pr', [`(coalesce(name, '') <> '')`]],
    // as Entra asks: the address's type makes no difference, because there is only one address
    ['emails[type eq "work"].value eq "bo@example.com"', ['(true and (lower(mail) = lower($1)))', 'bo@example.com']],
    ['emails[type eq "work" and value co "@example.com"]', ['(position(lower($1) in lower(mail)) > 0)', '@example.com']],
    ['active eq "False"', ['(active = $1)', false]],
    ['meta.lastModified gt "2026-11-20T10:00:00Z"', [`(date_trunc('milliseconds', changed) > $1)`, new Date('2026-11-20T10:00:00Z')]],
  ])('%s', (filter, condition) => {
    expect(read(filter)).toEqual(condition);
  });

  it.each([
    'userName',
    'userName eq',
    'userName eq Bo',
    'password eq "x"',
    'userName gt "b"',
    'active co "t"',
    'meta.lastModified gt "yesterday"',
    `userName eq "${'x'.repeat(1_000)}"`,
    // would keep the parser's expression busy for years
    `userName eq "${'\n'.repeat(60)}`,
    Array.from({ length: 21 }, () => 'userName pr').join(' or '),
  ])('is refused as invalidFilter: %s', (filter) => {
    const refuse = () => expect(() => read(filter)).toThrow(expect.objectContaining({ scimType: 'invalidFilter', status: 400 }));
    expect(leastProcessorMs(refuse, 50)).toBeLessThan(50);
  });
});
