import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import type { Citation } from '#contract/courses/citation.contract.ts';
import { getPassage } from '#contract/sources/sources.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS } from '#frontend/theme/tokens.ts';
import { useDialogClose } from '#frontend/ui/dialogs/close-dialog.ts';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { findQuote } from './find-quote.ts';

const Body = styled('div')({ padding: '20px 24px 24px', display: 'grid', gap: 12, gridTemplateColumns: 'minmax(0, 1fr)' });
const Place = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: 0, color: theme.vars.palette.text.secondary }));
const Text = styled('blockquote')(({ theme }) => ({
  margin: 0,
  paddingInlineStart: 16,
  borderInlineStart: `3px solid ${theme.vars.palette.line.waiting}`,
  fontFamily: FONTS.reading,
  lineHeight: 1.6,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  '& mark': {
    backgroundColor: theme.vars.palette.background.sunken,
    color: 'inherit',
    fontWeight: 600,
    borderBlockEnd: `2px solid ${theme.vars.palette.primary.main}`,
    '@media (forced-colors: active)': { backgroundColor: 'Mark', color: 'MarkText' },
  },
}));

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

/** The passage behind a citation, with the quote highlighted. Readers without access to the source see the quote only. */
export default function PassageDialog({ citation, onClose }: PassageDialogProps) {
  const close = useDialogClose(onClose);
  const { passage: place, quote } = citation;
  const { data, isPending, isError } = useQuery({
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
      <Body>
        <Typography variant="h2" id="passage-title" sx={{ overflowWrap: 'anywhere' }}>
          {place ? place.source_name : t('not from your sources')}
        </Typography>
        {place && <Place>{[page, ...(data?.headings ?? [])].filter(Boolean).join(' · ')}</Place>}
        {place && isPending && <LoadingState label={t('Loading the passage')} rows={4} />}
        {(!place || isError) && (
          <Text>
            <mark>{quote}</mark>
          </Text>
        )}
        {data && (
          <Text>
            {found ? (
              <>
                {data.text.slice(0, found.start)}
                <mark>{data.text.slice(found.start, found.end)}</mark>
                {data.text.slice(found.end)}
              </>
            ) : (
              data.text
            )}
          </Text>
        )}
        <Place>{stateWords(citation)}</Place>
        {isError && <Place>{t('The rest of the passage is not here: the source was removed, or belongs to who made the course.')}</Place>}
        <div>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      </Body>
    </Dialog>
  );
}
