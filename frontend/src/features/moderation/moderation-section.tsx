import { useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Stack from '@mui/material/Stack';
import {
  decideModeration,
  listModeration,
  NOTE_TEXT,
  SUSPENSION,
  type Decision,
  type ModerationCase,
  type SecondJudge,
  type TextState,
} from '#contract/moderation/moderation.contract.ts';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatNumber, formatStamp } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FilterChips } from '#frontend/ui/fields/filter-chips.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { reasonWords } from '#frontend/lib/moderation/reason-words.ts';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { TextBlock } from '#frontend/ui/text-block.tsx';

const KEY = ['operator', 'moderation'] as const;
type Show = 'waiting' | 'decided';
const cases = (show: Show) =>
  queryOptions({ queryKey: [...KEY, show], queryFn: ({ signal }) => call(listModeration, { query: { show, limit: 50 }, signal }) });

/** The cases that await a moderator, with the information needed for a decision, and past decisions. */
export function ModerationSection() {
  const [show, setShow] = useState<Show>('waiting');
  const { data, error, refetch } = useQuery(cases(show));
  return (
    <ConsoleFrame
      title={t('Moderation')}
      subtitle={t('Held texts, reports and appeals, longest waiting first. Each decision is recorded in the audit log under your name.')}
    >
      {data && <JudgeNote judge={data.second_judge} />}
      <FilterChips
        label={t('Which')}
        value={show}
        options={[
          { value: 'waiting', label: t('Waiting'), ...(data && { count: data.waiting }) },
          { value: 'decided', label: t('Decided') },
        ]}
        onChange={setShow}
      />
      {!data ? (
        error ? (
          <ErrorState title={t('The cases could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the cases')} rows={6} />
        )
      ) : data.cases.length === 0 ? (
        <EmptyState
          subject={show === 'waiting' ? 'done' : 'records'}
          title={show === 'waiting' ? t('Nothing is waiting for you') : t('No decisions yet')}
        />
      ) : (
        <EntryList>
          {data.cases.map((one) => (
            <Case key={`${one.subject_type} ${one.subject_id} ${one.version}`} one={one} />
          ))}
        </EntryList>
      )}
    </ConsoleFrame>
  );
}

/** Whether an AI service screens texts in addition to the rules, and the consequence if none does. */
function JudgeNote({ judge: { state, model, first_texts: count } }: { readonly judge: SecondJudge }) {
  const isSandbox = useIsSandboxAi();
  const values = { model: isSandbox ? t('a stand-in that knows only a few words,') : model, count: formatNumber(count) };
  return (
    <Alert severity={state === 'ready' ? 'info' : 'warning'} role="note" sx={{ marginBlockEnd: 2 }}>
      {state === 'off'
        ? t('Second judge: not configured (there is no OpenAI key). Only the rules check texts, and doubtful texts wait here for you.')
        : state === 'away'
          ? t(
              'Second judge: {model} is not answering at the moment. Texts the rules are unsure about wait here; first texts are shown, and listed here.',
              values,
            )
          : count === 0
            ? t('Second judge: {model} reviews texts the rules are unsure about.', values)
            : t('Second judge: {model} reviews texts the rules are unsure about, and the first {count} texts of each author.', values)}
    </Alert>
  );
}

function Case({ one }: { readonly one: ModerationCase }) {
  const { author, reports, appeal, decision, judgement, reasons } = one;
  return (
    <Entry
      mark={one.state === 'clear' ? undefined : 'attention'}
      title={<bdi>{author.name}</bdi>}
      lines={[<MetaLine key="facts" facts={[typeWords(one.subject_type), formatStamp(one.written_at), stateWords(one.state)]} />]}
      // the course belongs to its owner
      actions={one.subject_type !== 'lesson' && <Link href={one.href}>{t('See it in place')}</Link>}
    >
      <Columns>
        <Box sx={{ minWidth: 0, '& p': { marginBlock: 1 } }}>
          <TextBlock label={typeWords(one.subject_type)} isProse value={one.text} />
          <p>
            {t('Member since {day}: {clear} texts kept, {removed} removed.', {
              day: formatDate(author.since),
              clear: formatNumber(author.clear),
              removed: formatNumber(author.removed),
            })}
            {author.tried_older_at !== null && (
              <>
                {' '}
                <strong>
                  {t('Under 18, and tried to give an earlier year of birth on {day}.', { day: formatDate(author.tried_older_at) })}
                </strong>
              </>
            )}
            {author.suspended_until !== null && <> {t('Suspended until {day}.', { day: formatDate(author.suspended_until) })}</>}
          </p>
          {reasons.length > 0 && <p>{t('Reasons for review: {reasons}', { reasons: reasons.map(reasonWords).join(', ') })}</p>}
          {one.state === 'clear' && !judgement && !decision && reasons.includes('first_texts') && (
            <p>{t('Shown before the second judge could review it. It will be asked again.')}</p>
          )}
          {judgement && (
            <p>
              {judgementWords(judgement.judgement)} <span lang="en">{judgement.reason}</span>
            </p>
          )}
          {reports.length > 0 && (
            <ul aria-label={t('Reports')}>
              {reports.map((report) => (
                <li key={`${report.at} ${report.reason}`} dir="auto">
                  <MetaLine facts={[reasonWords(report.reason), formatStamp(report.at), report.text]} />
                </li>
              ))}
            </ul>
          )}
          {appeal && <p dir="auto">{t('The author requests a review: {text}', { text: appeal.text })}</p>}
          {decision && (
            <p dir="auto">
              <MetaLine facts={[decisionWords(decision.action), decision.by, formatStamp(decision.at), decision.note]} />
            </p>
          )}
        </Box>
        <Decide one={one} />
      </Columns>
    </Entry>
  );
}

