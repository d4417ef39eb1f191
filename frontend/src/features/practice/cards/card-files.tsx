import { useRef } from 'react';
import Button from '@mui/material/Button';
import {
  CARD_FORMATS,
  exportFlashCards,
  importFlashCards,
  LEFT_OUT_REASONS,
  type CardFormat,
  type LeftOutReason,
} from '#contract/practice/cards.contract.ts';
import { call, callForFile } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
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

/** Takes cards in from a file of Anki or a table. */
export function ImportCards({ userId, deck }: { readonly userId: string; readonly deck: string }) {
  const field = useRef<HTMLInputElement>(null);
  const changed = useCardsChanged(userId);
  const failed = t('The cards could not be imported.');
  const take = useAction({
    mutationFn: (file: File) => call(importFlashCards, { files: { file }, body: { deck }, fallback: failed }),
    onSuccess: ({ added, updated, unchanged, reasons, media }, { name }) => {
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
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".apkg,.csv,.txt,.tsv"
        hidden
        aria-label={t('File of flash cards')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) take.mutate(file);
        }}
      />
      <Button variant="outlined" color="inherit" aria-busy={take.isPending} onClick={() => field.current?.click()}>
        {t('Import from Anki or CSV')}
      </Button>
    </>
  );
}

/** Buttons that save the cards of a deck, or all, as a file. */
export function ExportCards({ deck }: { readonly deck: string | undefined }) {
  const save = useAction({
    mutationFn: (format: CardFormat) => callForFile(exportFlashCards, { query: { format, deck } }),
    onSuccess: ({ file, name }, format) => saveFile(file, name ?? `flash-cards.${format}`),
    onError: (error: Error) => toast('error', errorText(error, t('The cards could not be exported.'))),
  });
  return CARD_FORMATS.map((format) => (
    <Button key={format} color="inherit" aria-busy={save.isPending && save.variables === format} onClick={() => save.mutate(format)}>
      {captions()[format]}
    </Button>
  ));
}
