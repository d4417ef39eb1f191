import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { readMailChoice, saveMailChoice, type MailChoiceShown } from '#contract/settings/unsubscribe.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { MailedLink } from '#frontend/ui/states/mailed-link.tsx';

/**
 * The unsubscribe page linked in mails: names the kind of mails, switches it off by one click and confirms. Opening it changes nothing, because
 * mail scanners open links too.
 */
export function UnsubscribeForm({ token }: { readonly token: string }) {
  return (
    <MailedLink
      name="unsubscribe"
      token={token}
      read={(signal) => call(readMailChoice, { body: { token }, signal })}
      answer={(is_off) => call(saveMailChoice, { body: { token, is_off } })}
    >
      {(data, { isPending, answer, message }) => (
        // at double text size, one long word breaks instead of widening the page
        <Stack sx={{ gap: 2, alignItems: 'flex-start', overflowWrap: 'anywhere' }}>
          <Typography variant="h1" tabIndex={-1}>
            {data.is_off ? t('Switched off') : t('Unsubscribe')}
          </Typography>
          <div role="status">
            <Typography>{data.is_off ? offWords(data) : onWords(data)}</Typography>
          </div>
          <Typography color="textSecondary">{t('Mails about your account, its safety and your payments still come.')}</Typography>
          {message}
          <Button
            variant={data.is_off ? 'outlined' : 'contained'}
            color={data.is_off ? 'inherit' : 'primary'}
            size="large"
            aria-busy={isPending}
            onClick={() => answer(!data.is_off)}
          >
            {data.is_off ? t('Switch on again') : t('Switch these mails off')}
          </Button>
        </Stack>
      )}
    </MailedLink>
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
