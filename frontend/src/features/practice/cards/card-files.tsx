import { useRef, useState } from 'react';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  CARD_FORMATS,
  exportFlashCards,
  importFlashCards,
  LEFT_OUT_REASONS,
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
import { EncodingField } from '#frontend/ui/fields/encoding-field.tsx';
import { ExpandMoreIcon } from '#frontend/ui/icons.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { useCardsChanged } from './card-queries.ts';

const captions = (): Readonly<Record<CardFormat, string>> => ({ apkg: t('Export for Anki'), csv: t('Export as CSV') });

const leftOut = (reason: LeftOutReason, cards: number): string =>
  ({
    no_text: () => t('{cards, plural, one {# left out} other {# left out}}: without text on both sides', { cards }),
    too_long: () => t('{cards, plural, one {# left out} other {# left out}}: too long', { cards }),
    picture: () => t('{cards, plural, one {# left out} other {# left out}}: of nothing but a picture', { cards }),
    repeated: () => t('{cards, plural, one {# left out} other {# left out}}: in the file more than once', { cards }),
    not_understood: () => t('{cards, plural, one {# left out} other {# left out}}: of a kind that cannot be read here', { cards }),
  })[reason]();

interface ChosenFile {
  readonly file: File;
  /** Absent: it is found out. */
  readonly encoding?: TextEncoding;
}

interface ImportProps {
  readonly userId: string;
  /** Where cards go whose file names no deck. */
  readonly deck: string;
}

/** Takes cards in from a file of Anki or a table: the field to choose it, which stays while they are taken in, and what opens it. */
function useImport({ userId, deck }: ImportProps) {
  const field = useRef<HTMLInputElement>(null);
  const changed = useCardsChanged(userId);
  const failed = t('The cards could not be imported.');
  /** A table whose alphabet is asked about before any card is taken in. */
  const [asked, setAsked] = useState<{ file: File; reading: CardsReading } | null>(null);
  const look = useAction({
    mutationFn: ({ file, encoding }: ChosenFile) =>
      call(importFlashCards, { files: { file }, body: { deck, look: 'true', ...(encoding && { encoding }) }, fallback: failed }),
    onSuccess: ({ reading }, { file, encoding }) => {
      if (reading && (encoding || reading.encoding !== 'utf-8' || !reading.is_sure)) setAsked({ file, reading });
      else take.mutate({ file });
    },
    onError: (error: Error) => toast('error', errorText(error, failed)),
  });
  const take = useAction({
    mutationFn: ({ file, encoding }: ChosenFile) =>
      call(importFlashCards, { files: { file }, body: { deck, ...(encoding && { encoding }) }, fallback: failed }),
    onSuccess: ({ added, updated, unchanged, reasons, media }, { file: { name } }) => {
      setAsked(null);
      const parts = [
        t('{added, plural, one {# card added} other {# cards added}}', { added }),
        ...(updated > 0 ? [t('{updated, plural, one {# updated} other {# updated}}', { updated })] : []),
        ...(unchanged > 0 ? [t('{unchanged, plural, one {# was there already} other {# were there already}}', { unchanged })] : []),
        ...LEFT_OUT_REASONS.flatMap((reason) => (reasons[reason] ? [leftOut(reason, reasons[reason])] : [])),
        ...(media > 0
          ? [t('{media, plural, one {# picture or recording is} other {# pictures or recordings are}} not taken in', { media })]
          : []),
        ...(added > 0 && /\.apkg$/i.test(name) ? [t('They are new here: when they were due in Anki is not taken in')] : []),
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
          <FormDialog
            title={t('Are these cards right?')}
            onClose={() => setAsked(null)}
            onSubmit={() => take.isPending || take.mutate({ file: asked.file, encoding: asked.reading.encoding })}
            actions={
              <FormActions
                label={t('Import {cards, plural, one {# card} other {# cards}}', { cards: asked.reading.found })}
                isPending={take.isPending}
                onClose={() => setAsked(null)}
              />
            }
          >
            <Stack sx={{ gap: 2 }}>
              <EntryList aria-label={t('Cards of the file')}>
                {asked.reading.cards.map(({ front, back }, at) => (
                  <Entry key={at} title={<bdi>{front}</bdi>} lines={[<bdi key="back">{back}</bdi>]} />
                ))}
              </EntryList>
              <EncodingField
                value={asked.reading.encoding}
                disabled={look.isPending}
                onChange={(encoding) => look.mutate({ file: asked.file, encoding })}
              />
              <Typography variant="body2" color="textSecondary">
                {t('Choose another alphabet if letters are wrong.')}
              </Typography>
            </Stack>
          </FormDialog>
        )}
        <input
          ref={field}
          type="file"
          accept=".apkg,.csv,.txt,.tsv,.md"
          hidden
          aria-label={t('File of flash cards')}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            // a package says itself how it is written
            if (file) (/\.apkg$/i.test(file.name) ? take : look).mutate({ file });
          }}
        />
      </>
    ),
  };
}

/** The button of who has no cards yet. */
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
  /** The deck that is saved; undefined: all. */
  readonly exported: string | undefined;
}

/** A menu that takes cards in from a file, and saves those of a deck, or all, as one. */
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
