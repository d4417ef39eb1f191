import { expect, it } from 'vitest';
import { webVtt } from './transcribe-clip.command.ts';

const spoken = (...words: readonly string[]) => words.map((text, at) => ({ text, start: at / 10, end: (at + 1) / 10 }));
const textOf = (...words: readonly string[]) =>
  webVtt(spoken(...words))!
    .split('\n')
    .at(-2);

it.each([
  [['蜜', '蜂', '在', '春天', '醒来。'], '蜜蜂在春天醒来。'],
  [['ミツバチ', 'は', 'コーヒー', 'を', '飲む'], 'ミツバチはコーヒーを飲む'],
  [['ผึ้ง', 'บิน', 'ตอนเช้า'], 'ผึ้งบินตอนเช้า'],
  [['用', 'HTML', '写'], '用 HTML 写'],
  [['벌은', '봄에', '깬다'], '벌은 봄에 깬다'],
  [['Bees', 'wake', '&', 'fly'], 'Bees wake &amp; fly'],
])('captions of %j are written as their script is', (words, text) => expect(textOf(...words)).toBe(text));
