import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Verdict } from '#contract/operator/evaluation-plan.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import type { LessonView } from './compare-section.tsx';
import { SIDE_BY_SIDE } from './evaluated-brief.tsx';
import { blindPair, useJudgePair } from './evaluation-queries.ts';
import { LessonColumn } from './lesson-column.tsx';

interface BlindPairProps {
  readonly evaluationId: string;
  readonly Lesson: LessonView;
  readonly onClose: () => void;
}

/** Two anonymous lessons: the reader says which is better, and then learns which service wrote which. */
export function BlindPair({ evaluationId, Lesson, onClose }: BlindPairProps) {
  const query = blindPair(evaluationId);
  const cache = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(query);
  const { mutate, isPending, data: told, reset } = useJudgePair(evaluationId);
  const [judged, setJudged] = useState<string | null>(null);
  const pair = data?.pair;
  const isTold = told !== undefined && judged === pair?.first.lesson_id;
  const judge = (verdict: Verdict) => {
    if (!pair || isPending) return;
    setJudged(pair.first.lesson_id);
    mutate({ first_id: pair.first.lesson_id, second_id: pair.second.lesson_id, verdict });
  };
  const next = () => {
    reset();
    setJudged(null);
    void cache.resetQueries({ queryKey: query.queryKey });
  };
  return (
    <RuledSection
      title={t('Which is better?')}
      aside={
        <Button color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      {error && !data && <ErrorState title={t('The pair could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState label={t('Loading the pair')} rows={6} />}
      {data && !pair && !isFetching && <Typography role="status">{t('You have judged every pair.')}</Typography>}
      {pair && (
        <>
          <Typography dir="auto" sx={{ marginBlockEnd: 1 }}>
            <FormulaText text={pair.topic} dir="rtl" />
          </Typography>
          <Box sx={SIDE_BY_SIDE}>
            {(['first', 'second'] as const).map((place) => (
              <Card component="section" key={place} aria-label={place === 'first' ? 'A' : 'B'}>
                <CardContent>
                  <Typography variant="overline" component="h3">
                    {place === 'first' ? 'A' : 'B'}
                    {isTold && ` · ${told[place]}`}
                  </Typography>
                  <LessonColumn text={pair[place].text} Lesson={Lesson} />
                </CardContent>
              </Card>
            ))}
          </Box>
          {isTold ? (
            <ActionRow>
              <Typography role="status">
                {told.verdict === 'tie'
                  ? t('You called it a tie: A is {first}, B is {second}.', { first: told.first, second: told.second })
                  : t('You found {better} better than {worse}.', {
                      better: told.verdict === 'first' ? told.first : told.second,
                      worse: told.verdict === 'first' ? told.second : told.first,
                    })}
              </Typography>
              <Button variant="contained" onClick={told.left > 0 ? next : onClose}>
                {told.left > 0 ? t('Next pair ({n} left)', { n: told.left }) : t('Close')}
              </Button>
            </ActionRow>
          ) : (
            <ActionRow role="group" aria-label={t('Which is better?')}>
              <Button variant="contained" aria-busy={isPending} onClick={() => judge('first')}>
                {t('A is better')}
              </Button>
              <Button variant="contained" aria-busy={isPending} onClick={() => judge('second')}>
                {t('B is better')}
              </Button>
              <Button color="inherit" aria-busy={isPending} onClick={() => judge('tie')}>
                {t('It is a tie')}
              </Button>
            </ActionRow>
          )}
        </>
      )}
    </RuledSection>
  );
}
