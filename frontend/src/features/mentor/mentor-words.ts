import type { MentorEngine, MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { t } from '#frontend/lib/text.ts';

/** Display names of the engines. */
export const ENGINE_NAMES: Readonly<Record<MentorEngine, string>> = { claude: 'Claude', gemini: 'Gemini', gpt4: 'GPT', grok: 'Grok' };

/** MEN-01: the purpose of each engine. */
export const roleOf = (engine: MentorEngine): string =>
  ({ claude: t('Academic'), gemini: t('Creative'), gpt4: t('General'), grok: t('Strategic') })[engine];

/** The number of a lesson, counted from 1: `2.3`. */
export const lessonNumber = ({ module, lesson }: { readonly module: number; readonly lesson: number }): string =>
  `${module + 1}.${lesson + 1}`;

/** The line below an answer about its origin. */
export function answerWords({
  state,
  ai_engine: asked,
  ai_engine_used: used,
  paid_by_plan: byPlan,
  tokens_charged: tokens,
  safety,
}: MentorMessage): string[] {
  const words: string[] = [];
  if (used) words.push(`${ENGINE_NAMES[used]} · ${roleOf(used)}`);
  if (asked && used && asked !== used)
    words.push(t('{asked} could not be reached, so {used} answered.', { asked: ENGINE_NAMES[asked], used: ENGINE_NAMES[used] }));
  if (state === 'stopped') words.push(t('Stopped'));
  if (byPlan) words.push(t('Covered by your plan'));
  else if (tokens > 0) words.push(t('{n} tokens', { n: tokens }));
  else if (state === 'failed' || safety) words.push(t('Free of charge'));
  return words;
}
