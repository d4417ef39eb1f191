import { useRef, useState } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  CARD_COLUMNS,
  CARD_FORMATS,
  exportFlashCards,
  importFlashCards,
  LEFT_OUT_REASONS,
  type CardColumn,
  type CardFormat,
  type CardsReading,
  type LeftOutReason,
} from '#contract/practice/cards.contract.ts';
import type { TextEncoding } from '#contract/platform/text-encodings.ts';
import { call, callForFile } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { ColumnFields } from '#frontend/ui/fields/column-fields.tsx';
import { EncodingField } from '#frontend/ui/fields/encoding-field.tsx';
import { ExpandMoreIcon } from '#frontend/ui/icons.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { useCardsChanged } from './card-queries.ts';

const captions = (): Readonly<Record<CardFormat, string>> => ({ apkg: t('Export for Anki'), csv: t('Export as CSV') });

const leftOut = (reason: LeftOutReason, cards: number): string =>
  ({
    no_text: () => t('{cards, plural, one {# left out} other {# left out}}: without text on both sides', { cards }),
    too_long: () => t('{cards, plural, one {# left out} other {# left out}}: too long', { cards }),
    picture: () => t('{cards, plural, one {# left out} other {# left out}}: only a picture, no text', { cards }),
    repeated: () => t('{cards, plural, one {# left out} other {# left out}}: in the file more than once', { cards }),
    not_understood: () => t('{cards, plural, one {# left out} other {# left out}}: this card type is not supported', { cards }),
  })[reason]();

/** A file, and the user's choices so far of how to read it. */
interface ChosenFile {
  readonly file: File;
  readonly encoding?: TextEncoding;
  readonly columns?: readonly (CardColumn | null)[];
  readonly hasHead?: boolean;
}

const sentOf = ({ encoding, columns, hasHead }: ChosenFile) => ({
  ...(encoding && { encoding }),
  ...(columns && { columns: columns.map((column) => column ?? '').join(',') }),
  ...(hasHead !== undefined && { has_head: String(hasHead) }),
});

const columnName = (column: CardColumn): string =>
  ({ front: () => t('Front'), back: () => t('Back'), deck: () => t('Deck'), id: () => t('Id of the card') })[column]();

interface ImportProps {
  readonly userId: string;
  /** The deck for cards whose file names none. */
  readonly deck: string;
}

/**
 * Imports cards from an Anki file or a table. Returns the file field, which must stay mounted during the import, and the function that
 * opens it.
 */
function useImport({ userId, deck }: ImportProps) {
  const field = useRef<HTMLInputElement>(null);
  const changed = useCardsChanged(userId);
  const failed = t('The cards could not be imported.');
  /** A table whose encoding or columns must be clarified before any card is imported. */
  const [asked, setAsked] = useState<{ chosen: ChosenFile; reading: CardsReading } | null>(null);
  const look = useAction({
    mutationFn: (chosen: ChosenFile) =>
      call(importFlashCards, { files: { file: chosen.file }, body: { deck, look: 'true', ...sentOf(chosen) }, fallback: failed }),
    onSuccess: ({ reading }, chosen) => {
      const isOpen = asked !== null || reading?.encoding !== 'utf-8' || !reading.is_sure || !reading.has_known_columns;
      if (reading && isOpen) setAsked({ chosen, reading });
      else take.mutate(chosen);
    },
    onError: (error: Error) => toast('error', errorText(error, failed)),
  });
  const take = useAction({
    mutationFn: (chosen: ChosenFile) =>
      call(importFlashCards, { files: { file: chosen.file }, body: { deck, ...sentOf(chosen) }, fallback: failed }),
    onSuccess: ({ added, updated, unchanged, reasons, media }, { file: { name } }) => {
      setAsked(null);
      const parts = [
        t('{added, plural, one {# card added} other {# cards added}}', { added }),
        ...(updated > 0 ? [t('{updated, plural, one {# updated} other {# updated}}', { updated })] : []),
        ...(unchanged > 0 ? [t('{unchanged, plural, one {# was already there} other {# were already there}}', { unchanged })] : []),
        ...LEFT_OUT_REASONS.flatMap((reason) => (reasons[reason] ? [leftOut(reason, reasons[reason])] : [])),
        ...(media > 0
          ? [t('{media, plural, one {# picture or recording was} other {# pictures or recordings were}} not imported', { media })]
          : []),
        ...(added > 0 && /\.apkg$/i.test(name) ? [t('They start as new cards: their Anki schedule is not imported')] : []),
      ];
      toast(added + updated + unchanged > 0 ? 'success' : 'info', `${parts.join(' · ')}.`);
    },
    onError: (error: Error) => toast('error', errorText(error, failed)),
    onSettled: changed,
  });
  return {
    isPending: look.isPending || take.isPending,
    choose: () => field.current?.click(),
    input: (
      <>
        {asked && (
          <ReadingDialog
            reading={asked.reading}
            isLooking={look.isPending}
            isTaking={take.isPending}
            onLook={(how) => look.isPending || look.mutate({ ...asked.chosen, ...how })}
            onTake={() => take.isPending || look.isPending || take.mutate({ ...asked.chosen, encoding: asked.reading.encoding })}
            onClose={() => setAsked(null)}
          />
        )}
        <input
          ref={field}
          type="file"
          accept=".apkg,.csv,.txt,.tsv,.md"
          hidden
          aria-label={t('Flash card file')}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            // a package declares its own encoding
            if (file) (/\.apkg$/i.test(file.name) ? take : look).mutate({ file });
          }}
        />
      </>
    ),
  };
}

