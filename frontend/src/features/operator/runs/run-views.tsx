import { useState, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { listRunViews, saveRunView, VIEW_NAME_MOST } from '#contract/operator/run-views.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { startOfDay } from '#frontend/lib/calendar.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { BookmarkBorderIcon } from '#frontend/ui/feature-icons.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { chipOf, ChipWords, FilterLink } from '#frontend/ui/fields/filter-chips.tsx';
import { CloseIcon } from '#frontend/ui/icons.tsx';
import { Quiet } from '../parts/console-table.tsx';
import { runCount } from './run-queries.ts';
import { readRunSearch, writeRunSearch, type RunSearch } from './run-search.ts';

interface View {
  readonly name: string;
  /** Its URL parameter; undefined for all runs. */
  readonly find: string | undefined;
}

const LIST = { sort: 'created_at', order: 'desc', page: 0, size: 25 } as const;
const DAY_MS = 86_400_000;
/** Times are rounded to whole hours, so that the URL does not change while the reader looks. */
const HOUR_MS = 3_600_000;

const view = (name: string, filter: RunFilter, list: Partial<RunSearch> = {}): View => ({
  name,
  find: writeRunSearch({ ...LIST, ...list, filter }),
});

/** The searches that operators need every day. @param me the reader's own id */
export function quickViews(me: string): readonly View[] {
  const now = new Date();
  const midnight = startOfDay(now).toISOString();
  const yesterday = new Date(Math.floor((now.getTime() - DAY_MS) / HOUR_MS) * HOUR_MS).toISOString();
  return [
    view(t('All'), {}),
    view(t('Failed today'), { status: 'failed', from: midnight }),
    view(t('Slow for its kind'), { unusual: 'slow', from: yesterday }),
    view(t('Expensive'), { unusual: 'dear', from: yesterday }),
    view(t('Waiting longest'), { status: 'queued' }, { order: 'asc' }),
    view(t('Mine'), { person: me }),
  ];
}

const savedViews = () =>
  queryOptions({ queryKey: ['operator', 'run-views'], queryFn: ({ signal }) => call(listRunViews, { signal }), staleTime: 60_000 });

/** The user's saved views, stored with their account. Each is a URL, which can be shared. */
function useSavedViews() {
  const cache = useQueryClient();
  const { data } = useQuery(savedViews());
  const { mutate } = useAction({
    mutationFn: (body: BodyInputOf<typeof saveRunView>) => call(saveRunView, { body }),
    onSuccess: (answer) => cache.setQueryData(savedViews().queryKey, answer),
    onError: (error) => toast('error', errorText(error, t('The view could not be saved.'))),
  });
  return [data?.views ?? [], mutate] as const;
}

/** Chips for the daily searches and the user's saved views, each with its number of runs. */
export function RunViews({ find }: { readonly find: string | undefined }) {
  const [saved, save] = useSavedViews();
  const [isNaming, setNaming] = useState(false);
  const quick = quickViews(useUser().user_id);
  const isKnown = [...quick, ...saved].some((one) => one.find === find);
  return (
    <Stack
      component="nav"
      aria-label={t('Views')}
      direction="row"
      useFlexGap
      sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', marginBlockEnd: 1.5 }}
    >
      {quick.map((one) => (
        <ViewChip key={one.name} view={one} isCurrent={one.find === find} />
      ))}
      {saved.length > 0 && <Quiet variant="body2">{t('Saved views')}</Quiet>}
      {saved.map((one) => (
        <ViewChip key={one.name} view={one} isCurrent={one.find === find} onDelete={() => save({ name: one.name, find: null })} />
      ))}
      {!isKnown && (
        <Button size="small" onClick={() => setNaming(true)}>
          {t('Save this view')}
        </Button>
      )}
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            setNaming(false);
            save({ name, find: find ?? null });
          }}
        />
      )}
    </Stack>
  );
}

function ViewChip({
  view: { name, find },
  isCurrent,
  onDelete,
}: {
  readonly view: View;
  readonly isCurrent: boolean;
  readonly onDelete?: () => void;
}) {
  const { data } = useQuery(runCount(readRunSearch(find).filter));
  return (
    <FilterLink
      to="/operator/$section"
      params={{ section: 'runs' }}
      search={{ find }}
      {...chipOf(isCurrent)}
      aria-current={isCurrent ? 'page' : undefined}
      label={
        <ChipWords label={name} {...(data && { count: data.is_more ? t('over {n}', { n: formatNumber(data.count) }) : data.count })} />
      }
      {...(onDelete && {
        icon: <BookmarkBorderIcon aria-hidden />,
        deleteIcon: <CloseIcon aria-label={t('Remove the view {name}', { name })} />,
        onDelete: (event: Event) => {
          event.preventDefault();
          onDelete();
        },
      })}
    />
  );
}

function NameDialog({ onClose, onName }: { readonly onClose: () => void; readonly onName: (name: string) => void }) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name !== '') onName(name);
  };
  return (
    <AskDialog
      title={t('Save this view')}
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form="name-view" variant="contained">
            {t('Save')}
          </Button>
        </>
      }
    >
      <form id="name-view" onSubmit={send}>
        <TextField label={t('Name')} name="name" maxLength={VIEW_NAME_MOST} ref={focusOnMount} />
      </form>
      <p>{t('This view is saved to your account. Share its address to show it to others.')}</p>
    </AskDialog>
  );
}
