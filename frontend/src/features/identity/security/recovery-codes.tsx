import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { PRODUCT } from '#contract/product.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS } from '#frontend/theme/tokens.ts';

const Codes = styled('ol')({
  margin: 0,
  paddingInlineStart: 28,
  columns: '2 12ch',
  columnGap: 32,
  fontFamily: FONTS.mono,
  '& > li': { breakInside: 'avoid', paddingBlock: 2 },
});
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, '@media print': { display: 'none' } });

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
        {t('Keep these recovery codes where you find them without your phone. Each lets you in once. They are not shown again.')}
      </Typography>
      <Codes aria-label={t('Recovery codes')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Buttons>
        <Button variant="contained" onClick={save}>
          {t('Save as a file')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => window.print()}>
          {t('Print')}
        </Button>
        <Button color="inherit" onClick={onKept}>
          {t('I have saved them')}
        </Button>
      </Buttons>
    </>
  );
}
