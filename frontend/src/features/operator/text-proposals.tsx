import Button from '@mui/material/Button';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '#contract/translation/interface-languages.ts';
import { decideTextProposal, listTextProposals, type TextProposal } from '#contract/translation/translation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatNumber, formatStamp } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

const proposals = queryOptions({
  queryKey: ['text-proposals'],
  queryFn: ({ signal }) => call(listTextProposals, { signal }),
});
const nameOf = (language: string): string => INTERFACE_LANGUAGES[language as InterfaceLanguage] ?? language;

/** Users' suggestions for machine-translated texts, and the progress of each language. */
export function TextProposals() {
  const { data, error, refetch } = useQuery(proposals);
  if (!data && error) return <ErrorState title={t('The proposals could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the proposals')} rows={4} />;
  return (
    <>
      <SectionHeading>{t('Proposals')}</SectionHeading>
      {data.proposals.length === 0 ? (
        <EmptyState subject="done" title={t('Nothing is waiting for you')} />
      ) : (
        <EntryList>
          {data.proposals.map((proposal) => (
            <ProposalRow key={proposal.proposal_id} proposal={proposal} />
          ))}
        </EntryList>
      )}
      <SectionHeading>{t('Languages')}</SectionHeading>
      {data.languages.length === 0 ? (
        <EmptyState subject="languages" title={t('No translated languages yet')}>
          {t('A language is translated the first time a reader chooses it.')}
        </EmptyState>
      ) : (
        <EntryList>
          {data.languages.map(({ language, translated, untranslated, by_people, made_at }) => (
            <Entry
              key={language}
              title={<bdi lang={language}>{nameOf(language)}</bdi>}
              lines={[
                `${t('{done} texts, {people} of them by people, {left} still in English', {
                  done: formatNumber(translated),
                  people: formatNumber(by_people),
                  left: formatNumber(untranslated),
                })} · ${formatStamp(made_at)}`,
              ]}
            />
          ))}
        </EntryList>
      )}
    </>
  );
}

function ProposalRow({ proposal }: { readonly proposal: TextProposal }) {
  const cache = useQueryClient();
  const { mutate, isPending } = useAction({
    mutationFn: (accept: boolean) => call(decideTextProposal, { params: { proposal_id: proposal.proposal_id }, body: { accept } }),
    onSuccess: async (_, accept) => {
      toast('success', accept ? t('The new text is now shown.') : t('The proposal was declined.'));
      await cache.invalidateQueries({ queryKey: proposals.queryKey });
    },
    onError: (problem) => toast('error', errorText(problem, t('The decision could not be saved.'))),
  });
  const { language, original_text, translated_text, proposed_text, created_at } = proposal;
  return (
    <Entry
      mark="attention"
      title={<bdi lang={language}>{proposed_text}</bdi>}
      lines={[
        <>
          {t('Instead of')} <bdi lang={language}>{translated_text ?? '–'}</bdi>
        </>,
        <>
          <bdi lang="en">{original_text}</bdi> · {nameOf(language)} · {formatStamp(created_at)}
        </>,
      ]}
      actions={
        <>
          <Button size="small" variant="outlined" color="inherit" aria-busy={isPending} onClick={() => mutate(true)}>
            {t('Accept')}
            <VisuallyHidden> {proposed_text}</VisuallyHidden>
          </Button>
          <Button size="small" color="inherit" aria-busy={isPending} onClick={() => mutate(false)}>
            {t('Decline')}
            <VisuallyHidden> {proposed_text}</VisuallyHidden>
          </Button>
        </>
      }
    />
  );
}
