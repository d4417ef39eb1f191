import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { PRODUCT } from '#contract/product.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** The user confirmed that they saved the codes. */
  readonly onKept: () => void;
}

/** New recovery codes, which are shown only once: save as a file or print. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const save = (): void => {
    const text = [t('Recovery codes of {product}. Each works once.', { product: PRODUCT }), '', ...codes, ''].join('\n');
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'recovery-codes.txt');
  };
  return (
    <>
      <Typography>
        {t('Keep these recovery codes somewhere you can reach without your phone. Each lets you in once. They are not shown again.')}
      </Typography>
      <Box component="ol" aria-label={t('Recovery codes')} dir="ltr" sx={{ margin: 0, columns: '2 12ch', columnGap: 4 }}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Box>
      <Box sx={{ displayPrint: 'none' }}>
        <ActionRow>
          <Button variant="contained" onClick={save}>
            {t('Save as a file')}
          </Button>
          <Button variant="outlined" color="inherit" onClick={() => window.print()}>
            {t('Print')}
          </Button>
          <Button color="inherit" onClick={onKept}>
            {t('I have saved them')}
          </Button>
        </ActionRow>
      </Box>
    </>
  );
}
