import { useState } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ROSTER_COLUMNS, type RosterColumn, type RosterReading } from '#contract/organisations/rosters.contract.ts';
import type { TextEncoding } from '#contract/platform/text-encodings.ts';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ColumnFields } from '#frontend/ui/fields/column-fields.tsx';
import { EncodingField, encodingName } from '#frontend/ui/fields/encoding-field.tsx';
import { FormMessage, type Message } from '#frontend/ui/fields/form-message.tsx';
import { columnName } from './organisation-words.ts';

/** How a user wants a file to be interpreted; undefined fields are detected. */
export interface ChosenReading {
  readonly encoding?: TextEncoding | undefined;
  readonly columns?: readonly (RosterColumn | null)[] | undefined;
}

interface ReadingFormProps {
  readonly reading: RosterReading;
  /** The choices made before this interpretation. */
  readonly chosen: ChosenReading;
  readonly isPending: boolean;
  readonly message: Message | null;
  /** Called to interpret the file again, in another encoding. */
  readonly onLook: (chosen: ChosenReading) => void;
  readonly onRead: (chosen: ChosenReading) => void;
  readonly onClose: () => void;
}

/** How a file is interpreted: its encoding, shown by three names, and the meaning of each column. */
export function ReadingForm({ reading, chosen, isPending, message, onLook, onRead, onClose }: ReadingFormProps) {
  const [columns, setColumns] = useState<readonly (RosterColumn | null)[] | undefined>(chosen.columns);
  const shown = reading.columns.map(({ column }, at) => (columns ? (columns[at] ?? null) : column));
  return (
    <Stack sx={{ gap: 2 }}>
      <Names reading={reading} />
      <Box sx={{ maxWidth: 420 }}>
        <EncodingField value={reading.encoding} disabled={isPending} onChange={(encoding) => onLook({ columns, encoding })} />
      </Box>
      {!shown.includes('email') && <Alert severity="warning">{t('Choose the column with the email addresses.')}</Alert>}
      <ColumnFields
        columns={reading.columns.map((one, at) => ({ ...one, column: shown[at] ?? null }))}
        names={ROSTER_COLUMNS}
        wordOf={columnName}
        onChange={setColumns}
      />
      <FormMessage message={message} />
      <ActionRow>
        <Button
          variant="contained"
          disabled={!shown.includes('email')}
          aria-busy={isPending}
          onClick={() => isPending || onRead({ columns, encoding: chosen.encoding })}
        >
          {t('Preview the changes')}
        </Button>
        <Button color="inherit" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </ActionRow>
    </Stack>
  );
}

/** Three names from the file: a user who knows them sees whether the encoding is right. */
function Names({ reading: { names, encoding, is_sure: isSure } }: { readonly reading: RosterReading }) {
  if (names.length === 0) return null;
  return (
    <div>
      <Typography>
        {t('Are these names right?')}{' '}
        <bdi>
          <strong>{formatList(names)}</strong>
        </bdi>
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {isSure
          ? t('Read as {encoding}.', { encoding: encodingName(encoding) })
          : t('Read as {encoding}, which is a guess. If letters look wrong, choose another alphabet.', {
              encoding: encodingName(encoding),
            })}
      </Typography>
    </div>
  );
}

interface ReadingFactsProps {
  readonly reading: RosterReading;
  /** Undefined if its file is no longer at hand. */
  readonly onChange: (() => void) | undefined;
}

/** How the file of a list was interpreted, above the changes that it would make. */
export function ReadingFacts({ reading, onChange }: ReadingFactsProps) {
  const left = reading.columns.filter(({ column, title }) => column === null && title !== '').map(({ title }) => title);
  return (
    <Stack sx={{ gap: 0.5, alignItems: 'flex-start' }}>
      <Names reading={reading} />
      {left.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('Columns ignored: {columns}.', { columns: formatList(left) })}
        </Typography>
      )}
      {onChange ? (
        <Button color="inherit" variant="outlined" onClick={onChange} sx={{ marginBlockStart: 1 }}>
          {t('Read the file differently')}
        </Button>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {t('To read it differently, upload the file again.')}
        </Typography>
      )}
    </Stack>
  );
}
