import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { readMailChoice, saveMailChoice, type MailChoiceShown } from '#contract/settings/unsubscribe.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MailedLink } from '#frontend/ui/states/mailed-link.tsx';

/**
 * The unsubscribe page linked in mails: names the kind of mails, switches it off with one click and confirms. Opening it changes nothing,
 * because mail scanners open links too.
 */
export function UnsubscribeForm({ token }: { readonly token: string }) {
  return (
    <MailedLink
      name="unsubscribe"
      token={token}
      read={(signal) => call(readMailChoice, { body: { token }, signal })}
      answer={(is_off) => call(saveMailChoice, { body: { token, is_off } })}
      dead={t('You can still choose which emails you get.')}
      wayOn={
        <LinkButton to="/settings" variant="contained">
          {t('Choose your emails in Settings')}
        </LinkButton>
      }
    >
      {(data, { isPending, answer, message }) => (
        // at double text size, one long word breaks instead of widening the page
        <Stack sx={{ gap: 2, alignItems: 'flex-start', overflowWrap: 'anywhere' }}>
          <Typography variant="h1" tabIndex={-1}>
            {data.is_off ? t('You have unsubscribed') : t('Unsubscribe')}
          </Typography>
          <div role="status">
            <Typography>{data.is_off ? offWords(data) : onWords(data)}</Typography>
          </div>
          <Typography color="textSecondary">
            {t('You will still get emails about your account, its security and your payments.')}
          </Typography>
          {message}
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
            {data.is_off && (
              <LinkButton to="/" variant="contained" size="large">
                {t('Go home')}
              </LinkButton>
            )}
            <Button
              variant={data.is_off ? 'outlined' : 'contained'}
              color={data.is_off ? 'inherit' : 'primary'}
              size="large"
              aria-busy={isPending}
              onClick={() => answer(!data.is_off)}
            >
              {data.is_off ? t('Turn back on') : t('Stop these emails')}
            </Button>
          </Stack>
        </Stack>
      )}
    </MailedLink>
  );
}

function onWords({ scope, title }: MailChoiceShown): string {
  if (scope === 'reminders') return t('You get course reminders, at most one a day.');
  if (scope === 'email') return t('You get emails with news about your courses and from their creators.');
  return title === null
    ? t('You get messages from the creator of a course.')
    : t('You get messages from the creator of “{title}”.', { title });
}

function offWords({ scope, title }: MailChoiceShown): string {
  if (scope === 'reminders') return t('You no longer get course reminders, neither by email nor in the app.');
  if (scope === 'email') return t('You no longer get emails with news about your courses or from their creators.');
  return title === null
    ? t('You no longer get messages from the creator of a course, neither by email nor in the app.')
    : t('You no longer get messages from the creator of “{title}”, neither by email nor in the app.', { title });
}
