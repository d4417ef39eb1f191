import type { MentorEngine, MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { t } from '#frontend/lib/text.ts';

/** The engines as people read them. */
export const ENGINE_NAMES: Readonly<Record<MentorEngine, string>> = { claude: 'Claude', gemini: 'Gemini', gpt4: 'GPT', grok: 'Grok' };

/** MEN-01: what each engine is for. */
export const roleOf = (engine: MentorEngine): string =>
  ({ claude: t('Academic'), gemini: t('Creative'), gpt4: t('General'), grok: t('Strategic') })[engine];

/** How a lesson is called: its numbers count from 1, `2.3`. */
export const lessonNumber = ({ module, lesson }: { readonly module: number; readonly lesson: number }): string =>
  `${module + 1}.${lesson + 1}`;

/** What an answer says about itself under its text. */
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
