import { useQuery } from '@tanstack/react-query';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemAvatar from '@mui/material/ListItemAvatar';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { formatDollars } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { earners } from '../courses/creator-course-queries.ts';

/** What earns: the courses with the highest revenue. Nothing before the first student. */
export function Earners({ userId }: { readonly userId: string }) {
  const { data: courses = [] } = useQuery(earners(userId));
  if (courses.length === 0) return null;
  return (
    <SectionCard isFlush title={t('What earns')} aside={<TextLink to="/studio/courses">{t('All courses')}</TextLink>}>
      <List>
        {courses.map(({ id, title, category, revenue, students }, place) => (
          <ListItem key={id} divider={place < courses.length - 1} sx={{ gap: 1.5, flexWrap: 'wrap' }}>
            <ListItemAvatar sx={{ width: 64 }}>
              <CourseCover title={title} category={category} />
            </ListItemAvatar>
            <ListItemText
              sx={{ flex: '1 1 8rem' }}
              primary={
                <TextLink to="/studio/courses/$courseId" params={{ courseId: id }} dir="auto">
                  {title}
                </TextLink>
              }
              secondary={t('{n, plural, one {# student} other {# students}}', { n: students })}
            />
            <Typography variant="h6" component="span">
              {formatDollars(revenue)}
            </Typography>
          </ListItem>
        ))}
      </List>
    </SectionCard>
  );
}
