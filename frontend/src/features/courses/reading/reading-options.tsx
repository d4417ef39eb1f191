import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { READING_CHOICES, setReadingPreference, useReadingPreferences, type ReadingChoice } from './reading-preferences.ts';

// `max-content`: when the screen turns or the type grows, the popover still stands at its old place, and the panel would be squeezed into what is
// left beside it
const Panel = styled('div')({ padding: 16, display: 'grid', gap: 16, width: 'max-content', maxWidth: 'min(20rem, 100vw - 32px)' });
const Group = styled('fieldset')(({ theme }) => ({
  border: 0,
  margin: 0,
  padding: 0,
  minWidth: 0,
  '& legend': { padding: 0, fontWeight: 600, marginBlockEnd: 4 },
  '& label': { ...theme.typography.body2, display: 'flex', alignItems: 'center', gap: 10, minHeight: 32, cursor: 'pointer' },
  '& input': { width: 18, height: 18, margin: 0, accentColor: theme.vars.palette.primary.main },
  '@media (pointer: coarse)': { '& label': { minHeight: 44 } },
}));

const WORDS: { readonly [Choice in ReadingChoice]: () => Readonly<Record<string, string>> } = {
  size: () => ({ small: t('Small'), medium: t('Medium'), large: t('Large'), largest: t('Very large') }),
  measure: () => ({ narrow: t('Narrow'), medium: t('Medium'), wide: t('Wide') }),
  spacing: () => ({ tight: t('Tight'), medium: t('Medium'), loose: t('Loose') }),
};

interface ReadingOptionsProps {
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Text settings for lessons: font size, line length, and line spacing. */
export default function ReadingOptions({ anchor, onClose }: ReadingOptionsProps) {
  const preferences = useReadingPreferences();
  const titles = { size: t('Text size'), measure: t('Line length'), spacing: t('Spacing') };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { elevation: 0, variant: 'outlined', role: 'dialog', 'aria-label': t('Reading options') } }}
    >
      <Panel>
        {(Object.keys(READING_CHOICES) as ReadingChoice[]).map((choice) => (
          <Group key={choice}>
            <legend>{titles[choice]}</legend>
            {READING_CHOICES[choice].map((value) => (
              <label key={value}>
                <input
                  type="radio"
                  name={`reading-${choice}`}
                  checked={preferences[choice] === value}
                  onChange={() => setReadingPreference(choice, value as never)}
                />
                {WORDS[choice]()[value]}
              </label>
            ))}
          </Group>
        ))}
      </Panel>
    </Popover>
  );
}
