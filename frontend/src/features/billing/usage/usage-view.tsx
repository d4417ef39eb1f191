import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, infiniteQueryOptions } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { useState, type Ref } from 'react';
import { styled } from '@mui/material/styles';
import { FREE_PLAN, TRIAL } from '#contract/billing/catalogue.ts';
import { listMovements, type Movement } from '#contract/billing/wallet.contract.ts';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { dayOfUtc } from '#frontend/lib/calendar.ts';
import { formatNumber, formatTokenCount, formatWhen } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { ColumnHeads, DataTable } from '#frontend/ui/data-table.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FilterMenu } from '#frontend/ui/fields/filter-chips.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { SectionBody } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { kindWord, movementsCsv, movementWord, signed } from './movement-words.ts';
import { type UsageSearch, KINDS, usageSearch } from './usage-search.ts';

interface UsageViewProps {
  readonly userId: string;
  readonly filter: UsageSearch;
  readonly onFilter: (filter: UsageSearch) => void;
}

/** All movements of a user's tokens, page by page. */
export function UsageView({ userId, filter, onFilter }: UsageViewProps) {
  return (
    <>
      <UsageFilter filter={filter} onFilter={onFilter} />
      <Movements userId={userId} filter={filter} onFilter={onFilter} />
      <CourseCost />
    </>
  );
}

function Movements({ userId, filter, onFilter }: UsageViewProps) {
  const pages = useInfiniteQuery(movementPages(userId, filter));
  return (
    <div style={{ marginBlockEnd: 36 }}>
      <PagedList
        pages={pages}
        rowsOf={(page) => page.movements}
        failed={t('Your tokens could not be loaded')}
        loading={t('Loading your token activity')}
        placeholders={8}
        empty={<Nothing filter={filter} onFilter={onFilter} />}
      >
        {(movements, list) => (
          <>
            <Card sx={{ padding: '8px 20px' }}>
              <MovementTable movements={movements} rows={list} />
            </Card>
            <Typography role="status" variant="body2" color="textSecondary" sx={{ marginBlock: 1.5 }}>
              {pages.hasNextPage
                ? t('Showing the latest {n} entries. There are more.', { n: movements.length })
                : t('{n, plural, one {# entry} other {# entries}}. Days begin at midnight UTC.', { n: movements.length })}
            </Typography>
          </>
        )}
      </PagedList>
    </div>
  );
}

function Nothing({ filter, onFilter }: Pick<UsageViewProps, 'filter' | 'onFilter'>) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <EmptyState
      subject={isFiltered ? 'search' : 'records'}
      title={isFiltered ? t('No activity matches') : t('No activity yet')}
      actions={
        isFiltered ? (
          <Button variant="outlined" color="inherit" onClick={() => onFilter({})}>
            {t('Show all')}
          </Button>
        ) : (
          <LinkButton to="/create" variant="outlined" color="inherit">
            {t('Open AI Builder')}
          </LinkButton>
        )
      }
    >
      {isFiltered
        ? t('Choose another kind or other dates.')
        : t('Tokens you receive, reserve and spend are listed here with their purpose.')}
    </EmptyState>
  );
}

/** Explains what a course costs and when it is charged (A12). */
function CourseCost() {
  const base = formatTokenCount(COST_ESTIMATE.base / 100);
  return (
    <Fold title={t('What a course costs')}>
      <SectionBody>
        <p>
          {t('A course included in your plan costs no tokens. After that, a course costs {base} tokens.', {
            base,
          })}
        </p>
        <p>
          {t(
            'Tokens are reserved when it starts. At the end you are charged the actual cost, never more than was reserved, and the rest is returned.',
          )}
        </p>
        <p>{t('You pay only for lessons that were written. A course that failed costs nothing.')}</p>
        <p>
          {t(
            'Stop and keep: you pay for the lessons you keep; one of the plan’s courses is used only if you keep at least half. Stop and discard: nothing.',
          )}
        </p>
        <p>
          {t(
            'Daily tokens are used first, then monthly tokens, then the tokens you bought. The Free Plan includes {daily} a day and {monthly} a month; a trial includes {trial} a day.',
            {
              daily: formatNumber(FREE_PLAN.daily_tokens),
              monthly: formatNumber(FREE_PLAN.monthly_tokens),
              trial: formatNumber(TRIAL.daily_tokens),
            },
          )}
        </p>
      </SectionBody>
    </Fold>
  );
}

interface UsageFilterProps {
  readonly filter: UsageSearch;
  readonly onFilter: (filter: UsageSearch) => void;
}

/** The filter of movements; the choice is in the URL. */
function UsageFilter({ filter, onFilter }: UsageFilterProps) {
  const change = (part: Record<string, unknown>) => onFilter(usageSearch({ ...filter, ...part }));
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        marginBlockEnd: 3,
        gridTemplateColumns: { sm: 'auto minmax(0, 14rem) minmax(0, 14rem)' },
        justifyContent: 'start',
      }}
      role="group"
      aria-label={t('Filter')}
    >
      <Box sx={{ alignSelf: 'end' }}>
        <FilterMenu
          label={t('Kind')}
          all={t('All')}
          value={filter.kind ?? ''}
          options={KINDS.map((kind) => ({ value: kind, label: kindWord(kind) }))}
          onChange={(kind) => change({ kind })}
        />
      </Box>
      <TextField
        label={t('From')}
        type="date"
        max={filter.to}
        value={filter.from ?? ''}
        onChange={({ target }) => change({ from: target.value })}
      />
      <TextField
        label={t('To')}
        type="date"
        min={filter.from}
        value={filter.to ?? ''}
        onChange={({ target }) => change({ to: target.value })}
      />
    </Box>
  );
}

