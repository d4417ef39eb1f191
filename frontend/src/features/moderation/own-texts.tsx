import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { APPEAL_TEXT, appealDecision, type OwnText } from '#contract/moderation/moderation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatDate, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { useCommunityMutation } from '#frontend/lib/community/community-mutation.ts';
import { ownTexts } from '#frontend/lib/moderation/own-texts.ts';
import { CountedField } from '#frontend/ui/fields/counted-field.tsx';

/** The user's texts hidden from others, with the reason and a button to request a review. */
export function OwnTexts({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useQuery(ownTexts(userId));
  if (error && !data) return <ErrorState title={t('Your texts could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading your texts')} rows={4} />;
  return (
    <>
      {data.suspension && (
        <p role="status">
          {t('The moderators have suspended your writing until {day}.', { day: formatDate(data.suspension.until) })} {data.suspension.note}
        </p>
      )}
      {data.texts.length === 0 ? (
        <EmptyState
          subject="done"
          title={t('No hidden texts yet')}
          actions={
            <LinkButton to="/community/discussions" variant="outlined" color="inherit">
              {t('See the discussions')}
            </LinkButton>
          }
        >
          {t('Content held or removed by moderators is listed here.')}
        </EmptyState>
      ) : (
        <EntryList>
          {data.texts.map((text) => (
            <Text key={`${text.subject_type} ${text.subject_id}`} userId={userId} text={text} />
          ))}
        </EntryList>
      )}
    </>
  );
}

function Text({ userId, text }: { readonly userId: string; readonly text: OwnText }) {
  const [words, setWords] = useState('');
  const appeal = useCommunityMutation(userId, {
    mutationFn: () => call(appealDecision, { body: { subject_type: text.subject_type, subject_id: text.subject_id, text: words } }),
    failed: t('The request for a review could not be sent.'),
  });
  return (
    <Entry
      mark="attention"
      title={text.state === 'held' ? t('Under review') : t('Removed')}
      lines={[
        formatWhen(text.written_at),
        <Box key="text" component="span" sx={{ whiteSpace: 'pre-wrap' }}>
          {text.text.slice(0, 600)}
        </Box>,
        ...(text.note === '' ? [] : [t('The moderators say: {note}', { note: text.note })]),
        ...(text.appeal === null ? [] : [t('You requested a review: {text}', { text: text.appeal })]),
      ]}
    >
      {text.state === 'removed' && text.appeal === null && (
        <Stack
          component="form"
          sx={{ gap: 1, alignItems: 'start' }}
          onSubmit={(event) => {
            event.preventDefault();
            if (words.trim() !== '') appeal.mutate(undefined);
          }}
        >
          <CountedField label={t('Why should it stay?')} multiline most={APPEAL_TEXT} value={words} onText={setWords} />
          <Button type="submit" size="small" variant="outlined" color="inherit" disabled={words.trim() === ''} aria-busy={appeal.isPending}>
            {t('Request a review')}
          </Button>
        </Stack>
      )}
    </Entry>
  );
}
