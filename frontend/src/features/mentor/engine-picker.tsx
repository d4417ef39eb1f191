import { styled } from '@mui/material/styles';
import { MENTOR_ENGINES, type MentorEngine } from '#contract/mentor/mentor.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { ENGINE_NAMES, roleOf } from './mentor-words.ts';

const Group = styled('fieldset')(({ theme }) => ({
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(7.5rem, 44%), 1fr))',
  gap: 8,
  '& label': {
    position: 'relative',
    display: 'block',
    padding: '8px 12px',
    minHeight: 44,
    boxSizing: 'border-box',
    border: `1px solid ${theme.vars.palette.line.control}`,
    borderRadius: 4,
    cursor: 'pointer',
  },
  '& label:has(:checked)': {
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.background.sunken,
    boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}`,
  },
  '& label:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
  '& label:has(:disabled)': { cursor: 'not-allowed' },
  '& input': { position: 'absolute', opacity: 0, inset: 0, margin: 0, cursor: 'inherit' },
  '& strong, & small': { display: 'block', lineHeight: 1.3 },
  '& small': { ...theme.typography.body2, color: theme.vars.palette.text.secondary },
}));

interface EnginePickerProps {
  readonly engine: MentorEngine;
  readonly onEngine: (engine: MentorEngine) => void;
}

/** The choice of four engines, each with its purpose (MEN-01). */
export function EnginePicker({ engine, onEngine }: EnginePickerProps) {
  return (
    <Group aria-label={t('Who answers')}>
      {MENTOR_ENGINES.map((name) => (
        <label key={name}>
          <input type="radio" name="mentor-engine" checked={name === engine} onChange={() => onEngine(name)} />
          <strong>{ENGINE_NAMES[name]}</strong>
          <small>{roleOf(name)}</small>
        </label>
      ))}
    </Group>
  );
}
