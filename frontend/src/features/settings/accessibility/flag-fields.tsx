import { t } from '#frontend/lib/text.ts';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { SwitchRows } from '../switch-rows.tsx';
import type { AccessibilityFlags } from './accessibility-flags.ts';

interface FlagFieldsProps {
  readonly flags: AccessibilityFlags;
  readonly onChange: (flags: AccessibilityFlags) => void;
}

/** The accessibility flags, each with its description. */
export function FlagFields({ flags, onChange }: FlagFieldsProps) {
  const field = (name: keyof AccessibilityFlags) => ({
    name,
    checked: flags[name],
    onChange: ({ target }: { target: { checked: boolean } }) => onChange({ ...flags, [name]: target.checked }),
  });
  return (
    <SwitchRows>
      <SwitchField {...field('high_contrast')} label={t('High contrast')} helper={t('Black on white, with stronger outlines.')} />
      <SwitchField {...field('large_text')} label={t('Large text')} helper={t('All text is 25% larger.')} />
      <SwitchField
        {...field('reduced_motion')}
        label={t('Reduced motion')}
        helper={t('Nothing moves on its own, and completing a lesson does not open the next one. Off: follows your device.')}
      />
      <SwitchField
        {...field('screen_reader')}
        label={t('Screen reader')}
        helper={t('Messages stay until you dismiss them, and ready lessons are announced.')}
      />
      <SwitchField
        {...field('keyboard_navigation')}
        label={t('Keyboard navigation')}
        helper={t('Use Alt and the arrow keys to step through changes and move outline items. Tab always works.')}
      />
      <SwitchField
        {...field('stay_on_lesson')}
        label={t('Stay on a completed lesson')}
        helper={t('The next lesson opens only when you press Next Lesson.')}
      />
    </SwitchRows>
  );
}
