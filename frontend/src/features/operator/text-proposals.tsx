import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '#contract/translation/interface-languages.ts';
import { decideTextProposal, listTextProposals, type TextProposal } from '#contract/translation/translation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

const Main = styled('span')({ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' });
const Line = styled('span')(({ theme }) => ({ ...theme.typography.body2, display: 'block', color: theme.vars.palette.text.secondary }));

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
      <Typography variant="h3" component="h2">
        {t('Proposals')}
      </Typography>
      {data.proposals.length === 0 && <Typography color="textSecondary">{t('There are no open suggestions.')}</Typography>}
      <Rows>
        {data.proposals.map((proposal) => (
          <ProposalRow key={proposal.proposal_id} proposal={proposal} />
        ))}
      </Rows>
      <Typography variant="h3" component="h2" sx={{ marginBlockStart: 4 }}>
        {t('Languages')}
      </Typography>
      {data.languages.length === 0 && (
        <Typography color="textSecondary">
          {t('No language has been translated yet. The first reader who chooses one has it made.')}
        </Typography>
      )}
      <Rows>
        {data.languages.map(({ language, translated, untranslated, by_people, made_at }) => (
          <MarginRow key={language} as="li" state={untranslated === 0 ? 'done' : 'waiting'}>
            <Main>
              <bdi lang={language}>{nameOf(language)}</bdi>
              <Line>
                {t('{done} texts, {people} of them by people, {left} left in English', {
                  done: formatNumber(translated),
                  people: formatNumber(by_people),
                  left: formatNumber(untranslated),
                })}{' '}
                · {formatWhen(made_at)}
              </Line>
            </Main>
          </MarginRow>
        ))}
      </Rows>
    </>
  );
}

function ProposalRow({ proposal }: { readonly proposal: TextProposal }) {
  const cache = useQueryClient();
  const { mutate, isPending } = useAction({
    mutationFn: (accept: boolean) => call(decideTextProposal, { params: { proposal_id: proposal.proposal_id }, body: { accept } }),
    onSuccess: async (_, accept) => {
      toast('success', accept ? t('The text is shown now.') : t('The proposal was declined.'));
      await cache.invalidateQueries({ queryKey: proposals.queryKey });
    },
    onError: (problem) => toast('error', errorText(problem, t('It could not be decided.'))),
  });
  const { language, original_text, translated_text, proposed_text, created_at } = proposal;
  return (
    <MarginRow as="li" state="waiting">
      <Main>
        <bdi lang={language}>{proposed_text}</bdi>
        <Line>
          {t('Instead of')} <bdi lang={language}>{translated_text ?? '–'}</bdi>
        </Line>
        <Line>
          <bdi lang="en">{original_text}</bdi> · {nameOf(language)} · {formatWhen(created_at)}
        </Line>
      </Main>
      <Button size="small" variant="outlined" color="inherit" aria-busy={isPending} onClick={() => mutate(true)}>
        {t('Accept')}
        <VisuallyHidden> {proposed_text}</VisuallyHidden>
      </Button>
      <Button size="small" color="inherit" aria-busy={isPending} onClick={() => mutate(false)}>
        {t('Decline')}
        <VisuallyHidden> {proposed_text}</VisuallyHidden>
      </Button>
    </MarginRow>
  );
}
