import { useId, type FormEvent, type KeyboardEvent } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { MENTOR_ANSWER_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { MENTOR_MESSAGE_LENGTH, type MentorEngine } from '#contract/mentor/mentor.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { quotaLeft, tokenBalance } from '#frontend/lib/token-balance.ts';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { ExploreIcon, StopIcon } from '#frontend/ui/feature-icons.tsx';
import { ArrowUpwardIcon, CheckIcon, CloseIcon } from '#frontend/ui/icons.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { EngineChoice } from './engine-menu.tsx';
import { ENGINE_NAMES } from './mentor-words.ts';
import { TutorNote, type TutorState } from './tutor-note.tsx';

/** A conversation fills its page, is beside a lesson, or covers it: entirely, or half of it with a one-line field. */
export type MentorSize = 'page' | 'companion' | 'sheet' | 'half-sheet';

interface MentorComposerProps {
  readonly size: MentorSize;
  readonly userId: string;
  readonly engine: MentorEngine;
  readonly onEngine: (engine: MentorEngine) => void;
  readonly manner: string;
  readonly onManner: (manner: string) => void;
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
  /** The lesson that the mentor will know, in words; null for none, or if the surrounding screen already says it. */
  readonly knows: string | null;
  readonly onForget: () => void;
  /** A suggestion shown while the field is empty. */
  readonly hint: string;
  /** Set for a tutor session, even before it starts; null for an ordinary conversation. */
  readonly tutor: TutorState | null;
  readonly onAgain?: (() => void) | undefined;
}

/**
 * The field for questions, with the engine that answers and how it does. Send is disabled while the text is blank or a question from here is
 * being answered (MEN-02).
 */
export function MentorComposer(props: MentorComposerProps) {
  const { size, engine, draft, isBusy, problem, tutor } = props;
  const note = useId();
  const isOver = tutor?.answers_left === 0;
  const isHalf = size === 'half-sheet';
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
    <div>
      <Card
        component="form"
        onSubmit={submit}
        onKeyDown={onKeyDown}
        noValidate
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          padding: isHalf ? '6px 6px 6px 16px' : '12px 12px 10px',
          overflow: 'visible',
          border: '1px solid',
          borderColor: problem === null ? 'line.control' : 'error.main',
          ...(isHalf && { borderRadius: '28px' }),
          '&:has(textarea:focus-visible)': { outline: '3px solid', outlineColor: 'focus.main', outlineOffset: '1px' },
        }}
      >
        {props.knows !== null && !isHalf && (
          <Stack
            direction="row"
            sx={{
              alignItems: 'center',
              gap: 0.5,
              minWidth: 0,
              maxWidth: '100%',
              paddingInline: '12px 2px',
              borderRadius: `${RADIUS.control}px`,
              bgcolor: 'background.track',
            }}
          >
            <Typography variant="body2" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {props.knows}
            </Typography>
            <IconButton size="small" aria-label={t('Ask without the lesson')} onClick={props.onForget}>
              <CloseIcon sx={{ fontSize: 16 }} aria-hidden />
            </IconButton>
          </Stack>
        )}
        <InputBase
          multiline
          inputComponent="textarea"
          rows={1}
          value={draft}
          error={problem !== null}
          placeholder={props.hint}
          onChange={({ target }) => props.onDraft(target.value)}
          slotProps={{
            input: {
              'aria-label': t('Your question'),
              'aria-invalid': problem !== null,
              'aria-describedby': problem === null ? undefined : note,
              maxLength: MENTOR_MESSAGE_LENGTH,
              type: undefined,
              style: { minBlockSize: '1lh', maxBlockSize: isHalf ? '2lh' : '6lh' },
            },
          }}
          sx={{
            flex: isHalf ? '1 1 0' : '1 0 100%',
            minWidth: 0,
            paddingInline: isHalf ? 0 : 0.5,
            '& textarea:focus-visible': { outline: 'none' },
          }}
        />
        {problem !== null && (
          <FormHelperText error role="alert" id={note} component="div" sx={{ flex: '1 0 100%', margin: 0 }}>
            {problem}
          </FormHelperText>
        )}
        {props.isShort && (
          <LinkButton to="/plans" color="inherit" size="small">
            {t('See plans and tokens')}
          </LinkButton>
        )}
        {!isHalf && (
          <Box sx={{ flex: '1 1 0', minWidth: 'min-content', display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <EngineChoice
              engine={engine}
              onEngine={props.onEngine}
              manner={props.manner}
              onManner={props.onManner}
              isShort={size !== 'page'}
            />
            {!tutor && (
              <Tooltip title={t('Guide me, do not give me the answer')} describeChild>
                <Chip
                  clickable
                  variant={props.isSocratic ? 'filled' : 'outlined'}
                  color={props.isSocratic ? 'primary' : 'default'}
                  icon={props.isSocratic ? <CheckIcon aria-hidden /> : <ExploreIcon aria-hidden />}
                  label={t('Guide me')}
                  aria-pressed={props.isSocratic}
                  onClick={() => props.onSocratic(!props.isSocratic)}
                />
              </Tooltip>
            )}
          </Box>
        )}
        {!isHalf && size === 'page' && (
          <AnswersLeft userId={props.userId} writing={props.onStop ? engine : null} hasTutor={tutor !== null} />
        )}
        <SendOrStop onStop={props.onStop} isBusy={isBusy} isDisabled={isBusy || isOver || draft.trim() === ''} />
      </Card>
      {tutor ? (
        <Box sx={{ marginBlockStart: 0.5 }}>
          <Typography variant="body2" color="textSecondary">
            {t('The tutor asks questions instead of giving answers.')}
          </Typography>
          <TutorNote userId={props.userId} tutor={tutor} onAgain={props.onAgain} />
        </Box>
      ) : (
        !isHalf && <PriceNote userId={props.userId} isCounted={size === 'page'} />
      )}
    </div>
  );
}

