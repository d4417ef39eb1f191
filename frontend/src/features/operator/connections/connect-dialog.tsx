import { useCallback, useState } from 'react';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { CONTEXT_TOKENS, MOST_KEY, type ConnectionTest, type ServiceConnections } from '#contract/operator/service-connections.contract.ts';
import { aiService } from '#contract/platform/ai-services.ts';
import { VENDOR_NAMES } from '#contract/platform/service-names.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { bodyOf, connectionOf, entryOf, paidAt, priceOf, type Entry, type Who } from './connection-entry.ts';
import { useListModels, useSaveConnection, useTestConnection } from './connection-queries.ts';
import { TestCard } from './connection-test.tsx';
import { testPriceWords } from './connection-words.ts';
import { ModelField } from './model-field.tsx';
import { ListedPriceFields, OwnPriceFields } from './price-fields.tsx';
import { PlaceField, WhoAnswers } from './who-answers.tsx';

interface ConnectDialogProps {
  readonly all: ServiceConnections;
  /** The service to connect or change; null to ask first. */
  readonly who: Who;
  /** The place of the own server being changed; absent to find one. */
  readonly place?: Service | undefined;
  readonly onClose: () => void;
}

/** Connects an AI service or changes its connection: service, key, address, model, price and a test in one place. */
export function ConnectDialog({ all, who: first, place, onClose }: ConnectDialogProps) {
  const [entry, setEntry] = useState(() => entryOf(all, first, place));
  const [taskId, setTaskId] = useState(() => (all.running_test?.service === entry.place ? all.running_test.task_id : null));
  const known = connectionOf(all, entry.place);
  const { mutate: list, data: listed, reset: forgetModels, isPending: isListing } = useListModels();
  const { mutate: test, error: testError, reset: forgetTest, isPending: isStarting } = useTestConnection();
  const { mutate: save, error: saveError, isPending } = useSaveConnection(onClose);
  const failure = saveError ?? testError;
  const errors = failure instanceof ApiError ? failure.errors : [];
  const errorAt = (path: string) => errors.find((one) => one.path === path)?.message;

  const { who, isVertex } = entry;
  const isOwn = who === 'own';
  const isKept = known.state === 'connected' && (known.kind === 'compatible') === isOwn && (known.kind === 'vertex') === isVertex;
  const hasKey = entry.key !== '' || isOwn || isKept;
  const { asked, whole } = bodyOf(entry);
  const price = priceOf(entry);
  const isWhole = who !== null && hasKey && whole.model !== '';
  const change = (next: Partial<Entry>) => {
    setEntry((before) => ({ ...before, ...next }));
    setTaskId(null);
    forgetTest();
    if ('key' in next || 'base_url' in next || 'isVertex' in next) forgetModels();
  };
  const listOf = (of: Entry) =>
    list(
      { service: of.place, body: bodyOf(of).asked },
      {
        // a server has its own models, the first being the best suited; if the address lacks /v1, the complete one replaces it
        onSuccess: ({ models, base_url }) =>
          setEntry((now) => (now.who === 'own' ? { ...now, base_url, model: now.model === '' ? (models[0] ?? '') : now.model } : now)),
      },
    );
  const choose = (next: Who) => {
    const fresh = entryOf(all, next);
    setEntry(fresh);
    setTaskId(null);
    forgetModels();
    forgetTest();
    if (next === 'own' && fresh.base_url !== '') listOf(fresh);
  };
  const listModels = () => hasKey && (asked.base_url || !isOwn) && !listed && listOf(entry);
  // the results of the test are filled in, so that they are saved
  const onTested = useCallback(
    ({ kind, base_url, context_tokens: holds }: ConnectionTest) =>
      setEntry((now) =>
        kind === 'compatible' && now.who === 'own'
          ? { ...now, base_url, context_tokens: now.context_tokens === '' && holds !== null ? String(holds) : now.context_tokens }
          : now,
      ),
    [],
  );

  const addressField = (
    <TextField
      label={t('Address')}
      required={isOwn}
      autoComplete="off"
      maxLength={300}
      value={entry.base_url}
      onChange={({ target }) => change({ base_url: target.value, ...(isOwn && { paid: paidAt(target.value) }) })}
      onBlur={listModels}
      helper={
        isOwn
          ? t('For example, http://127.0.0.1:11434 for Ollama. /v1 is added if it is missing.')
          : isVertex
            ? t('Leave empty to use the global endpoint of the account’s project. Change it only for a region or a proxy.')
            : t('Change it only for a proxy.')
      }
      error={errorAt('base_url')}
    />
  );

  return (
    <FormDialog
      title={t('Connect an AI service')}
      onClose={onClose}
      onSubmit={() => save({ service: entry.place, body: { ...whole, ...(entry.code !== '' && { code: entry.code }) } })}
      actions={
        <FormActions label={t('Connect')} onClose={onClose} isPending={isPending} isDisabled={!isWhole || (isOwn && price === null)} />
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Typography color="textSecondary">
          {t('This service can then write courses and answer questions. You can connect the others later.')}
        </Typography>
        <WhoAnswers all={all} who={who} onChoose={choose} />
        {who !== null && (
          <>
            {who !== 'own' && aiService(who).wire === 'generate-content' && (
              <SelectField
                label={t('Who answers for {service}', { service: VENDOR_NAMES[who] })}
                value={isVertex ? 'vertex' : 'vendor'}
                onChange={({ target }) => change({ isVertex: target.value === 'vertex', base_url: '' })}
                options={[
                  { value: 'vendor', label: t('Google AI, with a key') },
                  { value: 'vertex', label: t('Vertex AI of Google Cloud, by a service account') },
                ]}
              />
            )}
            {isOwn && addressField}
            <TextField
              label={isVertex ? t('Key file of the service account (JSON)') : t('Key')}
              type="password"
              autoComplete="off"
              required={!isOwn}
              maxLength={MOST_KEY}
              value={entry.key}
              onChange={({ target }) => change({ key: target.value.trim() })}
              onBlur={listModels}
              helper={keyHelp({ isOwn, isVertex, hint: isKept ? known.key_hint : null })}
              error={errorAt('key')}
            />
            {!isOwn && addressField}
            <ModelField
              key={who}
              value={entry.model}
              suggested={isOwn ? null : known.suggested_model}
              listed={listed}
              isListing={isListing}
              onModel={(model) => change({ model })}
              error={errorAt('model')}
            />
            {isOwn ? (
              <OwnPriceFields entry={entry} onChange={change} error={errorAt('price')} />
            ) : (
              <Fold title={t('Prices that differ from the list prices')}>
                <ListedPriceFields entry={entry} onChange={change} />
              </Fold>
            )}
            {isOwn && (
              <Fold title={t('Discovered automatically')} line={t('in place of {service}', { service: VENDOR_NAMES[entry.place] })}>
                <Stack sx={{ gap: 2 }}>
                  <PlaceField all={all} place={entry.place} onPlace={(next) => change({ place: next })} />
                  <TextField
                    label={t('Context window, in tokens')}
                    type="number"
                    min={CONTEXT_TOKENS.least}
                    max={CONTEXT_TOKENS.most}
                    value={entry.context_tokens}
                    onChange={({ target }) => change({ context_tokens: target.value })}
                    helper={t('Leave empty to use the value the server reports in a test.')}
                    error={errorAt('context_tokens')}
                  />
                </Stack>
              </Fold>
            )}
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
            <TestCard
              taskId={taskId}
              offer={testPriceWords(all, { isOwn, model: whole.model, price })}
              isStarting={isStarting}
              onStart={
                isWhole ? () => test({ service: entry.place, body: whole }, { onSuccess: ({ task_id: id }) => setTaskId(id) }) : undefined
              }
              onTested={onTested}
            />
          </>
        )}
        <FormMessage message={failure ? { kind: 'error', text: errorText(failure, t('The service could not be connected.')) } : null} />
      </Stack>
    </FormDialog>
  );
}

function keyHelp({ isOwn, isVertex, hint }: { isOwn: boolean; isVertex: boolean; hint: string | null }): string {
  if (hint !== null)
    return isVertex
      ? t('The key for {hint} is stored. Leave this empty to keep it.', { hint })
      : t('The stored key ends in {hint}. Leave this empty to keep it.', { hint });
  if (isVertex) return t('Paste the whole file. It is stored encrypted, and never shown again. The account needs the Vertex AI User role.');
  return isOwn
    ? t('Only if the server needs one. It is stored encrypted and never shown again.')
    : t('It is stored encrypted, and never shown again.');
}
