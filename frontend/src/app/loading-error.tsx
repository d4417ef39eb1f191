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

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12 });

/** What stands in the place of a broken screen, or of the whole app (ROOT-09): names the error, and offers a reload and the way home. */
export function LoadingError({ error }: { readonly error: unknown }) {
  return (
    <Frame role="alert">
      <Typography variant="h1">{t('Loading Error')}</Typography>
      <Typography color="textSecondary" sx={{ marginBlock: 2 }}>
        {errorText(error, t('Unknown error'))}
      </Typography>
      <Actions>
        <Button variant="contained" onClick={() => window.location.reload()}>
          {t('Refresh Page')}
        </Button>
        {/* a link of the document: what is broken may be the router */}
        <Button variant="outlined" color="inherit" href="/">
          {t('Go home')}
        </Button>
      </Actions>
    </Frame>
  );
}
