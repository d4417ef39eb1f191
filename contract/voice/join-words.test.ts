import { expect, it } from 'vitest';
import { joinWords } from './join-words.ts';

it.each([
  [['今', '天', '，', '蜜', '蜂', '跳', '舞', '。'], '今天，蜜蜂跳舞。'],
  [['今日', 'は', 'ミツバチ', 'が', '踊る'], '今日はミツバチが踊る'],
  [['ผึ้ง', 'เต้นรำ'], 'ผึ้งเต้นรำ'],
  [['我们', '用', 'Python', '3', '写'], '我们用 Python 3 写'],
  [['꿀벌이', '춤을', '춘다'], '꿀벌이 춤을 춘다'],
  [['Bees', 'dance.'], 'Bees dance.'],
  [['النحل', 'يرقص'], 'النحل يرقص'],
  [[], ''],
])('%j are %j in captions and transcripts', (words, text) => {
  expect(joinWords(words)).toBe(text);
});
