import { useState } from 'react';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Rating from '@mui/material/Rating';
import Slider from '@mui/material/Slider';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Tooltip from '@mui/material/Tooltip';
import { DeskGroup, DeskSection } from '#frontend/ui/desk-section.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { BookmarkBorderIcon, PlayArrowIcon, SkipNextIcon } from '#frontend/ui/feature-icons.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { PlayerKey } from '#frontend/ui/player-key.tsx';
import { Row, Sample } from './sample.tsx';

const LEVELS = ['Beginner', 'Intermediate', 'Advanced'];

/** Buttons, fields and choices. */
export function ControlSamples() {
  const [level, setLevel] = useState('Beginner');
  return (
    <>
      <Sample title="Buttons">
        <Row>
          <Button variant="contained">Continue</Button>
          <Button variant="outlined">Review first</Button>
          <Button variant="outlined" color="inherit">
            Later
          </Button>
          <Button>Show more</Button>
          <Button variant="contained" color="secondary">
            Stop
          </Button>
          <Button variant="contained" size="large" startIcon={<BookmarkBorderIcon />}>
            Large
          </Button>
          <Button variant="contained" disabled>
            Not now
          </Button>
          <Tooltip title="Bookmark">
            <IconButton aria-label="Bookmark">
              <BookmarkBorderIcon />
            </IconButton>
          </Tooltip>
          <ToggleButtonGroup exclusive value={level} aria-label="Level" onChange={(_, next: string | null) => next && setLevel(next)}>
            {LEVELS.map((name) => (
              <ToggleButton key={name} value={name}>
                {name}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        </Row>
      </Sample>
      <Sample title="Keys of a player">
        <Row>
          <PlayerKey label="Play" icon={<PlayArrowIcon />} onPress={() => undefined} />
          <PlayerKey label="Next lesson" icon={<SkipNextIcon />} isOff onPress={() => undefined} />
        </Row>
      </Sample>
      <Sample title="Fields and choices">
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 16rem), 1fr))', gap: 3, alignItems: 'start' }}>
          <TextField label="Topic" placeholder="For example: beekeeping" helperText="A word or a sentence" />
          <TextField label="Topic, refused" defaultValue="x" error helperText="At least three letters" />
          <TextField label="Goals" multiline minRows={3} />
          <TextField label="Cannot be changed" defaultValue="Written on Monday" slotProps={{ htmlInput: { readOnly: true } }} />
          <TextField select label="Level" value={level} onChange={({ target }) => setLevel(target.value)}>
            {LEVELS.map((name) => (
              <MenuItem key={name} value={name}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <Autocomplete options={LEVELS} renderInput={(field) => <TextField {...field} label="Find a level" />} />
          <RadioGroup aria-label="Length" defaultValue="short">
            <FormControlLabel value="short" control={<Radio />} label="An evening" />
            <FormControlLabel value="long" control={<Radio />} label="A month" />
          </RadioGroup>
          <div>
            <FormControlLabel control={<Checkbox defaultChecked />} label="With exercises" />
            <FormControlLabel control={<Switch defaultChecked />} label="With pictures" />
            <FormControlLabel control={<Switch />} label="With clips" />
          </div>
          <Slider defaultValue={40} aria-label="Speed" />
          <Rating defaultValue={4} name="kit-rating" />
        </Box>
      </Sample>
      <Sample title="A part of a desk">
        <DeskSection
          title="Devices"
          about="Where you are signed in."
          entries={<Entry title="Firefox on Linux" lines={['This device']} mark="new" />}
        >
          <SwitchField label="Tell me of new ones" helper="By mail, once for each." />
        </DeskSection>
      </Sample>
      <Sample title="Parts of a desk with one control each">
        <DeskGroup>
          <DeskSection title="Password" about="Changing your password signs you out on every other device.">
            <Button variant="outlined" color="inherit">
              Change the password
            </Button>
          </DeskSection>
          <DeskSection title="Two-step sign-in" aside="Off" about="A code from an app on your phone.">
            <Button variant="outlined" color="inherit">
              Set up
            </Button>
          </DeskSection>
        </DeskGroup>
      </Sample>
    </>
  );
}