function Decide({ one }: { readonly one: ModerationCase }) {
  const cache = useQueryClient();
  const [note, setNote] = useState('');
  const [days, setDays] = useState(String(SUSPENSION.preset));
  const decide = useAction({
    mutationFn: (action: Decision) =>
      call(decideModeration, {
        body: {
          subject_type: one.subject_type,
          subject_id: one.subject_id,
          version: one.version,
          action,
          note,
          days: Math.min(SUSPENSION.most, Math.max(1, Number.parseInt(days, 10) || SUSPENSION.preset)),
        },
      }),
    onError: (error) => toast('error', errorText(error, t('The decision could not be saved.'))),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
  const whose = <VisuallyHidden> {one.author.name}</VisuallyHidden>;
  if (one.subject_type === 'lesson')
    return (
      <Button variant="outlined" aria-busy={decide.isPending} onClick={() => decide.mutate('approve')}>
        {t('Mark as resolved')}
        {whose}
      </Button>
    );
  return (
    <Stack sx={{ gap: 1 }}>
      <TextField label={t('Note to the author')} maxLength={NOTE_TEXT} value={note} onChange={({ target }) => setNote(target.value)} />
      <Button variant="outlined" aria-busy={decide.isPending} onClick={() => decide.mutate('approve')}>
        {t('Keep as it is')}
        {whose}
      </Button>
      <Stack direction="row" sx={{ gap: 1, '& > *': { flex: 1 } }}>
        <Button variant="outlined" color="inherit" onClick={() => decide.mutate('remove')}>
          {t('Remove')}
          {whose}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => decide.mutate('warn')}>
          {t('Remove and warn')}
          {whose}
        </Button>
      </Stack>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'end' }}>
        <Box sx={{ width: '5.5rem', flex: 'none' }}>
          <TextField
            label={t('Days')}
            type="number"
            min={1}
            max={SUSPENSION.most}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        </Box>
        <Button variant="outlined" color="error" sx={{ flex: 1 }} onClick={() => decide.mutate('suspend')}>
          {t('Remove and suspend writing')}
          {whose}
        </Button>
      </Stack>
    </Stack>
  );
}

/** The text and the reason for the case, beside the available actions. */
const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: '12px 24px',
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 22rem' },
}));

/** The subject of a case, in words. */
function typeWords(type: string): string {
  switch (type) {
    case 'post':
      return t('Discussion');
    case 'reply':
      return t('Reply');
    case 'message':
      return t('Message');
    case 'profile':
      return t('Profile');
    case 'group':
      return t('Study group');
    case 'place':
      return t('Study place');
    case 'event':
      return t('Event');
    case 'room':
      return t('Study room');
    case 'lesson':
      return t('Lesson');
    default:
      return type;
  }
}

/** Who can see the text. */
function stateWords(state: TextState): string {
  if (state === 'clear') return t('Visible to others');
  return state === 'held' ? t('Hidden from others') : t('Removed');
}

function judgementWords(judgement: string): string {
  switch (judgement) {
    case 'harmless':
      return t('An AI service finds it harmless:');
    case 'help':
      return t('Its author may need help and was shown where to find it:');
    case 'abusive':
      return t('An AI service finds it abusive:');
    default:
      return t('An AI service is not sure:');
  }
}

function decisionWords(action: string): string {
  switch (action) {
    case 'approve':
      return t('Kept');
    case 'warn':
      return t('Removed, author warned');
    case 'suspend':
      return t('Removed, writing suspended');
    default:
      return t('Removed');
  }
}
