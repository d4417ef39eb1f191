import { useQuery } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { readSignInTest, type SignInReport } from '#contract/organisations/sign-in.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { failureWords } from '#frontend/lib/failure-words.ts';
import { roleWords } from '#frontend/lib/organisation-roles.ts';

/** What a Test brought, in the tab that it opened: what came, and what it would do. */
export function SignInTest({ arrival }: { readonly arrival: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['sign-in-test', arrival],
    queryFn: ({ signal }) => call(readSignInTest, { body: { arrival }, signal }),
    staleTime: Infinity,
  });
  return (
    <>
      <Typography variant="h1" tabIndex={-1} sx={{ marginBlockEnd: 2 }}>
        {t('Test of the sign-in')}
      </Typography>
      {!data && !error && <LoadingState rows={4} label={t('Reading what came')} />}
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
      return t('It works. A new account would be made, and the person would become a member.');
    case 'asks_for_proof':
      return t('It works. The person would be asked to sign in to their account once, because the domain of the address is not verified.');
    case 'refuses':
      return t('This person would not be let in.');
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
        <div>{t('Nobody was signed in by this test.')}</div>
      </Alert>
      {report.subject !== null && (
        <>
          <EntryList aria-label={t('What came')}>
            {facts.map(([name, value]) => (
              <Entry key={name} title={name} lines={[value === null ? t('Not sent') : <bdi key="value">{value}</bdi>]} />
            ))}
          </EntryList>
          <Typography variant="h2">{t('All attributes')}</Typography>
          {report.attributes.length === 0 && <Typography color="textSecondary">{t('None came.')}</Typography>}
          <EntryList aria-label={t('All attributes')}>
            {report.attributes.map(({ name, values }) => (
              <Entry key={name} title={<bdi>{name}</bdi>} lines={[<bdi key="values">{formatList(values)}</bdi>]} />
            ))}
          </EntryList>
        </>
      )}
    </>
  );
}
