import type { Bank } from '../book.ts';
import { FULL } from './full.ts';

/** For people who decide on behalf of others: longer sentences, consequences, governance. */
export const BOARD: Bank = {
  hooks: {
    conversational: [
      'Most executives encounter {focus} only when somebody else’s handling of {topic} has already produced a problem, and the conversation that follows is seldom the one they would have chosen. Consider this lesson the earlier conversation, held while {thing} is still a matter of judgement rather than of damage limitation.',
      'Let us speak frankly about {focus}: you will not perform it yourself, and yet your signature will be on its consequences. The useful question is therefore how much of {topic} a responsible decision-maker has to understand, and {thing} turns out to be an instructive place to draw that line.',
    ],
    academic: [
      'The scholarly discussion of {topic} distinguishes, with some justification, between the description of {focus} and the justification of decisions that rely on it. This lesson adopts the distinction, formulates three propositions, and examines each against {measure} under explicitly stated conditions.',
      'Conceptually, {focus} designates the set of conditions under which {thing} behaves predictably enough to be delegated. Such a definition has the advantage of being falsifiable, and the disadvantage of requiring more discipline in observation than organisations customarily exercise.',
    ],
    practical: [
      'Within the next quarter you will probably have to approve, question or postpone something that depends on {focus}. This lesson equips you to do so deliberately: it identifies the decisive information, the appropriate moment for intervention, and the evidence, beginning with {measure}, that an intervention has been effective.',
      'The operational core of “{lesson}” can be implemented before the end of the month: designate an owner for {thing}, agree on {measure} as the principal indicator, and establish in advance which deviation will trigger escalation. The remainder explains why this modest arrangement is usually sufficient.',
    ],
    socratic: [
      'Which of your current assurances concerning {topic} would survive an independent examination, and on what evidence? Before reading further, formulate the question about {thing} that you would least like to be asked in public; it will almost certainly lead directly to {focus}.',
      'If {focus} is as important as everybody maintains, why is nobody’s remuneration, reputation or calendar visibly affected by it? The answer says a great deal about {topic}, and rather more about the arrangements under which {thing} is currently supervised.',
    ],
    storytelling: [
      '{name} had been responsible for {topic} for barely four months when {event} exposed an arrangement that everybody had considered robust. The subsequent inquiry concentrated on {hazard}, but the genuinely instructive finding, which occupied a single paragraph on its last page, concerned {focus}.',
      'The account that {name} later gave to the supervisory committee began, unexpectedly, with {thing}. Nobody had asked about it; nobody had considered it material; and yet every subsequent difficulty, up to and including {hazard}, could be traced to the manner in which {focus} had been left to chance.',
    ],
    analytical: [
      'Three propositions about {focus} will be advanced and tested in this lesson. The dependent variable throughout is {measure}; the principal explanatory factor is {thing}; and the most plausible alternative explanation, namely that outcomes in {topic} are dominated by circumstances, is taken seriously and partially confirmed.',
      'Decomposing {focus} into its cost, its benefit and its variance reveals an asymmetry that intuition tends to overlook: the expense is certain and immediate, the benefit is conditional and deferred, and the variance is concentrated in situations such as {event}, for which few organisations budget.',
    ],
    inspirational: [
      'Organisations are remembered for the standards they maintained when circumstances would have excused lower ones. In {topic}, that standard is expressed through {focus}, and those who establish it, often against considerable impatience, leave behind something considerably more durable than a favourable quarter.',
      'There is a particular authority in being able to say, about {thing}, not merely that it has been delegated but that it is understood. “{lesson}” is intended to give you that authority, which colleagues recognise instantly and which no organisational chart can confer.',
    ],
  },
  frames: [
    'For an organisation whose results depend on {topic}, the operative principle is that {point}, and it should be reflected in who decides, who verifies and who is informed.',
    'Stated as a proposition on which reasonable decision-makers can act, the argument of this section is that {point}.',
    'Considered over several reporting periods rather than on a single occasion, the evidence from {thing} consistently indicates that {point}.',
    'Experienced practitioners, {person} among them, will generally concede under questioning that {point}, even where the documented procedure implies the contrary.',
    'The strategic significance of {focus} becomes apparent as soon as one accepts that {point}.',
    'What distinguishes dependable arrangements from merely fortunate ones is the institutional acknowledgement that {point}.',
    'Reviews conducted after {event} tend to arrive, by different routes and with varying degrees of embarrassment, at the same conclusion, namely that {point}.',
    'It would be difficult to exaggerate how frequently governance arrangements disregard the elementary observation that {point}.',
    'From the perspective of somebody accountable for outcomes rather than for activities, the essential consideration is that {point}.',
    'One implication is routinely underestimated in planning and painfully rediscovered in execution: {point}.',
  ],
  reasons: [
    'The underlying mechanism is that {thing} responds to accumulated conditions rather than to declared intentions, so that late interventions purchase disproportionately little.',
    'Where this is neglected, {hazard} accumulates outside the reporting perimeter and becomes visible only once the available remedies have become expensive.',
    'Consequently, resources assigned to {action} should be assessed against the losses they prevent rather than against the output they visibly produce.',
    'The effect is statistically unremarkable under ordinary conditions and decisive under exceptional ones, of which {event} is merely the most familiar example.',
    'This also accounts for the preference of {person} for {measure} over the considerably more impressive indicators that presentations usually contain.',
    'An arrangement that relies on individual conscientiousness may perform admirably for years and nevertheless fail on precisely the occasion for which it was intended.',
    'Responsibility for {thing} is frequently distributed among so many participants that nobody possesses either the information or the authority to intervene in time.',
    'Comparable patterns have been observed {place}, where consequences materialise quickly enough to leave little room for interpretation.',
    'The relevant economic consideration is not the cost of {action} as such, but the difference between performing it voluntarily and performing it under compulsion.',
    'Since attention within organisations follows urgency rather than importance, {thing} will be examined thoroughly only if an explicit commitment requires it.',
    'Any delegation that omits this consideration transfers the task while leaving the exposure, and in particular {hazard}, exactly where it was.',
  ],
  details: [
    'Request a single page on {thing}, limited to observations, with interpretations attached separately and attributed by name.',
    'Establish {measure} as a standing item, together with the threshold beyond which discretion ends and a predetermined response begins.',
    'A proportionate first measure is to observe {action} directly, once and without announcement of conclusions, before commissioning any further analysis.',
    'The question to put to {person} is not whether the arrangement functions, but under which circumstances it would cease to do so, and who would know first.',
    'Ensure that {event} features among the scenarios against which contingency arrangements are rehearsed rather than merely documented.',
    'Where {hazard} cannot be eliminated at reasonable expense, its acceptance should be an explicit decision with a date, a reason and a signature.',
    'Delegate the execution, retain the criterion, and insist that exceptions concerning {thing} be reported in the period in which they arise.',
    'A pilot conducted {place} provides, at limited expense, information that no quantity of external benchmarking is able to supply.',
    'Distinguish carefully between indicators that describe effort and those that describe effect; {measure} belongs to the latter category and should be interpreted accordingly.',
    'Document the reasoning at the time of the decision, since reconstructions prepared after {event} are invariably more flattering than accurate.',
    'Provision of {tool} is a minor expense, whereas its absence at the decisive moment communicates priorities more eloquently than any statement of principles.',
    'Schedule the review of {focus} independently of results, because favourable outcomes otherwise postpone precisely the examination that would explain them.',
  ],
  examples: [
    'Consider the position of {name}, who inherited responsibility for {thing} shortly before {event}. Three advisers recommended immediate intervention; a fourth recommended establishing {measure} first. By deferring the decision for nine days, and by communicating openly why, {name} avoided a commitment that would have addressed the symptom while aggravating {hazard}.',
    'Two comparable organisations confronted the same development. The first expanded its procedures concerning {topic}, the second reduced them to a single accountable role and one indicator, {measure}. Eighteen months later the difference lay not in the frequency of problems but in the interval between the first sign of {hazard} and an authorised response.',
    'During an otherwise routine review {place}, {name} observed that nobody present could describe {thing} without reference to a document. The observation was uncomfortable and productive in equal measure: it demonstrated that {focus} had been recorded rather than understood, and it redirected the remaining discussion accordingly.',
    'When {person} was asked to justify the expenditure on {action}, the response was a comparison of two periods that differed in little except {event}. The comparison did not prove the case conclusively; it established, which is frequently sufficient, that the burden of argument lay with those who proposed to economise.',
    'An instructive disagreement arose over {thing}. One party maintained that experience made formal verification redundant, the other that experience was exactly what verification ought to test. The resolution, to verify selectively and unpredictably with {tool}, cost little and changed behaviour well beyond the cases actually examined.',
  ],
  steps: [
    'Appoint one accountable owner for {thing} and record the appointment.',
    'Agree with that owner on {measure} and on the deviation that triggers escalation.',
    'Observe {action} in person before commissioning an analysis of it.',
    'Obtain an independent opinion from {person}, restricted to a single question.',
    'Rehearse the response to {event} with the people who would have to execute it.',
    'Decide explicitly whether {hazard} is to be reduced, transferred or accepted.',
    'Verify that {tool} is available to those who need it at the moment of need.',
    'Record the reasoning behind the decision on {focus}, including the rejected alternatives.',
    'Determine the date of the review before the outcome is known.',
    'Communicate to everyone concerned what will change {place}, and what will not.',
    'Remove one control concerning {thing} that no longer influences any decision.',
    'Compare the first results with the expectation you recorded for {focus}.',
  ],
  contrasts: [
    'It is commonly asserted that {myth}, and the assertion owes its persistence to the circumstance that {hazard} materialises slowly. Examined against {measure}, it cannot be sustained; what the evidence supports is the more demanding proposition that {point}.',
    'Proposals that presuppose that {myth} deserve particular scepticism, irrespective of the seniority with which they are presented. The experience of {name} after {event} is representative: only the recognition that {point} permitted an orderly recovery.',
    'Among the convictions that impede sound judgement about {topic}, the belief that {myth} is perhaps the most comfortable. A dispassionate examination of {thing} demonstrates the opposite, namely that {point}, and it does so with remarkably little effort.',
    'The organisational cost of assuming that {myth} seldom appears in any budget. It becomes visible as delay, as duplicated verification and ultimately as {hazard}, all of which diminish once it is accepted that {point}.',
  ],
  closings: [
    'The subsequent lesson, “{next}”, presupposes the position on {focus} that you have formed here; recording it in two sentences before continuing will make the comparison considerably more instructive.',
    'Before proceeding to “{next}”, identify the individual in your own organisation who would be able to contradict this lesson’s conclusions about {thing}, and arrange to ask.',
    'What has been established regarding {focus} acquires its practical significance in “{next}”, where the same considerations are applied under less accommodating conditions.',
  ],
  last: [
    'The course concludes here, whereas the responsibility for {topic} evidently does not. A review of {measure} in ninety days, scheduled today and conducted irrespective of results, will demonstrate more reliably than any examination whether {focus} has become part of how your organisation decides.',
    ...FULL.last.slice(1),
  ],
};
