import type { Lexicon } from '../book.ts';
import { lexicon, nearestField, type Field } from '../field.ts';

/** Fields of life, recognised by words of the topic and the goals; the one named first is taken. */
const FIELDS: readonly Field[] = [
  [/\b(law|legal|contract|compliance|litigation|regulat|gdpr|patent|copyright|court|policy|tax law|derecho|contrato)/i, lexicon(
    'the written clause|the duty of each party|the burden of proof|the deadline|the remedy|the exact wording|the definition section|the signed version',
    'reading a clause aloud|marking every obligation|comparing two drafts|summarising a ruling|testing a term against an odd case|tracing who bears a loss',
    'an annotated copy|a table of obligations|a list of open points|a dated file note|a clean comparison of versions',
    'an ambiguous word|a missed deadline|an oral promise nobody recorded|a clause copied without reading|an unlimited liability',
    'the number of open points|the share of clauses with an owner|the days left before the deadline|the amount at risk',
    'an experienced lawyer|a careful clerk|a contract manager', 'at the negotiating table|in the file room|in a draft marked for comments',
    'a late change to the draft|a dispute over delivery|an unexpected letter from the other side|a change in the rules')],
  [/\b(bee|bees|beekeep\w*|apiar\w*|honey\w*)\b/i, lexicon(
    'the hive entrance|the brood nest|the honey store|the queen|the bee space between two combs|the traffic of foragers|the water source|the winter cluster',
    'opening the hive calmly|reading a frame|feeding syrup in autumn|listening at the wall of the hive|counting mites|preparing the colony for winter',
    'a smoker|a hive tool|a pair of gloves|a hive notebook|a light-coloured veil',
    'a jerky movement|an empty honey store|a hidden mite problem|a robbed hive|a lost queen',
    'the weight of the hive|the number of mites on the board|the frames covered with bees|the frames with sealed brood',
    'an experienced beekeeper|a neighbour with forty years of hives|the adviser of the local association', 'beside the hive|at the edge of the meadow|in the apiary',
    'a cold, wet week|an early spring|a swarm on a warm afternoon|the first frost')],
  [/\b(bee|honey|garden|farm|plant|animal|dog|cat|horse|fish|bird|forest|tree|soil|chicken|hen|goat|sheep|botany|compost|aquarium|insect|zoo|abeja|apicultur|huerto|jard[ií]n|planta|perro)/i, lexicon(
    'the shelter|the food supply|the daily routine|the state of health|the change of seasons|the quiet corner where life gathers|the water source|the young generation',
    'checking without disturbing|feeding at the right time|cleaning the equipment|watching from a distance|preparing for winter|counting what is alive',
    'a notebook with dates|a pair of gloves|a simple calendar|a clean container|a magnifying glass',
    'a sudden movement|too much food at once|a draught|a hidden disease|dirty equipment',
    'the number of healthy individuals|the weight before and after a season|the temperature in the morning|the amount of food left',
    'an experienced keeper|a neighbour with forty years of practice|a local adviser', 'in the yard|at the edge of the field|beside the shelter',
    'a cold, wet week|an early spring|a hot and dry month|the first frost')],
  [/\b(program|python|java|typescript|software|web|code|coding|data|machine learning|\bai\b|database|sql|cloud|cyber|algorithm|linux|devops|kubernetes|app|excel|spreadsheet|blockchain)/i, lexicon(
    'the input|the function under test|the error message|the data model|the smallest working version|the interface|the log|the default setting',
    'running it with odd input|reading the error aloud|naming things well|writing a test first|removing a line|tracing one value through the whole program',
    'a debugger|a version history|a small test|a scratch file|a checklist for releases',
    'a silent failure|an untested edge case|a copied snippet|a password in the code|a change nobody reviewed',
    'the time until the first error|the share of tests that pass|the number of lines removed|the response time',
    'a patient reviewer|a developer on call|a colleague from operations', 'in a test environment|at the command line|in a fresh branch',
    'a failed release|a sudden rise in traffic|a change of requirements|an update of a library')],
  [/\b(cook|bak|bread|pastry|coffee|wine|food|cheese|sourdough|chocolate|recipe|barista|kitchen|beer|cocina|panader)/i, lexicon(
    'the main ingredient|the heat|the resting time|the seasoning|the texture|the smell just before it is done|the order on the worktop|the leftover portion',
    'tasting twice|weighing everything|preparing the station|adjusting the heat|letting it rest|cleaning while working',
    'a sharp knife|a kitchen scale|a timer|a thermometer|a heavy pan',
    'too much heat|a skipped rest|a dull knife|a dirty board|salt added twice',
    'the weight of each portion|the core temperature|the time from start to plate|the number of repeated attempts',
    'a baker with early hours|a cook from the neighbourhood|a critical guest', 'at the stove|in a small kitchen|at the market',
    'a power cut|a dinner for twelve|a flour from another mill|a humid day')],
  [/\b(music|guitar|piano|sing|drum|audio|song|violin|choir|composition|jazz|podcast|m[uú]sica|guitarra)/i, lexicon(
    'the rhythm|the breath before the first note|the difficult passage|the tuning|the melody|the silence between two phrases|the posture|the ending',
    'playing half as fast|recording one minute|singing the line first|tapping the beat|looping two bars|listening without playing',
    'a metronome|a pencil on the stand|a recording|a tuner|a comfortable chair',
    'a tense shoulder|a rushed beat|practising mistakes|playing too loud|skipping the warm-up',
    'the tempo at which it stays clean|the number of clean repetitions|the minutes practised today|the bars known by heart',
    'a patient teacher|an old band member|a critical listener', 'in the rehearsal room|on a small stage|at the kitchen table',
    'a concert in three days|a broken string|a new player in the group|a cold room')],
  [/\b(yoga|run|marathon|football|soccer|swim|fitness|dance|climb|martial|karate|tennis|basket|cycling|gym|sport|golf|hik|surf|ski|deporte|correr)/i, lexicon(
    'the warm-up|the breathing|the first movement|the rest day|the weak side|the balance|the shoe, the mat or the ground|the recovery',
    'moving slowly through the full range|counting the breath|repeating the start|stretching afterwards|filming one attempt|walking before running',
    'a training diary|a stopwatch|a mat|a comfortable pair of shoes|a mirror',
    'a skipped warm-up|too much too soon|a hidden pain|bad light|pride',
    'the pulse at rest|the time for the same distance|the number of clean repetitions|the hours of sleep',
    'an attentive coach|a training partner|a physiotherapist', 'on the track|in the gym|on soft ground',
    'a week without training|a hot afternoon|the day before a competition|a slight injury')],
  [/\b(financ|invest|account|budget|econom|stock|trading|bank|insurance|real estate|money|crypto|audit|finanza|inversi)/i, lexicon(
    'the cash flow|the fixed cost|the assumption behind the forecast|the reserve|the interest|the worst month|the fee|the balance at the end',
    'listing every expense|separating needs from wishes|testing a bad year|reading the small print|comparing two offers|closing the month',
    'a simple table|a calendar of payments|a second signature|a written limit|a folder of receipts',
    'a forgotten fee|a forecast without a range|borrowed confidence|a single source of income|an unread condition',
    'the share that is saved|the months covered by the reserve|the cost per year|the gap between plan and result',
    'a careful accountant|an independent adviser|an auditor', 'at the end of the quarter|in the monthly review|at the bank counter',
    'a rise in interest rates|an unexpected bill|a falling market|a delayed payment')],
  [/\b(nurs|medic|first aid|psycholog|nutrition|mental|health|therap|anatomy|pharma|dental|veterin|salud|enfermer)/i, lexicon(
    'the first impression|the history told by the person|the vital sign|the handover|the dose|the consent|the clean surface|the follow-up',
    'asking an open question|checking twice|washing hands|repeating back what was said|watching the breathing|writing the time down',
    'a checklist|a clean dressing|a watch with seconds|a form with the basics|a quiet voice',
    'an assumption about the cause|a mixed-up name|a skipped hand wash|a delay in calling for help|a dose taken from memory',
    'the breaths per minute|the time until help arrives|the pain on a scale of ten|the share of complete notes',
    'an experienced nurse|a doctor on duty|a relative who knows the history', 'at the bedside|in the waiting room|on the scene',
    'a crowded shift|a sudden change in the person’s state|a missing record|a false alarm')],
  [/\b(business|marketing|sales|manage|leader|startup|negotiat|project|product|hr\b|human resources|strategy|logistic|supply|agile|scrum|entrepreneur|brand|empresa|gesti[oó]n)/i, lexicon(
    'the promise to the customer|the next decision|the bottleneck|the budget line|the meeting without an agenda|the handover|the price|the shared goal',
    'asking customers directly|cutting a meeting in half|writing the decision down|testing an offer on a small scale|naming an owner|saying no politely',
    'a one-page plan|a decision log|a short survey|a visible board|a calendar with free space',
    'a goal nobody owns|a quiet customer|an average that hides a loss|a plan made for applause|a meeting after the meeting',
    'the share of returning customers|the days from idea to test|the margin per order|the number of open promises',
    'a customer who left|a seasoned manager|a colleague from the front line', 'in the weekly meeting|on the shop floor|at the customer’s desk',
    'a lost order|a reorganisation|a new competitor|a holiday season')],
  [/\b(math|algebra|statistic|logic|physic|chemi|astronom|biolog|climate|geolog|science|quantum|calculus|geometry|space|evolution|genetic|matem[aá]tic|f[ií]sica|qu[ií]mica)/i, lexicon(
    'the definition|the simplest special case|the unknown quantity|the unit|the assumption|the graph|the counterexample|the order of magnitude',
    'estimating before calculating|drawing the situation|checking the units|solving it a second way|changing one condition|explaining each sign',
    'a sheet of squared paper|a simple diagram|a table of values|a rough estimate|a small experiment',
    'a hidden assumption|a lost sign|a formula used outside its range|a mixed-up unit|a pattern seen in noise',
    'the error of the estimate|the number of cases that agree|the slope of the line|the spread of repeated results',
    'a patient professor|a curious classmate|a laboratory assistant', 'at the blackboard|in the laboratory|on the back of an envelope',
    'a result that does not fit|a second measurement|a question from the last row|a change of scale')],
  [/\b(spanish|french|english|german|italian|japanese|chinese|korean|arabic|language|grammar|writing|poetry|novel|translation|literature|essay|journalis|public speaking|speech|idioma|escritura|ingl[eé]s)/i, lexicon(
    'the first sentence|the listener|the word order|the familiar phrase|the pause|the reader’s question|the sound of the line|the second draft',
    'reading aloud|rewriting one sentence three times|copying a good paragraph by hand|listening to a native voice|cutting every fifth word|asking a real reader',
    'a notebook for phrases|a good dictionary|a recording|a red pencil|a timer for free writing',
    'a word-for-word translation|a sentence with three ideas|fear of mistakes|a borrowed phrase|a missing example',
    'the words understood at first hearing|the minutes spoken without notes|the length of a sentence|the number of drafts',
    'a strict editor|a native speaker|a first reader', 'in a café conversation|at the writing desk|in front of a small audience',
    'a misunderstanding|a blank page|an unexpected question|a phone call in the other language')],
  [/\b(history|histor|archaeolog|geograph|religion|culture|philosoph|ancient|war|empire|roman|greek|egypt|politic|museum|art history|mytholog|filosof)/i, lexicon(
    'the written source|the map|the ordinary day|the turning point|the loser’s account|the date|the object in the glass case|the name that changed',
    'comparing two accounts|dating an object|asking who wrote it and for whom|drawing a timeline|reading against the grain|visiting the place',
    'a timeline|a good map|a source in translation|a list of names|a file of quotations',
    'judging by today’s habits|a single witness|a legend told as a fact|a missing voice|a neat story',
    'the years between event and report|the number of independent sources|the distance on the map|the share of facts that are disputed',
    'an archivist|a local guide|a sceptical historian', 'in the archive|at the site|in the museum',
    'a newly found letter|a change of ruler|a bad harvest|the opening of a trade route')],
  [/\b(wood|sew|potter|knit|repair|electronic|robot|photo|paint|draw|design|craft|carpent|3d|jewel|leather|model|architect|film|video|animation|origami|fotograf|dibujo|pintura)/i, lexicon(
    'the material|the first rough sketch|the joint where two parts meet|the light|the edge|the grain or the surface|the proportion|the finished side',
    'measuring twice|making a small trial piece|working from rough to fine|stepping back to look|repeating one stroke|taking it apart and starting over',
    'a sharp blade|a soft pencil|a ruler|a good lamp|a box for offcuts',
    'a rushed cut|a blunt tool|bad light|a measurement taken from memory|too many corrections',
    'the gap between plan and piece|the time per step|the number of trial pieces|the share of material wasted',
    'a craftsperson of the old school|a friend with steady hands|a critical customer', 'at the workbench|by the window|in the studio',
    'a broken part|a piece of material with a flaw|a commission with a deadline|a change of light')],
];

const GENERAL = lexicon(
  'the starting point|the hidden assumption|the next move|the common goal|the weak spot|the daily routine|the first result|the open question',
  'trying it on a small scale|comparing two ways|explaining it aloud|slowing down|repeating the difficult part|asking one more question',
  'a notebook|a simple plan|a short checklist|a timer|a good example',
  'a rushed start|a forgotten step|a wrong first impression|too many aims at once|silence about a doubt',
  'the number of successful attempts|the time needed|the share of open questions|the progress since last week',
  'somebody with long experience|a friendly critic|a fellow learner', 'at the table|in a quiet room|in the group',
  'a change of plan|a busy week|an unexpected question|a first success',
);

/** The words of the field that the text is about, or general ones. */
export function englishLexicon(about: string): Lexicon {
  return nearestField(FIELDS, about) ?? GENERAL;
}
