import { t } from '#frontend/lib/text.ts';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { SwitchRows } from '../switch-rows.tsx';
import type { AccessibilityFlags } from './accessibility-flags.ts';

interface FlagFieldsProps {
  readonly flags: AccessibilityFlags;
  readonly onChange: (flags: AccessibilityFlags) => void;
  /** A short list among other settings: rarely needed flags are folded, unless they are on. */
  readonly isShort?: boolean;
}

/** The accessibility flags, each with its description. */
export function FlagFields({ flags, onChange, isShort = false }: FlagFieldsProps) {
  const field = (name: keyof AccessibilityFlags) => ({
    name,
    checked: flags[name],
    onChange: ({ target }: { target: { checked: boolean } }) => onChange({ ...flags, [name]: target.checked }),
  });
  const usual = [
    <SwitchField
      key="high_contrast"
      {...field('high_contrast')}
      label={t('High contrast')}
      helper={t('Black on white, with stronger outlines.')}
    />,
    <SwitchField key="large_text" {...field('large_text')} label={t('Large text')} helper={t('Makes all text 25% larger.')} />,
    <SwitchField
      key="reduced_motion"
      {...field('reduced_motion')}
      label={t('Reduced motion')}
      helper={t('Stops animations, and completing a lesson does not open the next one. When this is off, your device’s setting applies.')}
    />,
  ];
  const seldom = [
    <SwitchField
      key="screen_reader"
      {...field('screen_reader')}
      label={t('Screen reader')}
      helper={t('Messages stay until you dismiss them, and you are told when a lesson is ready.')}
    />,
    <SwitchField
      key="keyboard_navigation"
      {...field('keyboard_navigation')}
      label={t('Keyboard navigation')}
      helper={t('Use Alt and the arrow keys to step through changes and move outline items. Tab always works.')}
    />,
    <SwitchField
      key="stay_on_lesson"
      {...field('stay_on_lesson')}
      label={t('Stay on a completed lesson')}
      helper={t('The next lesson opens only when you press Next Lesson.')}
    />,
  ];
  if (!isShort) return <SwitchRows>{[...usual, ...seldom]}</SwitchRows>;
  return (
    <>
      <SwitchRows>{usual}</SwitchRows>
      <Fold
        title={t('More accessibility settings')}
        line={t('Screen reader, keyboard, lessons')}
        isOpenFirst={flags.screen_reader || flags.stay_on_lesson}
      >
        <SwitchRows>{seldom}</SwitchRows>
      </Fold>
    </>
  );
}
