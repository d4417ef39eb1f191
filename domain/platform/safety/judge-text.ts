import { foldWords } from './fold-words.ts';
import type { Words } from './words.model.ts';

/** Abuse wherever it occurs: no lesson needs these words. */
const INSULTS_FOR_PEOPLE_EN =
  '(?:idiots?|morons?|imbeciles?|losers?|dumbass|worthless|scum|brainless|freaks?|waste of (?:space|air|oxygen)|piece of (?:shit|trash|garbage|crap))';
/** Insults when addressed to somebody; otherwise they may be plain words: parasites are animals. */
const INSULTS_EN =
  "(?:idiots?|morons?|imbeciles?|losers?|stupid|dumb|dumbass|pathetic|worthless|trash|garbage|scum|vermin|disgusting|ugly|useless|brainless|retarded|clowns?(?! ?fish)|pigs?|freaks?|coward|fool|filth|dirt|nobody(?!')|parasites?|animals?|jerk|creep|a joke|complete joke|disgrace|waste of (?:space|air|oxygen|time)|piece of (?:shit|trash|garbage|crap))";
const VIOLENCE_EN =
  '(?:kill|rape|hurt|beat|smash|stab|shoot|destroy|ruin|punch|slap|strangle|burn|murder|break|cut|hunt|come for|find|get)';

const GROUPS_EN =
  '(?:women|girls|muslims|jews|christians|hindus|immigrants|migrants|foreigners|mexicans|arabs|africans|asians|gays|lesbians|homosexuals|trans people|gypsies|indians|refugees|(?:gay|trans|black|brown|jewish|muslim|disabled) people|people of your (?:religion|race|colou?r|kind)|your (?:kind|sort|people|race))';
const KIN_EN = '(?:family|mother|mom|mum|father|dad|parents|kids?|children|son|daughter|wife|husband|sister|brother|dog)';

