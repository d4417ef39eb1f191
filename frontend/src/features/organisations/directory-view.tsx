import { useState } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createScimToken,
  endScimToken,
  getProvisioning,
  listScimRequests,
  SCIM_LOG_DAYS,
  SCIM_TOKENS_AT_MOST,
  type Provisioning,
} from '#contract/organisations/provisioning.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatNumber, formatStamp, formatWhen } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { copyText } from '#frontend/lib/copy-text.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { organisationKey } from './organisation-queries.ts';

const provisioning = (userId: string) =>
  queryOptions({
    queryKey: [...organisationKey(userId), 'provisioning'],
    queryFn: async ({ signal }) => (await call(getProvisioning, { signal })).provisioning,
  });

const requests = (userId: string, refused: boolean) =>
  infiniteQueryOptions({
    queryKey: [...organisationKey(userId), 'scim-requests', refused],
    queryFn: ({ pageParam, signal }) =>
      call(listScimRequests, {
        query: { ...(refused && { show: 'refused' as const }), ...(pageParam > 0 && { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next_before: next }) => next,
  });

/** How a directory such as Entra or Okta provisions members: address, token, setup instructions, and what the directory has sent. */
export function DirectoryView({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useQuery(provisioning(userId));
  if (!data) {
    if (error) return <ErrorState title={t('The connection could not be loaded')} error={error} onRetry={() => void refetch()} />;
    return <LoadingState label={t('Loading the connection')} rows={5} />;
  }
  return (
    <>
      <Box sx={{ marginBlockEnd: 4.5 }}>
        <FactStrip
          facts={[
            { name: t('People from the directory'), figure: formatNumber(data.users) },
            { name: t('Groups from the directory'), figure: formatNumber(data.groups) },
          ]}
        />
      </Box>
      <Address address={data.address} />
      <Tokens userId={userId} tokens={data.tokens} />
      <Recipes address={data.address} />
      <Log userId={userId} />
    </>
  );
}

function Address({ address }: { readonly address: string }) {
  return (
    <DeskSection title={t('1. The address')} about={t('Your directory sends people and groups to it.')}>
      <TextField label={t('Service address')} readOnly isSource value={address} />
      <Button variant="outlined" color="inherit" onClick={() => copyText(address)}>
        {t('Copy the address')}
      </Button>
    </DeskSection>
  );
}

function Tokens({ userId, tokens }: { readonly userId: string; readonly tokens: Provisioning['tokens'] }) {
  const cache = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const [ending, setEnding] = useState<Provisioning['tokens'][number] | null>(null);
  const show = ({ provisioning: now }: { provisioning: Provisioning }) => cache.setQueryData(provisioning(userId).queryKey, now);
  const make = useAction({
    mutationFn: () => call(createScimToken, {}),
    onSuccess: (answer) => {
      show(answer);
      setSecret(answer.token);
    },
    onError: (error: Error) => toast('error', errorText(error, t('The token could not be created.'))),
  });
  const end = useAction({
    mutationFn: (tokenId: string) => call(endScimToken, { params: { token_id: tokenId } }),
    onSuccess: (answer) => {
      show(answer);
      setEnding(null);
    },
    onError: (error: Error) => toast('error', errorText(error, t('That did not work.'))),
  });
  return (
    <DeskSection
      title={t('2. The token')}
      about={t('The directory uses it to authenticate. To replace a token, create a second one, enter it there, and revoke the first.')}
      entries={
        tokens.length > 0
          ? tokens.map((token) => (
              <Entry
                key={token.token_id}
                title={<bdi dir="ltr">{`…${token.ending}`}</bdi>}
                lines={[
                  token.made_by
                    ? t('Created on {date} by {name}', { date: formatDate(token.created_at), name: token.made_by })
                    : t('Created on {date}', { date: formatDate(token.created_at) }),
                  token.last_used_at === null ? t('Never used') : t('Last used {time}', { time: formatWhen(token.last_used_at) }),
                  ...(token.maker_is_gone
                    ? [
                        t(
                          'The person who created it is no longer an administrator and may still know it. Replace it: it cannot create administrators.',
                        ),
                      ]
                    : []),
                ]}
                actions={
                  <Button
                    color="inherit"
                    onClick={() => setEnding(token)}
                    aria-label={t('Revoke the token …{ending}', { ending: token.ending })}
                  >
                    {t('Revoke')}
                  </Button>
                }
              />
            ))
          : undefined
      }
    >
      {secret !== null && (
        <>
          <Alert severity="success" tabIndex={-1} ref={focusOnMount}>
            {t('The token is ready. Copy it now: it is not shown again, and we do not store it.')}
          </Alert>
          <TextField
            label={t('The new token')}
            readOnly
            isSource
            value={secret}
            helper={t('Keep it secret like a password: anyone who has it can add and remove people.')}
          />
          <ActionRow>
            <Button variant="contained" onClick={() => copyText(secret)}>
              {t('Copy the token')}
            </Button>
            <Button color="inherit" onClick={() => setSecret(null)}>
              {t('I have saved it')}
            </Button>
          </ActionRow>
        </>
      )}
      {tokens.length < SCIM_TOKENS_AT_MOST ? (
        <Button variant={tokens.length === 0 ? 'contained' : 'outlined'} aria-busy={make.isPending} onClick={() => make.mutate(undefined)}>
          {tokens.length === 0 ? t('Create a token') : t('Create a second token')}
        </Button>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {t('Two tokens are already in use. Revoke one to create another.')}
        </Typography>
      )}
      {ending && (
        <ConfirmDialog
          title={t('Revoke the token …{ending}?', { ending: ending.ending })}
          act={t('Revoke the token')}
          isPending={end.isPending}
          onConfirm={() => end.mutate(ending.token_id)}
          onClose={() => setEnding(null)}
        >
          <p>{t('From now on, a directory that uses this token is refused. Nobody is removed.')}</p>
        </ConfirmDialog>
      )}
    </DeskSection>
  );
}

/** What to enter where, in the words of the directories’ own screens, which are English. */
function Recipes({ address }: { readonly address: string }) {
  return (
    <DeskSection title={t('3. What to enter in your directory')} about={t('The names match the directory’s own screens.')} isBare>
      <Fold title="Microsoft Entra ID">
        <ol>
          <li>
            {t(
              'Open Enterprise applications, create a new application of your own (Non-gallery), and open its Provisioning page. Choose Automatic.',
            )}
          </li>
          <li>{t('Tenant URL: {address}', { address })}</li>
          <li>{t('Secret Token: the token from above. Press Test Connection, then Save.')}</li>
          <li>
            {t(
              'Under Mappings, keep userPrincipalName for userName and mail for the work address. Delete any attributes you do not want to send.',
            )}
          </li>
          <li>{t('Assign people and groups to the application, and turn on Provisioning Status.')}</li>
        </ol>
      </Fold>
      <Fold title="Okta">
        <ol>
          <li>{t('In your application, open General, App Settings, and turn on SCIM provisioning.')}</li>
          <li>{t('SCIM connector base URL: {address}', { address })}</li>
          <li>{t('Unique identifier field for users: userName. Supported actions: Push New Users, Push Profile Updates, Push Groups.')}</li>
          <li>{t('Authentication Mode: HTTP Header, with the token from above. Press Test Connector Configuration.')}</li>
          <li>{t('Under To App allow creating, updating and deactivating users, and assign people.')}</li>
        </ol>
      </Fold>
      <Fold title={t('Another directory')}>
        <ul>
          <li>{t('Supports SCIM 2.0 with a bearer token: Users and Groups, PATCH, filters, versions. Bulk is not supported.')}</li>
          <li>
            {t('The roles are administrator, teacher and member; people without one become members. Owners can only be assigned manually.')}
          </li>
          <li>
            {t(
              'People who are no longer active leave, and their seats become free. People with a verified domain join immediately; others get an invite.',
            )}
          </li>
        </ul>
      </Fold>
    </DeskSection>
  );
}

function Log({ userId }: { readonly userId: string }) {
  const [isRefused, setRefused] = useState(false);
  const pages = useInfiniteQuery(requests(userId, isRefused));
  return (
    <DeskSection
      title={t('Directory requests')}
      about={
        <>
          {t('Requests are kept for {n} days.', { n: SCIM_LOG_DAYS })}
          <SwitchField label={t('Only refused requests')} checked={isRefused} onChange={({ target }) => setRefused(target.checked)} />
        </>
      }
      isBare
    >
      <PagedList
        pages={pages}
        rowsOf={(page) => page.requests}
        failed={t('The requests could not be loaded')}
        loading={t('Loading the requests')}
        empty={<EmptyState subject="records" title={isRefused ? t('No refused requests') : t('No requests yet')} />}
      >
        {(rows, list) => (
          <EntryList ref={list} isFlush aria-label={t('Directory requests')}>
            {rows.map((row) => (
              <Entry
                key={row.request_id}
                mark={row.status >= 400 ? 'failed' : undefined}
                title={<bdi dir="ltr">{`${row.method} ${row.path}`}</bdi>}
                lines={[
                  t('{status} · {time} · {ms} ms', { status: String(row.status), time: formatStamp(row.at), ms: formatNumber(row.ms) }),
                  ...(row.detail === null ? [] : [<bdi key="detail">{row.detail}</bdi>]),
                ]}
              />
            ))}
          </EntryList>
        )}
      </PagedList>
    </DeskSection>
  );
}
