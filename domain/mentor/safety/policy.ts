import { foldText } from './fold-text.ts';
import { SAFETY_PATTERNS, type SafetyPattern, type SafetyTopic } from './patterns.ts';

export interface SafetyFinding {
  readonly topic: SafetyTopic;
  /** Language of the matching words. */
  readonly language: SafetyPattern['language'];
}

/**
 * Judges a message before any engine is called. A finding gets one of our fixed answers (`fixedText`).
 * @param learner `isMinor`: also refuse what is forbidden to minors
 * @returns null for a message that an engine may answer
 */
export function judgeMessage(message: string, { isMinor }: { isMinor: boolean }): SafetyFinding | null {
  const text = foldText(message);
  const found = SAFETY_PATTERNS.find(({ topic, pattern }) => (topic !== 'minors' || isMinor) && pattern.test(text));
  return found ? { topic: found.topic, language: found.language } : null;
}
