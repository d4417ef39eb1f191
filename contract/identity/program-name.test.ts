import { expect, it } from 'vitest';
import { looksLikeOurs, programName } from './program-name.ts';

const read = (name: string) => programName(60).safeParse(name).data;

it('cleans what turns, hides or breaks the text around a name', () => {
  expect(read('Pen\u202eP\u200bal\r\nis ours\u0000')).toBe('PenPal is ours');
  expect([read('\u200b\u202e'), read('  ')]).toEqual([undefined, undefined]);
});

it('keeps our name for us, in whatever letters', () => {
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
    // scripts that no list of look-alikes names: Lisu, Cherokee, Coptic, Malayalam, Hebrew; letters with strokes; signs for letters
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
  expect(taken.filter((name) => read(name) !== undefined)).toEqual([]);
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