const ENGLISH: Words = {
  hard: [
    '(?:you|u|ur|fuck(?:ing|in)|bunch of|such an?|little|what an?|stupid|dumb|total|complete|absolute|an?|those|these|like|are|is) retards?(?! (?:the|or|its))|fags?(?! ends?\\b)|spic(?! and span|,)',
    "snitches get stitches|i know (?:which|what|when|where|how) (?:\\w+ ){0,3}?(?:you|your \\w+) (?:takes?|walks?|leaves?|gets?|comes?|goes|go|finish(?:es)?|parks?) (?:\\w+ )?(?:home|(?:to|from) (?:school|work)|the house|your (?:house|car))|it would be a (?:shame|pity) if (?:something|anything) (?:\\w+ )?happened to (?:you|your|her|his)|you(?:'ll| will| are going to|'re going to| gonna) (?:wish you (?:were|had) never|end up in (?:a|the) (?:ditch|morgue|coffin|body bag|grave|wheelchair)|never walk again)|(?<!(?:sinners|souls|they|who|he|she|it|that) )(?:rot|roast|burn) in hell",
    "(?:good|wild|great|hot|freaky) in bed|(?:you're|you are|ur|you look) (?:\\w+ )?(?:sexy|fuckable|bangable)|(?:i'd|i would|i want to|i wanna|let me) (?:taste|lick|undress|spank|ride|bang) (?:you|that ass)|(?:makes?|made|making|got) me (?:so )?(?:horny|wet for)|show (?:me|us) (?:some|more|your|that) (?:skin|curves|cleavage|bikini)(?! (?:cells?|tissue|samples?|tones?|on the))|dick pics?|what (?:are|r) (?:you|u) wearing (?:under|in bed|tonight)",
    "breed(?:ing)? like (?:rats|rabbits|cockroaches|vermin|insects|flies)|(?:a )?wom[ae]n'?s? (?:place|job) is (?:in |at )?(?:the )?(?:kitchen|home)|(?:go|get|belongs?) (?:back )?(?:in|into|to) the kitchen|femoids?|foids?|feminazis?|roasties?",
    'f+[u*]+c+k+(?:ing)? (?:you|off|u|him|her|them|your)|f off|screw you|go to hell|piss off|eat shit|shut (?:the (?:fuck|hell) )?up(?!\\w| shop| late| when| in | inside| within| or )',
    `(?:you|u|ya|you're|youre|your|ur|y'all)(?: (?:are|all|re|look|sound|really|just|such|so|still|like|must|have to|to|be|being|people|lot|guys|absolute|total|complete|little|fucking|damn|bloody|utterly|truly|always|nothing|but|will|as|the|most|face|an?|of|were|born)){0,7} ${INSULTS_EN}(?! (?:questions?|mistakes?|errors?|proof|joke about|code|terminals?))`,
    `(?:${GROUPS_EN}|blacks|whites) (?:should|must|deserve|need|have|ought)(?: \\w+){0,2}? (?:die|burn|suffer|hang|rot|be (?:\\w+ )?(?:killed|shot|burned|banned|gassed|wiped|exterminated|erased|hanged|deported|sterili[sz]ed|locked up|put down))`,
    `${GROUPS_EN} (?:\\w+ )?(?:are|is) (?:\\w+ )?(?:inferior|animals|vermin|trash|filth|rats|parasites|cockroaches|terrorists|thieves|liars|stupid|dumb|subhuman|scum|savages|apes|too (?:stupid|dumb|weak|emotional)|a (?:plague|disease|cancer))|(?:those|these|all|the) (?:${GROUPS_EN}|blacks|whites) (?:can't|cannot|can not|never|will never|do not|don't) (?:\\w+ )?(?:learn|think|understand|code|drive|work|be trusted|belong)|(?:jews|muslims|immigrants|gays|women) (?:secretly )?(?:run|control|own|rule|are behind|ruin|destroy) (?:everything|all|the (?:media|banks|world|government)|our)|hitler (?:was right(?![- ](?:handed|wing))|did nothing wrong|should have)|finish what (?:hitler|the nazis|was (?:started|begun))|(?:nobody|no one|noone) (?:wants|likes|needs) (?:your (?:kind|sort|people|type)|you people)`,
    `(?:i|we)(?:'ll| will|'m going to|'re going to| am going to| are going to|'m gonna| gonna) (?:\\w+ )?(?:break|smash|crush|cut|slit|burn|rip|tear|snap|bash|shoot)(?: (?!the\\b)\\w+){0,3} your (?:\\w+ )?(?:bones?|body|throat|skull|head|face|neck|legs?|arms?|teeth|fingers?|house|eyes?)|break every bone|make you (?:bleed|suffer|scream|pay for)`,
    "(?:cut|hurt|harm|starve) yourself (?:deeper|more|again|next time|already|please)|(?:world|everyone|class|we|all|us) (?:would|'d|will) be (?:\\w+ )?better (?:off )?(?:if you (?:\\w+ ){0,2}(?:ended|died|were (?:dead|gone)|killed|disappeared|were never)|when you)|(?:do|doing) (?:us|everyone|the world)(?: all)? a favou?r and (?:die|jump|end|disappear|go|kill|leave)|you(?:'re| are|'d be) better off dead|(?:why don't you|just) (?:\\w+ )?(?:die|end it|kill yourself)(?: already)?|drown yourself|(?:go )?choke on (?:it|your)",
    `hope (?:you|your|his|her|their)(?: \\w+){0,2}? (?:${KIN_EN} )?(?:\\w+ )?(?:dies?|gets? (?:cancer|raped|shot|run over|hit by)|rots?|burns?|chokes?|suffers?)(?! (?:out|off|down|from laughter|some calories|the))`,
    "(?:or|otherwise|and) (?:i|we)(?:'ll| will|'m going to| am going to)? ?(?:tell|show|send (?:it|them) to|post|publish|leak) (?:everyone|everybody|your (?:parents|boss|wife|husband|school|teacher|mother|father|friends)|(?:the|our|your) (?:photos|pictures|videos?|chat|secret))|(?:your|her|his) (?:nude|naked|private|intimate) (?:photos?|pics?|pictures?|videos?)|(?:pictures?|pics?|photos?|videos?) of your (?:feet|body|breasts?|legs|underwear|bed)|you should(?:'ve| have) (?:been (?:aborted|drowned)|never been born)",
    `(?:you|shut up you|hey|listen|bye|go away)[, ]+(?:an? )?(?:(?:little|dirty|old|absolute) )*(?:stupid|dumb|fat|ugly|filthy|pathetic) (?:\\w+)?`,
    `${INSULTS_EN} like (?:you|u)`,
    `(?:i(?:'ll| will|'m going to| am going to|'m gonna| am gonna| gonna| want to| swear i'll|'d love to)|we(?:'ll| will|'re going to| are going to)|someone (?:should|will|needs to|ought to)|somebody (?:should|will|ought to)) (?:\\w+ ){0,2}?(?:${VIOLENCE_EN} (?:you|u|your (?:face|legs?|neck|family|life|teeth|house|arms?|head))|(?:kill|rape|murder|stab|strangle|punch) (?:him|her)|(?:rape|murder|strangle) them)(?! (?:a|an|the|some|started|up to|to (?:the|a)|know|back|later|out of|through|there|in touch|with|another|on (?:the|board)|help|access|going|ready|in (?:the|a)|at (?:chess|cards|checkers|go|this|it|tennis|the game|your own game))\\b)`,
    'kill yourself|end yourself|hang yourself|drink bleach|jump off (?:a|the) (?:bridge|roof|cliff|building)|slit your|go (?:and )?die|drop dead(?! (?:dates?|gorgeous))|neck yourself',
    "(?:you|u|they|he|she|people like you|all of them) (?:deserve|deserves|should|ought|need|needs) (?:\\w+ )?(?:to )?(?:die|be dead|be shot|be hanged|be beaten|be raped|suffer|be exterminated|be deported|be gassed|burn|disappear from)|(?:i )?hope (?:you|u|he|she|they|your (?:family|mother|kids|dog)) (?:\\w+ )?(?:dies?|gets? cancer|gets? hit|rot|suffers?|burn|choke)|i wish you were dead|(?:nobody|no one|noone) (?:likes|wants|loves|cares about|would miss|will ever love) (?:you|u)(?! to)|(?:world|everyone|class|we|all) (?:would|'d|will) be (?:a )?better (?:place )?(?:off )?without you",
    "i know where (?:you|u|your \\w+) (?:lives?|work|sleep)s?|watch your back|you(?:'ll| will) (?:regret|pay for) (?:this|it)|i(?:'m| am) (?:outside|watching) (?:you|your)|better sleep with one eye open|your days are numbered|you are (?:so )?dead|you're (?:so )?dead",
    "(?:send|show|give)(?: me)? (?:\\w+ ){0,4}(?:nudes?|naked|pics? of (?:you|your)|tits|boobs|body pics?|feet pics?|underwear)|(?:want|wanna|would like|love)(?: to)? (?:\\w+ )?(?:fuck|bang|touch you|sleep with you|see you naked|have sex)|(?:are you|r u) (?:\\w+ )?(?:wet|horny)|nice (?:tits|ass|boobs)|sexy (?:girl|body|pics?|chat|video)|hot (?:girls?|singles?|babes?)|sex (?:chat|cam|video)|suck my|my dick|how old are you (?:girl|sweet|babe|baby|cutie|gorgeous|and (?:are you|do you live) alone|and send)|meet (?:me )?alone (?:and|but)? ?(?:do not|don't) tell|(?:do not|don't) tell your (?:parents|mom|mum|mother)|our little secret",
    "(?:all|those|these|damn|dirty|filthy|stupid|bloody|most) (?:\\w+ )?(?:women|girls|muslims|jews|christians|immigrants|foreigners|blacks|whites|asians|mexicans|arabs|gays|gypsies|indians|disabled people|refugees) (?:\\w+ ){0,3}(?:are (?:\\w+ )?(?:inferior|animals|dirty|criminals|stupid|thieves|vermin|trash|dumb|too (?:stupid|dumb|emotional)|lazy|terrorists|filth|rats|parasites|cockroaches|liars|a (?:plague|disease))|should (?:go back|be (?:banned|shot|deported|killed|removed|kept)|die|not (?:be allowed|exist|vote|code|study))|belong in|out of|do not belong|don't belong)|(?:go|get) back (?:to|in|into) (?:your (?:own )?(?:country|kitchen|cave|jungle|zoo)|the (?:kitchen|jungle|cave|zoo|trees)|where you came from|africa|mexico|china)|dirty (?:immigrant|foreigner|jew|arab|muslim|gypsy)s?|white power|heil|gas the",
  ],
  rough: [
    "(?<!(?:to|that|or|can|may|will|would|could|not|which) )retards?(?! (?:the|or|an?|its|his|her|something|\\p{L}+ing|\\p{L}+ of)\\b)|(?:i|we)(?:'ll| will|'m going to| am going to|'m gonna| gonna| want to) (?:hurt|destroy|shoot|burn|smash|slap|kill|stab) (?:him|her|them)(?! (?:in|with|on|as|at|off|up|into|over|again|from)\\b)",
    '(?:lib|fuck|trump|demo|repub|con)tard(?:s|ed)?|douche(?:bag)?s?|(?:dip|dog|horse|chicken) ?shits?|jack ?ass(?:es)?|ass ?(?:hats?|clowns?|wipes?)|nitwits?|dimwits?|halfwits?|numbskulls?|(?:an?|dumb|stupid|blonde|these|those) bimbos?|skanks?|thots?|p(?:a)?edos?|shemales?|\\p{L}*fuck\\p{L}*|fuc{1,2}(?:in)?|shit(?:s|e|ty|heads?|shows?|holes?|bags?|storms?|ting|faced)?|b[i]+a+tch|pussies|cock ?suck\\p{L}*|horny|blow ?jobs?|milfs?|mf(?:er|ers|kn)|retarded (?:questions?|ideas?|posts?|comments?|persons?|people|kids?|answers?)|kike',
    "(?:these|them|dem|dat|fat|ugly|stupid|dumb|dirty|broke|side|lil|you|u|nasty|thirsty) hoes?|hoes? (?:ain't|aint|be|got|gon|wanna|loyal)|(?:kiss|shove|kick|bust|whoop|lick|up) (?:my|your|ur|yo|his|her|their) (?:\\w+ )?ass|(?:fat|dumb|broke|lazy|bitch|punk|sorry|ugly|stupid|lame) ?ass|f\\*{3,}(?:k|ing|king|ed)?|f\\*{1,2}k|b\\*{3,}h?|c\\*{2}t|s\\*{1,2}t|pu\\*{2}y|n\\*{3,}",
    "(?:you're|you are|ur|you r|you) (?:(?:an?|such|so|nothing but|just|all|the|most|worst|biggest|\\w+ly|complete|total|lying|sick|old|little) ){0,4}(?:liars?|hypocrites?|psycho|perv(?:ert)?s?|traitors?|racists?|bigots?|nazis?|terrorists?|embarrassment|burden|disappointment|weirdos?|dunce|airhead|sicko|nutjob|lunatic|maniac|asshat)|(?:dumber|stupider|more stupid|thicker) than (?:an?|my|the) \\w+|you (?:have|got) the (?:brain|iq|intelligence|wit)s? of an?|(?:braindead|brain dead) (?:idiot|people|like you|liberals?|\\w+ like)|you(?:'re| are) (?:\\w+ )?brain ?dead|how (?:stupid|dumb|thick|dense) (?:are you|can you be|must you be)|(?:lying|cheating|stupid|dumb|disgusting|filthy|fat) (?:\\w+ )?(?:bitch|cow|woman|women|female|hag|whore|bastard|pig|thief|crook|people)",
    "(?:nobody|no one|don't|do not|never) (?:should |ever |even )?(?:talk|speak|reply|respond|write|sit|play|be friends) (?:to|with|next to) (?:her|him|that (?:girl|boy|guy|kid|freak))(?! (?:about|when|while|until you|if|before))|(?:let's|let us|we should|everyone|everybody) (?:all |just |please )?(?:ignore|mock|laugh at|bully|humiliate|make fun of|gang up on|shun|freeze out) (?:her|him|them|this (?:girl|boy|guy|kid)|that (?:girl|boy|guy|kid))|(?:everyone|everybody|the whole (?:class|group|school)|we all) (?:here )?(?:hates?|laughs? at|(?:is|are) laughing at|makes? fun of|can't stand) (?:you|her|him)(?! (?:first|opening))|nobody (?:invited|asked|wants|needs) you|you(?:'re| are) not (?:welcome|wanted) here",
    "(?:hit|beat|slap|choke|punch|rape) (?:a |your |that |this |these |the |my )?(?:wom[ae]n|wife|girlfriend|bitch|hoe)|(?:women|girls|females) (?:\\w+ )?(?:can't|cannot|can not|should not|shouldn't|don't|do not) (?:\\w+ )?(?:drive|code|think|be (?:engineers?|leaders?|trusted|in charge|allowed)|do (?:maths?|science|logic)|belong|lead|vote)|(?:blacks|whites|gays|jews|muslims|women|females|immigrants|arabs|mexicans|refugees|gypsies|feminists|trans people) (?:are|is) (?:all |just |nothing but |such |the |an? |so )*(?:problem|disgusting|sick|perverts?|p(?:a)?edophiles?|evil|criminals?|rapists?|monkeys?|lazy|dirty|crazy|insane|mentally ill|abominations?|freaks?|objects?|not (?:human|normal|welcome)|property)|(?:hope|wish) (?:he|she|they|the|all) (?:\\w+ )?(?:burns? in|rots? in|gets? what|drop dead|(?:was|were) dead)",
    `(?:they|he|she)(?: (?:are|is|all|both|re|look|sound|really|just|such|so|still|like|must|be|absolute|total|complete|fucking|damn|bloody|utterly|truly|always|nothing|but|an?|the|most)){1,6} ${INSULTS_FOR_PEOPLE_EN}`,
    '(?:they|he|she)(?: (?:are|is|all|really|just|such|so|absolute|total|complete|fucking|damn|bloody|utterly)){1,4} (?:an? )?(?:(?:stupid|dumb|ugly|pathetic|disgusting|useless|fat) (?:\\w+ )?(?:person|people|man|woman|girl|boy|kid|guy|creature|cow|pig)|disgrace|creep|jerk)',
    `${INSULTS_FOR_PEOPLE_EN} like (?:him|her|them)`,
    "(?:this|that|such an?|what an?|those|these|the same) (?:\\w+ )?(?:idiots?|morons?|imbeciles?|losers?|creeps?|dumbass|freaks?|clowns? who)|(?:fat|ugly|filthy|stupid|brainless|lazy) (?:pigs?|cows?|rats?|worms?|apes?|monkeys?|slobs?|dogs?)|(?:go|let's) (?:give|make) (?:him|her|them) (?:hell|regret|suffer)",
    `idiots|morons?|imbeciles?|dumbass(?:es)?|subhumans?|fatso|scum of|worthless (?:person|human|people|piece)|rape (?:you|u|her|him|them|your)|your (?:funeral|grave)|shut (?:it|your \\w+)(?! down| off| properly)|(?:kill|shoot|hang|burn|gas|exterminate|eliminate|lynch|deport) (?:\\w+ ){0,5}${GROUPS_EN}|${GROUPS_EN} (?:\\w+ ){0,6}(?:must|should|deserve|need)(?: to)? (?:be (?:eliminated|killed|removed|exterminated|locked)|die|burn)`,
    'f+[u*]+c+k+(?:ing|ed|s|er)?|shit(?:ty|s)?|crap|damn you|bastards?|(?<!moby )dick|pussy(?! (?:willows?|cats?|riot))|cock ?sucker|bullshit',
  ],
  contact: [
    "(?:this|that|it)(?:'s| is| stays| must stay| should stay|'ll stay| will stay) (?:just |only )?between (?:us|you and me|the two of us)|(?:delete|erase|clear) (?:this|our|the|these) (?:chat|messages?|conversation)s? (?:after|afterwards|when (?:you|we)|so (?:nobody|no one|your|that))|you(?:'re| are| look| seem| sound) (?:\\w+ ){0,2}(?:mature|grown[- ]up|developed|old) for (?:your age|an? (?:kid|girl|boy|child|\\w+ year old)|(?:nine|ten|eleven|twelve|thirteen|fourteen|fifteen|\\d\\d)(?! year))|(?:do|does|will|can) (?:your|ur) (?:parents?|mom|mum|mother|dad|father|family) (?:\\w+ )?(?:check|read|monitor|look at|look through|see|go through) (?:your|ur) (?:phone|messages|chats?|computer|tablet|texts)|(?:are|is) (?:your|ur) (?:parents?|mom|mum|dad|family) (?:home|at home|asleep|out|away)|(?:come|meet me|visit me) (?:\\w+ ){0,3}?(?:alone|by yourself|without (?:your parents|telling))(?! or)|(?:i'll|i will|i can|i could) (?:buy|give|get|send) you (?:\\w+ )?(?:presents?|gifts?|money|cash|a phone|robux|skins|v-?bucks|sweets|candy|whatever you want|anything you want)|are you (?:home )?alone (?:right now|tonight|at home)",
    '(?:my|our|via|over|through|(?:me|us|group) on|your) whats?app|whats?app (?:me|us|group|number|\\W?\\d)|telegram(?: me| group| channel| @)|dm me|contact me (?:on|at|via|through)|(?:buy|sell)(?: me)? your account|text me at|call me (?:on|at)|add me on|my (?:snap|insta|instagram|number|onlyfans)|onlyfans|sugar daddy|(?:your|ur) (?:phone|address|home address|phone number|password|snap)(?: number)?(?: please| now|\\?|$)|what school do you go',
    '(?:his|her|their) (?:\\w+ )?(?:phone number|number|address|home address) is|(?:he|she|they) lives? (?:at|in) (?:number )?\\d',
  ],
  offers: [
    '(?:won|awarded|win) (?:\\w+ ){0,4}(?:prize|cash|award|£?\\d{3,}|holiday)(?: \\w+){0,8} (?:claim|call|txt|text|reply|click)|to claim (?:\\w+ ){0,4}(?:call|txt|text|reply|click|visit)|call (?:\\w+ ){0,5}0\\d{8,}|(?:reply|txt|text|send) (?:\\w+ ){0,3}(?:stop|win|claim|chat) (?:to|at|on) \\d{3,}',
    "(?:we|i|our (?:experts?|team|tutors?|writers)) (?:(?:can|will|'ll) )?(?:take|sit|pass|do|complete|write|finish) (?:your|the) (?:\\w+ )?(?:exam|test|quiz|course|class|assignment|coursework|essay|thesis|dissertation|homework)s? (?:for you|on your behalf|for (?:cheap|cash|money|\\W?\\d))|(?:exam|test|quiz|assignment|essay|homework)s? (?:answers?|solutions?|papers?)? ?(?:for sale|in (?:my )?bio)|(?:leaked|stolen) (?:exam|test)s? (?:papers?|questions?|answers?)|(?:verified|genuine|registered|fake|instant) (?:\\w+ )?(?:diplomas?|degrees?|certificates?|transcripts?|passports?|ielts|toefl)(?: \\w+){0,3} (?:without|for sale|from any|of any|within|no exam)|pay (?:only )?after (?:you (?:pass|get)|results?|the (?:results?|grade|exam))",
    'your (?:account|card|access|wallet|mailbox) (?:has been|is|was|will be|is about to be) (?:\\w+ )?(?:suspended|blocked|limited|locked|closed|deactivated|compromised)(?: \\w+){0,4},? (?:unless|verify|confirm|update|click)|(?:verify|confirm|validate) your (?:account|card|bank|billing|payment|wallet|seed phrase|login)(?: \\w+){0,6} (?:here|link|now|immediately|within|to avoid|or (?:it|your))',
    "(?:thanks to|contact|message|recommend) (?:\\w+ ){0,4}(?:trader|broker|account manager|forex|crypto (?:expert|mentor|coach)|investment (?:expert|coach|advis[eo]r))|forex signals?|binary options? (?:trading|signals)|recover (?:your |my )?(?:lost|stolen) (?:funds|crypto|bitcoin|money)|(?:turned|grew) (?:\\w+ )?\\W?\\d[\\d.,]*k? (?:\\w+ )?into \\W?\\d[\\d.,]*k?|you(?:'ve| have) been (?:selected|chosen) (?:\\w+ ){0,6}(?:prize|award|winner|gift|reward|win)|claim (?:your|ur) (?:\\w+ ){0,2}(?:prize|award|reward|gift|bonus|voucher)|(?:txt|text|sms) (?:\\w+ ){0,3}to \\d{4,}|\\d+p (?:per )?(?:msg|min|txt)|free (?:ringtones?|entry in)",
    '(?:earn|make|win|get) (?:up to )?(?:\\W?\\d[\\d,.]*|thousands|easy money|cash|money)(?: ?(?:k|usd|dollars|euros|\\$|€))? (?:a|per|every|each|in (?:a|one|just)|from home|fast|online|daily|weekly|working)|double your (?:money|bitcoin|crypto|investment)|(?:free|cheap) (?:followers|iphone|iphones|gift ?cards?|viagra|robux|v-?bucks|crypto|essays?|likes)|casino bonus|buy (?:\\w+ )?(?:followers|viagra|essays?|fake (?:id|diploma|certificate)|certificates?|answers|likes)|click (?:here|this link|my|the link)|limited (?:time )?offer|act now|guaranteed (?:profit|income|grade|returns?)|crypto (?:giveaway|signals?)|investment (?:opportunity|manager)|100% (?:free|guaranteed|legit)|(?:i |we )?(?:write|do) your (?:essay|homework|exam|assignment)s? for|loan(?:s)? (?:without|approved)|congratulations you (?:have )?won',
  ],
};

