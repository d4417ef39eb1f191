import { ENDPOINTS } from '#contract/endpoints.ts';
import { KEY_SCOPE_IDS, type KeyScope } from '#contract/identity/key-scopes.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';

/**
 * The endpoints of each scope: any one of the scopes that name an endpoint opens it. The api does not start while an endpoint is neither here
 * nor in `PERSON_ONLY` (`assertKeyAccess`).
 */
const OPENED_BY: Readonly<Record<KeyScope, string>> = {
  'courses:read': `listCourses getCourse listSavedCourses getMissingLessons getSkippedReviews listProposals listVersions getVersion
    coursePictures coursePictureFile courseClipVideo courseClipPoster courseClipCaptions courseSimulations courseAudio audioFile
    audioTranscript courseTranslations readTranslatedCourse listExports downloadExport listSources getPassage listRunSources searchOwn
    listAllRuns getRun listRunSteps listRuns runForm runLog runUsage getGenerationStatus getGenerationLesson getOutlineDraft
    findInLibrary listKeptTopics`,
  'courses:write': `saveCourse removeSavedCourse acceptProposal discardProposal editLesson pinLesson restoreVersion removeCoursePicture
    removeCourseClip removeSimulation removeAudio publishAudio editTranslationNames startExport importCourse addSource addPage removeSource
    keepTopic dropKeptTopic`,
  generate: `generateCourse approveOutline keepOutlineDraft getOutlineDraft continueRun retryRun retryLesson retryPractice stopRun cancelRun
    listAllRuns getRun listRunSteps getGenerationStatus getGenerationLesson regenerateLesson regenerateModule writeMissingLessons
    reviewSkipped drawCoursePictures filmCourseClip makeSimulation makeAudio makeFlashCards translateCourse translateBulk
    prepareInterfaceTexts recommendCourses getRecommendations generateVideo generateVideoFromImage videoStatus`,
  learn: `listClasses getClass listOwnAssignments startAssignment getDashboard listStudyDays listAchievements listPoints reportActivity setWeeklyGoal setCourseGoal listContinue completeLesson bookmarkLesson
    removeLessonBookmark saveReadingPlace saveAudioPlace answerQuestion listAnswers listWords listReview reviewForecast courseFlashCards
    listFlashCards createFlashCard editFlashCard deleteFlashCard rateFlashCard undoFlashCardRating listDecks deleteDeck exportFlashCards importFlashCards
    solveTasks getFinalTest startFinalTest finishFinalTest issueCertificate listCertificates listNotes createNote updateNote deleteNote
    exportNotes getRecommendations`,
  mentor: `aiMentor sendMentorMessage regenerateAnswer stopAnswer listMentorSessions readMentorSession renameMentorSession
    deleteMentorSession answerInWords contestGrade listWords`,
  media: `videoHistory videoStatus downloadVideo videoPoster videoCaptions renameVideo deleteVideo videoPlan listVoiceNotes createVoiceNote
    putVoicePart getVoiceUpload voiceAudio voiceWords voiceCaptions editVoiceNote transcribeVoiceNote deleteVoiceNote`,
  studio: `listCreatorCourses getCreatorCourse createCreatorCourse editCreatorCourse duplicateCreatorCourse deleteCreatorCourse
    getPublication chooseContent publishCourse withdrawCourse listCodes createCode endCode listEarners getCreatorStats getCreatorAnalytics
    getRevenue listSaleMovements getSaleMovementsCsv getLessonStops getPayouts getStatementCsv getStatementPdf listCreatorBatches
    readCreatorBatch readCreatorBatchItem estimateCreatorBatch`,
  'account:read': `me getProfile getSettings userTokens listMovements getSubscription listNotifications readNotifications`,
  organisation: `getOrganisation listPeople invitePeople resendInvite`,
  classes: `listClasses getClass createClass copyClass updateClass listClassMembers listClassCandidates listClassGroups addClassMembers removeClassMember
    listAssignments createAssignment updateAssignment extendAssignment withdrawAssignment getClassReport getClassReportCsv getAssignmentReport`,
  'operate:read': `readOverview readConsoleState searchRuns countRuns inspectRun readBulkAct readSeries listSchedules listBatches readBatch
    readBatchItem estimateBatch listEvaluations readEvaluation readEvaluatedBrief estimateEvaluation estimateMoreBriefs listAlerts listAudit readAuditEntry listSettings listServiceLanes listInstallationServices listRunViews`,
  operate: `pauseWork actOnRun startBulkAct abortBulkAct actOnSchedule noteAlert openServiceLane planBatch actOnBatch saveRunView`,
};

