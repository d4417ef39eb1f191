import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Shortfall } from '#frontend/lib/api-error.ts';
import { formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';

const Block = styled('div')(({ theme }) => ({
  borderInlineStart: `3px solid ${theme.vars.palette.warning.main}`,
  paddingInlineStart: 13,
  paddingBlock: 4,
  marginBlock: 12,
}));

/** Says that there are not enough tokens (G17): how many are missing, and how to get more. Typed text is kept. */
export function ShortfallNote({ shortfall }: { readonly shortfall: Shortfall }) {
  return (
    <Block role="alert">
      <Typography variant="h4" component="p">
        {t('Add tokens to continue')}
      </Typography>
      <Typography variant="body2">
        {shortfall.ofBoth ??
          t('This needs up to {needed} tokens, and you have {available}.', {
            needed: formatTokenCount(shortfall.needed),
            available: formatTokenCount(shortfall.available),
          })}
      </Typography>
      <DialogLink dialog="tokens" variant="outlined" sx={{ marginBlockStart: 1 }}>
        {t('Add tokens')}
      </DialogLink>
    </Block>
  );
}
