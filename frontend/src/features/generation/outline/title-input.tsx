import type { KeyboardEvent } from 'react';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import Input from '@mui/material/Input';
import { OUTLINE_LIMITS } from '#contract/generation/run-control.contract.ts';
import { getAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';

/** Lets the editor find the element. */
const ACT = { 'data-act': 'title' };

interface TitleInputProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly language: TextLanguage;
  readonly problem: string | undefined;
  readonly onChange: (title: string) => void;
  /** Called for Alt with an arrow key; moves the part that the title belongs to. */
  readonly onMove?: (by: 1 | -1) => void;
}

/** A title that is edited in place. */
export function TitleInput({ id, label, value, language, problem, onChange, onMove }: TitleInputProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') event.preventDefault();
    if (
      !event.altKey ||
      !onMove ||
      !getAccessibilityPreferences().keyboard_navigation ||
      (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')
    )
      return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }
  return (
    <FormControl variant="standard" error={problem !== undefined} sx={{ flex: '1 1 12rem', minWidth: 0 }}>
      {/* long titles wrap, so this is a growing text area */}
      <Input
        multiline
        inputComponent="textarea"
        rows={1}
        id={id}
        value={value}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => onChange(event.target.value.replaceAll('\n', ' '))}
        onKeyDown={onKeyDown}
        slotProps={{ input: { type: undefined, 'aria-label': label, ...ACT, maxLength: OUTLINE_LIMITS.title, ...language } }}
      />
      {problem !== undefined && <FormHelperText id={`${id}-problem`}>{problem}</FormHelperText>}
    </FormControl>
  );
}
