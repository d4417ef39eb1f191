import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { answerParentalRequest, correctBirthYear, readParentalRequest, type ParentalRequest } from '#contract/identity/age.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { BirthYearForm } from '#frontend/ui/age/birth-year-form.tsx';
import { MailedLink } from '#frontend/ui/states/mailed-link.tsx';
import { Column } from './form-column.tsx';

/** A parent's page: which consent is requested and for whom, and the answer, which can be changed here for a year. */
export function ParentalConsentForm({ token }: { readonly token: string }) {
  return (
    <MailedLink
      name="parental-request"
      token={token}
      read={(signal) => call(readParentalRequest, { body: { token }, signal })}
      answer={(agrees) => call(answerParentalRequest, { body: { token, agrees } })}
      dead={t('Your child can ask for a new one.')}
    >
      {(data, { isPending, answer, show, message }) =>
        data.band === 'adult' ? (
          <GrownUp name={data.first_name} />
        ) : (
          <Column>
            <Typography variant="h1" tabIndex={-1}>
              {t('{name} asks for your consent', { name: data.first_name })}
            </Typography>
            <Typography>
              {t('{name} has an account on {product} and named you as a parent or guardian.', { name: data.first_name, product: PRODUCT })}
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
              {t(
                'Location, a public profile and marketing emails stay off for under-18s. You can withdraw your consent here for one year.',
              )}
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
                {data.state === 'agreed' ? t('Withdraw consent') : t('I do not agree')}
              </Button>
            )}
            {data.state === 'agreed' && (
              <CorrectYear data={data} save={async (year) => show(await call(correctBirthYear, { body: { token, birth_year: year } }))} />
            )}
          </Column>
        )
      }
    </MailedLink>
  );
}

interface CorrectYearProps {
  readonly data: ParentalRequest;
  readonly save: (year: number) => Promise<ParentalRequest>;
}

/** Corrects the year of birth: for users under 18, only an operator could do so otherwise. */
function CorrectYear({ data, save }: CorrectYearProps) {
  return (
    <section>
      <Typography variant="h2">{t('Year of birth')}</Typography>
      <Typography color="textSecondary">{t('If this is wrong, you can change it. {name} cannot.', { name: data.first_name })}</Typography>
      <BirthYearForm
        birthYear={data.birth_year}
        label={t('Save year of birth')}
        helper={t('This year determines what {name} can do.', { name: data.first_name })}
        // this form does not allow an empty field
        save={(year) => save(year ?? 0)}
      />
    </section>
  );
}

/** The last page of the link: the user has outgrown the age that requires consent. */
function GrownUp({ name }: { readonly name: string }) {
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {t('Saved: {name} is 18 or older', { name })}
      </Typography>
      <Typography role="status">{t('Your consent is no longer needed, and this link has expired. You can close this page.')}</Typography>
    </Column>
  );
}

function Answered({ state }: { readonly state: ParentalRequest['state'] }) {
  return (
    <div role="status">
      {state === 'agreed' && <Typography>{t('Thank you. You have agreed.')}</Typography>}
      {state === 'refused' && <Typography>{t('You have not agreed. Features that need your consent stay off.')}</Typography>}
    </div>
  );
}
