import { useEffect, useState } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ROSTER_KINDS, ROSTER_LIMITS, type Roster, type RosterKind, type RosterRow } from '#contract/organisations/rosters.contract.ts';
import { isOrganisationRole } from '#contract/organisations/roles.ts';
import { formatDate, formatList, formatNumber } from '#frontend/lib/format.ts';
import { usePoll } from '#frontend/lib/polling/poll.ts';
import { shownAddress } from '#frontend/lib/shown-address.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { FilterChips } from '#frontend/ui/fields/filter-chips.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { organisationKey } from './organisation-queries.ts';
import { columnName, kindName, reasonWords, roleName } from './organisation-words.ts';
import { isAtWork, rosterPoll, rosterRows, rosters, useChangeRoster } from './roster-queries.ts';
import { ReadingFacts } from './roster-reading.tsx';
import { RosterUpload, type SentList } from './roster-upload.tsx';

interface RosterViewProps {
  readonly userId: string;
  /** The open list, from the URL. */
  readonly rosterId: string | undefined;
  readonly onOpen: (rosterId: string | undefined) => void;
}

/** Lists of members: uploading one, reviewing its changes, applying and undoing it. */
export function RosterView({ userId, rosterId, onOpen }: RosterViewProps) {
  const [sent, setSent] = useState<SentList | null>(null);
  const close = (kept: SentList | null): void => {
    setSent(kept);
    onOpen(undefined);
  };
  return (
    <>
      {rosterId === undefined ? (
        <RosterUpload
          userId={userId}
          again={sent}
          onRead={(list, { roster_id: id }) => {
            setSent({ ...list, rosterId: id });
            onOpen(id);
          }}
        />
      ) : (
        <OpenRoster
          userId={userId}
          rosterId={rosterId}
          onClose={() => close(null)}
          onReadAgain={sent?.rosterId === rosterId ? () => close(sent) : undefined}
        />
      )}
      <EarlierRosters userId={userId} except={rosterId} onOpen={onOpen} />
    </>
  );
}

interface OpenRosterProps {
  readonly userId: string;
  readonly rosterId: string;
  readonly onClose: () => void;
  readonly onReadAgain: (() => void) | undefined;
}

function OpenRoster({ userId, rosterId, onClose, onReadAgain }: OpenRosterProps) {
  const { data: roster, error, refetch } = usePoll(rosterPoll(userId, rosterId));
  const cache = useQueryClient();
  const state = roster?.state;
  // new members appear in the member list once it has ended
  useEffect(() => {
    if (state === 'applied' || state === 'undone') void cache.invalidateQueries({ queryKey: organisationKey(userId) });
  }, [cache, userId, state]);
  if (!roster) {
    if (error) return <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />;
    return <LoadingState label={t('Loading the list')} rows={4} />;
  }
  return (
    <RuledSection title={<bdi>{roster.file_name}</bdi>}>
      <Stack sx={{ gap: 2, paddingBlockStart: 2 }}>
        <RosterState roster={roster} />
        {roster.state === 'ready' && roster.reading && <ReadingFacts reading={roster.reading} onChange={onReadAgain} />}
        <FactStrip
          facts={ROSTER_KINDS.filter((kind) => kind !== 'same' || roster.counts.same > 0).map((kind) => ({
            name: kindName(kind),
            figure: formatNumber(roster.counts[kind]),
          }))}
        />
        <RosterActs userId={userId} roster={roster} onClose={onClose} />
        <Rows userId={userId} roster={roster} />
      </Stack>
    </RuledSection>
  );
}

function RosterState({ roster }: { readonly roster: Roster }) {
  const { state, outcomes, columns, removes, authorise_reason: reason } = roster;
  if (isAtWork(roster)) {
    return (
      <div role="status">
        <Typography>
          {state === 'applying' ? t('The list is being applied. You can leave this page.') : t('The list is being undone.')}
        </Typography>
        <LinearProgress aria-label={t('In progress')} sx={{ marginBlock: 1 }} />
      </div>
    );
  }
  const left = outcomes.not_done + outcomes.kept;
  return (
    <div>
      <Typography role="status">
        {state === 'ready' && t('These are the changes in the list. Nothing has been changed yet.')}
        {state === 'applied' && t('{n, plural, one {# line} other {# lines}} applied.', { n: outcomes.done })}
        {state === 'undone' && t('{n, plural, one {# line} other {# lines}} undone.', { n: outcomes.undone })}
      </Typography>
      {left > 0 && (
        <Alert severity="info" sx={{ marginBlock: 1 }}>
          {state === 'undone'
            ? t('{n, plural, one {# person has} other {# people have}} changed since the list was applied, and stay as they are.', {
                n: left,
              })
            : t('{n, plural, one {# line was} other {# lines were}} not applied, because something changed after the preview.', {
                n: left,
              })}
        </Alert>
      )}
      <Typography variant="body2" color="textSecondary">
        {t('Columns recognised: {columns}.', { columns: formatList(columns.map(columnName)) })}
        {removes && ` ${t('People who are not in the list are removed.')}`}
        {reason !== null && ` ${t('Children under 13 are authorised: {reason}', { reason })}`}
      </Typography>
    </div>
  );
}