/** Abuse wherever it occurs: no lesson needs these words. */
const INSULTS_FOR_PEOPLE_ES = '(?:idiotas?|imbecil(?:es)?|subnormal(?:es)?|payas[oa]s?|escoria|don nadie|fracasad[oa]s?|estupid[oa]s)';
/** Insults when addressed to somebody; otherwise they may be plain words: a pig is an animal. */
const INSULTS_ES =
  '(?:idiotas?|imbecil(?:es)?|estupid[oa]s?|subnormal(?:es)?|mongolic[oa]s?|gonorrea|tont[oa]s?|inutil(?:es)?|basura|asqueros[oa]s?|patetic[oa]s?|fracasad[oa]s?|perdedor(?:a|es)?|fe[oa]s?|cerd[oa]s?|rata|escoria|payas[oa]s?|ignorantes?|cobardes?|mierda|burr[oa]s?|animal(?:es)?|parasitos?|ridicul[oa]s?|gusano|verguenza|don nadie|desgraciad[oa]s?)';

const SPANISH: Words = {
  hard: [
    `(?:ustedes|vosotr[oa]s|usted) (?:son|sois|es)(?: (?:una?|unos|unas|tan|muy|tod[oa]s|de|el|la|lo|mas|pur[oa]|punado)){0,5} ${INSULTS_ES}|son un[oa]s ${INSULTS_ES}, tod[oa]s ustedes`,
    'se (?:por donde|a que hora|con quien|que camino) (?:\\w+ )?(?:vas|vuelves|sales|entras|andas|caminas)|te (?:voy a|vamos a) (?:\\w+ )?(?:dejar sin (?:dientes|cara)|mandar al hospital|hacer la vida imposible)|vas a acabar (?:en el hospital|en una zanja|muert[oa])|atente a las consecuencias|seria una (?:lastima|pena) que te (?:pasara|pase) algo|pudrete en el infierno',
    '(?:eres|estas) (?:muy |tan )?(?:cachond[oa]|follable)|me (?:pones|tienes) (?:muy |tan )?(?:cachond[oa]|dur[oa])|(?:buena|salvaje|fiera) en la cama|que llevas puesto (?:debajo|en la cama|esta noche)',
    'mujeres (?:\\w+ )?(?:a (?:fregar|limpiar|la cocina))|(?:el lugar|el sitio) de (?:la|una) mujer es(?:ta en)? (?:la )?(?:cocina|casa)|(?:inmigrantes|moros|gitanos|negros|judios|musulmanes) (?:de mierda|vienen a robar|que se vayan)',
    'vete (?:a la mierda|al carajo|al diablo|al infierno|a tu pais|por donde|a la verga|de aqui)|a la mierda (?:contigo|tu)|que te (?:den|jodan|follen|pudras|mueras|calles)|chinga(?:te| tu madre| a tu)|jodete|calla(?:te|os) (?:la boca|ya|de una|idiota|imbecil)|cierra (?:el pico|la boca)|hij[oa]s? de (?:puta|perra|la chingada|mil)|(?:tu|la) puta madre|tu madre es|come mierda|me cago en (?:ti|tu)|andate al|lárgate|largate|piérdete|pierdete',
    `(?:eres|sos|sois|pareces|sigues siendo)(?: (?:una?|unos|unas|tan|muy|un[ao]? completo|un[ao]? autentic[oa]|el|la|lo|mas|completamente|realmente|todo|toda|de|bien|un pedazo de|peor|que|puro|pura|verdader[oa]|tod[oa]s|pobre|gran|maldit[oa]|mayor|pedazo|total|asco|puta)){0,5} ${INSULTS_ES}(?! (?:de (?:error|laboratorio|granja|compania)|pregunta|decirlo|negarlo|comparar|mascota|domestico))`,
    `(?:pedazo de|maldit[oa]s?|pinches?|puto|jodid[oa]|put[oa]|callate|oye|que asco de) ${INSULTS_ES}|(?:pobre|vaya|menud[oa]|so|suci[oa]) ${INSULTS_FOR_PEOPLE_ES}`,
    '(?:te|os|los|les|la|lo) (?:voy a|vamos a|van a|quiero) (?:matar|pegar|golpear|romper|partir|destrozar|reventar|encontrar y|buscar y|hacer dano|arruinar|quemar|rajar|acuchillar|pisar|hundir|hacer la vida)|voy a (?:matarte|pegarte|golpearte|romperte|partirte|destrozarte|reventarte|arruinarte|hacerte (?:dano|sufrir|la vida)|quemarte|buscarte y|encontrarte y|por ti|violarte|hundirte|hacer que te arrepientas)|te (?:mato|parto|reviento|rompo) (?:la cara|las piernas|la boca|el cuello|si|en|los)?|te vas a (?:arrepentir|enterar|morir)|(?:alguien deberia|habria que) (?:matar|pegar|golpear|encerrar|callar)(?:te|los|les|las|os)?',
    'matate|suicidate|muerete|ahorcate|tirate (?:de|por|desde)|pegate un tiro|bebe lejia|ojala (?:te|se|os) (?:mueras?|muera[ns]?|atropellen|pudras|de(?:n)? (?:un )?cancer|maten|ahogues|peguen|pase)|deberias? (?:morir|morirte|estar muert[oa]|desaparecer|suicidarte|pegarte)|mereces? (?:morir|sufrir|una paliza|que te (?:peguen|maten|violen))|(?:nadie|ninguno|ninguna) te (?:quiere|soporta|aguanta|va a querer|echara de menos|extranaria)|el mundo (?:seria|estaria) mejor sin ti|todos estariamos mejor sin ti|das asco|me das asco|dan asco|no (?:vales|sirves) (?:nada|para nada|una mierda)',
    'se donde (?:vives|trabajas|estudias|duermes)|cuidate la espalda|estas muert[oa]|ten cuidado (?:cuando salgas|por la calle)|te estoy (?:vigilando|observando)|se a que (?:colegio|hora)|te (?:vamos|voy) a esperar (?:a la salida|fuera)|tus dias estan contados|vas a pagar por',
    '(?:manda(?:me|nos)?|envia(?:me|nos)?|pasa(?:me|nos)?|ensena(?:me|nos)?|muestra(?:me)?)(?: \\w+){0,4} (?:desnud[oa]s?|nudes?|en ropa interior|tetas|culo|cuerpo|sexy|intimas|pack)|(?:quiero|quisiera|me gustaria) (?:follarte|cogerte|tocarte|verte desnud[oa]|acostarme contigo|chuparte|besarte)|que (?:tetas|culo|buena estas|rica estas)|estas (?:buenisima|muy rica|para darte)|chupa(?:me)?(?:la| la)|mi (?:polla|verga|pene)|chicas (?:calientes|desnudas|sexys?)|videos? (?:porno|xxx)|sexo (?:gratis|en vivo)|no se lo digas a tus? (?:padres|madre)|nuestro secreto|cuantos anos tienes (?:guapa|preciosa|linda)',
    '(?:tod[oa]s )?(?:los|las|esos|esas|estos|putos|malditos|sucios) (?:\\w+ )?(?:mujeres|ninas|musulmanes|judios|cristianos|inmigrantes|extranjeros|negros|gitanos|moros|sudacas|panchitos|chinos|gays|homosexuales|indios|indigenas|refugiados|discapacitados) (?:\\w+ ){0,2}(?:son (?:\\w+ )?(?:inferiores|animales|sucios|criminales|delincuentes|ladrones|basura|escoria|ratas|vagos|terroristas|tontas|mentirosos|parasitos|una plaga|un cancer|demasiado (?:tontas|emocionales))|deberian (?:irse|morir|volver|ser|estar|desaparecer)|fuera|no (?:deberian|sirven|valen|merecen)|a la cocina)|vuelve(?:te)? a (?:tu pais|la cocina|la selva|africa|tu cueva)|sudacas?|moro de|negro de mierda|gitan[oa]s? de mierda|fuera (?:inmigrantes|moros|extranjeros|gitanos)',
  ],
  rough: [
    '(?<!numeros? )(?:subnormales|subnormal)|pobre (?:ignorante|diablo|infeliz)|retrasad[oa]s? de|capull[oa]s?|cretin[oa]s?|tarad[oa]s?|mamones|boludos? de|pelotud[oa]s?|huevones|gilipolleces|mam[a]guev[oa]s|follar(?:te|la)?|cachond[oa]s?',
    '(?:que nadie|nadie) (?:le|la|lo|te) (?:hable|hables|conteste|responda|invite|traga)|no (?:le|la|lo) (?:hableis|hablen|contesteis|contesten|inviteis|inviten)|tod[oa]s (?:se rien|nos reimos|se burlan) de (?:ti|ella|el)|tod[oa]s te odian|aqui nadie te (?:ha invitado|soporta)|nadie te (?:ha invitado|pregunto|llamo)|(?:las )?mujeres no (?:saben|deberian|valen|sirven) ',
    `(?:es|son|parecen?)(?: (?:una?|unos|unas|tan|muy|un[ao]? complet[oa]|el|la|lo|mas|completamente|realmente|tod[oa]s|de|un pedazo de|pur[oa]|verdader[oa]s?|maldit[oa]|pobre|gran)){0,5} ${INSULTS_FOR_PEOPLE_ES}`,
    'mierda(?! de (?:vaca|caballo|perro|pajaro))|joder|hostia puta|carajo|polla|verga|cojones|pinche|(?:eres|maldita|hij[oa] de|so|vaya|sucia|menuda|que)(?: (?:una|gran))? (?:guarra|zorra|perra)|bastardo',
  ],
  contact: [
    '(?:esto )?(?:queda|quede) entre (?:nosotr[oa]s|tu y yo)|borra (?:este|el|los|estos) (?:chat|mensajes?|conversacion)(?:es)? (?:despues|luego|para que)|(?:pareces|eres) (?:muy |tan )?madur[oa] para tu edad|(?:estas|te quedas) sol[oa] en casa|tus padres (?:te )?(?:revisan|leen|vigilan|controlan) (?:tu|el|tus|los) (?:movil|telefono|celular|mensajes|chats?)|ven(?:te)? sol[oa](?! o)|te (?:doy|regalo|compro) (?:\\w+ ){0,4}si (?:vienes a|me (?:mandas|envias|ensenas) (?:una |tu )?(?:foto|video))|no se lo (?:digas|cuentes) a nadie',
    'mi (?:numero|whats?app|telefono|insta|instagram|snap) es|escribeme (?:al|por)|hablame (?:al|por)|agregame|contactame (?:por|al)|pasa(?:me)? tu (?:numero|direccion|telefono|contrasena|whats?app|insta)|dame tu (?:numero|direccion|telefono|contrasena|whats?app|insta)|donde vives(?:\\?|$| exactamente)|a que (?:colegio|escuela) vas',
  ],
  offers: [
    '(?:aprobamos|hacemos|resolvemos|hago|presento) (?:el|tu|tus|los) (?:examen|examenes|trabajos?|tareas?|tfg|tesis|tfm) (?:por ti|en tu lugar|a cambio|a buen precio)|(?:respuestas|soluciones) de(?:l| los)? exam(?:en|enes) (?:a la venta|disponibles|baratas)|(?:titulos?|diplomas?|certificados?) (?:\\w+ ){0,3}(?:sin (?:estudiar|examen|asistir)|falsos?)|tu cuenta (?:ha sido|sera|fue|esta) (?:\\w+ )?(?:suspendida|bloqueada|cerrada|limitada|desactivada)(?: \\w+){0,6},? (?:verifica|confirma|actualiza|haz|salvo|a menos)|(?:verifica|confirma) tu (?:cuenta|tarjeta|clave) (?:aqui|ahora|en)|has sido (?:seleccionad|elegid)[oa] (?:\\w+ ){0,4}(?:premio|sorteo|ganador)|reclama tu (?:premio|bono|regalo)|senales de forex|recupera (?:tu|tus) (?:dinero|fondos|bitcoins?) (?:perdid|robad)[oa]s?|(?:gracias a|contacta a|escribe a) (?:\\w+ ){0,4}(?:trader|broker|asesor(?:a)? de inversion(?:es)?)',
    'gana(?:r)? (?:hasta )?(?:dinero|\\W?\\d[\\d.,]*|miles)(?: \\w+)? (?:facil|rapido|desde casa|al dia|por dia|a la semana|por semana|al mes|sin|cada|diarios)|duplica tu (?:dinero|inversion|bitcoin)|seguidores (?:gratis|baratos)|compra (?:\\w+ )?(?:seguidores|titulos|certificados|diplomas|viagra|ensayos|examenes|likes)|haz clic (?:aqui|en)|oferta (?:limitada|unica)|solo por hoy|prestamos? (?:sin|rapidos?|inmediatos?)|hacemos (?:tus|tu) (?:tarea|tareas|examen|examenes|trabajos?)|hago (?:tus|tu) (?:tarea|tareas|examen|examenes|trabajos?)|ganancias? garantizadas?|casinos? (?:online|en linea|gratis|con bonos?)|bonos? de casino|apuestas (?:gratis|seguras)|invierte (?:en|con|hoy|ahora)|100% (?:gratis|garantizado|legal|real)|felicidades has ganado|iphone gratis|tarjetas? (?:de )?regalo|vendo (?:\\w+ )?(?:titulos|diplomas|certificados|cuentas|examenes)',
  ],
};

