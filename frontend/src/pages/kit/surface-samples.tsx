import { useState } from 'react';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Avatar from '@mui/material/Avatar';
import Badge from '@mui/material/Badge';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import CardActions from '@mui/material/CardActions';
import CardContent from '@mui/material/CardContent';
import CardHeader from '@mui/material/CardHeader';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Drawer from '@mui/material/Drawer';
import Link from '@mui/material/Link';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Pagination from '@mui/material/Pagination';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { Face, Faces } from '#frontend/ui/faces.tsx';
import { ExpandMoreIcon } from '#frontend/ui/icons.tsx';
import { Row, Sample } from './sample.tsx';

const PEOPLE = ['Amina Diallo', 'Ben Adeyemi', 'Carol Lund', 'Kenji Sato', 'Dora Petrov', 'Omar Haddad'].map((name) => ({
  user_id: name,
  name,
}));

/** Cards, lists, tabs, chips, and overlays. */
export function SurfaceSamples() {
  const [tab, setTab] = useState(0);
  const [isChosen, setChosen] = useState(true);
  const [isOpen, setOpen] = useState<'dialog' | 'drawer' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Sample title="Cards and lists">
        <Row>
          <Card sx={{ width: 280 }}>
            <CardHeader title="A card" subheader="with a header" />
            <CardContent>Radius 16, one soft shadow in the light.</CardContent>
            <CardActions>
              <Button variant="outlined">Open</Button>
            </CardActions>
          </Card>
          <Card sx={{ width: 280 }}>
            <CardActionArea aria-pressed={isChosen} onClick={() => setChosen(!isChosen)}>
              <CardContent>
                <Typography variant="h3">A card to press</Typography>
                The whole of it; chosen, it is outlined
              </CardContent>
            </CardActionArea>
          </Card>
          {(['tint', 'warm', 'petrol'] as const).map((ground) => (
            <Card key={ground} variant={ground}>
              <CardContent>On {ground}</CardContent>
            </Card>
          ))}
          <List component="nav" aria-label="Console" sx={{ width: 220 }}>
            <ListItemButton selected>
              <ListItemText primary="Overview" />
            </ListItemButton>
            <ListItemButton>
              <ListItemText primary="Runs" secondary="312 wait" />
            </ListItemButton>
          </List>
        </Row>
        <div>
          {['When is it written?', 'Who checks it?'].map((question) => (
            <Accordion key={question}>
              <AccordionSummary expandIcon={<ExpandMoreIcon />}>{question}</AccordionSummary>
              <AccordionDetails>Lesson by lesson.</AccordionDetails>
            </Accordion>
          ))}
        </div>
      </Sample>
      <Sample title="Ways about">
        <Tabs value={tab} onChange={(_, next: number) => setTab(next)} aria-label="A tab list">
          <Tab label="Questions" />
          <Tab label="Answers" />
        </Tabs>
        <Breadcrumbs aria-label="Where you are">
          <Link href="/kit">The kit</Link>
          <span>Ways about</span>
        </Breadcrumbs>
        <Pagination count={5} />
        <Stepper activeStep={1}>
          {['Topic', 'Level', 'Price'].map((step) => (
            <Step key={step}>
              <StepLabel>{step}</StepLabel>
            </Step>
          ))}
        </Stepper>
      </Sample>
      <Sample title="Chips, people and what opens">
        <Row>
          <Chip label="Plain" />
          <Chip color="primary" label="Good to know" />
          <Chip color="secondary" label="7 due" />
          <Chip variant="outlined" label="Outlined" />
          <Chip clickable color="primary" label="To press" onClick={() => undefined} />
          <Badge badgeContent={4} color="secondary">
            <Avatar>L</Avatar>
          </Badge>
          <Avatar variant="rounded">CC</Avatar>
          <Face name="Amina Diallo" userId="amina" />
          <Face size="large" name="Ben Adeyemi" userId="ben" />
          <Face name="Ben Adeyemi" userId="ben" presence="here" />
          <Face name="Carol Lund" userId="carol" presence="away" />
          <Faces people={PEOPLE} />
          <Faces size="small" people={PEOPLE} total={24} />
          <Button variant="outlined" onClick={() => setOpen('dialog')}>
            Open a dialog
          </Button>
          <Button variant="outlined" onClick={() => setOpen('drawer')}>
            Open a drawer
          </Button>
        </Row>
        <Dialog open={isOpen === 'dialog'} onClose={close} aria-labelledby="kit-dialog">
          <DialogTitle id="kit-dialog">Stop writing?</DialogTitle>
          <DialogContent>What is written stays, and is paid.</DialogContent>
          <DialogActions>
            <Button variant="contained" onClick={close}>
              Stop
            </Button>
            <Button onClick={close}>Continue</Button>
          </DialogActions>
        </Dialog>
        <Drawer
          anchor="right"
          open={isOpen === 'drawer'}
          onClose={close}
          slotProps={{ paper: { 'aria-label': 'A drawer', sx: { width: 280, padding: 3 } } }}
        >
          <Typography variant="h2">A drawer</Typography>
          <Button onClick={close}>Close</Button>
        </Drawer>
      </Sample>
    </>
  );
}
