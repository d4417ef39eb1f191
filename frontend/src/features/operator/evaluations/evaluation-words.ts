import type { CastRole, Part } from '#contract/operator/evaluation-plan.contract.ts';
import { isDemo, LANE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';

export function roleWord(role: CastRole): string {
  const words: Record<CastRole, () => string> = {
    outline: () => t('Outline'),
    lesson: () => t('Lessons'),
    practice: () => t('Questions'),
    review: () => t('Check'),
  };
  return words[role]();
}

export const partWord = ({ service, model }: Part): string => (isDemo() ? LANE_NAMES[service] : `${LANE_NAMES[service]} · ${model}`);

/** A fault found by the checks; an unknown one by its own name. */
export function faultWord(fault: string): string {
  const words: Readonly<Record<string, () => string>> = {
    too_short: () => t('too short'),
    too_long: () => t('too long'),
    not_whole: () => t('is cut off'),
    wrong_language: () => t('wrong language'),
    hard_to_read: () => t('too hard to read'),
    repeats: () => t('repeats a passage'),
    invented_citation: () => t('citation without a source'),
    unsound_question: () => t('open-ended question'),
    empty_exercise: () => t('exercise without a task'),
    missing_part: () => t('a part is missing'),
    other: () => t('another problem'),
  };
  return words[fault]?.() ?? fault;
}

/** A judge's name: that of a model, or all people together. */
export const judgeWord = (name: string): string => (name === 'people' ? t('People') : isDemo() ? t('Demo library') : name);
