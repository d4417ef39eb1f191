import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import {
  CONTEXT_TOKENS,
  MOST_KEY,
  MOST_PRICE,
  type ConnectionKind,
  type ServiceConnections,
} from '#contract/operator/service-connections.contract.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { SERVICE_COLOURS } from '#frontend/ui/charts/service-colours.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { CheckIcon } from '#frontend/ui/icons.tsx';
import { formatMicro, formatSeconds } from '../parts/figures.ts';
import { problemWords, useListModels, useSaveConnection, useTestConnection } from './connection-queries.ts';

interface ConnectDialogProps {
  readonly all: ServiceConnections;
  readonly service: Service;
  readonly onClose: () => void;
}

/** What is entered; an empty field is left out. */
interface Entry {
  readonly kind: ConnectionKind;
  readonly key: string;
  readonly base_url: string;
  readonly model: string;
  readonly context_tokens: string;
  readonly input: string;
  readonly output: string;
  readonly code: string;
}

const connectionOf = (all: ServiceConnections, service: Service) => all.connections.find((one) => one.service === service)!;

function entryOf(all: ServiceConnections, service: Service): Entry {
  const { kind, base_url, model, context_tokens: tokens, price, listed_since: since, state } = connectionOf(all, service);
  const isOwnPrice = price !== null && since === null;
  return {
    kind,
    key: '',
    base_url,
    model: state === 'sandbox' || state === 'none' ? '' : model,
    context_tokens: tokens === null ? '' : String(tokens),
    input: isOwnPrice ? String(price.input) : '',
    output: isOwnPrice ? String(price.output) : '',
    code: '',
  };
}