/** Saves all pages of the filtered movements as a CSV file. */
export function CsvButton({ filter }: { readonly filter: UsageSearch }) {
  const [isBusy, setBusy] = useState(false);
  async function download(): Promise<void> {
    setBusy(true);
    try {
      const movements = await allMovements(filter);
      const csv = new Blob([movementsCsv(movements)], { type: 'text/csv;charset=utf-8' });
      saveFile(csv, `tokens-${dayOfUtc()}.csv`);
    } catch (error) {
      toast('error', errorText(error, t('Download failed. Please try again.')));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="outlined" color="inherit" disabled={isBusy} onClick={() => void download()}>
      {isBusy ? t('Collecting') : t('Export CSV')}
    </Button>
  );
}

const PAGE = 50;
/** The server's maximum page size. */
const FULL_PAGE = 100;

/** Fetches a page of movements, newest first. */
function page({ kind, from, to }: UsageSearch, limit: number, cursor: string | null, signal?: AbortSignal) {
  const query = { limit, kind, from, to, cursor: cursor ?? undefined };
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
  return call(listMovements, { query: given, ...(signal && { signal }) });
}

const movementPages = (userId: string, filter: UsageSearch) =>
  infiniteQueryOptions({
    queryKey: [...billingKey(userId), 'movements', filter],
    queryFn: ({ pageParam, signal }) => page(filter, PAGE, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
  });

/** Fetches all movements of a filter, over all pages. @throws ApiError */
async function allMovements(filter: UsageSearch): Promise<readonly Movement[]> {
  const found: Movement[] = [];
  let cursor: string | null = null;
  do {
    const answer: Awaited<ReturnType<typeof page>> = await page(filter, FULL_PAGE, cursor);
    found.push(...answer.movements);
    cursor = answer.next_cursor;
  } while (cursor !== null);
  return found;
}

const Table = styled(DataTable)(({ theme }) => ({
  '& th, & td': { paddingBlock: 8, paddingInline: '0 12px', textAlign: 'start', verticalAlign: 'baseline' },
  '& thead th': { fontWeight: 600 },
  '& .figure': { textAlign: 'end', whiteSpace: 'nowrap' },
  '& th:last-child, & td:last-child': { paddingInlineEnd: 0 },
  '& .when': { whiteSpace: 'nowrap' },
  // On a phone each movement has two lines: time and kind, then the figures.
  [theme.breakpoints.down('sm')]: {
    '& thead': { position: 'absolute', clipPath: 'inset(50%)' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gap: '2px 12px',
      paddingBlock: 10,
      borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
    },
    '& th, & td': { padding: 0, border: 0 },
    '& .cause': { gridColumn: '1', gridRow: '1' },
    '& .change': { gridColumn: '2', gridRow: '1' },
    '& .when, & .kind': { gridColumn: '1' },
    '& .after': { gridColumn: '2', gridRow: '2' },
    '& .after::before': { content: 'attr(data-label)', color: theme.vars.palette.text.secondary },
  },
}));
interface MovementTableProps {
  readonly movements: readonly Movement[];
  /** Receives the element that contains the rows. */
  readonly rows: Ref<HTMLTableSectionElement>;
}

/** All movements with their reason and the resulting balance; a movement caused by a course links to its run. */
function MovementTable({ movements, rows }: MovementTableProps) {
  return (
    <Table label={t('Token activity')}>
      <ColumnHeads columns={[t('When'), t('Purpose'), t('Kind')]} figures={[t('Tokens'), t('Balance after')]} />
      <tbody ref={rows}>
        {movements.map((movement) => (
          <tr key={movement.id}>
            <td className="when">
              <Typography component="span" variant="body2" color="textSecondary">
                {formatWhen(movement.at)}
              </Typography>
            </td>
            <td className="cause">
              <Cause movement={movement} />
            </td>
            <td className="kind">
              {movementWord(movement)}
              {movement.wallet === 'organisation' && (
                <Typography component="span" variant="body2" color="textSecondary">
                  {' '}
                  {t('(organisation)')}
                </Typography>
              )}
            </td>
            <td className="figure change">
              <Typography component="span" variant="subtitle2" dir="ltr" color={movement.tokens > 0 ? 'success' : 'textPrimary'}>
                {signed(movement.tokens)}
              </Typography>
            </td>
            <td className="figure after" data-label={`${t('then')} `}>
              {formatTokenCount(movement.balance_after)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Cause({ movement: { cause, cause_words: words, task_id: taskId } }: { readonly movement: Movement }) {
  if (taskId === null) return <span>{translateServerText(cause, words)}</span>;
  return (
    <TextLink to="/create/runs/$taskId" params={{ taskId }}>
      {translateServerText(cause, words)}
    </TextLink>
  );
}
