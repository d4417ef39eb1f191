import Stack from '@mui/material/Stack';
import { MOST_PRICE } from '#contract/operator/service-connections.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import type { Entry } from './connection-entry.ts';

interface PriceFieldsProps {
  readonly entry: Entry;
  readonly onChange: (next: Partial<Entry>) => void;
  readonly error?: string | undefined;
}

/** The price of an own server: free on the local network, required elsewhere. */
export const OwnPriceFields = ({ entry, onChange, error }: PriceFieldsProps) => (
  <>
    <SelectField
      label={t('Token price')}
      required
      value={entry.paid}
      onChange={({ target }) => onChange({ paid: target.value as Entry['paid'] })}
      options={[
        ...(entry.paid === '' ? [{ value: '', label: t('Choose') }] : []),
        { value: 'free', label: t('Nothing: it is free') },
        { value: 'price', label: t('A price per million tokens') },
      ]}
      helper={
        entry.paid === ''
          ? t('Required for an address outside this machine and its network, so that costs are correct.')
          : t('Course prices and budgets are based on this price.')
      }
      error={error}
    />
    {entry.paid === 'price' && <Prices entry={entry} onChange={onChange} />}
  </>
);

/** The price of a vendor's model here, if it differs from the list price. */
export const ListedPriceFields = ({ entry, onChange }: PriceFieldsProps) => (
  <Prices
    entry={entry}
    onChange={onChange}
    helper={t('Leave empty to use the list price. If there is none, the cost of its calls is unknown.')}
  />
);

const Prices = ({ entry, onChange, helper }: PriceFieldsProps & { readonly helper?: string }) => (
  <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, '& > *': { flex: 1 } }}>
    <PriceField
      label={t('Input, US dollars per million tokens')}
      value={entry.input}
      onValue={(input) => onChange({ input })}
      helper={helper}
    />
    <PriceField
      label={t('Output, US dollars per million tokens')}
      value={entry.output}
      onValue={(output) => onChange({ output })}
      helper={helper}
    />
  </Stack>
);

interface PriceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly helper?: string | undefined;
}

const PriceField = ({ label, value, onValue, helper }: PriceFieldProps) => (
  <TextField
    label={label}
    type="number"
    inputMode="decimal"
    min={0}
    max={MOST_PRICE}
    step="any"
    value={value}
    onChange={({ target }) => onValue(target.value)}
    helper={helper}
  />
);
