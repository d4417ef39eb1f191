import { audioCost, type LessonAudio } from '#contract/audio/audio.contract.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

/** What it costs at most to have lessons spoken. */
export function orderPrice(lessons: readonly LessonAudio[]): string {
  const minutes = lessons.reduce((sum, one) => sum + one.minutes, 0);
  const n = formatTokens(audioCost(minutes));
  return t('About {minutes, plural, one {# minute} other {# minutes}}: at most {n} tokens, paid by the minute.', { minutes, n });
}

export const mechanicalVoice = (): string =>
  t('A mechanical voice of this installation speaks, because no service with voices is configured.');
