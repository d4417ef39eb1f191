import { useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CardContent from '@mui/material/CardContent';
import { CODE_PERCENT, createCode, endCode, listCodes, type MarketCode } from '#contract/market/codes.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { studioKey } from '../studio-key.ts';

const codesOf = (userId: string) =>
  queryOptions({
    queryKey: [...studioKey(userId), 'codes'],
    queryFn: async ({ signal }) => (await call(listCodes, { signal })).codes,
  });

const stateWord = (state: MarketCode['state']): string =>
  ({ active: t('Active'), used_up: t('Used up'), expired: t('Expired'), ended: t('Turned off') })[state];

/** Discount codes for one course, and those for all courses of the creator. */
export function CodesPanel({ userId, courseId }: { readonly userId: string; readonly courseId: string }) {
  const { data, error, refetch } = useQuery(codesOf(userId));
  const cache = useQueryClient();
  const end = useAction({
    mutationFn: (code_id: string) => call(endCode, { params: { code_id } }),
    onSuccess: ({ codes }) => cache.setQueryData(codesOf(userId).queryKey, codes),
  });
  const codes = data?.filter(({ course }) => course === null || course.id === courseId);
  return (
    <SectionCard
      isFlush
      title={t('Discount codes')}
      line={t('Buyers enter a code on the course page. You earn your share of the reduced price.')}
    >
      {error && !data ? (
        <CardContent>
          <ErrorState title={t('Your codes could not be loaded')} error={error} onRetry={() => void refetch()} />
        </CardContent>
      ) : !codes ? (
        <CardContent>
          <LoadingState label={t('Loading your codes')} rows={2} />
        </CardContent>
      ) : (
        codes.length > 0 && (
          <RowTable
            isInner
            label={t('Discount codes')}
            rows={codes}
            keyOf={(code) => code.code_id}
            columns={[
              { name: t('Code'), renderCell: (code) => (code.course === null ? `${code.code} · ${t('all your courses')}` : code.code) },
              {
                name: t('State'),
                renderCell: (code) => (
                  <>
                    {stateWord(code.state)}{' '}
                    {code.state === 'active' && (
                      <Button size="small" color="inherit" aria-busy={end.isPending} onClick={() => end.mutate(code.code_id)}>
                        {t('Turn off {code}', { code: code.code })}
                      </Button>
                    )}
                  </>
                ),
              },
              { name: t('Until'), renderCell: (code) => (code.expires_at === null ? '–' : formatDate(code.expires_at)) },
              { name: t('Discount'), isFigure: true, renderCell: (code) => t('{n}%', { n: formatNumber(code.percent) }) },
              {
                name: t('Used'),
                isFigure: true,
                renderCell: (code) =>
                  code.max_uses === null
                    ? formatNumber(code.uses)
                    : t('{n} of {most}', { n: formatNumber(code.uses), most: formatNumber(code.max_uses) }),
              },
            ]}
          />
        )
      )}
      <CardContent>
        <NewCode userId={userId} courseId={courseId} />
      </CardContent>
    </SectionCard>
  );
}

const EMPTY = { code: '', percent: '20', uses: '', until: '' };

function NewCode({ userId, courseId }: { readonly userId: string; readonly courseId: string }) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState(EMPTY);
  const make = useAction({
    mutationFn: () =>
      call(createCode, {
        body: {
          code: typed.code,
          percent: Number(typed.percent),
          for_course: courseId,
          max_uses: typed.uses === '' ? null : Number(typed.uses),
          // until the end of that day in the creator's time zone
          expires_at: typed.until === '' ? null : new Date(`${typed.until}T23:59:59`).toISOString(),
        },
      }),
    onSuccess: ({ codes }) => {
      cache.setQueryData(codesOf(userId).queryKey, codes);
      setTyped(EMPTY);
    },
  });
  const field = (name: keyof typeof EMPTY) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <>
      <Box
        component="form"
        aria-label={t('New code')}
        sx={{ display: 'grid', gap: 1.5, alignItems: 'end', gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' }}
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <TextField label={t('New code')} maxLength={20} placeholder="SPRING20" {...field('code')} />
        <TextField label={t('Percent off')} type="number" min={CODE_PERCENT.least} max={CODE_PERCENT.most} {...field('percent')} />
        <TextField label={t('Maximum uses (optional)')} type="number" min={1} {...field('uses')} />
        <TextField label={t('Last day (optional)')} type="date" {...field('until')} />
        <Button type="submit" variant="outlined" color="inherit" disabled={typed.code.trim().length < 3} aria-busy={make.isPending}>
          {t('Create code')}
        </Button>
      </Box>
      <FormMessage message={make.error ? { kind: 'error', text: errorText(make.error, t('The code could not be made.')) } : null} />
    </>
  );
}
