import { useState } from 'react';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { TableColumn } from '#contract/platform/table-columns.ts';
import type { InterfaceLanguage } from '#contract/translation/interface-languages.ts';
import { BirthYearForm } from '#frontend/ui/age/birth-year-form.tsx';
import { AnswerForm } from '#frontend/ui/fields/answer-form.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { ChoiceCard, ChoiceCards } from '#frontend/ui/fields/choice-card.tsx';
import { ChoiceRow } from '#frontend/ui/fields/choice-row.tsx';
import { ColumnFields } from '#frontend/ui/fields/column-fields.tsx';
import { CountedField } from '#frontend/ui/fields/counted-field.tsx';
import { CopyField } from '#frontend/ui/fields/copy-field.tsx';
import { EncodingField } from '#frontend/ui/fields/encoding-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { LanguageSelector } from '#frontend/ui/fields/language-selector.tsx';
import { FormWithBar, SaveBar } from '#frontend/ui/fields/save-bar.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { SubmitButton } from '#frontend/ui/fields/submit-button.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { ClearIcon } from '#frontend/ui/feature-icons.tsx';
import { Row, Sample } from './sample.tsx';

const GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 16rem), 1fr))',
  gap: 3,
  alignItems: 'start',
} as const;
const LEVELS = [
  { value: 'beginner', label: 'Beginner' },
  { value: 'advanced', label: 'Advanced' },
];
const COURSES = [
  { value: 'all', label: 'All courses' },
  { group: 'Your own', options: [{ value: 'bread', label: 'الخبز في البيت', dir: 'auto' }] },
] as const;
const LENGTHS = [
  { value: 'short', label: 'An evening', about: 'Three lessons, about an hour.', isDisabled: false },
  {
    value: 'long',
    label: 'A month',
    about: 'Twelve lessons with exercises, from the first idea to a work of your own.',
    isDisabled: false,
  },
  { value: 'longest', label: 'A year', about: 'Not with your plan.', isDisabled: true },
];

function ChoiceSample() {
  const [length, setLength] = useState('short');
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0 }}>
      <legend>How long it may take</legend>
      {LENGTHS.map(({ value, label, about, isDisabled }) => (
        <ChoiceRow
          key={value}
          name="kit-length"
          label={label}
          isChosen={length === value}
          onChoose={() => setLength(value)}
          isDisabled={isDisabled}
        >
          <br />
          {about}
        </ChoiceRow>
      ))}
      <ChoiceRow name="kit-length" label="Not said" isChosen={length === 'none'} onChoose={() => setLength('none')} />
    </Box>
  );
}

function CardChoiceSample() {
  const [length, setLength] = useState('short');
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, gridColumn: '1 / -1' }}>
      <legend>How long, as cards</legend>
      <ChoiceCards>
        {LENGTHS.map(({ value, label, about, isDisabled }) => (
          <ChoiceCard
            key={value}
            name="kit-card"
            label={label}
            isChosen={length === value}
            onChoose={() => setLength(value)}
            isDisabled={isDisabled}
          >
            <strong>{label}</strong>
            <span>{about}</span>
          </ChoiceCard>
        ))}
      </ChoiceCards>
    </Box>
  );
}

const SIDES = { front: 'Front', back: 'Back' } as const;

function ColumnSample() {
  const [columns, setColumns] = useState<TableColumn<keyof typeof SIDES>[]>([
    { title: 'Word', samples: ['Ebb', 'Neap tide'], column: 'front' },
    { title: '', samples: ['Falling water'], column: null },
  ]);
  return (
    <ColumnFields
      columns={columns}
      names={['front', 'back']}
      wordOf={(side) => SIDES[side]}
      onChange={(chosen) => setColumns(columns.map((one, at) => ({ ...one, column: chosen[at] ?? null })))}
    />
  );
}

function BarSample() {
  const [isDirty, setDirty] = useState(false);
  return (
    <FormWithBar
      aria-label="A form with a bar"
      onChange={() => setDirty(true)}
      onSubmit={(event) => {
        event.preventDefault();
        setDirty(false);
      }}
    >
      <TextField label="Motto" helper="Change it, and the bar says so" />
      <SaveBar caption="Save All Settings" isDirty={isDirty} isSaving={false}>
        <FormMessage message={null} />
      </SaveBar>
    </FormWithBar>
  );
}

