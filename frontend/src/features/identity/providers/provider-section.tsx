import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PROVIDER_NAMES, PROVIDERS, startLink, unlinkProvider, type Provider } from '#contract/identity/providers.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { UnprovenNote } from '../account/unproven-note.tsx';
import { linkedProviders, providers } from './provider-queries.ts';

/** Adds and removes linked sign-in providers. Renders nothing if the installation has none. */
export default function ProviderSection({ userId, isProven }: { readonly userId: string; readonly isProven: boolean }) {
  const cache = useQueryClient();
  const offered = useQuery(providers()).data;
  const linked = useQuery(linkedProviders(userId)).data;
  const add = useAction({
    mutationFn: (provider: Provider) => call(startLink, { params: { provider } }),
    onSuccess: ({ url }) => location.assign(url),
  });
  const remove = useAction({
    mutationFn: (provider: Provider) => call(unlinkProvider, { params: { provider } }),
    onSuccess: (answer) => void cache.setQueryData(linkedProviders(userId).queryKey, answer.linked),
  });
  const failure = add.error
    ? errorText(add.error, t('The sign-in method could not be added.'))
    : remove.error && errorText(remove.error, t('The sign-in method could not be removed.'));
  const shown = PROVIDERS.filter((provider) => offered?.[provider] || linked?.some((each) => each.provider === provider));
  if (!linked || shown.length === 0) return null;
  return (
    <DeskSection
      title={t('Sign in with Google or Apple')}
      about={<FormMessage message={failure ? { kind: 'error', text: failure } : null} />}
      entries={shown.map((provider) => {
        const held = linked.find((each) => each.provider === provider);
        const name = PROVIDER_NAMES[provider];
        return (
          <Entry
            key={provider}
            title={name}
            lines={held && [t('{email}, added on {date}', { email: held.email, date: formatDate(held.linked_at) })]}
            actions={
              <>
                {held && (
                  <Button color="inherit" aria-busy={remove.isPending} onClick={() => remove.mutate(provider)}>
                    {t('Remove {name}', { name })}
                  </Button>
                )}
                {!held && isProven && (
                  <Button color="inherit" aria-busy={add.isPending} onClick={() => add.mutate(provider)}>
                    {t('Add {name}', { name })}
                  </Button>
                )}
              </>
            }
          />
        );
      })}
    >
      {!isProven && <UnprovenNote />}
    </DeskSection>
  );
}