const INSULTS_AR =
  '(?:ال)?(?:غبي[ةه]?|اغبياء|احمق|حمقاء|حمقى|حقير[ةه]?|حقراء|تافه[ةه]?|قذر[ةه]?|زبال[ةه]|نذل|سافل[ةه]?|وضيع[ةه]?|وسخ[ةه]?|فاشل[ةه]?|متخلف[ةه]?|معتوه|واطي|خسيس|جبان|مقرف[ةه]?|حثال[ةه]|عديم(?:[ةه])? الفائد[ةه]|بلا فائد[ةه])';
const ANIMALS_AR = '(?:حيوان|حمار|كلب[ةه]?|كلاب|خنزير[ةه]?|خنازير|بقر[ةه]|قرد|جرذ|حشر[ةه]|بهيم[ةه]?)';
const GROUPS_AR =
  '(?:النساء|البنات|اليهود|المسيحي(?:ين|ون)|المسلم(?:ين|ون)|الشيع[ةه]|السن[ةه]|الاكراد|السود|الاجانب|المهاجر(?:ين|ون)|اللاجي(?:ين|ون)|الهنود|الغجر|المثلي(?:ين|ون))';

/** Folded Arabic has neither vowel signs nor hamzas. */
const ARABIC: Words = {
  hard: [
    `(?:انت[يم]?|انتو|انتم|يا|ايها|ايتها|كم انت)(?: \\p{L}+)? و?${INSULTS_AR}|(?:انت[يم]?|يا|مثل)(?: مجرد)? ${ANIMALS_AR}(?! (?:اليف|وفي|صغير|جميل|لطيف))`,
    '(?:يا )?(?:ابن|ابنة|بنت|اولاد) (?:ال)?(?:حرام|كلب|كلاب|شرموط[ةه]|عاهر[ةه]|قحب[ةه]|زنا|متناك[ةه])|(?:ال)?(?:شرموط[ةه]?|عاهر[ةه]|قحب[ةه]|منيوك[ةه]?|متناك[ةه]?|عرص)|كس ?(?:امك|اختك|مك)|انيك\\p{L}*|لوطي',
    '(?:سوف ا|راح ا|رح ا|بدي ا|سا|ها?|حا?|با?|لا)(?:قتل|ذبح|ضرب|حرق|طعن|خنق|شنق)(?:ك|كم|كي|ها|هم)|(?:سوف ا|راح ا|رح ا|سا|ه|ح)كسر (?:\\p{L}+ )?(?:وجهك|راسك|رجلك|عظامك|اسنانك|رقبتك)|(?:اعرف|نعرف) (?:اين|وين|فين) (?:تسكن|تعيش|تدرس|بيتك|ساكن|تعمل)|(?:ستندم|سوف تندم|ستدفع الثمن|ايامك معدود[ةه])',
    'اقتلي? نفسك|انتحري?|اشنقي? نفسك|(?:لا|ما) تستحق(?:ي|ون|ين)? (?:ان )?(?:تعيش\\p{L}*|الحيا[ةه]|العيش)|(?:اتمنى|اتمني|ليتك|عساك|نتمنى)(?: لك)?(?: ان)? (?:تموت\\p{L}*|الموت|تحترق\\p{L}*|تمرض)|تستحقي?(?: ان)? (?:تموت\\p{L}*|الموت|الضرب)|(?:لا احد|محد|ما حد|محدا) (?:ي|بي)(?:حبك|ريدك|بيك|طيقك)|العالم افضل بدونك',
    'اخرس(?:ي|وا)?|انقلع(?:ي|وا)?|(?:سد|سكر|اغلق) (?:فمك|بوزك|تمك|حلقك)|تفو عليك|(?:روحي?|اذهبي?) (?:الى |ل)?(?:ل?لجحيم|الجحيم|جهنم)|تبا لك(?:م)?|لعن[ةه] الله عليك|الله ياخذك',
    '(?:ارسلي?|ابعثي?|ورين?ي|اعطيني)(?: لي| الي)? (?:صور\\p{L}*|فيديو)(?: \\p{L}+){0,2} (?:عاري[ةه]?|العاري[ةه]|جسمك|صدرك|بدون ملابس)|صورك العاري[ةه]|(?:اريد|ابي|بدي|عايز)(?: ان)? (?:انام معك|المسك|اشوف جسمك)|افلام سكس|سكس|لا تخبري? (?:امك|اهلك|والديك|ابوك)',
    `${GROUPS_AR}(?: كلهم| جميعا| كلهن)? (?:كلاب|حيوانات|قذر(?:ون|ين)|حثال[ةه]|حشرات|خنازير|مجرم(?:ون|ين)|اغبياء|غبيات|ناقصات عقل|جرذان|(?:يجب|لازم)(?: ان)? ي(?:موت|قتل|حرق|طرد|باد)\\p{L}*)|الموت (?:لل?|ل)(?:يهود|مسلمين|مسيحيين|شيع[ةه]|سن[ةه]|اكراد|مهاجرين)|(?:ارجع|عد|عود)(?:ي|وا)? (?:الى|ل) ?(?:بلدك|بلادك|المطبخ|الغاب[ةه])`,
  ],
  rough: [
    'لا (?:تتحدث|تتكلم|ترد|تلعب)(?:وا|ي) (?:معه|معها|عليه|عليها)(?: ابدا)?|(?:الكل|الجميع|كلنا) (?:يضحك|يسخر|نضحك|نسخر)(?:ون)? (?:عليك|منك)|(?:الكل|الجميع) يكرهك|لا احد (?:دعاك|سالك)',
    `هولاء(?: \\p{L}+)? ${INSULTS_AR}`,
    'خرا|زفت|تفو|لعين[ةه]?|قرف',
  ],
  contact: [
    'لا تقل(?:ي)? لاحد|(?:هذا )?(?:سر )?بيننا فقط|سر بيننا|احذفي? (?:المحادث[ةه]|الرسائل) (?:بعد|لكي|حتى)|هل انتي? وحدك (?:في البيت|الان|الليل[ةه])|تعالي? وحدك|(?:انتي?|تبدو|تبدين) (?:ناضج[ةه]?|كبير[ةه]?) (?:على|بالنسب[ةه] ل) ?(?:عمرك|سنك|لعمرك)|هل (?:يراقب|تراقب|يقرا|تقرا) (?:اهلك|امك|والداك|ابوك) (?:هاتفك|رسائلك)',
    '(?:ال)?واتس ?اب|تيل[يغ]\\p{L}*رام|(?:راسل|كلم)(?:ني|وني|يني) على|تواصلي? معي على|رقم(?:ي| هاتفي| جوالي)|(?:اعطيني|ارسلي?) (?:رقمك|عنوانك|كلم[ةه] (?:السر|المرور))|(?:اين|وين) تسكن',
  ],
  offers: [
    'شهاد\\p{L}* (?:\\p{L}+ ){0,3}(?:بدون|دون) (?:دراس[ةه]|حضور|امتحان)|(?:نجتاز|نقدم|نحل|احل) (?:\\p{L}+ )?(?:الامتحان|امتحانك|الاختبار|اختبارك|الواجب|واجبك) (?:عنك|بدلا منك|مقابل)|(?:اجابات|حلول) (?:ال)?(?:امتحان\\p{L}*|اختبار\\p{L}*) (?:للبيع|جاهز[ةه])|(?:حسابك|بطاقتك) (?:سيتم|سوف يتم) (?:اغلاق\\p{L}*|ايقاف\\p{L}*|تعليق\\p{L}*)|مبروك (?:لقد )?(?:ربحت|فزت)|استرجع(?:ي)? اموالك',
    '(?:اربحي?|اكسبي?|ربح|كسب) (?:\\p{L}+ )?(?:المال|مال|\\d[\\d,.]*)|ضاعف (?:مالك|اموالك)|(?:متابعين|متابعون) (?:مجان\\p{L}*|رخيص\\p{L}*)|(?:شراء|بيع|نبيع) (?:متابعين|شهاد\\p{L}*|حلول)|اضغطي? (?:هنا|على (?:هذا )?الرابط)|عرض (?:محدود|خاص|لفتر[ةه])|مضمون(?:[ةه])? 100|(?:ارباح|دخل) مضمون[ةه]?|نحل (?:واجبات|امتحانات)\\p{L}*|قروض? بدون',
  ],
};