/** The fields of `ui/` with help, with an error and disabled, and the forms made of them. */
export function FieldSamples() {
  const [language, setLanguage] = useState<InterfaceLanguage>('en');
  const [title, setTitle] = useState('Why are there two tides a day?');
  return (
    <>
      <Sample title="Text fields" aside="plain, with help, refused, required, disabled, to be read only">
        <Box sx={GRID}>
          <TextField label="Subject, which a screen begins with" isLarge placeholder="For example: beekeeping" />
          <TextField label="Subject" placeholder="For example: beekeeping" />
          <TextField label="Subject with help" helper="A word or a sentence" />
          <TextField label="Subject, too short" defaultValue="x" helper="A word or a sentence" error="At least three letters" />
          <TextField label="Subject, needed" required autoComplete="off" />
          <TextField label="Subject, disabled" defaultValue="Tides" disabled />
          <TextField label="Subject, fixed" defaultValue="Written on Monday" readOnly />
          <TextField label="Price" type="number" inputMode="numeric" min={0} max={500} defaultValue={12} />
          <TextField label="Day" type="date" defaultValue="2026-03-01" />
          <TextField
            label="Secret of a webhook"
            defaultValue="tides"
            endAdornment={
              <IconButton aria-label="Empty the field" size="small">
                <ClearIcon fontSize="small" />
              </IconButton>
            }
          />
          <TextField label="Goals in lines" multiline minRows={2} maxRows={6} maxLength={400} />
          <CountedField label="Title of a discussion" value={title} onText={setTitle} most={200} />
          <CopyField label="Address of a calendar" value="https://learn.example.com/due/tides.ics" helper="To be pasted elsewhere" />
          <TextField label="Source" multiline isSource defaultValue={'SELECT name\nFROM harbours'} />
        </Box>
      </Sample>
      <Sample title="Select fields" aside="plain, grouped, refused, disabled">
        <Box sx={GRID}>
          <SelectField label="How hard" options={LEVELS} helper="It can be changed later" />
          <SelectField label="Of which course" options={COURSES} />
          <SelectField label="How hard, not chosen" options={[{ value: '', label: '–' }, ...LEVELS]} required error="Choose a level" />
          <SelectField label="How hard, disabled" options={LEVELS} disabled />
          <EncodingField value="windows-1250" onChange={() => undefined} />
        </Box>
        <ColumnSample />
      </Sample>
      <Sample title="Checks, switches and rows to choose">
        <Box sx={GRID}>
          <div>
            <CheckField label="With exercises" defaultChecked />
            <CheckField label="I have read the terms, all of them, and what they say about refunds" required />
            <CheckField label="With clips, not with your plan" disabled />
          </div>
          <div>
            <SwitchField label="Remind me" defaultChecked helper="At six in the evening." />
            <SwitchField label="Ring" />
            <SwitchField label="Call me" disabled helper="Without a number there is nothing to call." />
          </div>
          <ChoiceSample />
          <CardChoiceSample />
        </Box>
      </Sample>
      <Sample title="Buttons that send a form" aside="ready, with something missing, sending">
        <Row>
          <SubmitButton isReady isPending={false}>
            Create course
          </SubmitButton>
          <SubmitButton isReady={false} isPending={false}>
            Create course, not yet
          </SubmitButton>
          <SubmitButton isReady isPending>
            Creating
          </SubmitButton>
        </Row>
      </Sample>
      <Sample title="Messages of a form" aside="an error, a note">
        <FormMessage message={{ kind: 'error', text: 'The course could not be saved.' }} />
        <FormMessage message={{ kind: 'info', text: 'Saved.' }} />
      </Sample>
      <Sample title="Language selector" aside="compact, full, busy">
        <Row>
          <LanguageSelector variant="compact" value={language} isVisitor onChoose={setLanguage} />
          <LanguageSelector variant="full" value={language} onChoose={setLanguage} />
          <LanguageSelector variant="full" value="ar" isBusy onChoose={setLanguage} />
        </Row>
      </Sample>
      <Sample title="Forms" aside="an answer, a year of birth, one with a bar that stays in view">
        <Box sx={GRID}>
          <AnswerForm answer={null} isPending={false} onAnswer={() => undefined} />
          <AnswerForm answer="It is in the third lesson." isPending onAnswer={() => undefined} />
          <BirthYearForm birthYear={1990} label="Save" mayBeEmpty save={async (birth_year) => ({ birth_year })} />
        </Box>
        <BarSample />
      </Sample>
    </>
  );
}
