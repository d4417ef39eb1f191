import Chip from '@mui/material/Chip';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { Version } from '../version-queries.ts';
import { changedText, originText } from './version-words.ts';

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
    <EntryList>
      {versions.map((version) => {
        const changed = changedText(version);
        const isChosen = version.number === chosen;
        return (
          <Entry
            key={version.number}
            mark={version.current || isChosen ? 'new' : undefined}
            title={t('Version {n}', { n: version.number })}
            lines={[
              `${originText(version)} · ${formatWhen(version.created_at)}`,
              ...(changed === ''
                ? []
                : [
                    <span key="changed" {...language}>
                      <FormulaText text={changed} dir={language.dir} />
                    </span>,
                  ]),
            ]}
            actions={
              version.current ? (
                <Chip color="primary" label={t('Live now')} />
              ) : (
                <TextLink
                  to="/courses/$courseId/history"
                  params={{ courseId }}
                  search={{ version: version.number }}
                  aria-current={isChosen ? 'true' : undefined}
                >
                  {t('Compare with now')}
                  <VisuallyHidden> {t('(version {n})', { n: version.number })}</VisuallyHidden>
                </TextLink>
              )
            }
          />
        );
      })}
    </EntryList>
  );
}
