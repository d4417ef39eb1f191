import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { INVESTMENT, listSalesMessages, markSalesMessageAnswered, type SalesMessage } from '#contract/billing/sales.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatStamp } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FilterChips } from '#frontend/ui/fields/filter-chips.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ConsoleTable, Quiet, type Column } from './parts/console-table.tsx';

type MessageState = 'open' | 'answered';

/** Messages to sales, newest first. New ones may appear at any time. */
const messagePages = (state: MessageState) =>
  infiniteQueryOptions({
    queryKey: ['sales-messages', state],
    queryFn: ({ pageParam, signal }) =>
      call(listSalesMessages, { query: { state, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    refetchOnWindowFocus: true,
  });

const columns = (state: MessageState): Column<SalesMessage>[] => [
  { id: 'who', name: t('From'), cell: (message) => <Sender message={message} /> },
  {
    id: 'message',
    name: t('Message'),
    cell: ({ message }) => (
      <Box component="span" dir="auto" sx={{ display: 'block', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {message}
      </Box>
    ),
  },
  { id: 'time', name: t('Time'), isWhole: true, cell: ({ at }) => formatStamp(at) },
  state === 'open'
    ? { id: 'act', name: t('Act'), isAct: true, cell: (message) => <MarkAnswered message={message} /> }
    : { id: 'outcome', name: t('Outcome'), cell: ({ answered_by: by }) => t('Answered by {who}', { who: by ?? t('a former member') }) },
];

function Sender({ message: { organisation, name, email, package_id: packageId } }: { readonly message: SalesMessage }) {
  const subject = packageId === INVESTMENT ? t('Investment Inquiry') : organisationPlanById(packageId ?? '')?.name;
  return (
    <>
      <bdi>{organisation}</bdi>
      <MetaLine
        facts={[
          <bdi key="name">{name}</bdi>,
          <Link key="email" href={`mailto:${email}`}>
            <bdi>{email}</bdi>
          </Link>,
        ]}
      />
      {subject && (
        <Quiet variant="caption" sx={{ display: 'block' }}>
          {subject}
        </Quiet>
      )}
    </>
  );
}

interface SalesMessageListProps {
  readonly state: MessageState;
  readonly onState: (state: MessageState) => void;
}

/** Unanswered questions about plans for organisations, and the answered ones on request. */
export function SalesMessageList({ state, onState }: SalesMessageListProps) {
  const pages = useInfiniteQuery(messagePages(state));
  return (
    <>
      <FilterChips
        label={t('Which')}
        value={state}
        options={[
          { value: 'open', label: t('Unanswered messages') },
          { value: 'answered', label: t('Answered messages') },
        ]}
        onChange={onState}
      />
      <PagedList
        pages={pages}
        rowsOf={(page) => page.messages}
        failed={t('The messages could not be loaded')}
        loading={t('Loading the messages')}
        placeholders={3}
        empty={
          <EmptyState
            subject={state === 'open' ? 'done' : 'records'}
            title={state === 'open' ? t('Nothing is waiting for you') : t('No answered messages yet')}
          />
        }
      >
        {(messages, list) => (
          <ConsoleTable
            label={t('Sales enquiries')}
            columns={columns(state)}
            rows={messages}
            keyOf={(message) => message.sales_message_id}
            list={list}
            keep="sales-messages"
            isAlone
          />
        )}
      </PagedList>
    </>
  );
}

function MarkAnswered({ message }: { readonly message: SalesMessage }) {
  const cache = useQueryClient();
  const { mutate, isPending } = useAction({
    mutationFn: () => call(markSalesMessageAnswered, { params: { sales_message_id: message.sales_message_id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['sales-messages'] }),
    onError: (error) => toast('error', errorText(error, t('The question could not be marked as answered.'))),
  });
  return (
    <Button size="small" color="inherit" aria-busy={isPending} onClick={() => mutate()}>
      {t('Mark as answered')}
      <VisuallyHidden> {[message.organisation, message.email].join(' · ')}</VisuallyHidden>
    </Button>
  );
}
