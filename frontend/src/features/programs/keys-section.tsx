import { useState } from 'react';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { KEY_PREFIX, type ApiKey } from '#contract/identity/api-keys.contract.ts';
import { KEY_SCOPES, type KeyHolder } from '#contract/identity/key-scopes.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatList, formatNumber, formatTokenCount, formatWhen } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { KeyForm } from './key-form.tsx';
import { apiKeys, useEndKey } from './key-queries.ts';
import { NewSecret } from './new-secret.tsx';

interface KeysSectionProps {
  readonly userId: string;
  readonly holder: KeyHolder;
}

/** Functions, because the language must be known first. */
const ABOUT: Readonly<Record<KeyHolder, () => string>> = {
  account: () =>
    t(
      'A program that has a key acts for you, within what you allow it, and never more than you may yourself. Deleting the account, paying, passwords and keys need you.',
    ),
  organisation: () =>
    t('A key of the organisation spends from its pool only. It acts for the owner who made it, for as long as the organisation is theirs.'),
  operator: () =>
    t(
      'A program that has one of these keys watches or operates the installation. It acts for the operator who made it, for as long as they are one.',
    ),
};

/** The API keys of a holder: make one, see what they do, end them. */
export default function KeysSection({ userId, holder }: KeysSectionProps) {
  const { data, error, isPending, refetch } = useQuery(apiKeys(userId, holder));
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
          data?.length
            ? data.map((key) => (
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
        {data?.length === 0 && !isMaking && secret === null && (
          <Typography color="textSecondary">
            {t('There are no keys. A program gets one of its own, so that you can end it alone.')}
          </Typography>
        )}
        {secret !== null && (
          <NewSecret
            secret={secret}
            said={t('The key is made. Copy it now: it is not shown again, and we do not store it.')}
            label={t('The new key')}
            helper={t('Keep it like a password: who has it acts for you.')}
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
              {t('Make a key')}
            </Button>
          )
        )}
      </DeskSection>
      {ending && (
        <ConfirmDialog
          title={t('End this key?')}
          act={t('End the key')}
          isPending={end.isPending}
          error={end.error && errorText(end.error, t('It could not be changed.'))}
          onConfirm={() => end.mutate(ending, { onSuccess: () => setEnding(null) })}
          onClose={() => setEnding(null)}
        >
          <p>
            <bdi>{ending.name}</bdi>
          </p>
          <p>{t('Its next call is refused, everywhere. What it has started goes on, and can be stopped as your own.')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** A key ends soon when it does within so many days. */
const SOON_MS = 14 * 86_400_000;

type State = 'in force' | 'ends soon' | 'expired' | 'ended';

function stateOf({ ended_at: endedAt, expires_at: expiresAt }: ApiKey, now = Date.now()): State {
  if (endedAt !== null) return 'ended';
  const left = Date.parse(expiresAt) - now;
  return left <= 0 ? 'expired' : left < SOON_MS ? 'ends soon' : 'in force';
}

function untilWords({ ended_at: endedAt, expires_at: expiresAt }: ApiKey, state: State): string {
  if (state === 'ended') return t('Ended on {date}', { date: formatDate(endedAt!) });
  const date = formatDate(expiresAt);
  if (state === 'expired') return t('Expired on {date}', { date });
  return state === 'ends soon' ? t('Ends soon, on {date}', { date }) : t('Ends on {date}', { date });
}

const useWords = ({ calls, last_used_at: at }: ApiKey): string =>
  at === null ? t('Not used yet') : t('{n, plural, one {# call} other {# calls}}, the last {when}', { n: calls, when: formatWhen(at) });

function budgetWords({ day_budget: budget, spent_today: spent }: ApiKey): string {
  if (budget === 0) return t('Spends no tokens');
  return t('{spent} of {budget} tokens spent today', { spent: formatTokenCount(spent), budget: formatNumber(budget) });
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
        formatList(key.scopes.map((scope) => translateServerText(KEY_SCOPES[scope].name.key, KEY_SCOPES[scope].name))),
        <>
          {untilWords(key, state)} · {useWords(key)}
        </>,
        ...(isInForce ? [budgetWords(key)] : []),
        ...(key.networks.length > 0 ? [t('Only from {networks}', { networks: key.networks.join(', ') })] : []),
        ...(holder === 'account' ? [] : [t('Acts for {name}', { name: key.acts_for })]),
      ]}
      actions={
        isInForce && (
          <Button color="inherit" onClick={onEnd}>
            {t('End')}
            <VisuallyHidden>{` ${key.name}`}</VisuallyHidden>
          </Button>
        )
      }
    />
  );
}