/** The endpoint that every key can call. */
const OPEN_TO_KEYS = 'getCaller';

/** The endpoints that need a person, whatever a key's scopes, by reason. */
const PERSON_ONLY = {
  'It changes how people sign in, or deletes an account.': `getAccount sendVerification changePassword listSessions endSession endOtherSessions
    setBirthYear requestDeletion cancelDeletion getAgePage askParent listPasskeys startPasskey addPasskey renamePasskey removePasskey
    listLinkedProviders startLink finishLink unlinkProvider getSecondFactor setUpSecondFactor confirmSecondFactor renewRecoveryCodes
    turnOffSecondFactor connectOrganisation getSignInSetup saveSignIn changeSignInMode changeSignInLifetime listOrganisationAudit getOrganisationAuditCsv removeSignIn startSignInTest readSignInTest
    addDomain changeDomain checkDomain removeDomain listKeys createKey endKey getConsent decideConsent acceptInvite joinByDomain removePerson leaveOrganisation changeRole authoriseMember createRoster
    listRosters getRoster listRosterRows applyRoster undoRoster getProvisioning createScimToken endScimToken listScimRequests createLiveTicket openLiveSocket readPushState
    subscribePush unsubscribePush`,
  'It pays, pays out, or commits to a payment.': `startEvaluation addBriefs actOnEvaluation forgetDefaultCast activateTrial createCheckoutSession purchaseTokens paymentStatus listInvoices previewChange
    changeSubscription cancelSubscription resumeSubscription openPortal refundInvoice buyCourse startPayoutOnboarding openPayoutPages
    syncPayouts planCreatorBatch actOnCreatorBatch`,
  'Others would take it for a person’s own words or decision.': `readBlindPair judgePair updateProfile saveSettings tellTimeZone joinLeaderboard listChatMessages sendChatMessage
    editChatMessage deleteChatMessage listOnlineUsers listTypingUsers reportTyping listChatRooms openChatRoom markChatRead listStudyRooms
    createStudyRoom joinStudyRoom readStudyRoom leaveStudyRoom listForums joinForum listPosts readPost createPost editPost deletePost likePost
    subscribePost moderatePost createReply editReply deleteReply likeReply listGroups readGroup createGroup editGroup deleteGroup joinGroup
    decideMember reportSubject appealDecision listOwnTexts enrolInCourse takeUpdate getMarketStanding quoteCode rateCourse reportCourse
    getSatisfaction saveSatisfaction getCourseContact saveCourseContact listLessonQuestions askLessonQuestion listAskedQuestions
    answerLessonQuestion answerRating messageStudents revokeCertificate proposeText listClassQuestions askTeacher answerClassQuestion listMarks setMark`,
  'It decides who receives events, or returns a signing secret.': `listWebhooks createWebhook updateWebhook deleteWebhook
    rotateWebhookSecret testWebhook listWebhookDeliveries readWebhookDelivery resendWebhookDelivery`,
  'It reveals or changes data of other people, or a person’s location.': `readConsoleCourse getCommunity readLeaderboard listSharedCourses listProfiles listConnections connectUsers
    answerConnection removeConnection listBlocks blockPerson unblockPerson listMutes mutePerson unmutePerson listStudents getStudentsCsv
    placesStanding sharePlace unsharePlace nearbyLearners studyLocations addLocation deleteLocation rateLocation mapFile localEvents myEvents
    getEvent createEvent joinLocalEvent leaveEvent cancelEvent eventAttendees eventCalendar`,
  'It exports all data, or creates a link that anyone can open.': `dataExport getShare shareCourse unshareCourse linkVideo openAudioFeed
    revokeAudioFeed openDueCalendar revokeDueCalendar`,
  'It belongs to an LMS launch, or sets up an LMS.': `listLtiPlatforms addLtiPlatform changeLtiPlatform renewLtiRegistration
    removeLtiPlatform listLtiRefusals listLtiContexts listLtiMembers readLtiRoster listLtiOffers offerLtiCourse withdrawLtiOffer
    getLtiActivity getLtiLesson answerLtiQuestion completeLtiLesson getLtiSimulation solveLtiTasks listLtiContents chooseLtiContents`,
  'It decides about people, secrets or money of the whole installation.': `findPeople actOnPerson findKeys endFoundKey listOrganisationSignIns relaxOrganisationSignIn
    listOrganisations readConsoleOrganisation readScimLog helpOrganisation searchConsole listModeration decideModeration
    listMarketReports decideOnCourse listTextProposals decideTextProposal listContracts recordContract listBillingAlarms
    acknowledgeBillingAlarm actOnBillingAlarm listSalesMessages markSalesMessageAnswered changeSettings changeServiceBudget listServiceConnections
    listServiceModels testServiceConnection saveServiceConnection removeServiceConnection testInstallationService`,
} as const;