interface SendOrStopProps {
  readonly onStop: (() => void) | null;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
}

/** Sends the question, and stops the answer while it is being written. Also filled instead of grey while it is disabled. */
function SendOrStop({ onStop, isBusy, isDisabled }: SendOrStopProps) {
  return (
    <IconButton
      {...(onStop ? { type: 'button', onClick: onStop } : { type: 'submit', disabled: isDisabled, 'aria-busy': isBusy })}
      aria-label={onStop ? t('Stop') : t('Send')}
      data-main=""
      sx={{ flex: 'none' }}
    >
      {onStop ? <StopIcon fontSize="small" aria-hidden /> : <ArrowUpwardIcon fontSize="small" aria-hidden />}
    </IconButton>
  );
}

interface AnswersLeftProps {
  readonly userId: string;
  /** The engine that is answering. */
  readonly writing: MentorEngine | null;
  readonly hasTutor: boolean;
}

/** Beside Send: the engine that is writing, or else how many answers the plan has left. */
function AnswersLeft({ userId, writing, hasTutor }: AnswersLeftProps) {
  const { data } = useQuery(tokenBalance(userId));
  const left = data && quotaLeft(data, 'mentor_answer');
  const words = writing
    ? t('{engine} is writing', { engine: ENGINE_NAMES[writing] })
    : left && !hasTutor
      ? t('{n, plural, one {# free answer left} other {# free answers left}}', { n: left })
      : null;
  return (
    words !== null && (
      <Typography variant="body2" color="textSecondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
        {words}
      </Typography>
    )
  );
}

interface PriceNoteProps {
  readonly userId: string;
  /** The number of answers left is shown beside Send, where there is room. */
  readonly isCounted: boolean;
}

/** What the next answer costs, and how many the plan has left. */
function usePriceWords(userId: string): { readonly counted: string; readonly hasLeft: boolean; readonly price: string } {
  const { data } = useQuery(tokenBalance(userId));
  const price = formatNumber(MENTOR_ANSWER_CENTITOKENS / 100);
  const left = data && quotaLeft(data, 'mentor_answer');
  const counted =
    left === undefined
      ? t('An answer that fails costs nothing.')
      : left > 0
        ? t('{n, plural, one {# free answer} other {# free answers}} left, then {price} tokens each. An answer that fails costs nothing.', {
            n: left,
            price,
          })
        : t('{price} tokens an answer. An answer that fails costs nothing.', { price });
  return { counted, hasLeft: Boolean(left), price };
}

/** On a phone's page the price stands at the end of the conversation: below the field, which stays in view, it would take two lines of it. */
export function PhonePrice({ userId }: { readonly userId: string }) {
  const { counted } = usePriceWords(userId);
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ display: { sm: 'none' }, textAlign: 'center', margin: 0 }}>
      {counted}
    </Typography>
  );
}

/** A warning that the mentor may be wrong, and the price of the next answer. */
function PriceNote({ userId, isCounted }: PriceNoteProps) {
  const { counted, hasLeft, price } = usePriceWords(userId);
  const words =
    isCounted && hasLeft
      ? t('Each answer after the free ones costs {price} tokens. An answer that fails costs nothing.', { price })
      : counted;
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ marginBlock: '6px 0', textAlign: 'center' }}>
      {t('The mentor can make mistakes, so check anything important.')}{' '}
      <Box component="span" sx={isCounted ? { display: { xs: 'none', sm: 'inline' } } : undefined}>
        {words}
      </Box>
    </Typography>
  );
}
