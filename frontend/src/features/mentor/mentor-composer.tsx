import type { FormEvent, KeyboardEvent } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Theme } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { MENTOR_ANSWER_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { MENTOR_MESSAGE_LENGTH, type MentorEngine, MENTOR_ENGINES } from '#contract/mentor/mentor.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { quotaLeft, tokenBalance } from '#frontend/lib/token-balance.ts';
import { stickyFoot } from '#frontend/theme/sticky-foot.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { ENGINE_NAMES, roleOf } from './mentor-words.ts';
import { TutorNote, type TutorState } from './tutor-note.tsx';

/** Always in view, except in a low window, where it would take half of it. */
const sticky = (theme: Theme) =>
  ({
    ...stickyFoot(theme),
    backgroundColor: theme.vars.palette.background.paper,
    marginBlockEnd: 1,
    '@media (max-height: 32em)': { position: 'static' },
  }) as const;

interface MentorComposerProps {
  /** It is sticky at the bottom of the window. */
  readonly isSticky: boolean;
  readonly userId: string;
  readonly engine: MentorEngine;
  readonly onEngine: (engine: MentorEngine) => void;
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
    <>
      <Card
        component="form"
        onSubmit={submit}
        onKeyDown={onKeyDown}
        noValidate
        sx={[{ padding: { xs: 1.5, md: 2 }, overflow: 'visible' }, props.isSticky && sticky]}
      >
        {knows !== null && (
          <Alert
            severity="info"
            role="note"
            closeText={t('Ask without the lesson')}
            onClose={props.onForget}
            sx={{ marginBlockEnd: 1.5, '& .MuiAlert-message': { maxHeight: '4.5em', overflow: 'auto' } }}
          >
            <span dir="auto">
              {knows}
              {passage !== null && <>: “{passage}”</>}
            </span>
          </Alert>
        )}
        <TextField
          label={t('Your question')}
          multiline
          minRows={1}
          maxRows={6}
          maxLength={MENTOR_MESSAGE_LENGTH}
          value={draft}
          error={problem ?? undefined}
          onChange={({ target }) => props.onDraft(target.value)}
        />
        <Stack
          direction="row"
          useFlexGap
          sx={{ flexWrap: 'wrap', alignItems: 'end', justifyContent: 'space-between', gap: 1, marginBlockStart: 1 }}
        >
          <EnginePicker engine={props.engine} onEngine={props.onEngine} />
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
        </Stack>
      </Card>
      <div>
        {tutor ? (
          <>
            <Typography variant="body2" color="textSecondary">
              {t('The tutor asks questions instead of giving answers.')}
            </Typography>
            <TutorNote userId={props.userId} tutor={tutor} onAgain={props.onAgain} />
          </>
        ) : (
          <>
            <SwitchField
              label={t('Guide me, do not give me the answer')}
              checked={props.isSocratic}
              onChange={({ target }) => props.onSocratic(target.checked)}
            />
            <PriceNote userId={props.userId} />
          </>
        )}
      </div>
    </>
  );
}

/** The price of the next answer, and a warning that the mentor may be wrong. */
function PriceNote({ userId }: { readonly userId: string }) {
  const { data } = useQuery(tokenBalance(userId));
  const price = formatNumber(MENTOR_ANSWER_CENTITOKENS / 100);
  const left = data && quotaLeft(data, 'mentor_answer');
  return (
    <Typography variant="caption" component="p" color="textSecondary">
      {left === undefined
        ? t('An answer that fails costs nothing.')
        : left > 0
          ? t(
              '{n, plural, one {# free answer} other {# free answers}} left, then {price} tokens each. An answer that fails costs nothing.',
              { n: left, price },
            )
          : t('{price} tokens an answer. An answer that fails costs nothing.', { price })}{' '}
      {t('The mentor can be wrong: check what matters.')}
    </Typography>
  );
}

interface EnginePickerProps {
  readonly engine: MentorEngine;
  readonly onEngine: (engine: MentorEngine) => void;
}

/** The choice of four engines, each with its purpose (MEN-01). */
function EnginePicker({ engine, onEngine }: EnginePickerProps) {
  return (
    <SelectField
      label={t('Who answers')}
      value={engine}
      options={MENTOR_ENGINES.map((name) => ({ value: name, label: `${ENGINE_NAMES[name]} (${roleOf(name)})` }))}
      onChange={({ target }) => onEngine(target.value as MentorEngine)}
    />
  );
}
