import Button from '@mui/material/Button';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import {
  listInstallationServices,
  testInstallationService,
  type InstallationProblem,
  type InstallationService,
  type InstallationServiceRow,
} from '#contract/operator/installation-services.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatList } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';
import { formatSeconds, NO_VALUE } from '../parts/figures.ts';
import { problemWords } from './connection-words.ts';

const installationServices = queryOptions({
  queryKey: ['operator', 'installation-services'],
  queryFn: ({ signal }) => call(listInstallationServices, { signal }),
});

/**
 * The services that the environment configures, each with its state and a test. On a new installation it serves as the list of what remains
 * to be set up.
 */
export function InstallationServices({ mayTest }: { readonly mayTest: boolean }) {
  const { data } = useQuery(installationServices);
  if (!data) return null;
  const left = data.services.filter(({ state }) => state === 'missing').length;
  return (
    <ConsoleTable
      label={t('Set by the environment')}
      aside={left === 0 ? t('Everything is set up.') : t('{n, plural, one {# still to set up.} other {# still to set up.}}', { n: left })}
      columns={columns(mayTest)}
      rows={data.services}
      keyOf={({ service }) => service}
    />
  );
}

function nameOf(service: InstallationService): string {
  const names: Record<InstallationService, () => string> = {
    pictures: () => t('Pictures of courses'),
    clips: () => t('Video clips'),
    speech: () => t('Speech'),
    transcription: () => t('Transcription'),
    moderation: () => t('Second judge of public texts'),
    payments: () => t('Payments (Stripe)'),
    mail: () => t('Mail'),
    files: () => t('File store'),
    push: () => t('Notifications of browsers'),
    map: () => t('Map'),
    errors: () => t('Error tracker'),
    traces: () => t('Traces'),
  };
  return names[service]();
}

function stateWord({ state, service }: InstallationServiceRow): string {
  if (service === 'push') return t('Built in');
  const words: Record<InstallationServiceRow['state'], () => string> = {
    environment: () => t('Configured'),
    connected: () => t('Through the connection above'),
    stand_in: () => t('A local stand-in'),
    missing: () => t('Not configured'),
  };
  return words[state]();
}

const columns = (mayTest: boolean): Column<InstallationServiceRow>[] => [
  { id: 'service', name: t('Service'), isWhole: true, cell: ({ service }) => nameOf(service) },
  {
    id: 'state',
    name: t('State'),
    isWhole: true,
    cell: (row) => (row.state === 'missing' ? <Quiet>{stateWord(row)}</Quiet> : stateWord(row)),
  },
  {
    id: 'variables',
    name: t('Configured by'),
    cell: ({ service, variables, served_by: servedBy }) => (
      <>
        {variables.length === 0 ? NO_VALUE : <bdi lang="en">{variables.join(', ')}</bdi>}
        {servedBy.length > 0 && (
          <Quiet> {t('or a connection to {services}', { services: formatList(servedBy.map((one) => SERVICE_NAMES[one])) })}</Quiet>
        )}
        {service === 'transcription' && (
          <Quiet>
            {' '}
            {t('or, for English on this machine:')} <code>npm run offline-speech</code>
          </Quiet>
        )}
      </>
    ),
  },
  { id: 'act', name: t('Test'), cell: (row) => <TestCell row={row} mayTest={mayTest} /> },
];

function TestCell({
  row: { service, may_be_tested: isTestable },
  mayTest,
}: {
  readonly row: InstallationServiceRow;
  readonly mayTest: boolean;
}) {
  const { mutate, data, error, isPending } = useAction({
    mutationFn: () => call(testInstallationService, { params: { service }, body: {} }),
  });
  if (!mayTest || !isTestable) return null;
  return (
    <>
      <Button size="small" color="inherit" aria-busy={isPending} onClick={() => mutate()}>
        {t('Test')}
        <VisuallyHidden> {nameOf(service)}</VisuallyHidden>
      </Button>
      <span role="status">
        {data && <Outcome outcome={data} service={service} />}
        {error && errorText(error, t('The service could not be tested.'))}
      </span>
    </>
  );
}

function Outcome({
  outcome: { problem, ms },
  service,
}: {
  outcome: AnswerOf<typeof testInstallationService>;
  service: InstallationService;
}) {
  const time = formatSeconds(ms / 1_000);
  if (problem === null)
    return (
      <Quiet>{service === 'mail' ? t('An email is on its way to you, sent in {time}', { time }) : t('Responds in {time}', { time })}</Quiet>
    );
  return (
    <>
      <Mark>{wordsOf(problem.code)}</Mark>
      {problem.detail && (
        <Quiet lang="en" dir="auto" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {' '}
          {problem.detail}
        </Quiet>
      )}
    </>
  );
}

function wordsOf(code: InstallationProblem): string {
  const words: Record<Exclude<InstallationProblem, Parameters<typeof problemWords>[0]>, () => string> = {
    not_set: () => t('Not configured'),
    prices_differ: () => t('Prices at Stripe are missing or do not match the catalogue.'),
    webhook_missing: () => t('Stripe has no enabled webhook for this address.'),
    webhook_unreached: () => t('Stripe could not deliver an event to this installation in the last day.'),
    not_testable: () => t('Cannot be tested without a cost.'),
  };
  return code in words ? words[code as keyof typeof words]() : problemWords(code as Parameters<typeof problemWords>[0]);
}
