import { Link } from '@tanstack/react-router';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Notice, ToastKind } from '#frontend/lib/toast.ts';
import { t } from '#frontend/lib/text.ts';
import { CheckIcon, InfoIcon } from '#frontend/ui/icons.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

/** The kind in a word, because colour alone is not accessible. */
const kindWord = (kind: ToastKind): string => ({ success: t('Done'), error: t('Error'), info: t('Note'), warning: t('Warning') })[kind];

const Block = styled('div')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  alignSelf: 'stretch',
  paddingBlock: 6,
  paddingInlineStart: 12,
  borderInlineStart: `3px solid ${theme.vars.palette.info.main}`,
  '&[data-kind="success"]': { borderColor: theme.vars.palette.success.main },
  '&[data-kind="error"]': { borderColor: theme.vars.palette.error.main },
  '&[data-kind="warning"]': { borderColor: theme.vars.palette.warning.main },
  '& a': { ...theme.typography.body2, color: theme.vars.palette.primary.main, fontWeight: 600 },
}));

export type NoticeLines = Pick<Notice, 'kind' | 'text' | 'link'>;

interface NoticeBodyProps {
  readonly notice: NoticeLines;
  readonly meta?: string;
  /** Called when the link is opened. */
  readonly onFollow?: () => void;
}

/**
 * The emoji at the start of some specified texts. The mark of every success replaces it, because the interface uses no emoji; screen
 * readers get the text word for word.
 */
const MARK = '✅ ';

function Sentence({ text }: { readonly text: string }) {
  if (!text.startsWith(MARK)) return text;
  return (
    <>
      <VisuallyHidden>{MARK}</VisuallyHidden>
      {text.slice(MARK.length)}
    </>
  );
}

/** One message in the form used everywhere: the mark of its kind, its sentence, and its link. */
export function NoticeBody({ notice, meta, onFollow }: NoticeBodyProps) {
  const Mark = notice.kind === 'success' ? CheckIcon : InfoIcon;
  return (
    <Block data-kind={notice.kind}>
      {meta !== undefined && (
        <Typography variant="caption" component="p" color="textSecondary">
          {meta}
        </Typography>
      )}
      <Typography variant="body2">
        <Mark
          aria-hidden
          color={notice.kind}
          fontSize="inherit"
          sx={{ width: '1.2em', height: '1.2em', verticalAlign: '-0.2em', marginInlineEnd: 0.75 }}
        />
        <VisuallyHidden>{kindWord(notice.kind)} · </VisuallyHidden>
        <span>
          <Sentence text={notice.text} />
        </span>
      </Typography>
      {notice.link && (
        <Link to={notice.link.href} onClick={onFollow}>
          {notice.link.label}
        </Link>
      )}
    </Block>
  );
}
