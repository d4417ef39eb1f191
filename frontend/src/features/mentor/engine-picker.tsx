import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { MENTOR_ENGINES, type MentorEngine } from '#contract/mentor/mentor.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { ENGINE_NAMES, roleOf } from './mentor-words.ts';

interface EnginePickerProps {
  readonly engine: MentorEngine;
  readonly onEngine: (engine: MentorEngine) => void;
}

/** The choice of four engines, each with its purpose (MEN-01). */
export function EnginePicker({ engine, onEngine }: EnginePickerProps) {
  return (
    <RadioGroup
      row
      aria-label={t('Who answers')}
      name="mentor-engine"
      value={engine}
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(8rem, 44%), 1fr))', gap: 0.5 }}
    >
      {MENTOR_ENGINES.map((name) => (
        <FormControlLabel
          key={name}
          value={name}
          control={<Radio onChange={() => onEngine(name)} />}
          sx={{ marginInlineEnd: 0 }}
          label={
            <>
              <Typography variant="subtitle2" component="span" sx={{ display: 'block' }}>
                {ENGINE_NAMES[name]}
              </Typography>
              <Typography variant="caption" color="textSecondary">
                {roleOf(name)}
              </Typography>
            </>
          }
        />
      ))}
    </RadioGroup>
  );
}
