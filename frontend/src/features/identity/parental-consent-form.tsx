import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answerParentalRequest, readParentalRequest, type ParentalRequest } from '#contract/identity/age.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useMutation } from '#frontend/lib/use-mutation.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Column } from './form-column.tsx';

/** A parent's page: what consent is requested, for whom, and the answer, which can be changed here for a year. */
export function ParentalConsentForm({ token }: { readonly token: string }) {
  const cache = useQueryClient();
  const queryKey = ['parental-request', token];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readParentalRequest, { body: { token }, signal }),
    enabled: token !== '',
    retry: false,
  });
  const answer = useMutation({
    mutationFn: (agrees: boolean) => call(answerParentalRequest, { body: { token, agrees } }),
    onSuccess: (next) => cache.setQueryData(queryKey, next),
  });
  if (token === '') return <Typography>{t('This link is not whole. Please copy it from the mail again.')}</Typography>;
  if (error) return <ErrorState title={t('The link could not be checked.')} error={error} />;
  if (!data) return <LoadingState label={t('Checking the link')} />;
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {t('{name} asks for your consent', { name: data.first_name })}
      </Typography>
      <Typography>
        {t('{name} has an account of {product} and named you as a parent or guardian.', { name: data.first_name, product: PRODUCT })}
      </Typography>
      <Typography>
        {data.is_child
          ? t(
              'Under 13 the account stays pending until a parent or the school agrees. With your consent your child can use voice notes, coaching and events.',
            )
          : t(
              'With your consent your child can appear on the leaderboard, speak and chat with others, and take part in coaching and events.',
            )}
      </Typography>
      <Typography color="textSecondary">
        {t('Location, a public profile and advertising mail stay off under 18. You can take your consent back here for a year.')}
      </Typography>
      <Answered state={data.state} />
      <FormMessage message={answer.error ? { kind: 'error', text: errorText(answer.error, t('It could not be saved.')) } : null} />
      {data.state !== 'agreed' && (
        <Button variant="contained" size="large" aria-busy={answer.isPending} onClick={() => answer.mutate(true)}>
          {t('I am a parent or guardian and I agree')}
        </Button>
      )}
      {data.state !== 'refused' && (
        <Button variant="outlined" color="inherit" aria-busy={answer.isPending} onClick={() => answer.mutate(false)}>
          {data.state === 'agreed' ? t('Take the consent back') : t('I do not agree')}
        </Button>
      )}
    </Column>
  );
}

function Answered({ state }: { readonly state: ParentalRequest['state'] }) {
  return (
    <div role="status">
      {state === 'agreed' && <Typography>{t('Thank you. You have agreed.')}</Typography>}
      {state === 'refused' && <Typography>{t('You have not agreed. What needs your consent stays off.')}</Typography>}
    </div>
  );
}
