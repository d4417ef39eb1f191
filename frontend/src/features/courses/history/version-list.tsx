import { styled } from '@mui/material/styles';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { Version } from '../version-queries.ts';
import { changedText, originText } from './version-words.ts';

const Row = styled(MarginRow, { shouldForwardProp: () => true })({ '&&': { flexWrap: 'wrap', rowGap: 2 } });
const Text = styled('div')({ flex: '1 1 12rem', minWidth: 0 });
const Meta = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
}));

interface VersionListProps {
  readonly courseId: string;
  readonly versions: readonly Version[];
  readonly language: TextLanguage;
  /** The compared version. */
  readonly chosen: number | null;
}

/** The versions of a course, newest first; each but the live one links to its comparison with the live one. */
export function VersionList({ courseId, versions, language, chosen }: VersionListProps) {
  return (
    <Rows>
      {versions.map((version) => {
        const changed = changedText(version);
        return (
          <Row key={version.number} as="li" state={version.current || version.number === chosen ? 'done' : 'waiting'}>
            <Text>
              <strong>{t('Version {n}', { n: version.number })}</strong> · {originText(version)} · {formatWhen(version.created_at)}
              {changed !== '' && (
                <Meta>
                  <span {...language}>{isolateLatinTerms(changed, language.dir)}</span>
                </Meta>
              )}
            </Text>
            {version.current ? (
              <Meta>{t('Live now')}</Meta>
            ) : (
              <TextLink
                to="/courses/$courseId/history"
                params={{ courseId }}
                search={{ version: version.number }}
                aria-current={version.number === chosen ? 'true' : undefined}
              >
                {t('Compare with now')}
                <VisuallyHidden> {t('(version {n})', { n: version.number })}</VisuallyHidden>
              </TextLink>
            )}
          </Row>
        );
      })}
    </Rows>
  );
}
