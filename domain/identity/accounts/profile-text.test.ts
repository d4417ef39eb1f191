import { expect, it } from 'vitest';
import { ACCOUNT_COLUMNS } from './account-columns.ts';
import { PROFILE_COLUMNS, profileText, type ProfileTexts } from './profile-text.queries.ts';

it('what moderators read has every text that others read in a profile', () => {
  const shown = Object.entries(ACCOUNT_COLUMNS).flatMap(([column, decision]) =>
    'inProfile' in decision && decision.inProfile ? [column] : [],
  );
  expect(PROFILE_COLUMNS.toSorted()).toEqual(shown.toSorted());
  const texts = Object.fromEntries(shown.map((column) => [column, `the ${column}`])) as unknown as ProfileTexts;
  for (const column of shown) expect.soft(profileText(texts), column).toContain(`the ${column}`);
  expect(profileText({ first_name: 'Ada', last_name: 'Okafor', bio: 'I keep bees.' })).toBe('Ada Okafor\n\nI keep bees.');
  expect(profileText({ first_name: 'Ada', last_name: '', bio: '' })).toBe('Ada');
});
