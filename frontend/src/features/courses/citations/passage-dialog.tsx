import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { Citation } from '#contract/courses/citation.contract.ts';
import { getPassage } from '#contract/sources/sources.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, isNotFound } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useDialogClose } from '#frontend/ui/dialogs/close-dialog.ts';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { Quotation } from '#frontend/ui/quotation.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

/** The verification result of a citation, in words. */
function stateWords({ state }: Citation): string {
  if (state === 'supported')
    return t('The quote is in the source word for word, and a second service found that it supports the sentence.');
  if (state === 'unchecked')
    return t('The quote is in the source word for word. No second service has checked whether it supports the sentence.');
  if (state === 'unsupported') return t('The quote is in the source, but a second service found that it does not support the sentence.');
  return t('These words are in none of your sources.');
}

interface PassageDialogProps {
  readonly citation: Citation;
  readonly onClose: () => void;
}

/** The passage behind a citation, with the quote highlighted. Readers without access to the source see only the quote. */
export default function PassageDialog({ citation, onClose }: PassageDialogProps) {
  const close = useDialogClose(onClose);
  const { passage: place, quote } = citation;
  const { data, isPending, error } = useQuery({
    queryKey: ['passage', place?.source_id, place?.number],
    queryFn: async ({ signal }) =>
      (await call(getPassage, { params: { source_id: place?.source_id ?? '', number: String(place?.number) }, signal })).passage,
    enabled: place !== null,
    retry: false,
    staleTime: Infinity,
  });
  const found = data && findQuote(data.text, quote);
  const page = place?.page ? t('Page {n}', { n: place.page }) : '';
  return (
    <Dialog open onClose={close} aria-labelledby="passage-title" maxWidth={false} slotProps={{ paper: { sx: { maxWidth: 640 } } }}>
      <Stack sx={{ gap: 1.5, padding: '20px 24px 24px' }}>
        <Typography variant="h2" id="passage-title" sx={{ overflowWrap: 'anywhere' }}>
          {place ? place.source_name : t('not from your sources')}
        </Typography>
        {place && (
          <Typography variant="body2" color="textSecondary">
            <MetaLine facts={[page, ...(data?.headings ?? [])]} />
          </Typography>
        )}
        {place && isPending && <LoadingState label={t('Loading the passage')} rows={4} />}
        {(!place || error) && (
          <Quotation>
            <mark>{quote}</mark>
          </Quotation>
        )}
        {data && (
          <Quotation>
            {found ? (
              <>
                {data.text.slice(0, found.start)}
                <mark>{data.text.slice(found.start, found.end)}</mark>
                {data.text.slice(found.end)}
              </>
            ) : (
              data.text
            )}
          </Quotation>
        )}
        <Typography variant="body2" color="textSecondary">
          {stateWords(citation)}
        </Typography>
        {error && (
          <Typography variant="body2" color="textSecondary">
            {isNotFound(error)
              ? t('The rest of the passage is not available: the source was removed, or belongs to the course’s creator.')
              : errorText(error, t('The rest of the passage could not be loaded.'))}
          </Typography>
        )}
        <div>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}

/** Characters that programs typeset differently. */
const ALIKE = ["'‘’‚`´", '"“”„«»', '-‐‑‒–—―−'];

const escaped = (sign: string): string => sign.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
const signOf = (sign: string): string => {
  const same = ALIKE.find((signs) => signs.includes(sign));
  return same ? `[${[...same].map(escaped).join('')}]` : escaped(sign);
};

/** Finds a quote in a passage, ignoring spacing and variants of punctuation between its words; null if it is not there. */
export function findQuote(text: string, quote: string): { start: number; end: number } | null {
  const words = quote.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const match = new RegExp(words.map((word) => [...word].map(signOf).join('')).join(String.raw`\s+`), 'u').exec(text);
  return match && { start: match.index, end: match.index + match[0].length };
}
