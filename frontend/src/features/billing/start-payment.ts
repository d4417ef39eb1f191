import type { QueryClient } from '@tanstack/react-query';
import { buyCourse } from '#contract/market/market.contract.ts';
import { createCheckoutSession, purchaseTokens } from '#contract/billing/payments.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { createSendOnce } from '#frontend/lib/use-send-once.ts';
import { navigateToPayment } from '#frontend/lib/payment-address.ts';
import { processPayment } from './processing.ts';

/** The texts of one screen for failures before the payment page (G55). */
export interface PaymentWords {
  /** When the server gives no explanation. */
  readonly fallback: string;
  /** When the answer contains no URL. */
  readonly noUrl: string;
}

interface Start {
  readonly cache: QueryClient;
  readonly userId: string;
  /** Where to return to: a path of this product. */
  readonly returnPath: string;
  /** Where to return to after a cancellation; `returnPath` when absent. */
  readonly cancelPath?: string;
  readonly words: PaymentWords;
}

/** A retry after a lost answer repeats the key and thus the order; a new order would close the page that the first one opened. */
const sendOnce = createSendOnce();

async function follow({ cache, words }: Start, answer: { readonly url?: string }): Promise<void> {
  if (!answer.url) throw new Error(words.noUrl);
  await navigateToPayment(cache, answer.url);
}

/** Starts the purchase of a plan and navigates to the payment page. @throws Error whose message can be shown */
export const startCheckout = (start: Start, packageId: string, organisationName?: string): Promise<boolean> =>
  processPayment(async () => {
    const body = {
      user_id: start.userId,
      package_id: packageId,
      origin_url: location.origin,
      return_path: start.returnPath,
      ...(start.cancelPath !== undefined && { cancel_path: start.cancelPath }),
      ...(organisationName !== undefined && { organisation_name: organisationName }),
    };
    await follow(
      start,
      await sendOnce(['plan', body], (headers) => call(createCheckoutSession, { body, headers, fallback: start.words.fallback })),
    );
  });

/** Starts the purchase of tokens and navigates to the payment page. @throws Error whose message can be shown */
export const startTokenPurchase = (start: Start, tokens: number): Promise<boolean> =>
  processPayment(async () => {
    const body = { user_id: start.userId, token_amount: tokens, origin_url: location.origin, return_path: start.returnPath };
    await follow(
      start,
      await sendOnce(['tokens', body], (headers) => call(purchaseTokens, { body, headers, fallback: start.words.fallback })),
    );
  });

/**
 * Starts the purchase of a market course and navigates to the payment page, which returns to the course. @throws Error whose message can be
 * shown
 */
export const startCoursePurchase = (
  start: Pick<Start, 'cache' | 'words'>,
  { courseId, code }: { readonly courseId: string; readonly code: string | undefined },
): Promise<boolean> =>
  processPayment(async () => {
    const body = { origin_url: location.origin, ...(code && { code }) };
    const { fallback, noUrl } = start.words;
    const page = await sendOnce(['course', courseId, code ?? ''], (headers) =>
      call(buyCourse, { params: { course_id: courseId }, body, headers, fallback }),
    );
    if (!page.url) throw new Error(noUrl);
    await navigateToPayment(start.cache, page.url);
  });

/** The current screen's path, without parameters of a dialog or a finished payment. */
export function returnPathOf(href: string): string {
  const url = new URL(href, 'http://product');
  for (const name of ['dialog', 'session_id', 'change']) url.searchParams.delete(name);
  return url.pathname + url.search;
}
