import { useDeferredValue, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SEARCH_LENGTH, searchOwn } from '#contract/search/search.contract.ts';
import { paletteGroups, type PaletteAct } from '#frontend/app/palette/palette-entries.ts';
import { useSchemeChoice } from '#frontend/theme/scheme-choice.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { signOut, useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

const Input = styled('input')(({ theme }) => ({
  ...theme.typography.body1,
  boxSizing: 'border-box',
  inlineSize: '100%',
  minBlockSize: 56,
  padding: '12px 20px',
  border: 0,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  color: theme.vars.palette.text.primary,
  background: 'transparent',
  '&:focus-visible': {
    outline: 'none',
    borderBlockEndColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 -1px ${theme.vars.palette.primary.main}`,
  },
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
}));
const List = styled('div')({ overflowY: 'auto', maxBlockSize: 'min(60dvh, 480px)', paddingBlock: 8 });
const Caption = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
  padding: '8px 20px 4px',
}));
const Option = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'baseline',
  gap: 12,
  minBlockSize: 40,
  boxSizing: 'border-box',
  padding: '8px 20px',
  cursor: 'pointer',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > small': {
    ...theme.typography.body2,
    color: theme.vars.palette.text.secondary,
    flex: '0 4 auto',
    minInlineSize: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '&[aria-selected=true]': { backgroundColor: theme.vars.palette.background.sunken },
  '&[aria-selected=true]::before': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    borderInlineStart: `3px solid ${theme.vars.palette.primary.main}`,
  },
}));
const Note = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  padding: '12px 20px',
  color: theme.vars.palette.text.secondary,
}));

/**
 * Search and commands (Ctrl K): finds the user's content, screens and actions by keyboard alone. A combobox with a grouped list: focus stays in
 * the field while the arrow keys move through the options.
 */
export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { roles } = useUser();
  const navigate = useNavigate();
  const { choose } = useSchemeChoice();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const q = useSettled(query.trim());
  const { data, error, isFetching } = useQuery({
    queryKey: ['search-own', q],
    queryFn: ({ signal }) => call(searchOwn, { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const hits = q === '' ? undefined : data;
  const isOperator = roles.some((role) => role === 'operator' || role === 'admin');
  const groups = useDeferredValue(paletteGroups({ query: query.trim(), hits, isOperator }));
  const entries = groups.flatMap((group) => group.entries);
  const current = entries.find((entry) => entry.id === chosen) ?? entries[0];
  const optionId = (entryId: string) => `${id}-${entryId}`;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.id]);

  const perform = (does: PaletteAct) => {
    onClose();
    if ('href' in does) void navigate({ to: does.href, search: does.q === undefined ? {} : { q: does.q } });
    else if ('dialog' in does)
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, dialog: does.dialog }),
        state: (old) => ({ ...old, isOverScreen: true }),
        resetScroll: false,
      });
    else if ('scheme' in does) choose(does.scheme);
    else void signOut();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const at = entries.findIndex((entry) => entry.id === current?.id);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 6, PageUp: at - 6 };
    const step = steps[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      // single steps wrap around at the ends, page steps do not
      const isPage = event.key.startsWith('Page');
      const to = isPage ? Math.min(Math.max(step, 0), entries.length - 1) : (step + entries.length) % entries.length;
      setChosen(entries[to]!.id);
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      perform(current.does);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-label={t('Search and commands')}
      slotProps={{ paper: { sx: { alignSelf: 'flex-start', marginBlockStart: { xs: 2, md: '12vh' } } } }}
    >
      <Input
        ref={focusOnMount}
        role="combobox"
        aria-label={t('Search and commands')}
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current && optionId(current.id)}
        placeholder={t('Search your courses, lessons and notes, or type what to do')}
        maxLength={SEARCH_LENGTH}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setChosen(null);
        }}
        onKeyDown={onKeyDown}
      />
      <List ref={list} id={`${id}-list`} role="listbox" aria-label={t('Search and commands')} aria-busy={isFetching}>
        {groups.map((group) => (
          <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
            <Caption id={`${id}-${group.id}`} role="presentation">
              {group.caption}
            </Caption>
            {group.entries.map((entry) => (
              // the field keeps the keyboard focus: options are never focused
              <Option
                key={entry.id}
                id={optionId(entry.id)}
                role="option"
                aria-selected={entry.id === current?.id}
                onClick={() => perform(entry.does)}
                onMouseMove={() => entry.id !== current?.id && setChosen(entry.id)}
              >
                <span dir="auto">{entry.caption}</span>
                {entry.note !== undefined && <small dir="auto">{entry.note}</small>}
              </Option>
            ))}
          </div>
        ))}
      </List>
      {entries.length === 0 && !isFetching && <Note>{t('Nothing has these words.')}</Note>}
      {error !== null && <Note>{errorText(error, t('Your courses and notes could not be searched.'))}</Note>}
      <VisuallyHidden role="status">{t('{n, plural, one {# entry} other {# entries}}', { n: entries.length })}</VisuallyHidden>
    </Dialog>
  );
}

/** Debounce of the search, ms: without it every typed letter would send a request. */
const DEBOUNCE_MS = 120;
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
