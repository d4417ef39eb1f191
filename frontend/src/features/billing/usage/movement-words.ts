import { csvField } from '#contract/platform/csv-field.ts';
import type { Movement } from '#contract/billing/wallet.contract.ts';
import { formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import type { MovementKind } from './usage-search.ts';

/** The kind of a movement as a word. */
export const kindWord = (kind: MovementKind): string =>
  ({
    grant: t('Received'),
    reserve: t('Reserved'),
    capture: t('Charged'),
    release: t('Returned'),
    expire: t('Expired'),
    revoke: t('Revoked'),
    freeze: t('On hold'),
    thaw: t('Released'),
    adjust: t('Corrected'),
  })[kind];

/** The word for one movement. A charge consumes an earlier reservation, so its figure is the released remainder. */
export function movementWord({ kind, tokens }: Pick<Movement, 'kind' | 'tokens'>): string {
  if (kind !== 'capture') return kindWord(kind);
  return tokens > 0 ? t('Charged; the rest was returned') : t('Charged in full');
}

/** `+40`, `−31`, `0`: the sign is part of the figure. */
export const signed = (tokens: number): string => (tokens === 0 ? '0' : `${tokens > 0 ? '+' : '−'}${formatTokenCount(Math.abs(tokens))}`);

const COLUMNS = ['at', 'kind', 'cause', 'tokens', 'balance_after', 'wallet', 'task_id', 'order_id'] as const;

/** The movements as a CSV file: ISO times, plain figures, and a byte order mark so that spreadsheets read UTF-8. */
export const movementsCsv = (movements: readonly Movement[]): string =>
  `\uFEFF${[COLUMNS.map((column) => (column === 'at' ? 'at_utc' : column)).join(','), ...movements.map((movement) => COLUMNS.map((column) => csvField(movement[column])).join(','))].join('\r\n')}\r\n`;
