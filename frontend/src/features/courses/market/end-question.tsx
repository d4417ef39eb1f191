import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getSatisfaction, saveSatisfaction } from '#contract/market/satisfaction.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

const Question = styled('fieldset')(({ theme }) => ({
  border: 0,
  margin: '16px 0 0',
  padding: 0,
  minInlineSize: 0,
  '& legend': { ...theme.typography.body1, fontWeight: 600, padding: 0, marginBlockEnd: 8 },
  '& small': { ...theme.typography.body2, color: theme.vars.palette.text.secondary, display: 'block', marginBlockStart: 8 },
}));
const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });
const ANSWERS = [1, 2, 3, 4, 5];

/** The one question at the end of a creator's course; renders nothing for one's own course. */
export default function EndQuestion({ courseId }: { readonly courseId: string }) {
  const params = { course_id: courseId };
  const queryKey = ['satisfaction', courseId];
  const cache = useQueryClient();
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(getSatisfaction, { params, signal }) });
  const save = useAction({
    mutationFn: (answer: number) => call(saveSatisfaction, { params, body: { answer } }),
    onSuccess: (now) => cache.setQueryData(queryKey, now),
    onError: (error) => toast('error', errorText(error, t('Your answer could not be saved.'))),
  });
  if (!data?.asks) return null;
  return (
    <Question>
      <legend>{t('How satisfied are you with this course?')}</legend>
      <Row>
        {ANSWERS.map((answer) => {
          const isChosen = answer === (save.isPending ? save.variables : data.answer);
          return (
            <Button
              key={answer}
              variant={isChosen ? 'contained' : 'outlined'}
              color={isChosen ? 'primary' : 'inherit'}
              aria-pressed={isChosen}
              onClick={() => save.mutate(answer)}
            >
              {t('{n} of 5', { n: answer })}
            </Button>
          );
        })}
      </Row>
      <small role="status">
        {data.answer === null
          ? t('1: not at all, 5: very. Its creator sees only how many are satisfied.')
          : t('Thank you. You can change your answer here.')}
      </small>
    </Question>
  );
}
