import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { DeadLink, IncompleteLink } from './dead-link.tsx';
import { ErrorState } from './error-state.tsx';
import { LoadingState } from './loading-state.tsx';

interface MailedLinkProps<Shown> {
  /** The purpose of the link, as a query key. */
  readonly name: string;
  readonly token: string;
  readonly read: (signal: AbortSignal) => Promise<Shown>;
  readonly answer: (isYes: boolean) => Promise<Shown>;
  /** One sentence for a link that no longer works. */
  readonly dead: string;
  /** Where to go from there; by default home. */
  readonly wayOn?: ReactNode;
  readonly children: (
    shown: Shown,
    act: {
      readonly isPending: boolean;
      readonly answer: (isYes: boolean) => void;
      /** Shows the new state of the request after a form on the page has changed it. */
      readonly show: (next: Shown) => Shown;
      readonly message: ReactNode;
    },
  ) => ReactNode;
}

/** The page of a mailed link that asks for a decision. Opening it changes nothing, because mail scanners open links too. */
export function MailedLink<Shown>({ name, token, read, answer, dead, wayOn, children }: MailedLinkProps<Shown>) {
  const cache = useQueryClient();
  const queryKey = [name, token];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => read(signal), enabled: token !== '', retry: false });
  const save = useAction({ mutationFn: answer, onSuccess: (next) => cache.setQueryData(queryKey, next) });
  if (token === '') return <IncompleteLink action={wayOn} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return <DeadLink action={wayOn}>{dead}</DeadLink>;
  if (error) return <ErrorState title={t('The link could not be checked.')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Checking the link')} />;
  const message = (
    <FormMessage message={save.error ? { kind: 'error', text: errorText(save.error, t('Your choice could not be saved.')) } : null} />
  );
  const show = (next: Shown) => {
    cache.setQueryData(queryKey, next);
    return next;
  };
  return children(data, { isPending: save.isPending, answer: save.mutate, show, message });
}