function RosterActs({ userId, roster, onClose }: { readonly userId: string; readonly roster: Roster; readonly onClose: () => void }) {
  const change = useChangeRoster(userId);
  const [isAsking, setAsking] = useState(false);
  const { roster_id: rosterId, state, counts } = roster;
  const changes = counts.added + counts.changed + counts.removed;
  const apply = () => change.mutate({ rosterId, what: 'apply' }, { onSettled: () => setAsking(false) });
  return (
    <ActionRow sx={{ marginBlock: 0 }}>
      {state === 'ready' && changes > 0 && (
        <Button variant="contained" aria-busy={change.isPending} onClick={() => (counts.removed > 0 ? setAsking(true) : apply())}>
          {t('Apply {n, plural, one {# change} other {# changes}}', { n: changes })}
        </Button>
      )}
      {state === 'applied' && (
        <Button variant="outlined" color="inherit" aria-busy={change.isPending} onClick={() => change.mutate({ rosterId, what: 'undo' })}>
          {t('Undo the list')}
        </Button>
      )}
      <Button color="inherit" onClick={onClose}>
        {t('Upload another list')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('Remove {n, plural, one {# person} other {# people}}?', { n: counts.removed })}
          act={t('Apply the list')}
          isPending={change.isPending}
          onConfirm={apply}
          onClose={() => setAsking(false)}
        >
          <p>{t('They leave the organisation and get an email that says what ends and what stays. You can undo the list.')}</p>
        </ConfirmDialog>
      )}
    </ActionRow>
  );
}

function Rows({ userId, roster }: { readonly userId: string; readonly roster: Roster }) {
  const first = (['refused', 'added', 'changed', 'removed', 'same'] as const).find((one) => roster.counts[one] > 0) ?? 'added';
  const [kind, setKind] = useState<RosterKind>(first);
  const pages = useInfiniteQuery(rosterRows(userId, roster, kind));
  return (
    <div>
      <FilterChips
        label={t('Lines')}
        value={kind}
        options={ROSTER_KINDS.map((value) => ({ value, label: kindName(value), count: roster.counts[value] }))}
        onChange={setKind}
      />
      <PagedList
        pages={pages}
        rowsOf={(page) => page.rows}
        failed={t('The lines could not be loaded')}
        loading={t('Loading the lines')}
        empty={<EmptyState subject="records" title={t('No lines of this kind')} />}
      >
        {(rows, list) => (
          <EntryList ref={list} aria-label={t('Lines')}>
            {rows.map((row) => (
              <Entry
                key={row.line}
                mark={row.kind === 'refused' || row.outcome === 'not_done' ? 'failed' : undefined}
                title={<bdi>{row.name || shownAddress(row)}</bdi>}
                lines={[
                  <span key="where">
                    {row.name !== '' && <bdi>{shownAddress(row)}</bdi>}
                    {row.name !== '' && row.kind !== 'removed' && ' · '}
                    {row.kind !== 'removed' && t('Line {n}', { n: formatNumber(row.line) })}
                  </span>,
                  ...(row.reason === null ? [] : [reasonWords(row.reason)]),
                  ...differences(row),
                ]}
              />
            ))}
          </EntryList>
        )}
      </PagedList>
    </div>
  );
}

/** The changes of a line, each as `name: before → after`; for a new member, the values in the list. */
function differences({ kind, before, wanted }: RosterRow): string[] {
  if (!wanted || (kind !== 'changed' && kind !== 'added')) return [];
  const was = kind === 'added' ? null : before;
  const role = (name: string | undefined) => (name !== undefined && isOrganisationRole(name) ? roleName(name) : (name ?? ''));
  const pairs: [string, string, string][] = [
    [t('Name'), was?.name ?? '', wanted.name],
    [t('Role'), role(was?.role), role(wanted.role)],
    [t('External id'), was?.external_id ?? '', wanted.external_id ?? ''],
    [t('Year of birth'), String(was?.birth_year ?? ''), String(wanted.birth_year ?? '')],
    [t('Classes'), formatList(was?.groups ?? []), wanted.groups === null ? '' : formatList(wanted.groups)],
  ];
  return pairs
    .filter(([, old, now]) => now !== '' && now !== old)
    .map(([name, old, now]) => (old === '' ? t('{name}: {now}', { name, now }) : t('{name}: {old} → {now}', { name, old, now })));
}

interface EarlierProps {
  readonly userId: string;
  readonly except: string | undefined;
  readonly onOpen: (rosterId: string) => void;
}

function EarlierRosters({ userId, except, onOpen }: EarlierProps) {
  const { data } = useQuery(rosters(userId));
  const others = data?.filter(({ roster_id: id }) => id !== except) ?? [];
  if (others.length === 0) return null;
  return (
    <RuledSection title={t('Earlier lists')}>
      <EntryList>
        {others.map((roster) => (
          <Entry
            key={roster.roster_id}
            title={<bdi>{roster.file_name}</bdi>}
            lines={[`${formatDate(roster.created_at)} · ${stateWords(roster)}`]}
            actions={
              <Button color="inherit" onClick={() => onOpen(roster.roster_id)} aria-label={t('Open {name}', { name: roster.file_name })}>
                {t('Open')}
              </Button>
            }
          />
        ))}
      </EntryList>
      <Typography variant="body2" color="textSecondary">
        {t('Lists are kept for {n} days.', { n: ROSTER_LIMITS.keptDays })}
      </Typography>
    </RuledSection>
  );
}

const stateWords = ({ state, outcomes }: Roster): string =>
  ({
    ready: () => t('Not applied'),
    applying: () => t('In progress'),
    undoing: () => t('In progress'),
    applied: () => t('{n, plural, one {# line} other {# lines}} applied.', { n: outcomes.done }),
    undone: () => t('{n, plural, one {# line} other {# lines}} undone.', { n: outcomes.undone }),
  })[state]();
