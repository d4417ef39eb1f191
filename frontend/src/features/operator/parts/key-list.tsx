import { useState, type RefObject } from 'react';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { CONSOLE_KEYS, useRowKeys } from './console-keys.ts';

/** Hides it where there is most likely no keyboard. */
const NO_KEYBOARD = { '@media (pointer: coarse), (width < 768px)': { display: 'none' } } as const;

/** The console's keys for the screen in `main`, and the button that lists them. */
export function KeyList({ main }: { readonly main: RefObject<HTMLElement | null> }) {
  const [isOpen, setOpen] = useState(false);
  useRowKeys(main, () => setOpen(true));
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" color="inherit" startIcon={<KeyboardIcon aria-hidden />} onClick={() => setOpen(true)} sx={NO_KEYBOARD}>
        {t('Keys')}
      </Button>
      {isOpen && (
        <AskDialog
          title={t('Keys of the console')}
          onClose={close}
          actions={
            <Button variant="contained" onClick={close}>
              {t('Close')}
            </Button>
          }
        >
          <Table size="small" aria-label={t('Keys of the console')}>
            <TableBody>
              {CONSOLE_KEYS.map(({ key, words }) => (
                <TableRow key={key}>
                  <TableCell component="th" scope="row">
                    <kbd>{key.length === 1 ? key : 'Enter'}</kbd>
                  </TableCell>
                  <TableCell>{words()}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          <p>
            {t('They rest while you type.')} <TextLink to="/settings">{t('Turn shortcuts off in the settings')}</TextLink>
          </p>
        </AskDialog>
      )}
    </>
  );
}
