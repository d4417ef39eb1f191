import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';

/** What stands in the place of a broken screen, or of the whole app (ROOT-09): names the error, and offers a reload and the way home. */
export function LoadingError({ error }: { readonly error: unknown }) {
  return (
    <Box role="alert" sx={{ width: 'min(520px, 100% - 32px)', margin: '12vh auto' }}>
      <Typography variant="h1">{t('Loading Error')}</Typography>
      <Typography color="textSecondary" sx={{ marginBlock: 2 }}>
        {errorText(error, t('Unknown error'))}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" onClick={() => window.location.reload()}>
          {t('Refresh Page')}
        </Button>
        {/* a link of the document: what is broken may be the router */}
        <Button variant="outlined" color="inherit" href="/">
          {t('Go home')}
        </Button>
      </Stack>
    </Box>
  );
}
