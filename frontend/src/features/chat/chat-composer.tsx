import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import Button from '@mui/material/Button';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import InputBase from '@mui/material/InputBase';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { CHAT_MESSAGE_LENGTH } from '#contract/chat/chat.contract.ts';
import { useStoredText } from '#frontend/lib/drafts/persisted-text.ts';
import { t } from '#frontend/lib/text.ts';
import { ArrowUpwardIcon } from '#frontend/ui/icons.tsx';

/** The counter appears when fewer characters than this remain. */
const COUNTED = 200;

/** Prominent even when there is nothing to send, because sending is the purpose of the composer. */
const SEND = {
  flex: 'none',
  alignSelf: 'flex-end',
  '&.Mui-disabled': { color: 'primary.contrastText', backgroundColor: 'primary.main' },
} as const;

interface ChatComposerProps {
  /** The text field, so that the caller can focus it. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Storage key; the typed text stays in this tab until it is sent. */
  readonly draftKey: string;
  /** Messages are loading, and sending waits for them (CHAT-03). */
  readonly isLoading: boolean;
  readonly people: readonly Mentionable[];
  /** The error message. */
  readonly problem: string | null;
  readonly onType: (text: string) => void;
  readonly onBlur: () => void;
  /** @returns whether the message was sent */
  readonly onSend: (content: string, mentions: readonly string[]) => Promise<boolean>;
  /** The link to record a voice note (CHAT-01). */
  readonly voiceNote?: ReactNode;
}

/**
 * The field for messages. Enter sends, Shift+Enter makes a new line; `@` and a name mention a user. Text that failed to send returns to the
 * field (CHAT-14).
 */
export function ChatComposer({ field, draftKey, isLoading, people, problem, onType, onBlur, onSend, voiceNote }: ChatComposerProps) {
  const [draft, setDraft] = useStoredText(draftKey);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const [typed, setTyped] = useState<string | null>(null);
  const count = useId();
  const isCounted = draft.length > CHAT_MESSAGE_LENGTH - COUNTED;
  const found = typed === null ? [] : suggestions(people, typed);
  const isOff = isLoading || draft.trim() === '';

  const write = (text: string, caret: number) => {
    setDraft(text);
    setTyped(mentionPrefix(text, caret));
    onType(text);
  };
  const choose = ({ name }: Mentionable) => {
    const next = withName(draft, field.current?.selectionStart ?? draft.length, name);
    write(next.text, next.caret);
    setTyped(null);
    field.current?.focus();
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isOff) return;
    const content = draft.trim();
    write('', 0);
    // an empty text disables the button, which would then lose the focus
    field.current?.focus();
    const isSent = await onSend(content, mentionedIn(content, people));
    // text typed in the meantime takes precedence
    if (!isSent && latest.current === '') setDraft(content);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== null) {
      setTyped(null);
      field.current?.focus();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    void submit();
  };
  return (
    <Box component="form" sx={{ paddingBlockStart: 0.5 }} onSubmit={(event) => void submit(event)} onKeyDown={onKeyDown} noValidate>
      {found.length > 0 && (
        <List component="ul" dense aria-label={t('People to mention')}>
          {found.map((one) => (
            <ListItem key={one.user_id} disablePadding>
              <Button type="button" size="small" variant="text" color="inherit" onClick={() => choose(one)}>
                <span dir="auto">@{one.name}</span>
              </Button>
            </ListItem>
          ))}
        </List>
      )}
      <Card
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          paddingBlock: 1,
          paddingInline: '14px 8px',
          overflow: 'visible',
          boxShadow: 'none',
          border: '1px solid',
          borderColor: problem === null ? 'line.control' : 'error.main',
          '&:has(textarea:focus-visible)': { outline: '3px solid', outlineColor: 'focus.main', outlineOffset: '1px' },
        }}
      >
        <InputBase
          multiline
          inputComponent="textarea"
          inputRef={field}
          rows={1}
          value={draft}
          placeholder={t('Write a message')}
          onChange={({ target }) => write(target.value, target.selectionStart ?? target.value.length)}
          onBlur={onBlur}
          slotProps={{
            input: {
              'aria-label': t('Your message'),
              'aria-describedby': isCounted ? count : undefined,
              maxLength: CHAT_MESSAGE_LENGTH,
              type: undefined,
              style: { minBlockSize: '1lh', maxBlockSize: '6lh' },
            },
          }}
          sx={{ flex: 1, minWidth: 0, '& textarea:focus-visible': { outline: 'none' } }}
        />
        <Button type="submit" variant="contained" disabled={isOff} startIcon={<ArrowUpwardIcon aria-hidden />} sx={SEND}>
          {t('Send')}
        </Button>
      </Card>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', marginBlockStart: 0.5 }}>
        {voiceNote}
        {/* a touch keyboard has no Shift+Enter */}
        <Typography variant="caption" color="textSecondary" sx={{ flex: '1 1 12rem', display: { xs: 'none', sm: 'block' } }}>
          {t('Press Enter to send, or Shift+Enter for a new line.')}
        </Typography>
        {isCounted && (
          <Typography id={count} variant="body2" color="textSecondary">
            {`${draft.length}/${CHAT_MESSAGE_LENGTH}`}
          </Typography>
        )}
      </Stack>
      {problem !== null && (
        <Alert severity="error" sx={{ marginBlockStart: 1 }}>
          {problem}
        </Alert>
      )}
    </Box>
  );
}

/** A user who can be mentioned. */
interface Mentionable {
  readonly user_id: string;
  readonly name: string;
}

const MOST_SUGGESTED = 6;

/** The text between the last `@` and the caret if it may be the beginning of a name; null when no name is being typed. */
export function mentionPrefix(text: string, caret: number): string | null {
  const [, name] = /(?:^|\s)@([^@\n]{0,40})$/.exec(text.slice(0, caret)) ?? [];
  return name ?? null;
}

/** The users whose name, or a word of it, begins with the typed text. */
export function suggestions(people: readonly Mentionable[], typed: string): Mentionable[] {
  const wanted = typed.toLocaleLowerCase();
  const fits = ({ name }: Mentionable) => [name, ...name.split(' ')].some((part) => part.toLocaleLowerCase().startsWith(wanted));
  return people.filter((one) => one.name !== '' && one.name !== typed.trim() && fits(one)).slice(0, MOST_SUGGESTED);
}

/** Replaces the typed part by the full name, and returns the new caret position. */
export function withName(text: string, caret: number, name: string): { readonly text: string; readonly caret: number } {
  const start = text.slice(0, caret).lastIndexOf('@');
  const before = `${text.slice(0, start)}@${name} `;
  return { text: before + text.slice(caret).trimStart(), caret: before.length };
}

/** Ids of the users that a text mentions after an `@`. */
export const mentionedIn = (text: string, people: readonly Mentionable[]): string[] => [
  ...new Set(people.filter(({ name }) => name !== '' && text.includes(`@${name}`)).map(({ user_id: id }) => id)),
];
