import { useState } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import type { ServiceConnection } from '#contract/operator/service-connections.contract.ts';
import { VENDOR_NAMES } from '#contract/platform/service-names.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatStamp } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';
import { formatMicro, NO_VALUE } from '../parts/figures.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import type { Who } from './connection-entry.ts';
import { FollowedTest } from './connection-test.tsx';
import { traitPhrases } from './connection-words.ts';
import { InstallationServices } from './installation-services.tsx';
import { serviceConnections, useRemoveConnection } from './connection-queries.ts';
import { BudgetDialog, BudgetState } from './service-budget.tsx';

type Opened =
  | { readonly does: 'connect'; readonly who: Who; readonly service?: Service }
  | { readonly does: 'remove' | 'budget'; readonly service: Service };

/** The connection of each AI service, set here by administrators or by the environment. */
export function ConnectionsSection() {
  const { data, error, refetch } = useQuery(serviceConnections);
  const [opened, setOpened] = useState<Opened | null>(null);
  const free = data?.connections.find(({ state }) => state === 'sandbox' || state === 'none');
  const close = () => setOpened(null);
  return (
    <ConsoleFrame
      title={t('Connections')}
      subtitle={t('One service is enough to write courses. It takes over the roles of services that are not connected.')}
      actions={
        data?.may_change &&
        free && (
          <Button variant="contained" onClick={() => setOpened({ does: 'connect', who: null })}>
            {t('Connect a service')}
          </Button>
        )
      }
    >
      {error && !data && <ErrorState title={t('The connections could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState label={t('Loading the connections')} rows={4} />}
      {data && (
        <>
          {data.connections.every(({ state }) => state === 'sandbox') && (
            <Alert severity="info" sx={{ marginBlockEnd: 2 }}>
              {t('No AI service is connected. Only courses from the demo library are available.')}
            </Alert>
          )}
          {data.connections.some(({ state }) => state === 'unreadable') && (
            <Alert severity="warning" sx={{ marginBlockEnd: 2 }}>
              {t('Some keys were encrypted by another installation, for example before a restore. They must be entered again.')}
            </Alert>
          )}
          {data.running_test && opened?.does !== 'connect' && (
            <Card variant="outlined" sx={{ padding: 2, marginBlockEnd: 2 }}>
              <FollowedTest taskId={data.running_test.task_id} />
            </Card>
          )}
          {!data.may_change && (
            <Alert severity="info" sx={{ marginBlockEnd: 2 }}>
              {t('Only administrators can change connections.')}
            </Alert>
          )}
          <ConsoleTable
            label={t('AI services')}
            // without any connection there are no details to show
            columns={columns(data.may_change, setOpened).filter(({ id }) => data.connections.some(isSet) || !OF_CONNECTED.includes(id))}
            rows={data.connections}
            keyOf={({ service }) => service}
          />
          <InstallationServices mayTest={data.may_change} />
        </>
      )}
      {data && opened?.does === 'connect' && <ConnectDialog all={data} who={opened.who} place={opened.service} onClose={close} />}
      {data && opened?.does === 'budget' && (
        <BudgetDialog connection={data.connections.find(({ service }) => service === opened.service)!} onClose={close} />
      )}
      {data && opened?.does === 'remove' && <RemoveDialog service={opened.service} needsCode={data.needs_code} onClose={close} />}
    </ConsoleFrame>
  );
}

function stateWord(state: ServiceConnection['state']): string {
  const words: Record<ServiceConnection['state'], () => string> = {
    environment: () => t('Set by the environment'),
    connected: () => t('Connected'),
    unreadable: () => t('Key must be entered again'),
    sandbox: () => t('Demo library'),
    none: () => t('Not connected'),
  };
  return words[state]();
}

const OF_CONNECTED: readonly string[] = ['model', 'address', 'key', 'price', 'changed'];
const isOwnServer = (row: ServiceConnection): boolean => isSet(row) && row.kind === 'compatible';
const isSet = ({ state }: ServiceConnection) => state !== 'sandbox' && state !== 'none';

/** The measured traits of a model, which are measured again after a day. */
function Learnt({ learnt }: Pick<ServiceConnection, 'learnt'>) {
  const phrases = traitPhrases(learnt);
  if (phrases.length === 0) return null;
  return (
    <div>
      <Quiet>
        {phrases.join(' · ')}
        {learnt.every(({ is_old: isOld }) => isOld) && ` (${t('to be tested again')})`}
      </Quiet>
    </div>
  );
}

const columns = (mayChange: boolean, open: (opened: Opened) => void): Column<ServiceConnection>[] => [
  {
    id: 'service',
    name: t('Service'),
    isWhole: true,
    cell: (row) =>
      isOwnServer(row) ? (
        <>
          {t('Ollama or another server')}
          <div>
            <Quiet>{t('in place of {service}', { service: VENDOR_NAMES[row.service] })}</Quiet>
          </div>
        </>
      ) : (
        <bdi>{VENDOR_NAMES[row.service]}</bdi>
      ),
  },
  {
    id: 'state',
    name: t('State'),
    isWhole: true,
    cell: ({ state }) => (state === 'unreadable' ? <Mark>{stateWord(state)}</Mark> : stateWord(state)),
  },
  {
    id: 'model',
    name: t('Model'),
    cell: (row) =>
      isSet(row) ? (
        <>
          <bdi lang="en">{row.model || NO_VALUE}</bdi>
          {row.kind === 'vertex' && <Quiet> Vertex AI</Quiet>}
          <Learnt learnt={row.learnt} />
        </>
      ) : (
        NO_VALUE
      ),
  },
  {
    id: 'address',
    name: t('Address'),
    cell: (row) => (isSet(row) ? <bdi style={{ overflowWrap: 'anywhere' }}>{row.base_url}</bdi> : NO_VALUE),
  },
  {
    id: 'key',
    name: t('Key'),
    isWhole: true,
    cell: ({ kind, key_hint: hint }) =>
      hint === null ? NO_VALUE : <bdi style={{ overflowWrap: 'anywhere' }}>{kind === 'vertex' ? hint : `…${hint}`}</bdi>,
  },
  {
    id: 'price',
    name: t('Price per million tokens'),
    isFigure: true,
    cell: (row) => {
      if (!isSet(row)) return NO_VALUE;
      if (row.price === null) return <Quiet>{t('unknown')}</Quiet>;
      if (row.price.input + row.price.output === 0) return t('free');
      return (
        <>
          {t('{input} in, {output} out', {
            input: formatMicro(row.price.input * 1_000_000),
            output: formatMicro(row.price.output * 1_000_000),
          })}
          <div>
            <Quiet>
              {row.listed_since !== null
                ? t('listed since {day}', { day: formatDate(row.listed_since) })
                : row.state !== 'environment' && t('entered here')}
            </Quiet>
          </div>
        </>
      );
    },
  },
  { id: 'budget', name: t('Budget'), cell: (row) => <BudgetState connection={row} /> },
  {
    id: 'changed',
    name: t('Changed'),
    cell: ({ changed_at: at, changed_by: by }) => (at === null ? NO_VALUE : [formatStamp(at), by].filter(Boolean).join(' · ')),
  },
  {
    id: 'act',
    name: t('Act'),
    isAct: true,
    cell: (row) => {
      const { service, state } = row;
      const who = isOwnServer(row) ? 'own' : service;
      if (!mayChange) return NO_VALUE;
      const isStored = state === 'connected' || state === 'unreadable';
      return (
        <>
          {state !== 'environment' && (
            <Button size="small" color="inherit" onClick={() => open({ does: 'connect', who, service })}>
              {isStored ? t('Change') : t('Connect')}
              <VisuallyHidden> {VENDOR_NAMES[service]}</VisuallyHidden>
            </Button>
          )}
          <Button size="small" color="inherit" onClick={() => open({ service, does: 'budget' })}>
            {t('Budget')}
            <VisuallyHidden> {VENDOR_NAMES[service]}</VisuallyHidden>
          </Button>
          {isStored && (
            <Button size="small" color="inherit" onClick={() => open({ service, does: 'remove' })}>
              {t('Remove')}
              <VisuallyHidden> {VENDOR_NAMES[service]}</VisuallyHidden>
            </Button>
          )}
        </>
      );
    },
  },
];

interface RemoveDialogProps {
  readonly service: Service;
  readonly needsCode: boolean;
  readonly onClose: () => void;
}

function RemoveDialog({ service, needsCode, onClose }: RemoveDialogProps) {
  const [code, setCode] = useState('');
  const { mutate, error, isPending } = useRemoveConnection(onClose);
  return (
    <FormDialog
      title={t('Remove {service}?', { service: VENDOR_NAMES[service] })}
      onClose={onClose}
      onSubmit={() => mutate({ service, body: code === '' ? {} : { code } })}
      actions={<FormActions label={t('Remove')} closeLabel={t('Keep as it is')} onClose={onClose} isPending={isPending} isDestructive />}
    >
      <p>{t('Its key is deleted. Calls in progress finish, and the other services take over its roles.')}</p>
      {needsCode && (
        <TextField
          label={t('Code of your authenticator')}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      )}
      <FormMessage message={error ? { kind: 'error', text: errorText(error, t('The connection could not be removed.')) } : null} />
    </FormDialog>
  );
}
