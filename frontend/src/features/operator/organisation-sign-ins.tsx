import { useState } from 'react';
import Button from '@mui/material/Button';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { CERTIFICATE_WARNING_DAYS, type SignInMode } from '#contract/organisations/sign-in.contract.ts';
import {
  listOrganisationSignIns,
  relaxOrganisationSignIn,
  type SignInOverview,
} from '#contract/organisations/sign-in-overview.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { failureWords } from '#frontend/lib/failure-words.ts';
import { formatDate, formatList, formatNumber, formatStamp } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ConsoleTable, Mark, Quiet, type Column } from './parts/console-table.tsx';
import { NO_VALUE } from './parts/figures.ts';

const REFRESH_MS = 30_000;
const DAY_MS = 86_400_000;

const signIns = queryOptions({
  queryKey: ['organisation-sign-ins'],
  queryFn: async ({ signal }) => (await call(listOrganisationSignIns, { signal })).sign_ins,
  refetchInterval: REFRESH_MS,
});

/** The organisations' sign-ins: failures, expiring certificates, and the button that lets members sign in another way. */
export function OrganisationSignIns() {
  const { data, error, refetch } = useQuery(signIns);
  if (data) {
    return (
      <ConsoleTable
        label={t('Organisation sign-ins')}
        columns={columns()}
        rows={data}
        keyOf={(row) => row.organisation_id}
        isAlone
        keep="organisation-sign-ins"
        empty={<Quiet>{t('No organisation has its own sign-in yet.')}</Quiet>}
      />
    );
  }
  if (error) return <ErrorState title={t('The sign-ins could not be loaded')} error={error} onRetry={() => void refetch()} />;
  return <LoadingState label={t('Loading the sign-ins')} rows={4} />;
}

function modeWord(mode: SignInMode): string {
  if (mode === 'off') return t('Off');
  return mode === 'offered' ? t('Offered') : t('Enforced');
}

const columns = (): Column<SignInOverview>[] => [
  { id: 'organisation', name: t('Organisation'), cell: ({ name }) => <bdi>{name}</bdi> },
  { id: 'kind', name: t('Kind'), isWhole: true, cell: ({ kind }) => (kind === 'oidc' ? t('OpenID Connect') : t('SAML 2.0')) },
  { id: 'mode', name: t('Mode'), isWhole: true, cell: ({ mode }) => modeWord(mode) },
  { id: 'issuer', name: t('Issuer'), isExtra: true, cell: ({ issuer }) => <bdi>{issuer}</bdi> },
  { id: 'domains', name: t('Domains'), cell: ({ domains }) => (domains.length > 0 ? <bdi>{formatList(domains)}</bdi> : NO_VALUE) },
  {
    id: 'certificate',
    name: t('Certificate expires'),
    isWhole: true,
    cell: ({ certificate_ends_at: end }) => {
      if (end === null) return NO_VALUE;
      const isSoon = Date.parse(end) < Date.now() + CERTIFICATE_WARNING_DAYS * DAY_MS;
      return isSoon ? <Mark color="warning">{t('soon, {date}', { date: formatDate(end) })}</Mark> : formatDate(end);
    },
  },
  {
    id: 'failures',
    name: t('Refused, 30 days'),
    isLine: true,
    cell: ({ failures, metadata_problem: problem }) => (
      <>
        {failures.length === 0 && problem === null && NO_VALUE}
        {problem !== null && <div>{t('The metadata could not be read: {why}', { why: problem })}</div>}
        {failures.map(({ reason, count, last_at: last }) => (
          <div key={reason}>
            {formatNumber(count)} × {failureWords(reason)}{' '}
            <Quiet>
              <bdi lang="en">{reason}</bdi> · {formatStamp(last)}
            </Quiet>
          </div>
        ))}
      </>
    ),
  },
  { id: 'act', name: t('Act'), isAct: true, cell: (row) => row.mode === 'enforced' && <Relax row={row} /> },
];

function Relax({ row: { organisation_id: id, name } }: { readonly row: SignInOverview }) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useAction({
    mutationFn: () => call(relaxOrganisationSignIn, { params: { organisation_id: id } }),
    onSuccess: () => {
      setAsking(false);
      void cache.invalidateQueries({ queryKey: signIns.queryKey });
    },
  });
  return (
    <>
      <Button size="small" color="inherit" onClick={() => setAsking(true)}>
        {t('Stop enforcing')}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('Allow other ways to sign in?')}
          act={t('Stop enforcing')}
          isDestructive={false}
          isPending={isPending}
          error={error && errorText(error, t('The sign-in could not be made optional.'))}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            {t(
              '{name} enforces its own sign-in. After this, its members can also use their passwords until its administrators enforce it again. They are notified by email, and the audit log records it under your name.',
              {
                name,
              },
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
