import { useQuery } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { readSignInTest, type ClaimReading, type ClaimReason, type SignInReport } from '#contract/organisations/sign-in.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { ProviderWords } from '#frontend/ui/provider-words.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { failureWords } from '#frontend/lib/failure-words.ts';
import { roleWords } from '#frontend/lib/organisation-roles.ts';

/** The result of a Test, in the tab that it opened: the data received, and what it would do. */
export function SignInTest({ arrival }: { readonly arrival: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['sign-in-test', arrival],
    queryFn: ({ signal }) => call(readSignInTest, { body: { arrival }, signal }),
    staleTime: Infinity,
  });
  return (
    <>
      <Typography variant="h1" tabIndex={-1} sx={{ marginBlockEnd: 2 }}>
        {t('Sign-in test')}
      </Typography>
      {!data && !error && <LoadingState rows={4} label={t('Loading the test result')} />}
      {error && !data && <ErrorState title={t('The test could not be read')} error={error} onRetry={() => void refetch()} />}
      {data && <Report report={data} />}
      <LinkButton to="/organisation/sign-in" variant="contained" sx={{ marginBlockStart: 2 }}>
        {t('Back to the setup')}
      </LinkButton>
    </>
  );
}

function outcomeWords(outcome: NonNullable<SignInReport['outcome']>): string {
  switch (outcome) {
    case 'signs_in':
      return t('It works. This person would be signed in to their account.');
    case 'joins':
      return t('It works. This person would be signed in, and would become a member.');
    case 'connects':
      return t('It works. The account with this address would be connected and signed in.');
    case 'creates':
      return t('It works. A new account would be created, and the person would become a member.');
    case 'asks_for_proof':
      return t('It works. The person would be asked to sign in to their account once, because the domain of the address is not verified.');
    case 'refuses':
      return t('This person would not be let in.');
  }
}

/** Reasons that prevent the result that the administrator intended. */
const WRONG: ReadonlySet<ClaimReason> = new Set(['no_address', 'not_verified', 'no_rule', 'too_many_groups']);

const takenWords = (as: NonNullable<ClaimReading['taken_as']>): string =>
  ({
    subject: () => t('Used as the subject'),
    email: () => t('Used as the email address'),
    first_name: () => t('Used as the first name'),
    last_name: () => t('Used as the last name'),
    name: () => t('Used as the full name'),
    role: () => t('Used as the role'),
  })[as]();

function whyWords(why: ClaimReason): string {
  switch (why) {
    case 'unknown':
      return t('Not used: we do not read attributes with this name. If we should, enter the name in the setup.');
    case 'of_the_sign_in':
      return t('Describes the sign-in, not the person.');
    case 'empty':
      return t('Not used: it was empty.');
    case 'no_address':
      return t('Not used: it is not an email address.');
    case 'not_verified':
      return t('Not used: your provider says the address is not verified.');
    case 'another_first':
      return t('Not used: another attribute for the same value takes precedence.');
    case 'named_otherwise':
      return t('Not used: your setup names another attribute for this value.');
    case 'no_rule':
      return t('None of your rules matches these values.');
    case 'too_many_groups':
      return t(
        'The person is in more groups than your provider sends. Send application roles, or only assigned groups; until then the role stays as it is.',
      );
  }
}

function Report({ report }: { readonly report: SignInReport }) {
  const { problem, outcome, role } = report;
  const facts: [string, string | null][] = [
    [t('Issuer'), report.issuer],
    [t('Subject'), report.subject],
    [t('Email'), report.email],
    [t('First name'), report.first_name],
    [t('Last name'), report.last_name],
    [t('Role by your rules'), role && roleWords(role)],
  ];
  return (
    <>
      <Alert severity={problem ? 'error' : 'success'}>
        {problem ? failureWords(problem.reason) : outcome && outcomeWords(outcome)}
        {problem?.detail && <div>{problem.detail}</div>}
        {problem?.words && <ProviderWords>{problem.words}</ProviderWords>}
        <div>{t('Nobody was signed in by this test.')}</div>
      </Alert>
      {report.subject !== null && (
        <>
          <EntryList aria-label={t('Test details')}>
            {facts.map(([name, value]) => (
              <Entry key={name} title={name} lines={[value === null ? t('Not sent') : <bdi key="value">{value}</bdi>]} />
            ))}
          </EntryList>
          <Typography variant="h2">{t('All attributes')}</Typography>
          <Typography variant="body2" color="textSecondary">
            {t('Everything your provider sent, how we used it, and why we ignored the rest.')}
          </Typography>
          {report.attributes.length === 0 && <Typography color="textSecondary">{t('No attributes were received.')}</Typography>}
          <EntryList aria-label={t('All attributes')}>
            {report.attributes.map((one) => (
              <Entry
                key={one.name}
                mark={one.why !== null && WRONG.has(one.why) ? 'attention' : undefined}
                title={<bdi>{one.name}</bdi>}
                lines={[
                  <bdi key="values">{one.values.length > 0 ? formatList(one.values) : t('Empty')}</bdi>,
                  ...(one.taken_as === null ? [] : [takenWords(one.taken_as)]),
                  ...(one.why === null ? [] : [whyWords(one.why)]),
                ]}
              />
            ))}
          </EntryList>
        </>
      )}
    </>
  );
}
