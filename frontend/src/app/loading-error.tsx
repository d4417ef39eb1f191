import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';

const Frame = styled('div')(({ theme }) => ({
  margin: '12vh auto',
  maxWidth: 520,
  width: 'calc(100% - 32px)',
  boxSizing: 'border-box',
  paddingInlineStart: 19,
  borderInlineStart: `3px solid ${theme.vars.palette.error.main}`,
}));

/** The last error boundary (ROOT-09): names the error and offers a reload. */
export function LoadingError({ error }: { readonly error: unknown }) {
  return (
    <Frame role="alert">
      <Typography variant="h1">{t('Loading Error')}</Typography>
      <Typography color="textSecondary" sx={{ marginBlock: 2 }}>
        {errorText(error, t('Unknown error'))}
      </Typography>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {t('Refresh Page')}
      </Button>
    </Frame>
  );
}
