import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readMailChoice, saveMailChoice, type MailChoiceShown } from '#contract/settings/unsubscribe.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useMutation } from '#frontend/lib/use-mutation.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const Column = styled('div')({ display: 'grid', justifyItems: 'start', gap: 16 });

/**
 * The page of the link at the end of a mail: says which mails it is about, switches them off by one press and says what was switched off. It
 * does not act by being opened: programs that look at links before people do open them as well.
 */
export function UnsubscribeForm({ token }: { readonly token: string }) {
  const cache = useQueryClient();
  const queryKey = ['unsubscribe', token];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readMailChoice, { body: { token }, signal }),
    enabled: token !== '',
    retry: false,
  });
  const save = useMutation({
    mutationFn: (is_off: boolean) => call(saveMailChoice, { body: { token, is_off } }),
    onSuccess: (now) => cache.setQueryData(queryKey, now),
  });
  if (token === '')
    return (
      <Column>
        <Typography variant="h1">{t('Unsubscribe')}</Typography>
        <Typography>{t('This link is not whole. Please copy it from the mail again.')}</Typography>
      </Column>
    );
  if (error) return <ErrorState title={t('The link could not be checked.')} error={error} />;
  if (!data) return <LoadingState label={t('Checking the link')} />;
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {data.is_off ? t('Switched off') : t('Unsubscribe')}
      </Typography>
      <div role="status">
        <Typography>{data.is_off ? offWords(data) : onWords(data)}</Typography>
      </div>
      <Typography color="textSecondary">{t('Mails about your account, its safety and your payments still come.')}</Typography>
      <FormMessage message={save.error ? { kind: 'error', text: errorText(save.error, t('It could not be saved.')) } : null} />
      <Button
        variant={data.is_off ? 'outlined' : 'contained'}
        color={data.is_off ? 'inherit' : 'primary'}
        size="large"
        aria-busy={save.isPending}
        onClick={() => save.mutate(!data.is_off)}
      >
        {data.is_off ? t('Switch on again') : t('Switch these mails off')}
      </Button>
    </Column>
  );
}

function onWords({ scope, title }: MailChoiceShown): string {
  if (scope === 'reminders') return t('Course reminders are on for you, at most once a day.');
  if (scope === 'email') return t('Email notifications are on for you: news about your courses and from their creators.');
  return title === null ? t('You get messages of the creator of a course.') : t('You get messages of the creator of “{title}”.', { title });
}

function offWords({ scope, title }: MailChoiceShown): string {
  if (scope === 'reminders') return t('Course reminders are switched off, by mail and in the product.');
  if (scope === 'email') return t('Email notifications are switched off: no more news about your courses or from their creators.');
  return title === null
    ? t('Messages of the creator of a course are switched off, by mail and in the product.')
    : t('Messages of the creator of “{title}” are switched off, by mail and in the product.', { title });
}
