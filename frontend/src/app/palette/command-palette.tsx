import { useDeferredValue, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListSubheader from '@mui/material/ListSubheader';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
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
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

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
      <InputBase
        fullWidth
        inputRef={focusOnMount}
        placeholder={t('Search your courses, lessons and notes, or type what to do')}
        autoComplete="off"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setChosen(null);
        }}
        onKeyDown={onKeyDown}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-label': t('Search and commands'),
            'aria-expanded': entries.length > 0,
            'aria-controls': `${id}-list`,
            'aria-autocomplete': 'list',
            'aria-activedescendant': current && optionId(current.id),
            maxLength: SEARCH_LENGTH,
            spellCheck: false,
            enterKeyHint: 'go',
          },
        }}
        sx={{ minHeight: 56, paddingInline: 2.5 }}
      />
      <Divider />
      <List
        component="div"
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('Search and commands')}
        aria-busy={isFetching}
        sx={{ overflowY: 'auto', maxHeight: 'min(60dvh, 480px)', padding: 1 }}
      >
        {groups.map((group) => (
          <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
            <ListSubheader component="div" id={`${id}-${group.id}`} role="presentation">
              {group.caption}
            </ListSubheader>
            {group.entries.map((entry) => (
              // the field keeps the keyboard focus: options are never focused
              <ListItemButton
                component="div"
                key={entry.id}
                id={optionId(entry.id)}
                role="option"
                tabIndex={-1}
                aria-selected={entry.id === current?.id}
                selected={entry.id === current?.id}
                onClick={() => perform(entry.does)}
                onMouseMove={() => entry.id !== current?.id && setChosen(entry.id)}
                sx={{ gap: 1.5, alignItems: 'baseline' }}
              >
                <Typography component="span" variant="body2" noWrap dir="auto">
                  <FormulaText text={entry.caption} dir="rtl" />
                </Typography>
                {entry.note !== undefined && (
                  <Typography
                    component="small"
                    variant="caption"
                    color="textSecondary"
                    noWrap
                    dir="auto"
                    sx={{ flex: '0 4 auto', minWidth: 0 }}
                  >
                    {entry.note}
                  </Typography>
                )}
              </ListItemButton>
            ))}
          </div>
        ))}
      </List>
      {entries.length === 0 && !isFetching && (
        <Typography variant="body2" color="textSecondary" sx={{ padding: '4px 20px 16px' }}>
          {t('Nothing has these words.')}
        </Typography>
      )}
      {error !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ padding: '4px 20px 16px' }}>
          {errorText(error, t('Your courses and notes could not be searched.'))}
        </Typography>
      )}
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
