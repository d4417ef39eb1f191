import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';

/** The exact words of an identity provider, marked as a quotation: they are a stranger's, in any language. */
export function ProviderWords({ children }: { readonly children: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'block',
        borderInlineStart: 2,
        borderColor: 'divider',
        paddingInlineStart: 1.5,
        marginBlock: 0.5,
        overflowWrap: 'anywhere',
      }}
    >
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        {t('Your provider wrote:')}
      </Typography>
      <bdi dir="auto">“{children}”</bdi>
    </Box>
  );
}
