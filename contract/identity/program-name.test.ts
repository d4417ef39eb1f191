import { expect, it } from 'vitest';
import { looksLikeOurs, readProgramName } from './program-name.ts';

const read = (name: string) => readProgramName(name, 60);

it('removes characters that turn, hide or break the text around a name', () => {
  expect(read('Pen\u202eP\u200bal\r\nis ours\u0000')).toBe('PenPal is ours');
  expect([read('\u200b\u202e'), read('  ')]).toEqual(['', '']);
});

it('removes an app’s name for a user’s installation', () => {
  expect(read('Claude Code (coursewright)')).toBe('Claude Code');
  expect(read('Agent [Coursewright]')).toBe('Agent');
  expect(read('Claude Code (learning)')).toBe('Claude Code (learning)');
  expect([read('Coursewright (official)'), read('(coursewright)')]).toEqual(['', '']);
});

it('cuts a name that is long', () => {
  expect(read('x'.repeat(200))).toBe('x'.repeat(60));
  expect(read('🐝'.repeat(200))).toBe('🐝'.repeat(60));
});

it('reserves our name for us, in whatever letters', () => {
  const taken = [
    'Coursewright',
    'COURSE WRIGHT',
    'The official c-o-u-r-s-e-w-r-i-g-h-t app',
    'Соursеwrіght',
    'C0ursewr1ght',
    'Coursevvright',
    'Cöurséwright',
    'Ｃｏｕｒｓｅｗｒｉｇｈｔ',
    'Course\u200dwright',
    // scripts that no list of look-alikes includes: Lisu, Cherokee, Coptic, Malayalam, Hebrew; letters with strokes; signs in place of
    // letters
    'ꓚoursewright',
    'Ꮯourꮪewꭱight',
    'ⲥoursewright',
    'Cഠursewright',
    'Cסursewright',
    'Coursewrigħŧ',
    'Cɵʉrsewright',
    'Ϲoursewright',
    '©oursewright',
    'Cou®sewrigh†',
    'C०ursewright',
    '🅒oursewright',
    '🇨oursewright',
    'C()urse\\/\\/right',
    'Courseuuriqht',
  ];
  expect(taken.filter((name) => read(name) !== '')).toEqual([]);
  expect(
    [
      'Study Buddy',
      'Course Writer',
      'Wright',
      'Coursera',
      'Course 🐝 light',
      'Курсы и уроки для всех',
      'コース作成アシスタント',
      'Claude',
    ].filter(looksLikeOurs),
  ).toEqual([]);
});
