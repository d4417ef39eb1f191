import type { KeyboardEvent } from 'react';
import { styled } from '@mui/material/styles';
import { OUTLINE_LIMITS } from '#contract/generation/run-control.contract.ts';
import { getAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { controlStyles } from '#frontend/ui/fields/control-styles.ts';

const Box = styled('span')({ display: 'block', flex: '1 1 12rem', minWidth: 0 });
// Long titles wrap, so this is a growing text area, not an input.
const Area = styled('textarea')(({ theme }) => ({
  ...controlStyles(theme),
  display: 'block',
  fieldSizing: 'content',
  resize: 'none',
  backgroundColor: 'transparent',
  borderColor: 'transparent',
  borderBlockEndColor: theme.vars.palette.line.control,
  borderRadius: 0,
  paddingInline: 4,
  '&:focus': { backgroundColor: theme.vars.palette.background.paper },
  // The focus ring is inside, because other text is close above and below.
  '&:focus-visible': { outlineOffset: -3 },
  // Chromium supports it only with its prefix.
  textAlign: ['-webkit-match-parent', 'match-parent'],
}));
const Problem = styled('span')(({ theme }) => ({ ...theme.typography.caption, display: 'block', color: theme.vars.palette.error.main }));

interface TitleInputProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly language: TextLanguage;
  readonly problem: string | undefined;
  readonly onChange: (title: string) => void;
  /** Alt with an arrow key moves the part the title belongs to. */
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
    <Box>
      <Area
        id={id}
        data-act="title"
        aria-label={label}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        rows={1}
        maxLength={OUTLINE_LIMITS.title}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll('\n', ' '))}
        onKeyDown={onKeyDown}
        {...language}
      />
      {problem !== undefined && <Problem id={`${id}-problem`}>{problem}</Problem>}
    </Box>
  );
}
