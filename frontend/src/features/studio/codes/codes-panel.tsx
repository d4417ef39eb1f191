import { useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { CODE_PERCENT, createCode, endCode, listCodes, type MarketCode } from '#contract/market/codes.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ColumnHeads, DataTable } from '#frontend/ui/data-table.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { studioKey } from '../studio-key.ts';

const Table = styled(DataTable)({
  '& th, & td': { padding: '8px', textAlign: 'start', fontWeight: 400 },
  '& .figure': { textAlign: 'end', whiteSpace: 'nowrap' },
});
const Form = styled('form')({
  display: 'grid',
  gap: 12,
  alignItems: 'end',
  gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))',
  marginBlock: 16,
});
const Note = styled('p')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary, maxWidth: '60ch' }));

const codesOf = (userId: string) =>
  queryOptions({
    queryKey: [...studioKey(userId), 'codes'],
    queryFn: async ({ signal }) => (await call(listCodes, { signal })).codes,
  });

const stateWord = (state: MarketCode['state']): string =>
  ({ active: t('Active'), used_up: t('Used up'), expired: t('Expired'), ended: t('Ended') })[state];

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
    <RuledSection title={t('Percentage codes')}>
      <Note>{t('Buyers type a code on the page of the course. You earn your share of what is left of the price.')}</Note>
      {error && !data ? (
        <ErrorState title={t('Your codes could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : !codes ? (
        <LoadingState label={t('Loading your codes')} rows={2} />
      ) : (
        codes.length > 0 && (
          <Table label={t('Percentage codes')}>
            <ColumnHeads columns={[t('Code'), t('State'), t('Until')]} figures={[t('Discount'), t('Used')]} />
            <tbody>
              {codes.map((code) => (
                <tr key={code.code_id}>
                  <th scope="row">
                    {code.code}
                    {code.course === null && ` · ${t('all your courses')}`}
                  </th>
                  <td>
                    {stateWord(code.state)}{' '}
                    {code.state === 'active' && (
                      <Button size="small" color="inherit" aria-busy={end.isPending} onClick={() => end.mutate(code.code_id)}>
                        {t('End {code}', { code: code.code })}
                      </Button>
                    )}
                  </td>
                  <td>{code.expires_at === null ? '–' : formatDate(code.expires_at)}</td>
                  <td className="figure">{t('{n}%', { n: formatNumber(code.percent) })}</td>
                  <td className="figure">
                    {code.max_uses === null
                      ? formatNumber(code.uses)
                      : t('{n} of {most}', { n: formatNumber(code.uses), most: formatNumber(code.max_uses) })}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )
      )}
      <NewCode userId={userId} courseId={courseId} />
    </RuledSection>
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
      <Form
        aria-label={t('New code')}
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <TextField label={t('New code')} maxLength={20} placeholder="SPRING20" {...field('code')} />
        <TextField label={t('Percent off')} type="number" min={CODE_PERCENT.least} max={CODE_PERCENT.most} {...field('percent')} />
        <TextField label={t('Most uses (optional)')} type="number" min={1} {...field('uses')} />
        <TextField label={t('Last day (optional)')} type="date" {...field('until')} />
        <Button type="submit" variant="outlined" color="inherit" disabled={typed.code.trim().length < 3} aria-busy={make.isPending}>
          {t('Make the code')}
        </Button>
      </Form>
      <FormMessage message={make.error ? { kind: 'error', text: errorText(make.error, t('The code could not be made.')) } : null} />
    </>
  );
}
