import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { answerParentalRequest, readParentalRequest, type ParentalRequest } from '#contract/identity/age.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { MailedLink } from '#frontend/ui/states/mailed-link.tsx';
import { Column } from './form-column.tsx';

/** A parent's page: what consent is requested, for whom, and the answer, which can be changed here for a year. */
export function ParentalConsentForm({ token }: { readonly token: string }) {
  return (
    <MailedLink
      name="parental-request"
      token={token}
      read={(signal) => call(readParentalRequest, { body: { token }, signal })}
      answer={(agrees) => call(answerParentalRequest, { body: { token, agrees } })}
    >
      {(data, { isPending, answer, message }) => (
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
          {message}
          {data.state !== 'agreed' && (
            <Button variant="contained" size="large" aria-busy={isPending} onClick={() => answer(true)}>
              {t('I am a parent or guardian and I agree')}
            </Button>
          )}
          {data.state !== 'refused' && (
            <Button variant="outlined" color="inherit" aria-busy={isPending} onClick={() => answer(false)}>
              {data.state === 'agreed' ? t('Take the consent back') : t('I do not agree')}
            </Button>
          )}
        </Column>
      )}
    </MailedLink>
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
