import { queryOptions } from '@tanstack/react-query';
import { getProfile } from '#contract/settings/profile.contract.ts';
import { getSettings } from '#contract/settings/settings.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

// Fetched even if the browser believes it is offline: the failure is shown, with a retry.

/** The stored settings. Not cached, because they may have changed on another device each time the page opens. */
export const settings = (userId: string) =>
  queryOptions({
    queryKey: ['settings', userId],
    queryFn: async ({ signal }) => (await call(getSettings, { params: { user_id: userId }, signal })).settings,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const profileKey = (userId: string) => ['profile', userId] as const;

/** Everything on the profile page (SHELL-09). */
export const profile = (userId: string) =>
  queryOptions({
    queryKey: profileKey(userId),
    queryFn: async ({ signal }) => (await call(getProfile, { signal })).profile,
  });
