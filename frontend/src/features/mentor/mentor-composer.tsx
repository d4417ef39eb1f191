import type { FormEvent, KeyboardEvent } from 'react';
import CloseIcon from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { MENTOR_ANSWER_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { MENTOR_MESSAGE_LENGTH } from '#contract/mentor/mentor.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { quotaLeft, tokenBalance } from '#frontend/lib/token-balance.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import IconButton from '@mui/material/IconButton';
import { LinkButton } from '#frontend/ui/link.tsx';
import { TutorNote, type TutorState } from './tutor-note.tsx';

const Form = styled('form')(({ theme }) => ({
  '&[data-sticky]': { position: 'sticky', insetBlockEnd: 0 },
  paddingBlock: 12,
  backgroundColor: theme.vars.palette.background.default,
  borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}`,
  // on a phone it would take half of the screen, so it is at the end of the conversation there
  [theme.breakpoints.down('md')]: { '&[data-sticky]': { position: 'static' } },
  '@media (max-height: 32em)': { '&[data-sticky]': { position: 'static' } },
}));
const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  marginBlockStart: 8,
});
const Note = styled('span')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));
const About = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  marginBlockEnd: 8,
  paddingInlineStart: 12,
  borderInlineStart: `3px solid ${theme.vars.palette.secondary.main}`,
  '& > span': {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    display: '-webkit-box',
    WebkitLineClamp: 3,
    WebkitBoxOrient: 'vertical',
  },
}));

interface MentorComposerProps {
  /** It is sticky at the bottom of the window. */
  readonly isSticky: boolean;
  readonly userId: string;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onSend: () => void;
  /** Cancels the running answer; null while there is none. */
  readonly onStop: (() => void) | null;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly isShort: boolean;
  readonly isSocratic: boolean;
  readonly onSocratic: (on: boolean) => void;
  /** What the mentor will know of the course, in words; null: nothing. */
  readonly knows: string | null;
  readonly onForget: () => void;
  readonly passage: string | null;
  /** Set for a tutor session, also for one about to start; null: an ordinary conversation. */
  readonly tutor: TutorState | null;
  readonly onAgain?: (() => void) | undefined;
}

/** The field for questions. Send is disabled while the text is blank or an answer is running (MEN-02). */
export function MentorComposer(props: MentorComposerProps) {
  const { draft, isBusy, problem, passage, knows, tutor } = props;
  const isOver = tutor?.answers_left === 0;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isBusy && !isOver) props.onSend();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    submit();
  };
  return (
    <Form data-sticky={props.isSticky ? '' : undefined} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      {knows !== null && (
        <About>
          <span dir="auto">
            {knows}
            {passage !== null && <>: “{passage}”</>}
          </span>
          <IconButton type="button" aria-label={t('Ask without the lesson')} onClick={props.onForget}>
            <CloseIcon fontSize="small" aria-hidden />
          </IconButton>
        </About>
      )}
      <TextField
        label={t('Your question')}
        multiline
        minRows={2}
        maxRows={8}
        maxLength={MENTOR_MESSAGE_LENGTH}
        value={draft}
        error={problem ?? undefined}
        onChange={({ target }) => props.onDraft(target.value)}
      />
      <Line>
        {tutor ? (
          <Note>{t('The tutor asks, and does not tell.')}</Note>
        ) : (
          <SwitchField
            label={t('Guide me, do not give me the answer')}
            checked={props.isSocratic}
            onChange={({ target }) => props.onSocratic(target.checked)}
          />
        )}
        <span>
          {props.isShort && (
            <LinkButton to="/plans" color="inherit">
              {t('See plans and tokens')}
            </LinkButton>
          )}
          {props.onStop && (
            <Button type="button" variant="outlined" color="inherit" onClick={props.onStop} sx={{ marginInlineEnd: 1 }}>
              {t('Stop')}
            </Button>
          )}
          <Button type="submit" variant="contained" aria-busy={isBusy} disabled={isBusy || isOver || draft.trim() === ''}>
            {t('Send')}
          </Button>
        </span>
      </Line>
      {tutor ? <TutorNote userId={props.userId} tutor={tutor} onAgain={props.onAgain} /> : <PriceNote userId={props.userId} />}
    </Form>
  );
}

/** The price of the next answer, and a warning that the mentor may be wrong. */
function PriceNote({ userId }: { readonly userId: string }) {
  const { data } = useQuery(tokenBalance(userId));
  const price = formatNumber(MENTOR_ANSWER_CENTITOKENS / 100);
  const left = data && quotaLeft(data, 'mentor_answer');
  return (
    <Note>
      {left === undefined
        ? t('An answer that fails costs nothing.')
        : left > 0
          ? t(
              '{n, plural, one {# free answer} other {# free answers}} left, then {price} tokens each. An answer that fails costs nothing.',
              { n: left, price },
            )
          : t('{price} tokens an answer. An answer that fails costs nothing.', { price })}{' '}
      {t('The mentor can be wrong: check what matters.')}
    </Note>
  );
}
