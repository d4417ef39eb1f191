import { MENTOR_ENGINES, type MentorEngine } from '#contract/mentor/mentor.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ENGINE_NAMES, roleOf } from './mentor-words.ts';

interface EnginePickerProps {
  readonly engine: MentorEngine;
  readonly onEngine: (engine: MentorEngine) => void;
}

/** The choice of four engines, each with its purpose (MEN-01). */
export function EnginePicker({ engine, onEngine }: EnginePickerProps) {
  return (
    <SelectField
      label={t('Who answers')}
      value={engine}
      options={MENTOR_ENGINES.map((name) => ({ value: name, label: `${ENGINE_NAMES[name]} (${roleOf(name)})` }))}
      onChange={({ target }) => onEngine(target.value as MentorEngine)}
    />
  );
}
