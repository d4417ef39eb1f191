import Button from '@mui/material/Button';
import Typography, { type TypographyProps } from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { MENTOR_ANSWER_CENTITOKENS, TUTOR_SESSION } from '#contract/billing/catalogue.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { quotaLeft, tokenBalance, type TokenBalance } from '#frontend/lib/token-balance.ts';

/** The state of a tutor session. `by_plan` is null until its first answer, because it is unknown before. */
export interface TutorState {
  readonly answers_left: number;
  readonly by_plan: boolean | null;
}

/** The maximum price of the next answer as stated beside its question, in hundredths of a token. */
export function answerPrice(tutor: TutorState | null, balance: TokenBalance | undefined): number {
  if (!tutor) return MENTOR_ANSWER_CENTITOKENS;
  const isByPlan = tutor.by_plan ?? (balance !== undefined && quotaLeft(balance, 'vortex_session') > 0);
  return isByPlan ? 0 : TUTOR_SESSION.answer_centitokens;
}

const Note = (props: TypographyProps<'div'>) => (
  <Typography component="div" variant="body2" color="textSecondary" sx={{ marginBlockStart: 1 }} {...props} />
);

interface TutorNoteProps {
  readonly userId: string;
  readonly tutor: TutorState;
  /** Absent if another session cannot be started. */
  readonly onAgain?: (() => void) | undefined;
}

/** The price of a tutor session, and how much of the session is left. */
export function TutorNote({ userId, tutor, onAgain }: TutorNoteProps) {
  const { data } = useQuery(tokenBalance(userId));
  const { answers_left: n, by_plan: isByPlan } = tutor;
  const price = formatNumber(TUTOR_SESSION.answer_centitokens / 100);
  if (n === 0)
    return (
      <Note role="status">
        {t('This session has no answers left.')}{' '}
        {onAgain && (
          <Button size="small" variant="outlined" color="inherit" onClick={onAgain}>
            {t('Start a Vortex session')}
          </Button>
        )}
      </Note>
    );
  if (isByPlan !== null)
    return (
      <Note>
        {isByPlan
          ? t('Vortex session of your plan: {n, plural, one {# answer left} other {# answers left}}.', { n })
          : t(
              'Vortex session: {n, plural, one {# answer left} other {# answers left}}, {price} tokens each. An answer that fails costs nothing.',
              { n, price },
            )}
      </Note>
    );
  const left = data && quotaLeft(data, 'vortex_session');
  return (
    <Note>
      {left
        ? t('Up to {n} answers for one of the {left} Vortex sessions that your plan has left.', { n, left })
        : t('Up to {n} answers, {price} tokens each. An answer that fails costs nothing.', { n, price })}
    </Note>
  );
}
