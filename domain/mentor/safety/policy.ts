import { foldText } from './fold-text.ts';
import { SAFETY_PATTERNS, type SafetyPattern, type SafetyTopic } from './patterns.ts';

export interface SafetyFinding {
  readonly topic: SafetyTopic;
  /** Of the words that show it. */
  readonly language: SafetyPattern['language'];
}

/**
 * Looks at a message before any engine is asked. A finding is answered with a fixed text of ours (`fixedText`), whatever an engine would say.
 * @param learner `isMinor`: what minors must not have is refused
 * @returns null for a message an engine may answer
 */
export function judgeMessage(message: string, { isMinor }: { isMinor: boolean }): SafetyFinding | null {
  const text = foldText(message);
  const found = SAFETY_PATTERNS.find(({ topic, pattern }) => (topic !== 'minors' || isMinor) && pattern.test(text));
  return found ? { topic: found.topic, language: found.language } : null;
}
