import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { LTI_REFUSAL_DAYS, type LtiPlatform, type LtiRefusal } from '#contract/lti/platforms.contract.ts';
import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { NewPlatformForm, PlatformForm } from './platform-form.tsx';
import { ltiPlatforms, ltiRefusals, usePlatformActions } from './platform-queries.ts';
import { PRODUCT_NAMES, SetupSteps } from './setup-steps.tsx';

/** The learning platforms of an organisation: register one, see its status, pause or remove it. */
export function PlatformsSection({ userId }: { readonly userId: string }) {
  const { data, error, isPending, refetch } = useQuery(ltiPlatforms(userId));
  const [isAdding, setAdding] = useState(false);
  const [secrets, setSecrets] = useState<ReadonlyMap<string, string>>(new Map());
  const [shown, setShown] = useState<string | null>(null);
  const keep = (platformId: string, url: string) => setSecrets((before) => new Map(before).set(platformId, url));
  return (
    <DeskSection
      title={t('Platforms')}
      about={t(
        'Open lessons in Canvas, Moodle, Open edX and other platforms with LTI 1.3. Learners stay in their platform, and their grades are sent there.',
      )}
      entries={
        data?.length
          ? data.map((platform) => (
              <PlatformEntry
                key={platform.platform_id}
                userId={userId}
                platform={platform}
                isOpen={shown === platform.platform_id}
                onToggle={() => setShown(shown === platform.platform_id ? null : platform.platform_id)}
                registrationUrl={secrets.get(platform.platform_id) ?? null}
                onRenewed={(url) => keep(platform.platform_id, url)}
              />
            ))
          : undefined
      }
    >
      {isPending && <LoadingState rows={2} label={t('Loading the platforms')} />}
      {error && !data && <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && !isAdding && (
        <Typography color="textSecondary">
          {t('No platforms yet. Setting one up takes a few minutes and requires administrator access to the platform.')}
        </Typography>
      )}
      {isAdding ? (
        <NewPlatformForm
          userId={userId}
          onCancel={() => setAdding(false)}
          onMade={({ platform, registration_url: url }) => {
            setAdding(false);
            keep(platform.platform_id, url);
            setShown(platform.platform_id);
          }}
        />
      ) : (
        data && (
          <Button variant="outlined" color="inherit" onClick={() => setAdding(true)}>
            {t('Add a platform')}
          </Button>
        )
      )}
    </DeskSection>
  );
}

const STATE_WORDS: Readonly<Record<LtiPlatform['state'], () => string>> = {
  waiting: () => t('Not registered yet'),
  active: () => t('Registered'),
  paused: () => t('Paused'),
};

interface PlatformEntryProps {
  readonly userId: string;
  readonly platform: LtiPlatform;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly registrationUrl: string | null;
  readonly onRenewed: (url: string) => void;
}

function PlatformEntry({ userId, platform, isOpen, onToggle, registrationUrl, onRenewed }: PlatformEntryProps) {
  const {
    platform_id: id,
    name,
    product,
    state,
    last_launch_at: last,
    refusals,
    grades_waiting: waiting,
    grades_dropped: dropped,
    audience_used: audience,
  } = platform;
  const [doing, setDoing] = useState<'edit' | 'remove' | 'refusals' | null>(null);
  const { remove, renew } = usePlatformActions(userId);
  const close = () => setDoing(null);
  return (
    <Entry
      title={<bdi>{name}</bdi>}
      mark={state === 'active' ? (dropped > 0 ? 'failed' : undefined) : 'attention'}
      lines={[
        `${PRODUCT_NAMES[product]()} · ${STATE_WORDS[state]()}`,
        last === null ? t('Not opened yet') : t('Last opened {when}', { when: formatWhen(last) }),
        ...(waiting > 0 ? [t('{n, plural, one {# grade is} other {# grades are}} waiting to be sent', { n: waiting })] : []),
        ...(dropped > 0
          ? [t('{n, plural, one {# grade was} other {# grades were}} refused by the learning platform', { n: dropped })]
          : []),
      ]}
      actions={
        <Button color="inherit" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? t('Less') : state === 'waiting' ? t('Set up') : t('Details')}
        </Button>
      }
    >
      {isOpen && (
        <>
          {doing === 'edit' ? (
            <PlatformForm userId={userId} platform={platform} onDone={close} />
          ) : (
            <>
              {audience !== null && (
                <Typography color="textSecondary">
                  {t('The platform issues tokens for this audience:')} <bdi>{audience}</bdi>
                </Typography>
              )}
              <SetupSteps
                platform={platform}
                registrationUrl={registrationUrl}
                isRenewing={renew.isPending}
                onRenew={() => renew.mutate(id, { onSuccess: ({ registration_url: url }) => onRenewed(url) })}
              />
              <ActionRow>
                <Button variant="outlined" color="inherit" onClick={() => setDoing('edit')}>
                  {state === 'waiting' ? t('Enter details from the platform') : t('Change')}
                </Button>
                <Button
                  color="inherit"
                  onClick={() => setDoing(doing === 'refusals' ? null : 'refusals')}
                  aria-expanded={doing === 'refusals'}
                >
                  {t('{n, plural, =0 {No problems} one {# problem} other {# problems}}', { n: refusals })}
                </Button>
                <Button color="inherit" onClick={() => setDoing('remove')}>
                  {t('Remove')}
                </Button>
              </ActionRow>
              {doing === 'refusals' && <Refusals userId={userId} platformId={id} />}
            </>
          )}
          {doing === 'remove' && (
            <ConfirmDialog
              title={t('Remove {name}?', { name })}
              act={t('Remove')}
              isPending={remove.isPending}
              error={remove.error && errorText(remove.error, t('The learning platform could not be removed.'))}
              onConfirm={() => remove.mutate(id, { onSuccess: close })}
              onClose={close}
            >
              <p>
                {t(
                  'Launches from this learning platform will be refused, and pending grades will not be sent. Its learners keep their seats until you remove them.',
                )}
              </p>
            </ConfirmDialog>
          )}
        </>
      )}
    </Entry>
  );
}

/** The kinds of refusal; an unknown error code of a later release is shown as it is. */
const TITLES: Readonly<Record<LtiRefusal['kind'], (reason: string) => string>> = {
  refused: (reason) => translateServerText(ERRORS[reason as ErrorCode]?.title ?? reason),
  left_out: () => t('Worked, except for some unreadable parts'),
  grade: () => t('The platform refused a grade'),
};

function Refusals({ userId, platformId }: { readonly userId: string; readonly platformId: string }) {
  const { data, error, refetch } = useQuery(ltiRefusals(userId, platformId));
  if (error && !data) return <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState rows={2} label={t('Loading the problems')} />;
  if (data.length === 0) return <p>{t('No problems in the last {n} days.', { n: LTI_REFUSAL_DAYS })}</p>;
  return (
    <EntryList aria-label={t('Platform problems')}>
      {data.map(({ kind, reason, detail, refused_at: at }) => (
        <Entry
          key={`${at} ${reason}`}
          title={TITLES[kind](reason)}
          lines={[<code key="code">{detail === null ? reason : `${reason}: ${detail}`}</code>, formatWhen(at)]}
        />
      ))}
    </EntryList>
  );
}