/** What a key may do with an endpoint: whatever one of the scopes opens, or nothing, for a reason. */
export type KeyAccess = { readonly scopes: readonly KeyScope[] } | { readonly refused: string };

const wordsOf = (names: string): string[] => names.trim().split(/\s+/);

const OPENED = new Map<string, KeyScope[]>();
for (const scope of KEY_SCOPE_IDS) {
  for (const name of wordsOf(`${OPEN_TO_KEYS} ${OPENED_BY[scope]}`)) OPENED.set(name, [...(OPENED.get(name) ?? []), scope]);
}
const REFUSED = new Map<string, string>(
  Object.entries(PERSON_ONLY).flatMap(([why, names]) => wordsOf(names).map((name) => [name, why] as const)),
);

/** Returns what keys may do with an endpoint that is not public. One that nobody has thought of is refused. */
export function keyAccess({ name }: Pick<Endpoint, 'name'>): KeyAccess {
  const scopes = OPENED.get(name);
  return scopes ? { scopes } : { refused: REFUSED.get(name) ?? 'Nobody has decided yet.' };
}

/** Tells whether a key with these scopes may call an endpoint. */
export function mayKeyCall(endpoint: Pick<Endpoint, 'name'>, scopes: readonly KeyScope[]): boolean {
  const access = keyAccess(endpoint);
  return 'scopes' in access && access.scopes.some((scope) => scopes.includes(scope));
}

/**
 * Checks that the table decides about every endpoint that is not public, once, and about nothing else; `mountAll` calls it, so that no api
 * starts with a forgotten one.
 * @throws with the names
 */
export function assertKeyAccess(endpoints: readonly Endpoint[] = ENDPOINTS): void {
  const guarded = new Set(endpoints.filter(({ auth }) => auth !== 'public').map(({ name }) => name));
  const problems = [
    ...[...guarded].filter((name) => !OPENED.has(name) && !REFUSED.has(name)).map((name) => `${name} is not decided`),
    ...[...OPENED.keys(), ...REFUSED.keys()]
      .filter((name) => !guarded.has(name))
      .map((name) => `${name} is no endpoint that needs a session`),
    ...[...OPENED.keys()].filter((name) => REFUSED.has(name)).map((name) => `${name} is opened and refused`),
  ];
  if (problems.length > 0) throw new Error(`contract/key-access.ts: ${problems.join('; ')}`);
}
