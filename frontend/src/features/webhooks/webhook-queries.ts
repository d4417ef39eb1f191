import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { KeyHolder } from '#contract/identity/key-scopes.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  readWebhookDelivery,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type WebhookDelivery,
} from '#contract/webhooks/webhooks.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { useAction } from '#frontend/lib/use-action.ts';

/** The user and the holder of the webhooks. */
export interface Held {
  readonly userId: string;
  readonly holder: KeyHolder;
}
export interface OneWebhook extends Held {
  readonly webhookId: string;
}

/** Polling interval while events wait to be delivered, in ms. */
const LOOK_AGAIN_MS = 3_000;

const webhooksKey = ({ userId, holder }: Held) => ['webhooks', userId, holder] as const;

/** The webhooks of a holder, newest first. */
export const webhooks = ({ userId, holder }: Held) =>
  queryOptions({
    queryKey: webhooksKey({ userId, holder }),
    queryFn: async ({ signal }) => (await call(listWebhooks, { params: { holder }, signal })).webhooks,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ waiting, state }) => waiting > 0 && state === 'active') ? LOOK_AGAIN_MS : false,
  });

const isDue = ({ state, due_at: due }: WebhookDelivery) => state === 'waiting' && Date.parse(due!) < Date.now() + LOOK_AGAIN_MS;

/** The events sent to a webhook, newest first. */
export const deliveries = ({ userId, holder, webhookId }: OneWebhook) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey({ userId, holder }), webhookId],
    queryFn: ({ pageParam, signal }) =>
      call(listWebhookDeliveries, { params: { holder, webhook_id: webhookId }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    refetchInterval: ({ state: { data } }) => (data?.pages.some((page) => page.deliveries.some(isDue)) ? LOOK_AGAIN_MS : false),
  });

/** One event with its body and attempts. @param version changes whenever there is something new, e.g. the number of attempts */
export const delivery = ({ userId, holder, webhookId }: OneWebhook, eventId: string, version: string) =>
  queryOptions({
    queryKey: [...webhooksKey({ userId, holder }), webhookId, eventId, version],
    queryFn: ({ signal }) => call(readWebhookDelivery, { params: { holder, webhook_id: webhookId, event_id: eventId }, signal }),
  });

type Changed = BodyInputOf<typeof updateWebhook>;

/** A mutation that refetches all data on the holder's webhooks afterwards. */
function useWebhookAction<Variables, Data>(held: Held, mutationFn: (variables: Variables) => Promise<Data>) {
  const cache = useQueryClient();
  return useAction({ mutationFn, onSuccess: () => cache.invalidateQueries({ queryKey: webhooksKey(held) }) });
}

/** Creates a webhook; the answer contains its secret, which is not shown again. */
export const useCreateWebhook = (held: Held) =>
  useWebhookAction(held, (body: BodyInputOf<typeof createWebhook>) => call(createWebhook, { params: { holder: held.holder }, body }));

export const useUpdateWebhook = (held: Held) =>
  useWebhookAction(held, ({ webhookId, ...body }: Changed & { webhookId: string }) =>
    call(updateWebhook, { params: { holder: held.holder, webhook_id: webhookId }, body }),
  );

export const useDeleteWebhook = (held: Held) =>
  useWebhookAction(held, (webhookId: string) => call(deleteWebhook, { params: { holder: held.holder, webhook_id: webhookId } }));

/** Creates a new secret; the answer contains it, and it is not shown again. */
export const useRotateSecret = (held: Held) =>
  useWebhookAction(held, (webhookId: string) =>
    call(rotateWebhookSecret, { params: { holder: held.holder, webhook_id: webhookId }, body: {} }),
  );

/** Sends a test event. */
export const useTestWebhook = (held: Held) =>
  useWebhookAction(held, (webhookId: string) => call(testWebhook, { params: { holder: held.holder, webhook_id: webhookId } }));

/** Sends an event again. */
export const useResend = ({ webhookId, ...held }: OneWebhook) =>
  useWebhookAction(held, (eventId: string) =>
    call(resendWebhookDelivery, { params: { holder: held.holder, webhook_id: webhookId, event_id: eventId } }),
  );