/** Trust in the author: `new` has few accepted texts, `known` has enough (`trustOf`). */
export type Trust = 'new' | 'known';

export type Reason = 'abuse' | 'rough_words' | 'contact' | 'offers' | 'links' | 'shouting' | 'repeated_signs';

export interface Judgement {
  /** `clear`: may be published. `doubtful`: a service checks it first if its author is new. `abusive`: held for any author. */
  readonly verdict: 'clear' | 'doubtful' | 'abusive';
  readonly reasons: readonly Reason[];
}

/** Links: a scheme, `www.`, or a name with a common top-level domain. */
const LINK =
  /(?:https?:\/\/|www\.)\S+|\b[\p{L}\p{N}-]{2,}\.(?:com|net|org|info|biz|xyz|top|ru|cn|io|co|me|ly|gg|shop|site|online|click|link|club|live|win|tk)\b(?:\/\S*)?/giu;
const SHORTENED = /\b(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|cutt\.ly|t\.me|wa\.me|discord\.gg)\b/i;
/** Links allowed in one text, by the author's trust. */
const MOST_LINKS = { new: 1, known: 5 } as const;
/** Share of capital letters from which a text with at least that many letters counts as shouting. */
const SHOUTING = { letters: 24, share: 0.7 } as const;

/** Removes code, which may contain capitals and symbols without shouting. */
const withoutCode = (text: string): string => text.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ');

