import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { errorText } from '#frontend/lib/api-error.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { returnPathOf, startCheckout, startTokenPurchase, type PaymentWords } from '../start-payment.ts';

const TOKEN_WORDS = (): PaymentWords => ({ fallback: t('Failed to create payment session'), noUrl: t('No payment URL received') });
const PLAN_WORDS = (): PaymentWords => ({ fallback: t('Failed to create checkout session'), noUrl: t('No checkout URL received') });

/** Turns the reason of a failure into a toast of the main app: words before the reason (PAY-07, PAY-08, PAY-22). */
type ToastText = (reason: string) => string;

/**
 * Starts payments from the current screen, with a return URL to it. Failures are shown as a toast, because the dialog is closed by then
 * (PAY-09).
 */
export function usePaymentStart() {
  const cache = useQueryClient();
  const router = useRouter();
  const { user_id: userId } = useUser();

  async function reportFailure(
    work: (start: { words: PaymentWords }) => Promise<unknown>,
    words: PaymentWords,
    toastText: ToastText,
  ): Promise<void> {
    try {
      await work({ words });
    } catch (error) {
      toast('error', toastText(errorText(error, words.fallback)));
    }
  }
  const from = () => ({ cache, userId, returnPath: returnPathOf(router.state.location.href) });

  return {
    buyTokens: (tokens: number, toastText: ToastText = (reason) => t('Payment failed: {reason}', { reason })) => {
      const start = from();
      void reportFailure(({ words }) => startTokenPurchase({ ...start, words }, tokens), TOKEN_WORDS(), toastText);
    },
    buyPlan: (packageId: string, toastText: ToastText = (reason) => t('Checkout failed: {reason}', { reason })) => {
      const start = from();
      void reportFailure(({ words }) => startCheckout({ ...start, words }, packageId), PLAN_WORDS(), toastText);
    },
  };
}
