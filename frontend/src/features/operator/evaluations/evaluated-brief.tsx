import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Cast } from '#contract/operator/evaluation-plan.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { useDialogClose } from '#frontend/ui/dialogs/close-dialog.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Mark, Quiet } from '../parts/console-table.tsx';
import { formatMicro } from '../parts/figures.ts';
import type { LessonView } from './compare-section.tsx';
import { evaluatedBrief } from './evaluation-queries.ts';
import { faultWord, judgeWord } from './evaluation-words.ts';
import { LessonColumn } from './lesson-column.tsx';

/** Side by side where there is room, else stacked. */
export const SIDE_BY_SIDE = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(auto-fit, minmax(min(22rem, 100%), 1fr))' },
  alignItems: 'start',
} as const;

interface EvaluatedBriefProps {
  readonly evaluationId: string;
  readonly number: number;
  readonly casts: readonly Cast[];
  readonly Lesson: LessonView;
  readonly onClose: () => void;
}

/** The lessons of one brief side by side, with the counts and verdicts about them. */
export function EvaluatedBrief({ evaluationId, number, casts, Lesson, onClose }: EvaluatedBriefProps) {
  const { data, error, refetch } = useQuery(evaluatedBrief(evaluationId, number));
  const id = useId();
  const close = useDialogClose(onClose);
  const nameOf = (cast: number) => casts[cast]?.name ?? '';
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xl" aria-labelledby={id}>
      <DialogTitle id={id} component="h2" dir="auto">
        {data ? <FormulaText text={data.brief.topic} dir="rtl" /> : t('Side by side')}
      </DialogTitle>
      <DialogContent tabIndex={0}>
        {!data && error && <ErrorState title={t('The lessons could not be loaded')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState label={t('Loading the lessons')} rows={6} />}
        {data && (
          <>
            {data.verdicts.length > 0 && (
              <Box component="ul" sx={{ marginBlockEnd: 2, paddingInlineStart: 2.5 }}>
                {data.verdicts.map(({ judge, first, second, verdict, reasons }, place) => (
                  <li key={place}>
                    <b>
                      {verdict === 'tie'
                        ? t('{judge}: {first} and {second} are even.', {
                            judge: judgeWord(judge),
                            first: nameOf(first),
                            second: nameOf(second),
                          })
                        : t('{judge}: {better} is better than {worse}.', {
                            judge: judgeWord(judge),
                            better: nameOf(verdict === 'first' ? first : second),
                            worse: nameOf(verdict === 'first' ? second : first),
                          })}
                    </b>{' '}
                    <Quiet dir="auto">{reasons}</Quiet>
                  </li>
                ))}
              </Box>
            )}
            <Box sx={SIDE_BY_SIDE}>
              {data.lessons.map(({ cast, text, faults, words, micro_usd: cost }) => (
                <section key={cast} aria-label={nameOf(cast)}>
                  <Typography variant="h3" dir="auto">
                    {nameOf(cast)}
                  </Typography>
                  <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 1 }}>
                    {[
                      ...(words === null ? [] : [t('{n, plural, one {# word} other {# words}}', { n: words })]),
                      ...(cost === null ? [] : [formatMicro(cost)]),
                    ].join(' · ')}{' '}
                    {faults.length > 0 && <Mark>{faults.map(faultWord).join(' · ')}</Mark>}
                  </Typography>
                  {text ? <LessonColumn text={text} Lesson={Lesson} /> : <Quiet>{t('It has no text.')}</Quiet>}
                </section>
              ))}
            </Box>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
