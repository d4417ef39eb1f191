import { expect, it } from 'vitest';
import { lessonPrint } from './lesson-print.ts';

const lesson = { title: 'Bees', content: 'A roof.', objectives: ['Judge a roof', 'Keep it'], key_takeaways: ['Dry'] };

it('a lesson has one fingerprint, however its editor has broken its lines', () => {
  const print = lessonPrint(lesson);
  expect(lessonPrint({ ...lesson, title: ' Bees\u200e ', objectives: ['Judge a roof\n\n  Keep it '] })).toBe(print);
  expect(print).toMatch(/^[0-9a-z]{1,11}$/);
});

it('another text has another fingerprint, however small the difference', () => {
  const others = [
    { content: 'A roof. ' },
    { content: 'A roof!' },
    { title: 'bees' },
    { objectives: ['Keep it', 'Judge a roof'] },
    { objectives: ['Judge a roof'], key_takeaways: ['Keep it', 'Dry'] },
    { content: '屋根' },
  ].map((part) => lessonPrint({ ...lesson, ...part }));
  const many = Array.from({ length: 5_000 }, (_, n) => lessonPrint({ ...lesson, content: `${n}` }));
  expect(new Set([lessonPrint(lesson), ...others, ...many]).size).toBe(1 + others.length + many.length);
});
