import { useState, type RefObject } from 'react';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { KeyboardIcon } from '#frontend/ui/feature-icons.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { OPERATOR_PLACES } from './console-places.ts';
import { CONSOLE_KEYS, keysOf, useRowKeys, type ConsoleKey } from './console-keys.ts';

/** Hides it on devices that probably have no keyboard. */
const NO_KEYBOARD = { '@media (pointer: coarse), (width < 768px)': { display: 'none' } } as const;

/** Handles the console's keys for the screen in `main`; its button lists the keys that do something there. */
export function KeyList({ main }: { readonly main: RefObject<HTMLElement | null> }) {
  const [listed, setListed] = useState<readonly ConsoleKey[] | null>(null);
  const list = () => setListed(keysOf(main.current));
  useRowKeys(main, list);
  const close = () => setListed(null);
  return (
    <>
      <Button size="small" color="inherit" startIcon={<KeyboardIcon aria-hidden />} onClick={list} sx={NO_KEYBOARD}>
        {t('Keys')}
      </Button>
      {listed && (
        <AskDialog
          title={t('Console shortcuts')}
          onClose={close}
          actions={
            <Button variant="contained" onClick={close}>
              {t('Close')}
            </Button>
          }
        >
          <Table size="small" aria-label={t('Console shortcuts')}>
            <TableBody>
              {CONSOLE_KEYS.filter(({ key }) => listed.includes(key)).map(({ key, words }) => (
                <TableRow key={key}>
                  <TableCell component="th" scope="row">
                    <kbd>{key.length === 1 ? key : 'Enter'}</kbd>
                  </TableCell>
                  <TableCell>{words()}</TableCell>
                </TableRow>
              ))}
              {OPERATOR_PLACES.map(({ id, key, caption }) => (
                <TableRow key={id}>
                  <TableCell component="th" scope="row">
                    <kbd>g</kbd> <kbd>{key}</kbd>
                  </TableCell>
                  <TableCell>{caption()}</TableCell>
                </TableRow>
              ))}
              <TableRow>
                <TableCell component="th" scope="row">
                  <kbd>Ctrl K</kbd>
                </TableCell>
                <TableCell>{t('Search or run a command')}</TableCell>
              </TableRow>
            </TableBody>
          </Table>
          <p>
            {t('Shortcuts are paused while you type.')} <TextLink to="/settings">{t('Turn off shortcuts in the settings')}</TextLink>
          </p>
        </AskDialog>
      )}
    </>
  );
}
