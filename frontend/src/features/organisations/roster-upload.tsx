import { useEffect, useEffectEvent, useRef, useState } from 'react';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  ROSTER_COLUMNS,
  ROSTER_LIMITS,
  type Roster,
  type RosterColumn,
  type RosterReading,
} from '#contract/organisations/rosters.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatList, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage, type Message } from '#frontend/ui/fields/form-message.tsx';
import { columnName } from './organisation-words.ts';
import { useLook, useUpload } from './roster-queries.ts';
import { ReadingForm, type ChosenReading } from './roster-reading.tsx';

/** A list as it was sent, kept as long as its page is open, so that it can be interpreted differently without choosing the file again. */
export interface SentList {
  readonly file: File;
  readonly chosen: ChosenReading;
  readonly removes: boolean;
  /** The legal basis for authorising people under 13; null if nobody is authorised. */
  readonly reason: string | null;
  readonly rosterId: string;
}

/** A template with the most common columns, and a line for each kind of person. The server knows the English names of columns. */
const EXAMPLE = `data:text/csv;charset=utf-8,${encodeURIComponent(
  'email,first name,last name,role,classes\nbo.lin@school.example,Bo,Lin,member,7B\nada.okafor@school.example,Ada,Okafor,teacher,7A; 7B\n',
)}`;

const NAMES: readonly (RosterColumn | null)[] = ['name', 'given_name', 'family_name'];
/** Whether no question is needed: encoding, addresses and names are known, or no other column could contain names. */
const isClear = ({ is_sure: isSure, columns }: RosterReading): boolean => {
  const known = columns.map(({ column }) => column);
  const isWithoutNames =
    !known.some((column) => NAMES.includes(column)) && columns.some(({ column, samples }) => !column && samples.length > 0);
  return isSure && known.includes('email') && !isWithoutNames;
};

interface UploadProps {
  readonly userId: string;
  /** A list to be interpreted differently. */
  readonly again: SentList | null;
  readonly onRead: (sent: Omit<SentList, 'rosterId'>, roster: Roster) => void;
}

/** Uploads a list: the file is inspected, the user is asked about anything unclear, and then the changes are shown. */
export function RosterUpload({ userId, again, onRead }: UploadProps) {
  const field = useRef<HTMLInputElement>(null);
  const [removes, setRemoves] = useState(again?.removes ?? false);
  const [isAnswering, setAnswering] = useState(again !== null && again.reason !== null);
  const [reason, setReason] = useState(again?.reason ?? '');
  const [pasted, setPasted] = useState('');
  const [file, setFile] = useState<File | null>(again?.file ?? null);
  const [reading, setReading] = useState<RosterReading | null>(null);
  /** Whether the user is asked how to interpret the file: something is unclear, or the user wants to change it. */
  const [isAsking, setAsking] = useState(again !== null);
  const [chosen, setChosen] = useState<ChosenReading>(again?.chosen ?? {});
  const look = useLook();
  const upload = useUpload(userId, (roster) => {
    if (file) onRead({ file, chosen, removes, reason: isAnswering ? reason : null }, roster);
  });
  const send = (one: File, how: ChosenReading): void => {
    setChosen(how);
    upload.mutate({ file: one, removes, reason: isAnswering ? reason.trim() : '', chosen: how });
  };
  const lookAt = (one: File, how: ChosenReading): void => {
    setFile(one);
    setChosen(how);
    upload.reset();
    look.mutate(
      { file: one, chosen: how },
      {
        onSuccess: (found) => {
          setReading(found);
          // a clear file goes straight to the preview of its changes
          if (!isAsking && isClear(found)) send(one, how);
          else setAsking(true);
        },
      },
    );
  };
  const begin = useEffectEvent(() => {
    if (again) look.mutate({ file: again.file, chosen: again.chosen }, { onSuccess: setReading });
  });
  useEffect(() => begin(), []);
  const lacksReason = isAnswering && reason.trim() === '';
  const failed = upload.error ?? look.error;
  const message: Message | null = failed && { kind: 'error', text: errorText(failed, t('The list could not be read.')) };
  if (isAsking && file && reading)
    return (
      <DeskSection title={t('How the file is read')} about={<bdi>{file.name}</bdi>}>
        <ReadingForm
          reading={reading}
          chosen={chosen}
          isPending={look.isPending || upload.isPending}
          message={message}
          onLook={(how) => lookAt(file, how)}
          onRead={(how) => send(file, how)}
          onClose={() => {
            setAsking(false);
            upload.reset();
            look.reset();
          }}
        />
      </DeskSection>
    );
  return (
    <DeskSection
      title={t('Upload a list')}
      about={t('You see the changes first. Nothing changes and nobody gets an email until you apply the list.')}
    >
      <Typography>
        {t(
          'A CSV file or a table from a spreadsheet or a school system, with up to {n} people. Possible columns: {columns}. Only the email address is required.',
          { n: formatNumber(ROSTER_LIMITS.rows), columns: formatList(ROSTER_COLUMNS.map(columnName)) },
        )}
      </Typography>
      <Link href={EXAMPLE} download="people.csv">
        {t('Download an example')}
      </Link>
      <div>
        <CheckField
          label={t('Remove members and teachers who are not in the list')}
          checked={removes}
          onChange={({ target }) => setRemoves(target.checked)}
        />
        <CheckField
          label={t('Authorise everyone under 13 in the list, as their school')}
          checked={isAnswering}
          onChange={({ target }) => setAnswering(target.checked)}
        />
      </div>
      {isAnswering && (
        <TextField
          label={t('Reason')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          maxLength={300}
          helper={t('For example, where the parents’ signed consent is filed. It is stored with your name, and the pupils see both.')}
        />
      )}
      <input
        ref={field}
        type="file"
        accept=".csv,.txt,.tsv,.md"
        hidden
        aria-label={t('List of people')}
        onChange={({ target }) => {
          const [list] = target.files ?? [];
          target.value = '';
          if (list) lookAt(list, {});
        }}
      />
      <FormMessage message={message} />
      <ActionRow>
        <Button
          variant={pasted === '' ? 'contained' : 'outlined'}
          disabled={lacksReason}
          aria-busy={look.isPending || upload.isPending}
          onClick={() => field.current?.click()}
        >
          {t('Choose a file')}
        </Button>
      </ActionRow>
      <TextField
        label={t('Or paste rows of a spreadsheet')}
        multiline
        minRows={2}
        maxRows={10}
        value={pasted}
        onChange={({ target }) => setPasted(target.value)}
        helper={t('Select the rows with the header row in your spreadsheet, copy them, and paste them here.')}
      />
      {pasted.trim() !== '' && (
        <ActionRow>
          <Button
            variant="contained"
            disabled={lacksReason}
            aria-busy={look.isPending || upload.isPending}
            onClick={() => lookAt(new File([pasted], t('Pasted rows'), { type: 'text/plain' }), {})}
          >
            {t('Preview the changes')}
          </Button>
        </ActionRow>
      )}
    </DeskSection>
  );
}
