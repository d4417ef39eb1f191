import { queryOptions } from '@tanstack/react-query';
import { listOwnTexts } from '#contract/moderation/moderation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { communityKey } from '#frontend/lib/community/community-mutation.ts';

/** The user's texts that are hidden from others, and until when the user may not write. */
export const ownTexts = (userId: string) =>
  queryOptions({ queryKey: [...communityKey(userId), 'own'], queryFn: ({ signal }) => call(listOwnTexts, { signal }) });
