import { useRef, useState, type FormEvent } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { AddIcon } from '#frontend/ui/feature-icons.tsx';
import { CloseIcon } from '#frontend/ui/icons.tsx';
import { useConsoleKeys } from './console-keys.ts';

/** A filter of a list: one of a few values, or a typed value. */
export interface FilterField {
  readonly id: string;
  readonly name: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** For a typed value; 'text' by default. */
  readonly type?: 'text' | 'date' | 'number';
  /** Converts typed text to the filter's value. */
  readonly parse?: (typed: string) => string;
  /** The filter's value in words. */
  readonly words?: (value: string) => string;
}

type Filter = Readonly<Record<string, string | undefined>>;

interface FilterLineProps {
  /** Names the search for screen readers. */
  readonly label: string;
  /** The filter typed directly into the line. If a field with the same id offers named values, a matching one is shown as chosen. */
  readonly text: { readonly id: string; readonly placeholder: string };
  readonly fields: readonly FilterField[];
  readonly filter: Filter;
  /** A part of the filter that has no field, in words. */
  readonly rest?: { readonly words: string; readonly ids: readonly string[] } | undefined;
  readonly onFilter: (filter: Record<string, string>) => void;
}

/** The filters of a list of the console on one line: text, the active filters, and a button to add another. */
export function FilterLine({ label, text, fields, filter, rest, onFilter }: FilterLineProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState<FilterField | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const close = () => {
    setAnchor(null);
    setAsked(null);
  };
  const change = (changes: Filter) => {
    close();
    const next = Object.entries({ ...filter, ...changes }).flatMap(([id, value]) => (value ? [[id, value] as const] : []));
    onFilter(Object.fromEntries(next));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get(text.id) ?? '').trim();
    if (words !== typed) change({ [text.id]: words });
  };
  useConsoleKeys({
    f: () => {
      setAnchor(add.current);
      return true;
    },
  });
  const isChosen = (field: FilterField) => field.options?.some(({ value }) => value === filter[field.id]) ?? false;
  const applied = fields.filter((field) => filter[field.id] !== undefined && (field.id !== text.id || isChosen(field)));
  const typed = applied.some(({ id }) => id === text.id) ? '' : (filter[text.id] ?? '');
  const isFiltered = applied.length > 0 || rest !== undefined || filter[text.id] !== undefined;
  return (
    <Box
      component="form"
      role="search"
      aria-label={label}
      onSubmit={submit}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBlockEnd: 2 }}
    >
      <SearchField key={typed} name={text.id} label={text.placeholder} defaultValue={typed} />
      {applied.map((field) => (
        <Chip
          key={field.id}
          size="small"
          label={
            <>
              {field.name} <b>{valueWords(field, filter[field.id]!)}</b>
            </>
          }
          deleteIcon={<CloseIcon aria-label={t('Remove: {name}', { name: field.name })} />}
          onDelete={() => change({ [field.id]: undefined })}
        />
      ))}
      {rest && (
        <Chip
          size="small"
          label={rest.words}
          deleteIcon={<CloseIcon aria-label={t('Remove: {name}', { name: rest.words })} />}
          onDelete={() => change(Object.fromEntries(rest.ids.map((id) => [id, undefined])))}
          sx={{ maxWidth: '100%' }}
        />
      )}
      <Button
        ref={add}
        type="button"
        size="small"
        color="inherit"
        startIcon={<AddIcon aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-keyshortcuts="f"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('Add filter')}
      </Button>
      {isFiltered && (
        <IconButton type="button" size="small" aria-label={t('Clear')} title={t('Clear')} onClick={() => onFilter({})}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
      <Menu
        anchorEl={anchor}
        open={anchor !== null && asked === null}
        onClose={close}
        slotProps={{ list: { dense: true, 'aria-label': t('Add filter') } }}
      >
        {fields.map((field) => (
          <MenuItem key={field.id} onClick={() => setAsked(field)}>
            {field.name}
          </MenuItem>
        ))}
      </Menu>
      {asked?.options && (
        <Menu anchorEl={anchor} open onClose={close} slotProps={{ list: { dense: true, 'aria-label': asked.name } }}>
          {asked.options.map(({ value, label: name }) => (
            <MenuItem key={value} selected={filter[asked.id] === value} onClick={() => change({ [asked.id]: value })}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
      {asked && !asked.options && (
        <TypedValue field={asked} anchor={anchor} onClose={close} onValue={(value) => change({ [asked.id]: value })} />
      )}
    </Box>
  );
}

const valueWords = ({ options, words }: FilterField, value: string): string =>
  options?.find((option) => option.value === value)?.label ?? words?.(value) ?? value;

interface TypedValueProps {
  readonly field: FilterField;
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  readonly onValue: (value: string) => void;
}

function TypedValue({ field, anchor, onClose, onValue }: TypedValueProps) {
  const [typed, setTyped] = useState('');
  const { name, type = 'text', parse = (value) => value } = field;
  // events of a portal also reach the surrounding form
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (typed.trim() !== '') onValue(parse(typed.trim()));
  };
  return (
    <Popover
      anchorEl={anchor}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': name } }}
    >
      <Box component="form" onSubmit={send} sx={{ display: 'flex', gap: 1, alignItems: 'end', padding: 2 }}>
        <TextField label={name} type={type} step="any" value={typed} ref={focusOnMount} onChange={({ target }) => setTyped(target.value)} />
        <Button type="submit" variant="contained">
          {t('Find')}
        </Button>
      </Box>
    </Popover>
  );
}