interface ReadingDialogProps {
  readonly reading: CardsReading;
  readonly isLooking: boolean;
  readonly isTaking: boolean;
  /** Reads the file again with other settings. */
  readonly onLook: (how: Omit<ChosenFile, 'file'>) => void;
  readonly onTake: () => void;
  readonly onClose: () => void;
}

/** How a table is read: three of its cards, its encoding, and, if it has more columns than the two sides, the meaning of each. */
function ReadingDialog({ reading, isLooking, isTaking, onLook, onTake, onClose }: ReadingDialogProps) {
  const { cards, found, encoding, columns, has_head: hasHead } = reading;
  // no cards can be shown until both sides are assigned to columns, which happens here before the file is read again
  const [placed, setPlaced] = useState<readonly (CardColumn | null)[]>();
  const shown = columns.map((one, at) => ({ ...one, column: placed ? (placed[at] ?? null) : one.column }));
  const isWhole = (some: readonly (CardColumn | null)[]) => some.includes('front') && some.includes('back');
  return (
    <FormDialog
      title={t('Are these cards right?')}
      onClose={onClose}
      onSubmit={onTake}
      actions={
        <FormActions
          label={t('Import {cards, plural, one {# card} other {# cards}}', { cards: found })}
          isPending={isTaking}
          isDisabled={placed !== undefined}
          onClose={onClose}
        />
      }
    >
      <Stack sx={{ gap: 2 }}>
        <EntryList aria-label={t('Cards of the file')}>
          {cards.map(({ front, back }, at) => (
            <Entry key={at} title={<bdi>{front}</bdi>} lines={[<bdi key="back">{back}</bdi>]} />
          ))}
        </EntryList>
        <EncodingField value={encoding} disabled={isLooking} onChange={(other) => onLook({ encoding: other })} />
        <Typography variant="body2" color="textSecondary">
          {t('Choose another alphabet if letters are wrong.')}
        </Typography>
        <CheckField
          label={t('The first row has column names, not a card')}
          checked={hasHead}
          disabled={isLooking}
          onChange={({ target }) => onLook({ hasHead: target.checked })}
        />
        {columns.length > 2 && (
          <ColumnFields
            columns={shown}
            names={CARD_COLUMNS}
            wordOf={columnName}
            isDisabled={isLooking}
            onChange={(next) => {
              setPlaced(isWhole(next) ? undefined : next);
              if (isWhole(next)) onLook({ columns: next });
            }}
          />
        )}
        {placed && <Alert severity="warning">{t('Choose the columns with the front and the back of the cards.')}</Alert>}
      </Stack>
    </FormDialog>
  );
}

/** The import button for users without cards. */
export function ImportCards(props: ImportProps) {
  const { input, isPending, choose } = useImport(props);
  return (
    <>
      {input}
      <Button variant="outlined" color="inherit" aria-busy={isPending} onClick={choose}>
        {t('Import from Anki or CSV')}
      </Button>
    </>
  );
}

interface CardFilesProps extends ImportProps {
  /** The deck to be saved; undefined for all. */
  readonly exported: string | undefined;
}

/** A menu to import cards from a file, and to save those of a deck, or all, as a file. */
export function CardFiles({ exported: deck, ...props }: CardFilesProps) {
  const { input, isPending, choose } = useImport(props);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const save = useAction({
    mutationFn: (format: CardFormat) => callForFile(exportFlashCards, { query: { format, deck } }),
    onSuccess: ({ file, name }, format) => saveFile(file, name ?? `flash-cards.${format}`),
    onError: (error: Error) => toast('error', errorText(error, t('The cards could not be exported.'))),
  });
  const then = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  return (
    <>
      {input}
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-busy={isPending || save.isPending}
        endIcon={<ExpandMoreIcon aria-hidden />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('Import, export')}
      </Button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}>
          <MenuItem onClick={then(choose)}>{t('Import from Anki or CSV')}</MenuItem>
          {CARD_FORMATS.map((format) => (
            <MenuItem key={format} onClick={then(() => save.mutate(format))}>
              {captions()[format]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
