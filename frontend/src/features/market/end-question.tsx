import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getSatisfaction, saveSatisfaction } from '#contract/market/satisfaction.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

const ANSWERS = [1, 2, 3, 4, 5];

/** The only question at the end of a creator's course; renders nothing for the user's own course. */
export default function EndQuestion({ courseId }: { readonly courseId: string }) {
  const params = { course_id: courseId };
  const queryKey = ['satisfaction', courseId];
  const cache = useQueryClient();
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(getSatisfaction, { params, signal }) });
  const save = useAction({
    mutationFn: async (answer: number) =>
      (await act(saveSatisfaction, { params, body: { answer } }, { lane: `satisfaction:${courseId}` })) ?? { asks: true, answer },
    onSuccess: (now) => cache.setQueryData(queryKey, now),
    onError: (error) => toast('error', errorText(error, t('Your answer could not be saved.'))),
  });
  if (!data?.asks) return null;
  return (
    <FormControl component="fieldset" sx={{ gap: 1, marginBlockStart: 2 }}>
      <FormLabel component="legend">{t('How satisfied are you with this course?')}</FormLabel>
      <ToggleButtonGroup
        exclusive
        value={save.isPending ? save.variables : data.answer}
        // pressing the selected answer again keeps it
        onChange={(_, answer: number | null) => answer !== null && save.mutate(answer)}
      >
        {ANSWERS.map((answer) => (
          <ToggleButton key={answer} value={answer}>
            {t('{n} of 5', { n: answer })}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <FormHelperText role="status">
        {data.answer === null
          ? t('1: not at all, 5: very. Its creator sees only how many are satisfied.')
          : t('Thank you. You can change your answer here.')}
      </FormHelperText>
    </FormControl>
  );
}