/** Connects an AI service, or changes its connection: key, address, model and a test in one place. */
export function ConnectDialog({ all, service: first, onClose }: ConnectDialogProps) {
  const [service, setService] = useState(first);
  const [entry, setEntry] = useState(() => entryOf(all, first));
  const known = connectionOf(all, service);
  const { mutate: list, data: listed, reset: forgetModels, isPending: isListing } = useListModels();
  const { mutate: test, data: tested, error: testError, reset: forgetTest, isPending: isTesting } = useTestConnection();
  const { mutate: save, error: saveError, isPending } = useSaveConnection(onClose);
  const failure = saveError ?? testError;
  const errors = failure instanceof ApiError ? failure.errors : [];
  const errorAt = (path: string) => errors.find((one) => one.path === path)?.message;

  const isOwn = entry.kind === 'compatible';
  const isVertex = entry.kind === 'vertex';
  const asked = {
    kind: entry.kind,
    ...(entry.base_url.trim() !== '' && { base_url: entry.base_url.trim() }),
    ...(entry.key !== '' && { key: entry.key }),
  };
  const hasPrice = entry.input !== '' && entry.output !== '';
  const price = hasPrice ? { price: { input: Number(entry.input), output: Number(entry.output) } } : {};
  const hasKey = entry.key !== '' || isOwn || known.state === 'connected';
  const change = (next: Partial<Entry>) => {
    setEntry({ ...entry, ...next });
    forgetTest();
    if ('key' in next || 'base_url' in next || 'kind' in next) forgetModels();
  };
  const choose = (next: Service) => {
    setService(next);
    setEntry(entryOf(all, next));
    forgetModels();
    forgetTest();
  };
  const listModels = () => hasKey && !listed && list({ service, body: asked });
  const models = listed?.models ?? [];
  const options = [...new Set([...(entry.model === '' ? [''] : []), ...(entry.model ? [entry.model] : []), ...models])];
  const body = { ...asked, model: entry.model.trim(), ...price };
  const contextTokens = isOwn && entry.context_tokens !== '' ? { context_tokens: Number(entry.context_tokens) } : {};

  return (
    <FormDialog
      title={t('Connect an AI service')}
      onClose={onClose}
      onSubmit={() => save({ service, body: { ...body, ...contextTokens, ...(entry.code !== '' && { code: entry.code }) } })}
      actions={<FormActions label={t('Connect')} onClose={onClose} isPending={isPending} isDisabled={!hasKey || body.model === ''} />}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography color="textSecondary">{t('It then writes courses and answers. The others can follow later.')}</Typography>
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          color="primary"
          aria-label={t('Service')}
          value={service}
          onChange={(_, next: Service | null) => next && choose(next)}
          sx={{ ...SERVICE_COLOURS, flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
        >
          {SERVICES.map((one) => (
            <ToggleButton key={one} value={one} disabled={connectionOf(all, one).state === 'environment'} sx={{ gap: 1, minWidth: 110 }}>
              <Box aria-hidden sx={{ width: 12, height: 12, borderRadius: 0.5, backgroundColor: `var(--service-${one})` }} />
              <bdi>{SERVICE_NAMES[one]}</bdi>
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <SelectField
          label={t('Who answers')}
          value={entry.kind}
          onChange={({ target }) =>
            change({ kind: target.value as ConnectionKind, base_url: target.value === known.kind ? known.base_url : '', model: '' })
          }
          options={[
            { value: 'vendor', label: t('The service itself') },
            ...(service === 'gemini' ? [{ value: 'vertex', label: t('Vertex AI of Google Cloud, by a service account') }] : []),
            { value: 'compatible', label: t('A server that speaks OpenAI’s protocol: Ollama, vLLM, LM Studio, OpenRouter') },
          ]}
        />
        <TextField
          label={isVertex ? t('Key file of the service account (JSON)') : t('Key')}
          type="password"
          autoComplete="off"
          required={!isOwn}
          maxLength={MOST_KEY}
          value={entry.key}
          onChange={({ target }) => change({ key: target.value.trim() })}
          onBlur={listModels}
          helper={
            known.state === 'connected' && known.key_hint && known.kind === entry.kind
              ? isVertex
                ? t('The key of {hint} is stored. Leave this empty to keep it.', { hint: known.key_hint })
                : t('The stored key ends in {hint}. Leave this empty to keep it.', { hint: known.key_hint })
              : isVertex
                ? t('Paste the whole file. It is stored encrypted, and never shown again. The account needs the role Vertex AI User.')
                : isOwn
                  ? t('Only where the server wants one. It is stored encrypted, and never shown again.')
                  : t('It is stored encrypted, and never shown again.')
          }
          error={errorAt('key')}
        />
        <TextField
          label={t('Address')}
          required={isOwn}
          autoComplete="off"
          maxLength={300}
          value={entry.base_url}
          onChange={({ target }) => change({ base_url: target.value })}
          onBlur={listModels}
          helper={
            isOwn
              ? t('Such as http://127.0.0.1:11434/v1 for Ollama.')
              : isVertex
                ? t('Empty: the global endpoint of the account’s project. Only to be changed for a region or a proxy.')
                : t('Only to be changed for a proxy.')
          }
          error={errorAt('base_url')}
        />
        {models.length > 0 ? (
          <SelectField
            label={t('Model')}
            required
            value={entry.model}
            onChange={({ target }) => change({ model: target.value })}
            options={options.map((model) => ({ value: model, label: model === '' ? t('Choose a model') : model }))}
            helper={t('{n, plural, one {# model may be used with this key.} other {# models may be used with this key.}}', {
              n: models.length,
            })}
          />
        ) : (
          <TextField
            label={t('Model')}
            required
            autoComplete="off"
            maxLength={120}
            value={entry.model}
            onChange={({ target }) => change({ model: target.value })}
            helper={
              isListing
                ? t('Asking the service for its models…')
                : listed?.problem
                  ? problemWords(listed.problem.code)
                  : t('The service lists its models once the key is entered.')
            }
            error={errorAt('model')}
          />
        )}
        <Fold title={isOwn ? t('Context window and prices') : t('Prices, where they are not the listed ones')}>
          <Stack sx={{ gap: 2 }}>
            {isOwn && (
              <TextField
                label={t('Context window, in tokens')}
                type="number"
                min={CONTEXT_TOKENS.least}
                max={CONTEXT_TOKENS.most}
                value={entry.context_tokens}
                onChange={({ target }) => change({ context_tokens: target.value })}
                helper={t('As the server is set up: {n} if this is empty.', { n: formatNumber(8_192) })}
                error={errorAt('context_tokens')}
              />
            )}
            <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, '& > *': { flex: 1 } }}>
              <PriceField label={t('Input, US dollars per million tokens')} value={entry.input} onValue={(input) => change({ input })} />
              <PriceField
                label={t('Output, US dollars per million tokens')}
                value={entry.output}
                onValue={(output) => change({ output })}
              />
            </Stack>
          </Stack>
        </Fold>
        {all.needs_code && (
          <TextField
            label={t('Code of your authenticator')}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={40}
            value={entry.code}
            onChange={({ target }) => setEntry({ ...entry, code: target.value })}
          />
        )}
        <Card variant="outlined" sx={{ padding: 2, backgroundColor: 'background.tint' }}>
          <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Box role="status" sx={{ flex: 1, minWidth: 200 }}>
              {tested ? <Tested tested={tested} /> : <Typography>{t('One small call shows whether it answers.')}</Typography>}
            </Box>
            <Button
              color="inherit"
              variant="outlined"
              aria-busy={isTesting}
              disabled={!hasKey || body.model === ''}
              onClick={() => test({ service, body })}
            >
              {t('Test')}
            </Button>
          </Stack>
        </Card>
        <FormMessage message={failure ? { kind: 'error', text: errorText(failure, t('The service could not be connected.')) } : null} />
      </Stack>
    </FormDialog>
  );
}

interface PriceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function PriceField({ label, value, onValue }: PriceFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      min={0}
      max={MOST_PRICE}
      step="any"
      value={value}
      onChange={({ target }) => onValue(target.value)}
      helper={t('Empty: as listed, or unknown, and then so is what its calls cost.')}
    />
  );
}

type Outcome = NonNullable<ReturnType<typeof useTestConnection>['data']>;

function Tested({ tested: { problem, answer, ms, tokens, cost_micro_usd: cost } }: { readonly tested: Outcome }) {
  const time = formatSeconds(ms / 1_000);
  if (problem) {
    return (
      <>
        <Typography sx={{ fontWeight: 600 }}>{t('It does not work yet')}</Typography>
        <Typography variant="body2">{problemWords(problem.code)}</Typography>
        {problem.detail && (
          <Typography variant="body2" color="textSecondary" lang="en" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {problem.detail}
          </Typography>
        )}
      </>
    );
  }
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
      <CheckIcon aria-hidden color="success" />
      <div>
        <Typography sx={{ fontWeight: 600 }}>{t('It answers, in {time}', { time })}</Typography>
        <Typography variant="body2" color="textSecondary">
          <bdi>“{answer}”</bdi>
          {tokens !== null && ` · ${t('{n, plural, one {# token} other {# tokens}}', { n: tokens })}`}
          {` · ${cost === null ? t('cost unknown') : cost < 10_000 ? t('less than a cent') : formatMicro(cost)}`}
        </Typography>
      </div>
    </Stack>
  );
}
