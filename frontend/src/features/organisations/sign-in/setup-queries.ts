import { useRef } from 'react';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  addDomain,
  changeDomain,
  changeSignInMode,
  checkDomain,
  getSignInSetup,
  removeDomain,
  removeSignIn,
  saveSignIn,
  startSignInTest,
  type SignInMode,
  type SignInSetup,
} from '#contract/organisations/sign-in.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

export type ProviderFields = BodyInputOf<typeof saveSignIn>;

/** How the user's organisation signs in. */
export const signInSetup = (userId: string) =>
  queryOptions({
    queryKey: ['sign-in-setup', userId],
    queryFn: ({ signal }) => call(getSignInSetup, { signal }),
    // a Test in another tab changes it, even seconds after saving
    refetchOnWindowFocus: 'always',
  });

/** A mutation that answers with the changed setup, which is shown at once. */
export function useSetupAction<V>(userId: string, mutationFn: (given: V) => Promise<SignInSetup>, done?: string) {
  const cache = useQueryClient();
  return useAction({
    mutationFn,
    onSuccess: (setup) => {
      cache.setQueryData(signInSetup(userId).queryKey, setup);
      if (done !== undefined) toast('success', done);
    },
  });
}

export const useSaveProvider = (userId: string) =>
  useSetupAction(userId, (body: ProviderFields) => call(saveSignIn, { body }), t('Saved. Now test it.'));

export const useMode = (userId: string) =>
  useSetupAction(userId, (mode: SignInMode) => call(changeSignInMode, { body: { mode } }), t('Changed'));

export const useRemoveProvider = (userId: string) => useSetupAction(userId, () => call(removeSignIn), t('Removed'));

export const useAddDomain = (userId: string) => useSetupAction(userId, (domain: string) => call(addDomain, { body: { domain } }));

export const useCheckDomain = (userId: string) =>
  useSetupAction(userId, (domain: string) => call(checkDomain, { params: { domain } }), t('The domain is verified'));

export const useChangeDomain = (userId: string) =>
  useSetupAction(
    userId,
    ({ domain, joins }: { domain: string; joins: boolean }) => call(changeDomain, { params: { domain }, body: { joins } }),
    t('Changed'),
  );

export const useRemoveDomain = (userId: string) => useSetupAction(userId, (domain: string) => call(removeDomain, { params: { domain } }));

/** Opens the provider in a new tab; the page it returns to shows the result. */
export function useTest() {
  const tab = useRef<Window | null>(null);
  const { mutate, isPending, error } = useAction({
    mutationFn: async () => {
      try {
        const { url } = await call(startSignInTest);
        if (tab.current) tab.current.location.href = url;
        else location.assign(url);
      } catch (failure) {
        tab.current?.close();
        throw failure;
      }
    },
  });
  const open = (): void => {
    if (isPending) return;
    // opened before the request: browsers block a tab that is opened after an answer
    tab.current = window.open('', '_blank');
    mutate();
  };
  return { open, isPending, error };
}
