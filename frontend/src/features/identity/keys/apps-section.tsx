import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ApiKey } from '#contract/identity/api-keys.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { apiKeys, useEndKey } from './key-queries.ts';
import { budgetWords, scopeWords, stateOf, untilWords, useWords } from './key-words.ts';

/** The apps connected to the account: what each can do, when it was last active, and a button to disconnect it. */
export default function AppsSection({ userId }: { readonly userId: string }) {
  const { data, error, isPending, refetch } = useQuery(apiKeys(userId, 'account'));
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const end = useEndKey(userId, 'account');
  const apps = data?.filter(({ app }) => app !== null);
  return (
    <>
      <DeskSection
        title={t('Connected apps')}
        about={t('Apps you have connected, such as an assistant that learns with you.')}
        entries={
          apps?.length
            ? apps.map((app) => (
                <AppEntry
                  key={app.api_key_id}
                  app={app}
                  onEnd={() => {
                    end.reset();
                    setEnding(app);
                  }}
                />
              ))
            : undefined
        }
      >
        {isPending && <LoadingState rows={1} label={t('Loading the connected apps')} />}
        {error && !data && <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />}
        {apps?.length === 0 && <Typography color="textSecondary">{t('None yet')}</Typography>}
      </DeskSection>
      {ending && (
        <ConfirmDialog
          title={t('Disconnect this app?')}
          act={t('Disconnect')}
          isPending={end.isPending}
          error={end.error && errorText(end.error, t('The app could not be disconnected.'))}
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

function AppEntry({ app, onEnd }: { readonly app: ApiKey; readonly onEnd: () => void }) {
  const state = stateOf(app);
  const isInForce = state === 'in force' || state === 'ends soon';
  const host = app.app!.host;
  return (
    <Entry
      mark={state === 'ends soon' ? 'attention' : undefined}
      title={
        <>
          <bdi>{app.name}</bdi>{' '}
          <Typography component="span" variant="body2" color="textSecondary">
            {host === 'localhost' || host.endsWith(':') ? t('on a machine of yours') : null}{' '}
            {host !== 'localhost' && <bdi dir="ltr">{host}</bdi>}
          </Typography>
        </>
      }
      lines={[
        scopeWords(app),
        <MetaLine key="use" facts={[untilWords(app, state), useWords(app)]} />,
        ...(isInForce ? [budgetWords(app)] : []),
      ]}
      actions={
        isInForce && (
          <Button color="inherit" onClick={onEnd}>
            {t('Disconnect')}
            <VisuallyHidden>{` ${app.name}`}</VisuallyHidden>
          </Button>
        )
      }
    />
  );
}
