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
  ];
  expect(taken.filter((name) => read(name) !== undefined)).toEqual([]);
  expect(['Study Buddy', 'Course Writer', 'Wright', 'Курс', 'Claude'].filter(looksLikeOurs)).toEqual([]);
});
