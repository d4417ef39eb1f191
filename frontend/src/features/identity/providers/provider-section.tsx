import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PROVIDER_NAMES, PROVIDERS, startLink, unlinkProvider, type Provider } from '#contract/identity/providers.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { MarginRow } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { linkedProviders, providers } from './provider-queries.ts';

const List = styled('ul')({ margin: 0, padding: 0 });
const Words = styled('div')({ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' });

/** The linked sign-in providers: add and remove. Renders nothing where the installation has none. */
export default function ProviderSection({ userId }: { readonly userId: string }) {
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
  const failure = add.error ?? remove.error;
  const shown = PROVIDERS.filter((provider) => offered?.[provider] || linked?.some((each) => each.provider === provider));
  if (!linked || shown.length === 0) return null;
  return (
    <RuledSection title={t('Sign in with Google or Apple')}>
      <List>
        {shown.map((provider) => {
          const held = linked.find((each) => each.provider === provider);
          return (
            <MarginRow as="li" key={provider} state={held ? 'done' : 'waiting'}>
              <Words>
                {PROVIDER_NAMES[provider]}
                {held && (
                  <Typography variant="body2" color="textSecondary">
                    {t('{email}, added on {date}', { email: held.email, date: formatDate(held.linked_at) })}
                  </Typography>
                )}
              </Words>
              {held ? (
                <Button color="inherit" aria-busy={remove.isPending} onClick={() => remove.mutate(provider)}>
                  {t('Remove {name}', { name: PROVIDER_NAMES[provider] })}
                </Button>
              ) : (
                <Button color="inherit" aria-busy={add.isPending} onClick={() => add.mutate(provider)}>
                  {t('Add {name}', { name: PROVIDER_NAMES[provider] })}
                </Button>
              )}
            </MarginRow>
          );
        })}
      </List>
      <FormMessage message={failure ? { kind: 'error', text: errorText(failure, t('It could not be changed.')) } : null} />
    </RuledSection>
  );
}
