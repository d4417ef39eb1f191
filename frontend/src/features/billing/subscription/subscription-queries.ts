import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  cancelSubscription,
  changeSubscription,
  getSubscription,
  listInvoices,
  previewChange,
  refundInvoice,
  resumeSubscription,
  type CurrentSubscription,
} from '#contract/billing/subscription.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { refreshUser } from '#frontend/lib/session/session.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';

const PAGE = 20;

/** The user's plan (PAY-25). */
export const currentSubscription = (userId: string) =>
  queryOptions({ queryKey: [...billingKey(userId), 'subscription'], queryFn: ({ signal }) => call(getSubscription, { signal }) });

/** Payments and invoices, newest first, page by page. */
export const invoicePages = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...billingKey(userId), 'invoices'],
    queryFn: ({ pageParam, signal }) =>
      call(listInvoices, { query: { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
  });

export type Invoice = AnswerOf<typeof listInvoices>['invoices'][number];
export type ChangePreview = AnswerOf<typeof previewChange>;

/** The price of a plan change today. It depends on the time, so it is not cached. */
export const changePreview = (userId: string, packageId: string) =>
  queryOptions({
    queryKey: ['plan-change', userId, packageId],
    queryFn: ({ signal }) => call(previewChange, { body: { package_id: packageId }, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

/** After a plan change: stores the plan from the answer, and refetches everything else about tokens and payments. */
function useAfterChange(userId: string) {
  const cache = useQueryClient();
  return (subscription?: CurrentSubscription) => {
    if (subscription) cache.setQueryData(currentSubscription(userId).queryKey, subscription);
    void cache.invalidateQueries({ queryKey: billingKey(userId) });
    void refreshUser();
  };
}

export function useCancel(userId: string) {
  const onSuccess = useAfterChange(userId);
  return useAction({ mutationFn: () => call(cancelSubscription), onSuccess: (plan) => onSuccess(plan) });
}

export function useResume(userId: string) {
  const onSuccess = useAfterChange(userId);
  return useAction({ mutationFn: () => call(resumeSubscription), onSuccess: (plan) => onSuccess(plan) });
}

/**
 * Changes the plan on the terms that the screen has shown: those of a preview, or no cost. If the change has become more expensive it is
 * refused, and the preview is fetched again.
 */
export function useChange(userId: string) {
  const cache = useQueryClient();
  const onSuccess = useAfterChange(userId);
  return useAction({
    mutationFn: ({ package_id, proration_date, due_now_cents }: Pick<ChangePreview, 'package_id' | 'proration_date' | 'due_now_cents'>) =>
      call(changeSubscription, {
        body: { package_id, accepted_cents: due_now_cents, ...(proration_date !== null && { proration_date }) },
      }),
    onSuccess: (plan) => onSuccess(plan),
    onError: (error) => {
      // a failed charge is in the list of payments
      void cache.invalidateQueries({ queryKey: invoicePages(userId).queryKey });
      if (!(error instanceof ApiError) || error.code !== 'subscription.price_changed') return;
      void cache.invalidateQueries({ queryKey: ['plan-change', userId] });
      void cache.invalidateQueries({ queryKey: currentSubscription(userId).queryKey });
    },
  });
}

/** Requests a refund of at least the amount that the screen has shown. */
export function useRefund(userId: string) {
  const cache = useQueryClient();
  const onSuccess = useAfterChange(userId);
  return useAction({
    mutationFn: ({ invoiceId, shownCents }: { readonly invoiceId: string; readonly shownCents: number }) =>
      call(refundInvoice, { params: { invoice_id: invoiceId }, query: { least_cents: String(shownCents) } }),
    onSuccess: () => onSuccess(),
    // refetches the amount that can still be refunded
    onError: () => void cache.invalidateQueries({ queryKey: invoicePages(userId).queryKey }),
  });
}
