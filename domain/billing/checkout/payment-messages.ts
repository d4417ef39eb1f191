import { inEnglish, toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { purchaseOf } from './resolve-purchase.ts';

/** Describes a payment of a plan: for a period, or for a change. */
export function planPaymentWords(packageId: string, isChange: boolean): Sentence {
  const plan = purchaseOf(packageId)?.name ?? packageId;
  if (purchaseOf(packageId)?.interval === 'year')
    return isChange ? toSentence('Change to {plan} (yearly)', { plan }) : toSentence('{plan} (yearly)', { plan });
  return isChange ? toSentence('Change to {plan} (monthly)', { plan }) : toSentence('{plan} (monthly)', { plan });
}

/** Describes a stored payment, as long as its plan still has the same name. */
export function wordsOfPayment(packageId: string, reason: string, description: string | null): Sentence | null {
  const words = planPaymentWords(packageId, reason === 'subscription_update');
  return description === inEnglish(words) ? words : null;
}
