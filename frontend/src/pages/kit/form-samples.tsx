import { useState } from 'react';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { chipOf, ChipWords, FilterChips, FilterLink, FilterMenu, FilterRow, FilterToggle } from '#frontend/ui/fields/filter-chips.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { FrameHead, PlaceHeadContext, type PlaceHead } from '#frontend/ui/frames/frame-head.tsx';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';
import { Sample } from './sample.tsx';

const LEVELS = [
  { value: 'beginner', label: 'Beginner', count: 12 },
  { value: 'advanced', label: 'Advanced', count: 3 },
] as const;
const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'rating', label: 'Best rated first' },
] as const;

/** The only search field and the only kind of filter. */
export function FilterSamples() {
  const [subject, setSubject] = useState<'' | 'sea' | 'sky'>('');
  const [level, setLevel] = useState<'' | 'beginner' | 'advanced'>('');
  const [order, setOrder] = useState<'newest' | 'rating'>('newest');
  const [isMine, setMine] = useState(true);
  return (
    <Sample title="Search and filters" aside="as high as the button beside it; a few values, many values, an order, on or off, addresses">
      <ActionRow role="search">
        <SearchField label="Search your courses" />
        <Button variant="contained">Start one</Button>
      </ActionRow>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: 1.5 }}>
        <FilterChips
          label="Subject"
          value={subject}
          options={[
            { value: '', label: 'All' },
            { value: 'sea', label: 'Sea', count: 12 },
            { value: 'sky', label: 'Sky', count: null },
          ]}
          onChange={setSubject}
        />
        <FilterRow>
          <FilterMenu label="Level" all="All" value={level} options={LEVELS} onChange={setLevel} />
          <FilterMenu label="Order" value={order} options={ORDERS} onChange={(next) => setOrder(next || 'newest')} />
          <FilterToggle label="Mine" isOn={isMine} onChange={setMine} />
        </FilterRow>
      </Stack>
      <nav aria-label="Views">
        <FilterRow>
          <FilterLink to="/kit" aria-current="page" activeProps={{}} {...chipOf(true)} label={<ChipWords label="All runs" count={9} />} />
          <FilterLink to="/kit" hash="slow" activeProps={{}} {...chipOf(false)} label={<ChipWords label="Slow ones" count={1} />} />
        </FilterRow>
      </nav>
    </Sample>
  );
}

const TABS = [
  { to: '/kit', caption: 'Discussions' },
  { to: '/kit/groups', caption: 'Study groups', mark: '2 new' },
  { to: '/kit/people', caption: 'People' },
] as const;
const PLACE: PlaceHead = {
  line: 'Welcome back, Ines · Revenue this month: 111 dollars',
  action: <Button variant="contained">New Course</Button>,
};

/** The only kind of head: its tabs are at the same height with and without a subtitle and actions; a place's line is part of it. */
export function HeadSamples() {
  return (
    <Sample title="Heads" aside="with tabs: alone, with words and an action; of a place">
      {TABS.map(({ to, caption }, place) => (
        <Card key={to} component="div" data-head-sample="" sx={{ padding: 2 }}>
          <FrameHead
            isInner
            title={caption}
            tabs={<FrameTabs label={`Community, ${caption}`} tabs={TABS} current={to} />}
            {...(place > 0 && { subtitle: 'Small circles that learn the same thing.' })}
            {...(place > 1 && { actions: <Button variant="contained">Create one</Button> })}
          />
        </Card>
      ))}
      <Card component="div" sx={{ padding: 2 }}>
        <PlaceHeadContext value={PLACE}>
          <FrameHead title="Payouts" />
        </PlaceHeadContext>
      </Card>
    </Sample>
  );
}
