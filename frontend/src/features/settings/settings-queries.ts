import { queryOptions } from '@tanstack/react-query';
import { getProfile } from '#contract/settings/profile.contract.ts';
import { getSettings } from '#contract/settings/settings.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

// Asked also when the browser believes to be offline: the answer says what is so, and can be asked for again.

/** The settings as the server has them. Not kept: each time the page is opened they may have been changed on another device. */
export const settings = (userId: string) =>
  queryOptions({
    queryKey: ['settings', userId],
    queryFn: async ({ signal }) => (await call(getSettings, { params: { user_id: userId }, signal })).settings,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const profileKey = (userId: string) => ['profile', userId] as const;

/** Everything the profile page shows (SHELL-09). */
export const profile = (userId: string) =>
  queryOptions({
    queryKey: profileKey(userId),
    queryFn: async ({ signal }) => (await call(getProfile, { signal })).profile,
  });
