import { useState } from 'react';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { KEY_PREFIX, type ApiKey } from '#contract/identity/api-keys.contract.ts';
import type { KeyHolder } from '#contract/identity/key-scopes.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { KeyForm } from './key-form.tsx';
import { apiKeys, useEndKey } from './key-queries.ts';
import { budgetWords, scopeWords, stateOf, untilWords, useWords } from './key-words.ts';
import { NewSecret } from '#frontend/ui/dialogs/new-secret.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';

interface KeysSectionProps {
  readonly userId: string;
  readonly holder: KeyHolder;
}

/** Functions, because the language must be known first. */
const ABOUT: Readonly<Record<KeyHolder, () => string>> = {
  account: () =>
    t(
      'An app with a key acts for you within the permissions you choose, never beyond your own. Only you can delete the account, pay, or change passwords and keys.',
    ),
  organisation: () =>
    t(
      'An organisation’s key spends only from the organisation’s pool. It acts for the owner who created it, for as long as they own the organisation.',
    ),
  operator: () =>
    t(
      'An app with one of these keys monitors or operates the installation. It acts for the operator who created the key, for as long as they remain an operator.',
    ),
};

/** The API keys of a holder: create, inspect and revoke them. */
export default function KeysSection({ userId, holder }: KeysSectionProps) {
  const { data, error, isPending, refetch } = useQuery(apiKeys(userId, holder));
  const keys = data?.filter(({ app }) => app === null);
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const end = useEndKey(userId, holder);
  return (
    <>
      <DeskSection
        title={t('API keys')}
        about={
          <>
            {ABOUT[holder]()}{' '}
            <Link href="/api/docs" target="_blank">
              {t('What the API can do')}
            </Link>
          </>
        }
        entries={
          keys?.length
            ? keys.map((key) => (
                <KeyEntry
                  key={key.api_key_id}
                  apiKey={key}
                  holder={holder}
                  onEnd={() => {
                    end.reset();
                    setEnding(key);
                  }}
                />
              ))
            : undefined
        }
      >
        {isPending && <LoadingState rows={2} label={t('Loading the API keys')} />}
        {error && !data && <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />}
        {keys?.length === 0 && !isMaking && secret === null && (
          <Typography color="textSecondary">{t('Give each program its own key, so that you can revoke it separately.')}</Typography>
        )}
        {secret !== null && (
          <NewSecret
            secret={secret}
            said={t('The key is ready. Copy it now: it is not shown again, and we do not store it.')}
            label={t('The new key')}
            helper={t('Keep it secret like a password: anyone who has it can act for you.')}
            copy={t('Copy the key')}
            onKept={() => setSecret(null)}
          />
        )}
        {isMaking ? (
          <KeyForm
            userId={userId}
            holder={holder}
            onDone={(made) => {
              setMaking(false);
              setSecret(made);
            }}
            onCancel={() => setMaking(false)}
          />
        ) : (
          secret === null &&
          data && (
            <Button variant="outlined" color="inherit" onClick={() => setMaking(true)}>
              {t('Create a key')}
            </Button>
          )
        )}
      </DeskSection>
      {ending && (
        <ConfirmDialog
          title={t('Revoke this key?')}
          act={t('Revoke the key')}
          isPending={end.isPending}
          error={end.error && errorText(end.error, t('The key could not be revoked.'))}
          onConfirm={() => end.mutate(ending, { onSuccess: () => setEnding(null) })}
          onClose={() => setEnding(null)}
        >
          <p>
            <bdi>{ending.name}</bdi>
          </p>
          <p>{t('Its calls are refused immediately. Work it has started continues, and you can stop it.')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface KeyEntryProps {
  readonly apiKey: ApiKey;
  readonly holder: KeyHolder;
  readonly onEnd: () => void;
}

function KeyEntry({ apiKey: key, holder, onEnd }: KeyEntryProps) {
  const state = stateOf(key);
  const isInForce = state === 'in force' || state === 'ends soon';
  return (
    <Entry
      mark={state === 'ends soon' ? 'attention' : undefined}
      title={
        <>
          <bdi>{key.name}</bdi>{' '}
          <Typography component="span" variant="body2" color="textSecondary">
            <bdi dir="ltr">{`${KEY_PREFIX}…${key.ending}`}</bdi>
          </Typography>
        </>
      }
      lines={[
        scopeWords(key),
        <MetaLine key="use" facts={[untilWords(key, state), useWords(key)]} />,
        ...(isInForce ? [budgetWords(key)] : []),
        ...(key.networks.length > 0 ? [t('Only from {networks}', { networks: key.networks.join(', ') })] : []),
        ...(holder === 'account'
          ? []
          : [key.acts_for === '' ? t('Acted for a deleted account') : t('Acts for {name}', { name: key.acts_for })]),
      ]}
      actions={
        isInForce && (
          <Button color="inherit" onClick={onEnd}>
            {t('Revoke')}
            <VisuallyHidden>{` ${key.name}`}</VisuallyHidden>
          </Button>
        )
      }
    />
  );
}
