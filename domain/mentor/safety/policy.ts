import { foldText } from './fold-text.ts';
import { SAFETY_PATTERNS, type SafetyPattern, type SafetyTopic } from './patterns.ts';

export interface SafetyFinding {
  readonly topic: SafetyTopic;
  /** Language of the matching words. */
  readonly language: SafetyPattern['language'];
}

/**
 * Judges a message before any engine is called. A finding gets a fixed answer of ours (`fixedText`).
 * @param learner `isMinor`: what minors must not have is refused
 * @returns null for a message an engine may answer
 */
export function judgeMessage(message: string, { isMinor }: { isMinor: boolean }): SafetyFinding | null {
  const text = foldText(message);
  const found = SAFETY_PATTERNS.find(({ topic, pattern }) => (topic !== 'minors' || isMinor) && pattern.test(text));
  return found ? { topic: found.topic, language: found.language } : null;
}
