import { useDeferredValue, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListSubheader from '@mui/material/ListSubheader';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import { SEARCH_LENGTH } from '#contract/search/search.contract.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { PaletteGroup } from './palette-entries.ts';

interface PaletteDialogProps<Does> {
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly groups: readonly PaletteGroup<Does>[];
  readonly isFetching: boolean;
  /** Why the search failed; absent if it was not asked or has answered. */
  readonly problem?: string | undefined;
  readonly onPerform: (does: Does) => void;
  readonly onClose: () => void;
}

/**
 * A search whose results are actions, usable with the keyboard alone. A combobox with a grouped list: the focus stays in the field while
 * the arrow keys move through the options.
 */
export function PaletteDialog<Does>(props: PaletteDialogProps<Does>) {
  const { placeholder, query, onQuery, isFetching, problem, onPerform, onClose } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const groups = useDeferredValue(props.groups);
  const entries = groups.flatMap((group) => group.entries);
  const current = entries.find((entry) => entry.id === chosen) ?? entries[0];
  const optionId = (entryId: string) => `${id}-${entryId}`;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.id]);

  const perform = (does: Does) => {
    onClose();
    onPerform(does);
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
        placeholder={placeholder}
        autoComplete="off"
        value={query}
        onChange={({ target }) => {
          onQuery(target.value);
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
                    <FormulaText text={entry.note} dir="rtl" />
                  </Typography>
                )}
              </ListItemButton>
            ))}
          </div>
        ))}
      </List>
      {entries.length === 0 && !isFetching && (
        <Typography variant="body2" color="textSecondary" sx={{ padding: '4px 20px 16px' }}>
          {t('No results contain these words.')}
        </Typography>
      )}
      {problem !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ padding: '4px 20px 16px' }}>
          {problem}
        </Typography>
      )}
      <VisuallyHidden role="status">{t('{n, plural, one {# entry} other {# entries}}', { n: entries.length })}</VisuallyHidden>
    </Dialog>
  );
}

/** Otherwise every typed letter would send a request. */
export const TYPING_PAUSE_MS = 120;