/** Judges a public text by rules alone, without calling a service. Texts with several rough words are abuse. */
export function judgeText(text: string, trust: Trust): Judgement {
  const reasons: Reason[] = [];
  const prose = withoutCode(text);
  const folded = foldWords(prose);
  const isAbusive = HARD.test(folded);
  if (isAbusive) reasons.push('abuse');
  else if (ROUGH.test(folded)) reasons.push('rough_words');
  if (CONTACT.test(folded)) reasons.push('contact');
  if (OFFERS.test(folded)) reasons.push('offers');
  const links = prose.match(LINK)?.length ?? 0;
  if (links > MOST_LINKS[trust] || SHORTENED.test(prose)) reasons.push('links');
  if (isShouted(prose)) reasons.push('shouting');
  if (/(\p{L}|[!?$€])\1{11,}|(\b\p{L}+\b)(?:\W+\2\b){7,}/iu.test(prose)) reasons.push('repeated_signs');
  return { verdict: isAbusive ? 'abusive' : reasons.length > 0 ? 'doubtful' : 'clear', reasons };
}

function isShouted(text: string): boolean {
  const letters = text.match(/\p{Lu}|\p{Ll}/gu) ?? [];
  if (letters.length < SHOUTING.letters) return false;
  return letters.filter((letter) => /\p{Lu}/u.test(letter)).length / letters.length > SHOUTING.share;
}

