import { useState } from 'react';
import Button from '@mui/material/Button';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { endFoundKey, findKeys, hasKey, type FoundKey } from '#contract/operator/keys.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';
import { NO_VALUE } from '../parts/figures.ts';

const QUERY_MIN = 3;

/** API keys that match a text. A completely pasted key is sent at once and not cached: only its ending identifies the query. */
export const foundKeys = (q: string) =>
  queryOptions({
    queryKey: ['operator', 'keys', hasKey(q) ? `…${q.slice(-4)}` : q],
    queryFn: async ({ signal }) => (await call(findKeys, { body: { q }, signal })).keys,
    enabled: q.length >= QUERY_MIN,
    ...(hasKey(q) && { gcTime: 0 }),
  });

/** How to identify a key that cannot be shown. */
export const keyWords = ({ name, ending }: Pick<FoundKey, 'name' | 'ending'>): string => (ending === '' ? name : `${name} · …${ending}`);

const columns = (onEnd: (key: FoundKey) => void): Column<FoundKey>[] => [
  { id: 'key', name: t('API key'), cell: (key) => <bdi>{keyWords(key)}</bdi> },
  {
    id: 'owner',
    name: t('Owner'),
    cell: ({ owner }) => (
      <>
        <bdi>{owner.name || owner.email}</bdi>
        {owner.name !== '' && (
          <Quiet sx={{ display: 'block' }}>
            <bdi>{owner.email}</bdi>
          </Quiet>
        )}
      </>
    ),
  },
  { id: 'made', name: t('Created'), isWhole: true, cell: (key) => formatDate(key.created_at) },
  { id: 'used', name: t('Last used'), isWhole: true, cell: ({ last_used_at: at }) => (at === null ? NO_VALUE : formatWhen(at)) },
  {
    id: 'act',
    name: t('Act'),
    isAct: true,
    cell: (key) =>
      key.ended_at === null ? (
        <Button size="small" color="inherit" onClick={() => onEnd(key)}>
          {t('Revoke this key')}
          <VisuallyHidden> {keyWords(key)}</VisuallyHidden>
        </Button>
      ) : (
        <Mark>{t('ended {time}', { time: formatWhen(key.ended_at) })}</Mark>
      ),
  },
];

/** The API keys that a search finds, each with a button to revoke it; renders nothing if it finds none. */
export function FoundKeys({ find }: { readonly find: string }) {
  const { data = [] } = useQuery(foundKeys(find));
  const [asked, setAsked] = useState<FoundKey | null>(null);
  const cache = useQueryClient();
  const { mutate, isPending } = useAction({
    mutationFn: (key: FoundKey) => call(endFoundKey, { params: { api_key_id: key.api_key_id } }),
    onSuccess: async (key) => {
      setAsked(null);
      toast('success', t('{key} is revoked. We notified {who} by email.', { key: keyWords(key), who: key.owner.email }), null, false);
      await cache.invalidateQueries({ queryKey: ['operator', 'keys'] });
    },
    onError: (error) => toast('error', errorText(error, t('The key could not be revoked.'))),
  });
  if (data.length === 0) return null;
  return (
    <>
      <ConsoleTable label={t('API keys')} columns={columns(setAsked)} rows={data} keyOf={(key) => key.api_key_id} />
      {asked && (
        <ConfirmDialog
          title={t('Revoke this key')}
          act={t('Revoke this key')}
          keep={t('Keep as it is')}
          isPending={isPending}
          onConfirm={() => mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            {t(
              'The key {key} of {who} is revoked immediately, and apps that use it are refused. Nothing else in the account changes. The owner is notified by email.',
              {
                key: keyWords(asked),
                who: asked.owner.email,
              },
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
