import { audioCost, type LessonAudio } from '#contract/audio/audio.contract.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';

const minutesOf = (lessons: readonly LessonAudio[]): number => lessons.reduce((sum, one) => sum + one.minutes, 0);

/** The maximum cost of the lessons, in hundredths of a token. */
export const orderCost = (lessons: readonly LessonAudio[]): number => audioCost(minutesOf(lessons));

/** The maximum price of having lessons spoken, as a sentence. */
export function orderPrice(lessons: readonly LessonAudio[]): string {
  const minutes = minutesOf(lessons);
  const n = formatTokens(orderCost(lessons));
  return t('About {minutes, plural, one {# minute} other {# minutes}}: up to {n} tokens, charged by the minute.', { minutes, n });
}

/** The service that speaks, so that nobody takes the voice for a person's. */
export const voiceWords = (service: NonNullable<LessonAudio['spoken_by']>): string =>
  service === 'espeak'
    ? t('Read by a computer voice.')
    : t('Read by a synthetic voice from {service}.', { service: SERVICE_NAMES[service] });

export const mechanicalVoice = (): string => t('A computer voice reads, because no voice service is connected.');