/** Abuse in any context; letters may be repeated, and vowels starred. */
const SLURS = [
  'motherfucker', 'motherfuckers', 'asshole', 'assholes', 'arsehole', 'bitch', 'bitches', 'cunt', 'cunts', 'whore', 'whores', 'slut', 'sluts',
  'faggot', 'faggots', 'fags', 'nigger', 'niggers', 'nigga', 'niggas', 'niggah', 'nigguh', 'nicca', 'niccas', 'nig', 'nigs', 'kikes', 'beaner', 'beaners', 'towelhead', 'towelheads', 'gooks', 'wogs', 'spics', 'raghead', 'ragheads', 'wetback', 'wetbacks', 'dickhead', 'wanker', 'twat', 'scumbag', 'tranny', 'kys', 'stfu', 'gtfo',
  'puta', 'putas', 'hijueputa', 'hijoputa', 'gilipollas', 'cabron', 'cabrona', 'cabrones', 'pendejo', 'pendeja', 'pendejos', 'maricon',
  'maricones', 'malparido', 'malparida', 'retrasado mental', 'comemierda', 'lameculos', 'soplapollas', 'mamaguevo',
  'culero', 'pinche idiota',
]; // oxfmt-ignore

/** Builds a pattern for a word with repeated letters or starred vowels: `b*tch`, `puuuta`. */
const drawnOut = (word: string): string =>
  [...word].map((letter) => (letter === ' ' ? ' ' : `${/[aeiou]/.test(letter) ? `[${letter}*]` : letter}+`)).join('');

const whole = (sources: readonly string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}'])(?:${sources.join('|')})(?![\\p{L}\\p{N}])`, 'u');

const HARD = whole([...SLURS.map(drawnOut), ...ENGLISH.hard, ...SPANISH.hard, ...ARABIC.hard]);
const found = (kind: keyof Words): RegExp => whole([ENGLISH, SPANISH, ARABIC].flatMap((words) => words[kind]));
const ROUGH = found('rough');
const CONTACT = found('contact');
const OFFERS = found('offers');
