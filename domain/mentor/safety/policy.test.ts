import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { fixedText } from './fixed-texts.ts';
import { judgeMessage } from './policy.ts';
import { SAFETY_PATTERNS, type SafetyTopic } from './patterns.ts';
import { MUST_BE_FOUND, MUST_PASS } from './safety-cases.factory.ts';

describe('the safety policy', () => {
  it.each(Object.entries(MUST_BE_FOUND).flatMap(([topic, cases]) => cases.map((text) => [topic as SafetyTopic, text] as const)))(
    'finds %s in: %s',
    (topic, text) => {
      expect(judgeMessage(text, { isMinor: true })?.topic).toBe(topic);
    },
  );

  it.each(MUST_PASS)('leaves a learner’s question to the engines: %s', (text) => {
    expect(judgeMessage(text, { isMinor: true })).toBeNull();
  });

  it('recognises self-harm, abuse and adult content in each of the twelve languages', () => {
    for (const topic of ['self_harm', 'abuse', 'minors'] as const) {
      const languages = SAFETY_PATTERNS.filter((one) => one.topic === topic).map(({ language }) => language);
      expect([...new Set(languages)].toSorted()).toEqual(Object.keys(LANGUAGE_CODES).toSorted());
    }
  });

  it('lets adults ask about adult content; self-harm and abuse get our own answer for everyone', () => {
    for (const text of MUST_BE_FOUND.minors) expect(judgeMessage(text, { isMinor: false }), text).toBeNull();
    expect(judgeMessage('I want to die', { isMinor: false })?.topic).toBe('self_harm');
  });

  it('answers in English, Spanish and Arabic, and always names people who help', () => {
    for (const topic of ['self_harm', 'abuse', 'minors'] as const) {
      const texts = (['english', 'spanish', 'arabic'] as const).map((language) => fixedText({ topic, language }));
      expect(new Set(texts).size).toBe(3);
      for (const text of texts) expect(text).toContain('https://findahelpline.com');
      expect(fixedText({ topic, language: 'hindi' })).toBe(texts[0]);
    }
  });
});
