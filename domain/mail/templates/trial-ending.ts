import type { Template } from '../mail-parts.ts';
import type { Speech } from '../words.ts';

/** `plan`: display name, `ends_at` ISO, `link` to the plan's page; `charge` if it continues as a paid plan: US cents per interval. */
export interface TrialEndingData {
  readonly plan: string;
  readonly ends_at: string;
  readonly link: string;
  readonly charge?: { readonly amount_cents: number; readonly interval: 'month' | 'year' };
}

/** Announces the end of a trial, so that neither the end nor a charge is a surprise. */
export const trialEnding: Template<TrialEndingData> = ({ plan, ends_at, link, charge }, { t, day, money }) => ({
  subject: t('Your {product} trial ends on {date}', { date: day(ends_at) }),
  paragraphs: [
    endWords(t, { plan, date: day(ends_at), sum: money(charge?.amount_cents ?? 0) }, charge?.interval),
    { label: charge ? t('Review or cancel your plan') : t('See plans'), link },
  ],
});

function endWords(t: Speech['t'], values: { plan: string; date: string; sum: string }, interval: 'month' | 'year' | undefined): string {
  if (interval === undefined)
    return t(
      'Your free trial of {plan} ends on {date}. You will not be charged. After that, your account continues on the free plan, and you keep everything you have made.',
      values,
    );
  return interval === 'month'
    ? t(
        'Your free trial of {plan} ends on {date}. Unless you cancel before then, we will charge your card {sum} on that day and every month after.',
        values,
      )
    : t(
        'Your free trial of {plan} ends on {date}. Unless you cancel before then, we will charge your card {sum} on that day and every year after.',
        values,
      );
}

/** `plan`: display name, `ends_at` ISO, the price afterwards in US cents per interval, `link` to the plan's page. */
interface TrialBegunData {
  readonly plan: string;
  readonly ends_at: string;
  readonly amount_cents: number;
  readonly interval: 'month' | 'year';
  readonly link: string;
}

/** Confirms a trial started on the payment page: nothing was paid there, so no receipt is sent. */
export const trialBegun: Template<TrialBegunData> = ({ plan, ends_at, amount_cents, interval, link }, { t, day, money }) => ({
  subject: t('Your free {product} trial has started'),
  paragraphs: [
    t('Your free trial of {plan} has started. It ends on {date}. You have not been charged.', { plan, date: day(ends_at) }),
    interval === 'month'
      ? t('Without a card, the trial simply ends. With a card, the plan continues at {sum} a month unless you cancel before that day.', {
          sum: money(amount_cents),
        })
      : t('Without a card, the trial simply ends. With a card, the plan continues at {sum} a year unless you cancel before that day.', {
          sum: money(amount_cents),
        }),
    { label: t('See your plan'), link },
  ],
});
