import GlobalStyles from '@mui/material/GlobalStyles';
import type { Theme } from '@mui/material/styles';

/** Styles of highlighted passages in every scheme, including the sentence read aloud. Only the background changes, not the text. */
const MARKS = (theme: Theme) => {
  const { secondary, primary } = theme.vars!.palette;
  return {
    '::highlight(note)': {
      backgroundColor: `color-mix(in srgb, ${secondary.main} 18%, transparent)`,
      textDecoration: `underline 2px ${secondary.main}`,
    },
    '::highlight(note-open)': { backgroundColor: `color-mix(in srgb, ${secondary.main} 34%, transparent)` },
    '::highlight(shown-passage)': { backgroundColor: `color-mix(in srgb, ${secondary.main} 34%, transparent)` },
    '::highlight(spoken-word)': { backgroundColor: primary.main, color: primary.contrastText },
    '::highlight(spoken)': { backgroundColor: `color-mix(in srgb, ${primary.main} 24%, transparent)` },
  };
};

export const MarkStyles = () => <GlobalStyles styles={MARKS} />;
