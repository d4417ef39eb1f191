import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Popover from '@mui/material/Popover';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import { t } from '#frontend/lib/text.ts';
import { READING_CHOICES, setReadingPreference, useReadingPreferences, type ReadingChoice } from './reading-preferences.ts';

// when the screen turns or the type grows, the popover stays at its old place, and the panel would be squeezed into the remaining space
const PLACE = { padding: 2, gap: 2, width: 'max-content', maxWidth: 'min(20rem, 100vw - 32px)' };

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
      <Stack sx={PLACE}>
        {(Object.keys(READING_CHOICES) as ReadingChoice[]).map((choice) => (
          <FormControl key={choice} component="fieldset">
            <FormLabel component="legend">{titles[choice]}</FormLabel>
            <RadioGroup value={preferences[choice]} onChange={(_, value) => setReadingPreference(choice, value as never)}>
              {READING_CHOICES[choice].map((value) => (
                <FormControlLabel key={value} value={value} control={<Radio size="small" />} label={WORDS[choice]()[value]} />
              ))}
            </RadioGroup>
          </FormControl>
        ))}
      </Stack>
    </Popover>
  );
}
