// Generated from the OpenAPI document by `npm run client`.
export interface paths {
 "/api/auth/login": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Sign in with email and password. */
  post: operations["login"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/logout": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** End this session everywhere it is used. */
  post: operations["logout"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/me": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The signed-in user. */
  get: operations["me"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/refresh": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Exchange a refresh token for a new access token. */
  post: operations["refresh"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/register": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Create an account. */
  post: operations["register"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/parental-consent/answer": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** A parent agrees, refuses, or takes an agreement back. */
  put: operations["answerParentalRequest"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/parental-consent/birth-year": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** A parent who has agreed corrects the year of birth of their child. One of an adult ends the consent and the link. */
  put: operations["correctBirthYear"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/parental-consent/request": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** What a parent is asked, by the token of the mailed link. Works for a year. */
  post: operations["readParentalRequest"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/password/forgot": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Mail a link that lets the owner of an address choose a new password. */
  post: operations["forgotPassword"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/password/reset/ways-in": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** What else lets into the account of a link for a new password: what its owner may want to end with the old one. */
  post: operations["readReset"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/password/reset": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Choose a new password with the token of the mailed link, which works once, for one hour. Ends all sessions and API keys, and the passkeys and providers that are named. With two-step sign-in on it needs a code; an address that nobody has proved before is proved by it, which ends whatever was set up for the account. */
  post: operations["resetPassword"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/verify-email": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Verify an email address with the token of the mailed link. Works once, for seven days. */
  post: operations["verifyEmail"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/login/second-factor": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** The second step of a sign-in: the token of the first one, and a code of the authenticator or a recovery code. */
  post: operations["finishSignIn"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/providers/{provider}/finish": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Sign in with what a provider sent back, in the browser that began. */
  post: operations["finishProvider"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/providers": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** With which providers people can sign in on this installation. */
  get: operations["listProviders"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/social-login": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Sign in with an ID token that a provider has issued for this installation within the last ten minutes; each is good once. */
  post: operations["socialLogin"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/providers/{provider}/start": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Begin to sign in with a provider: the address to go to. An account is made only for who has accepted the terms. */
  post: operations["startProvider"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/login/passkey": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Sign in with a passkey. */
  post: operations["signInWithPasskey"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/login/passkey/challenge": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** A challenge for whoever signs in with a passkey: good once, for five minutes. */
  post: operations["startPasskeySignIn"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/caller": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Whom the caller acts for, and with which API key; null for a person. */
  get: operations["getCaller"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/oauth/register": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Register a program that people can let in by OAuth 2.1 (RFC 7591). It is forgotten after a day, unless somebody lets it in. */
  post: operations["registerClient"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/runs/{task_id}/retry": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Run a failed run of any kind again; finished steps are neither repeated nor paid again. */
  post: operations["continueRun"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/runs/{task_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The status envelope of one run of any kind. */
  get: operations["getRun"];
  put?: never;
  post?: never;
  /** Stop a run of any kind. With `keep=true` its kind may keep what is finished. */
  delete: operations["stopRun"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/runs": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's runs of every kind, newest first; `live=true` only those that have not ended, `q` those whose text has it. */
  get: operations["listAllRuns"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/runs/{task_id}/steps": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** When each step of a run waited and worked, and who worked on it: without anything that was asked or answered. */
  get: operations["listRunSteps"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Start writing a course. Waits for it by default; with `Prefer: respond-async` answers 202 at once. The same form answers the run that is there, up to ten minutes after it was completed, with `Idempotent-Replayed: true`; an Idempotency-Key of its own has another one written. */
  post: operations["generateCourse"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course/{task_id}/lessons/{lesson_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A lesson that is readable while the rest of its course, or its own text, is still being written. */
  get: operations["getGenerationLesson"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course/status/{task_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The status envelope of one run. */
  get: operations["getGenerationStatus"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course/{task_id}/practice/retry": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Write the practice that lessons of a finished course lack, and nothing else. */
  post: operations["retryPractice"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/topics/kept/{id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  /** Forget a kept topic. */
  delete: operations["dropKeptTopic"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/topics/library": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What the demo library has on a topic, asked before a course is begun. Null where AI services write the courses. */
  get: operations["findInLibrary"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/topics/kept": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Topics that the caller keeps until a service is connected that can write them, newest first. */
  get: operations["listKeptTopics"];
  put?: never;
  /** Keep a topic for later. The same topic is kept once. */
  post: operations["keepTopic"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course/{task_id}/approve": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Accept the outline, changed or not: the approved structure is kept one to one. */
  post: operations["approveOutline"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course/{task_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  /** Stop a run. With `keep=true` the finished lessons become a course; without any it is simply cancelled. */
  delete: operations["cancelRun"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course/runs": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's runs that write courses and lessons, newest first; `live=true` only those that have not ended, `creator_course_id` only those that write the lessons of one course of the studio. */
  get: operations["listRuns"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course/{task_id}/lessons/{lesson_id}/retry": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Write one failed lesson again, and nothing else. */
  post: operations["retryLesson"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course/{task_id}/retry": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Run a failed run again: what failed is tried again, nothing that is finished is written or paid again. */
  post: operations["retryRun"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course/{task_id}/form": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The form a course was asked for with, so that it can be asked for again on any device. */
  get: operations["runForm"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course/{task_id}/log": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The log of a run from its first line, oldest first. The status envelope carries its newest lines only. */
  get: operations["runLog"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course/{task_id}/usage": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What a run used of the vendors: by service, by stage, by lesson and there by attempt. */
  get: operations["runUsage"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/generate-course/{task_id}/outline-draft": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What its learner has made of an outline that waits to be accepted; null, with version 0, when nothing was changed. */
  get: operations["getOutlineDraft"];
  /** Keep what was made of the outline so far, for any device, until it is accepted or the run ends. Another `base_version` is refused. */
  put: operations["keepOutlineDraft"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{user_id}/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** One course with all its lessons. */
  get: operations["getCourse"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{user_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's generated courses, newest first; on request those imported or taken from the marketplace, too (CRS-12). */
  get: operations["listCourses"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/saved/{id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's saved courses, last saved first. */
  get: operations["listSavedCourses"];
  put?: never;
  post?: never;
  /** Take a course off the saved list. The course itself stays. */
  delete: operations["removeSavedCourse"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/save": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Save (bookmark) a course. */
  post: operations["saveCourse"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-clips/{course_id}/captions": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What is said in the clip of a course of the caller, as WebVTT. */
  get: operations["courseClipCaptions"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-clips/{course_id}/poster": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A picture of the clip of a course of the caller. */
  get: operations["courseClipPoster"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-clips/{course_id}/video": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The clip of a course of the caller. */
  get: operations["courseClipVideo"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-pictures/{course_id}/files/{media_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A picture of a course of the caller. What an id names never changes. */
  get: operations["coursePictureFile"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-pictures/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The places for pictures of a course of the caller, and what stands there. */
  get: operations["coursePictures"];
  put?: never;
  /** Have new pictures drawn for places of a course of the caller. */
  post: operations["drawCoursePictures"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-clips/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Have a new clip filmed for a course of the caller. The clip before stays among the videos of the caller. */
  post: operations["filmCourseClip"];
  /** Have no clip in a course. It stays among the videos of the caller. Removing what is not there changes nothing. */
  delete: operations["removeCourseClip"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/market/covers/{course_id}/{media_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The cover of a published course; readable by everybody while it is published. */
  get: operations["marketCover"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-pictures/{course_id}/{place}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  /** Have no picture at a place. Removing what is not there changes nothing. */
  delete: operations["removeCoursePicture"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-simulations/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The simulations of a course of the caller, also those that are being made. */
  get: operations["courseSimulations"];
  put?: never;
  /** Have another simulation made for a course of the caller. */
  post: operations["makeSimulation"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/simulations/{simulation_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  /** Remove a simulation from a course of the caller. */
  delete: operations["removeSimulation"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/simulations/{simulation_id}/solved": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Mark tasks of a simulation solved, in a course of the caller. */
  post: operations["solveTasks"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/audio-feeds/{token}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A private podcast: RSS 2.0 with an episode a lesson. Whoever has the address can listen. */
  get: operations["audioFeed"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/audio-feeds/{token}/lessons/{lesson_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** An episode of a private podcast. */
  get: operations["audioFeedFile"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/audio-feeds/{token}/cover.jpg": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The cover of a private podcast: a square JPEG of 1400 pixels, as directories demand. */
  get: operations["audioFeedPicture"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-audio/{course_id}/lessons/{lesson_id}/file/{language}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The audio of a lesson of a course of the caller. */
  get: operations["audioFile"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-audio/{course_id}/lessons/{lesson_id}/transcript/{language}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What is said in the audio of a lesson, with the time of every word. */
  get: operations["audioTranscript"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-audio/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A course of the caller as audio: its lessons, in its own language unless another is asked for. */
  get: operations["courseAudio"];
  put?: never;
  /** Have lessons of a course of the caller spoken: those named, or all that are not up to date. */
  post: operations["makeAudio"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-audio/{course_id}/{language}/published": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** Let the audio of an own course come with it to those who take it, or no longer. */
  put: operations["publishAudio"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-audio/{course_id}/{language}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  /** Delete the audio of a course of the caller in one language, and its podcast address. */
  delete: operations["removeAudio"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-audio/{course_id}/place": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** Store where the caller stopped listening, for their other devices. */
  put: operations["saveAudioPlace"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/proposals/{task_id}/accept": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Make proposed lessons live in a new version. Every other byte of the course stays. */
  post: operations["acceptProposal"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/proposals/{task_id}/discard": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Throw a proposal away. The course does not change. */
  post: operations["discardProposal"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/lessons/{lesson_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  /** Edit a lesson by hand. */
  patch: operations["editLesson"];
  trace?: never;
 };
 "/api/courses/{course_id}/versions/{number}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A course as it was in one version. */
  get: operations["getVersion"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/proposals": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Proposed lessons that were neither accepted nor discarded, newest first. */
  get: operations["listProposals"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/versions": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The last 20 versions of a course, newest first. */
  get: operations["listVersions"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/lessons/{lesson_id}/pin": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** Pin a lesson, or unpin it: a pinned lesson is never rewritten by a service. */
  put: operations["pinLesson"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/lessons/{lesson_id}/regenerate": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Propose a new text for one lesson. Only this lesson is written. */
  post: operations["regenerateLesson"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/modules/{module}/regenerate": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Propose new texts for the lessons of one module (0-based). */
  post: operations["regenerateModule"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/versions/{number}/restore": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Bring an earlier version back as the newest, wholly or one lesson of it. Nothing is lost. */
  post: operations["restoreVersion"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/missing-lessons": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What a partial course lacks and what it would cost to have it written. */
  get: operations["getMissingLessons"];
  put?: never;
  /** Have all lessons written that a partial course lacks. */
  post: operations["writeMissingLessons"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/skipped-reviews": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Which lessons of a course no second service could review, and what their review costs now. */
  get: operations["getSkippedReviews"];
  put?: never;
  /** Have all lessons reviewed that no second service could review when they were written. */
  post: operations["reviewSkipped"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/lessons/{lesson_id}/bookmark": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Bookmark a lesson. */
  post: operations["bookmarkLesson"];
  /** Take a lesson bookmark away. */
  delete: operations["removeLessonBookmark"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/lesson-complete": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Mark a lesson completed. Points are awarded once. */
  post: operations["completeLesson"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/dashboard/{user_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What the caller has learned. */
  get: operations["getDashboard"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/achievements/{user_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** All achievements, with how far the caller is. */
  get: operations["listAchievements"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/points": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's points, each award with its cause, the latest first. */
  get: operations["listPoints"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/study-days/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The days of the last four weeks on which the caller studied a course, newest first, each with its sessions. */
  get: operations["listStudyDays"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/activity": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Minutes in which the caller was learning: the page in sight and something done within sixty seconds. */
  post: operations["reportActivity"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/goals/courses/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** The day by which the caller wants to have completed a course; null: no goal. */
  put: operations["setCourseGoal"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/goals/week": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** How many minutes a week the caller wants to learn; null: no goal. */
  put: operations["setWeeklyGoal"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/ai/course-recommendations": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's last recommendations, and whether new ones are being made. */
  get: operations["getRecommendations"];
  put?: never;
  /** Have courses recommended; free, ten times a day. */
  post: operations["recommendCourses"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/practice/answers": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Answer a question of a quiz. The server marks it; the same answer sent again is marked once. */
  post: operations["answerQuestion"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/lessons/{lesson_id}/answers": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's latest answer to each question of a lesson, and the score. */
  get: operations["listAnswers"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/review": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Questions and flash cards that are due for review, the longest overdue first: all, those of a course, or the cards of a deck. A day asks for fifteen minutes. */
  get: operations["listReview"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/review-forecast": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** How many questions and flash cards come back on which of the next fourteen days. */
  get: operations["reviewForecast"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-flash-cards/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** How many flash cards the caller has from each lesson of a course, and whether more are being written, or could not be. */
  get: operations["courseFlashCards"];
  put?: never;
  /** Have flash cards written from lessons of a course of the caller, three of each: those named, or all that have none. */
  post: operations["makeFlashCards"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/flash-cards": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's flash cards, newest first: of a deck, or those in which every word occurs. */
  get: operations["listFlashCards"];
  put?: never;
  /** Write a flash card. The same card sent again is one card. */
  post: operations["createFlashCard"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/flash-card-decks/{deck}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  /** Delete a deck with its flash cards. */
  delete: operations["deleteDeck"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/flash-cards/{card_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** Change a flash card. When it is due stays as it is. */
  put: operations["editFlashCard"];
  post?: never;
  /** Delete a flash card. */
  delete: operations["deleteFlashCard"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/flash-card-file": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's flash cards, all or of a deck, as an Anki package or as CSV (`id`, `deck`, `front`, `back`). */
  get: operations["exportFlashCards"];
  put?: never;
  /** Take in flash cards from an Anki package, or from CSV, tab-separated text or a Markdown table; with `look`, say only how it is read. A card that is there already is updated. */
  post: operations["importFlashCards"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/flash-card-decks": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's decks of flash cards, by name. */
  get: operations["listDecks"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/flash-cards/{card_id}/ratings": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Say how well a card was known; it is due again when FSRS says. The same rating sent again counts once. */
  post: operations["rateFlashCard"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/flash-cards/{card_id}/ratings/{rating_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  /** Take back the latest rating of a card: the card is as it was before. Taking it back again changes nothing. */
  delete: operations["undoFlashCardRating"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/practice/words": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Answer a question in words, to be graded by a service; counts as one answer of the mentor. Sent again it is the same answer. */
  post: operations["answerInWords"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/practice/words/{answer_id}/contest": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Have a second service grade an answer, once and for nothing; its grade counts. */
  post: operations["contestGrade"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/lessons/{lesson_id}/words": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's latest answer in words to each question of a lesson. */
  get: operations["listWords"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/translate/interface/{language}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Where the texts of the interface in a language are. */
  get: operations["interfaceTexts"];
  put?: never;
  /** Have the interface translated into a language, once for everybody. Asked again it is the same run. */
  post: operations["prepareInterfaceTexts"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/translate/texts/{language}/{hash}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The texts of a language: the English sentence is the key. */
  get: operations["interfaceTextsFile"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/translate/bulk": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Texts in another language, in their order. What could not be translated comes back as it was sent. */
  post: operations["translateBulk"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/translate/languages": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The languages of the interface, each named in its own script. */
  get: operations["translateLanguages"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-translations/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The languages of one of your courses, and what the rest would cost. */
  get: operations["courseTranslations"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-translations/{course_id}/in/{language}/names": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** Say how names and terms are translated. What is translated already is changed to it at once. */
  put: operations["editTranslationNames"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-translations/{course_id}/in/{language}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A course in another language, with the same ids, places and progress. What is not translated is in its own. */
  get: operations["readTranslatedCourse"];
  put?: never;
  /** Translate what of a course is not translated yet or was changed since. Asked again it is the same run; `task_id` null: nothing is to be done. */
  post: operations["translateCourse"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/vertex-ai/veo3/videos/{task_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  /** Delete a clip with its files; one that is being filmed is stopped first. */
  delete: operations["deleteVideo"];
  options?: never;
  head?: never;
  /** Give a clip another title. */
  patch: operations["renameVideo"];
  trace?: never;
 };
 "/api/vertex-ai/veo3/download/{task_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The clip as an mp4 file. */
  get: operations["downloadVideo"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/vertex-ai/veo3/generate-video": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Film a clip of a text. Sent again with the same Idempotency-Key it is the same clip. */
  post: operations["generateVideo"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/vertex-ai/veo3/generate-from-image": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Film a clip that begins with a picture (JPG, PNG, WebP). */
  post: operations["generateVideoFromImage"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/video-links/{token}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The clip that a link leads to, while the link works and the clip is there. */
  get: operations["linkedVideo"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/vertex-ai/veo3/captions/{task_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What is said in a clip, as WebVTT. */
  get: operations["videoCaptions"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/vertex-ai/veo3/user-history/{user_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's clips, newest first; `q` those whose title or prompt has it. */
  get: operations["videoHistory"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/videos/plan": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** How many seconds of video are left of the caller's plan, and whether clips can be made here. */
  get: operations["videoPlan"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/vertex-ai/veo3/poster/{task_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A picture of the clip. */
  get: operations["videoPoster"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/vertex-ai/veo3/status/{task_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** How far a clip is. */
  get: operations["videoStatus"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/voice-notes": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Save a recording (WebM with Opus, MP4 with AAC, or a usual audio file; 30 minutes and 25 MB at most); its text follows. */
  post: operations["createVoiceNote"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/voice-notes/{id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's voice notes, newest first; `q` those whose title or text has it. */
  get: operations["listVoiceNotes"];
  put?: never;
  post?: never;
  /** Delete a note with its recording. */
  delete: operations["deleteVoiceNote"];
  options?: never;
  head?: never;
  /** Rename a note, or correct its text; what was heard is kept. */
  patch: operations["editVoiceNote"];
  trace?: never;
 };
 "/api/voice-notes/uploads/{upload_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Which parts of an upload are here, so that it can go on after a break. */
  get: operations["getVoiceUpload"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/voice-notes/uploads/{upload_id}/{part}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** Send a part of a recording; the same part again is the same part. */
  put: operations["putVoicePart"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/voice-notes/{voice_note_id}/transcription": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Try again to write down what a note says; one that is being written down, or is written, stays as it is. */
  post: operations["transcribeVoiceNote"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/voice-notes/{voice_note_id}/audio": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The recording. */
  get: operations["voiceAudio"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/voice-notes/{voice_note_id}/captions": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What was heard as WebVTT. */
  get: operations["voiceCaptions"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/voice-notes/{voice_note_id}/words": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What was heard, word by word with its times; empty before it is there. */
  get: operations["voiceWords"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/badge-keys/{key_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** One of these keys (JWK): what the `kid` of a credential leads to. */
  get: operations["badgeKey"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/badge-keys": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The public keys that certificates of this installation are signed with (JWKS). */
  get: operations["badgeKeys"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/certificates/{certificate_id}/status": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Whether a credential was revoked (1EdTechRevocationList). */
  get: operations["badgeRevocations"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/certificates/{certificate_id}/picture": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A valid certificate as a picture for shared links, 1200 × 630: its course and its holder. */
  get: operations["certificatePicture"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/certificates/{certificate_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A certificate as everybody may see it who has its address. */
  get: operations["getCertificate"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/certificates/{certificate_id}/credential": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The certificate as an Open Badges 3.0 credential: a JWT signed with the key of this installation. */
  get: operations["getCredential"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/certificate": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Issue a certificate for a course the caller has completed, with a public page. */
  post: operations["issueCertificate"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/certificates": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's certificates, the latest first. */
  get: operations["listCertificates"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/final-test/{test_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Hand a final test in. The server marks it; handed in again it is marked once. */
  post: operations["finishFinalTest"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/final-test": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The final test of a course whose form asked for certification: what it takes, and the attempts at it. */
  get: operations["getFinalTest"];
  put?: never;
  /** Draw a final test from the questions of a completed course; one that is open is answered again. */
  post: operations["startFinalTest"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/continue": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The courses the caller read last and has not completed, with the lesson to go on with. */
  get: operations["listContinue"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/courses/{course_id}/reading-place": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** Remember where the caller is in a course. Answers the place that stands. */
  put: operations["saveReadingPlace"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/shared/{token}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A shared course, for whoever has its address. */
  get: operations["readSharedCourse"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/market/courses/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** One published course with its outline and ratings; readable by everybody. */
  get: operations["getMarketCourse"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/market/creators/{creator_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A creator who has published something; readable by everybody. */
  get: operations["getMarketCreator"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/market/courses/{course_id}/preview/{lesson_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A lesson that its creator shows to everybody. */
  get: operations["getPreviewLesson"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/market/pictures/{course_id}/{key}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A published course as a picture for shared links (1200 × 630) and feeds (600 × 600): its cover and its title. */
  get: operations["marketPicture"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/market/courses": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Published courses, searched and narrowed; readable by everybody. */
  get: operations["searchMarket"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/courses/{course_id}/content": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** Choose which of the caller's own courses is sold, and which lessons everybody may read. */
  put: operations["chooseContent"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/courses/{course_id}/publication": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What is missing before one of the caller's courses can be published, and what is. */
  get: operations["getPublication"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/courses/{course_id}/publish": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Publish a course, or the changes made since. */
  post: operations["publishCourse"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/courses/{course_id}/withdraw": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Take a course out of the market, or into the archive. Whoever has it keeps it. */
  post: operations["withdrawCourse"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/codes": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's percentage codes, newest first, at most 200. */
  get: operations["listCodes"];
  put?: never;
  /** Make a percentage code for one of the caller's courses, or for all of them. */
  post: operations["createCode"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/codes/{code_id}/end": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** End a code: no new payment page opens with it. Asked again it changes nothing. */
  post: operations["endCode"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/notes": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's notes and highlights, newest first. */
  get: operations["listNotes"];
  put?: never;
  /** Write a note on a lesson or highlight a passage. The same id again answers the note that is there. */
  post: operations["createNote"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/notes/{note_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  /** Delete a note. */
  delete: operations["deleteNote"];
  options?: never;
  head?: never;
  /** Change a note's text. */
  patch: operations["updateNote"];
  trace?: never;
 };
 "/api/notes/export": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's notes as one Markdown file, by course and lesson. */
  get: operations["exportNotes"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/ai-mentor": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Ask the AI mentor and wait for its whole answer. */
  post: operations["aiMentor"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/mentor/sessions/{session_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A conversation and its newest messages, oldest of them first. */
  get: operations["readMentorSession"];
  put?: never;
  post?: never;
  /** Delete a conversation with all of its messages. */
  delete: operations["deleteMentorSession"];
  options?: never;
  head?: never;
  /** Give a conversation another title. */
  patch: operations["renameMentorSession"];
  trace?: never;
 };
 "/api/mentor/sessions": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's conversations with the mentor, the one used last first. */
  get: operations["listMentorSessions"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/mentor/messages/{message_id}/regenerate": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Have a question answered anew, by another engine too. */
  post: operations["regenerateAnswer"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/mentor/messages": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Ask the AI mentor; the answer comes as it is written. */
  post: operations["sendMentorMessage"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/mentor/messages/{message_id}/stop": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** End the answer to a question where it is. */
  post: operations["stopAnswer"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/notifications": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The newest 50 notifications and how many are unread. */
  get: operations["listNotifications"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/notifications/read": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Mark notifications read, up to and including one; all when none is named. */
  post: operations["readNotifications"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/organisation": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The organisation of the caller, null without one, and the open invites to the verified address of the caller. */
  get: operations["getOrganisation"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/organisation/invites": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Invite people by email; open invites and members together never exceed the seats. */
  post: operations["invitePeople"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/organisation/people": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The people of the organisation, all or those that are looked for, a page at a time; for owners and administrators. */
  get: operations["listPeople"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/organisation/people/{person_id}/invite": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Send somebody who has not joined yet a new invite. */
  post: operations["resendInvite"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/organisation/enter": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Sign in with an arrival: it is good once, for ten minutes, in the browser that began. */
  post: operations["enterByOrganisation"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/organisation/find": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Whose sign-in somebody with this address, or of this organisation, uses; null when there is none. */
  post: operations["findOrganisationSignIn"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/organisation/{connection_id}/finish": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Take what an OpenID provider sent back, in the browser that began: the arrival that lets in. */
  post: operations["finishOrganisationSignIn"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/organisation/{connection_id}/metadata.xml": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Our SAML metadata for an organisation’s identity provider. */
  get: operations["organisationMetadata"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/auth/organisation/{connection_id}/start": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Begin to sign in by an organisation: the address to go to. */
  post: operations["startOrganisationSignIn"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/lti/configuration/{platform_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What is registered in a platform, as one document that Canvas reads. */
  get: operations["ltiConfiguration"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/lti/jwks": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The public keys (JWKS) of what this installation signs for platforms. */
  get: operations["ltiKeys"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/lti/launches": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Open what a platform launches: its signed message is checked, and exchanged for a token for what it opens. */
  post: operations["openLtiLaunch"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/lti/registrations": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Register with a platform by LTI Dynamic Registration, with the address that its organisation has copied into it. */
  post: operations["registerLtiPlatform"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/lti/logins": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Begin a launch (OpenID Connect, login initiated by a third party): where the page goes to have the person named. */
  post: operations["startLtiLogin"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/classes/{class_id}/members": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The people of a class, teachers first; for those who manage it. */
  get: operations["listClassMembers"];
  put?: never;
  /** Add people of the organisation to a class. Only administrators add teachers. */
  post: operations["addClassMembers"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/classes/{class_id}/copy": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Make a class for the next term of one: with what all of it was assigned, its dates moved, and without its people. */
  post: operations["copyClass"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/classes": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The classes the caller teaches or learns in, newest first; for owners and administrators, all of the organisation. */
  get: operations["listClasses"];
  put?: never;
  /** Make a class; a teacher who makes it teaches it. */
  post: operations["createClass"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/classes/{class_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A class of the caller. */
  get: operations["getClass"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  /** Change its name, term, limits or mail, or end it; who teaches it or administers the organisation. */
  patch: operations["updateClass"];
  trace?: never;
 };
 "/api/classes/{class_id}/candidates": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Members of the organisation who are not in the class, by name or address: the first 20. */
  get: operations["listClassCandidates"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/class-groups": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The groups of the organisation, from lists and directories, that a class may follow: the first 200, by name. */
  get: operations["listClassGroups"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/classes/{class_id}/members/{member_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  /** Take somebody out of a class; their own copies of its courses stay with them. */
  delete: operations["removeClassMember"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/classes/{class_id}/assignments": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What a class is assigned, newest first; for those who manage it. */
  get: operations["listAssignments"];
  put?: never;
  /** Assign one of your own courses to a class, or to some of it, with or without a date. */
  post: operations["createAssignment"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/classes/{class_id}/assignments/{assignment_id}/extensions": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** Give some students a later date, or take it back. */
  put: operations["extendAssignment"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/classes/{class_id}/assignments/{assignment_id}/report": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What each student has done of it, by name, and what most get wrong (from five people on); for those who manage the class. */
  get: operations["getAssignmentReport"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/classes/{class_id}/report": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What each student has done of what is assigned, by name, a page at a time; for those who manage the class. */
  get: operations["getClassReport"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/classes/{class_id}/report.csv": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The same as a table, whole: a row for each student and assignment. */
  get: operations["getClassReportCsv"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/assignments": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What is assigned to the caller: what is due first, then without a date, then what is completed; at most 200. */
  get: operations["listOwnAssignments"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/assignments/{assignment_id}/start": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Open it: the first time makes the caller's own copy, later ones bring what the teacher has changed since. */
  post: operations["startAssignment"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/classes/{class_id}/assignments/{assignment_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  /** Take it back; whoever has opened it keeps the copy. */
  delete: operations["withdrawAssignment"];
  options?: never;
  head?: never;
  /** Change its date, its note, what becomes of late work, or whom it is for. */
  patch: operations["updateAssignment"];
  trace?: never;
 };
 "/api/due-calendars/{token}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What is due for a student, as iCalendar, with what was taken back as cancelled. Whoever has the address can read it. */
  get: operations["dueCalendar"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/sales-messages": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Leave a message for the operator about a plan for an organisation. Sent again with the same id it is the same message. */
  post: operations["sendSalesMessage"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/packages": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Plans and token packages, by key. */
  get: operations["listPackages"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/subscription-packages": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The plans a person can buy, by id. */
  get: operations["listSubscriptionPackages"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/subscription": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The current plan, its renewal and its trial. */
  get: operations["getSubscription"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/settings/{user_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The settings of the caller; what was never saved is as it is for everybody. */
  get: operations["getSettings"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/unsubscribe/read": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Which mails the link at the end of a mail is about, and whether they are switched off. */
  post: operations["readMailChoice"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/unsubscribe": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  /** Stop these emails, or turn them back on, without signing in. */
  put: operations["saveMailChoice"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/unsubscribe": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** One-click unsubscribe of mail programs (RFC 8058). The body is not read. */
  post: operations["unsubscribeAtOnce"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/search": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's courses, lessons and notes that have every word, at most six of each. */
  get: operations["searchOwn"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/user/profile/complete": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Everything a profile page shows of the signed-in person. */
  get: operations["getProfile"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/courses": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's courses as a creator, newest first. */
  get: operations["listCreatorCourses"];
  put?: never;
  /** Make a course as a draft. */
  post: operations["createCreatorCourse"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/courses/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** One of the caller's courses as a creator. */
  get: operations["getCreatorCourse"];
  put?: never;
  post?: never;
  /** Delete one of the caller's drafts. One that was sold stays. */
  delete: operations["deleteCreatorCourse"];
  options?: never;
  head?: never;
  /** Change one of the caller's courses. */
  patch: operations["editCreatorCourse"];
  trace?: never;
 };
 "/api/creator/courses/{course_id}/duplicate": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Make a draft with the texts of one of the caller's courses. */
  post: operations["duplicateCreatorCourse"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/earners": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's published courses with the highest revenue. */
  get: operations["listEarners"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/analytics": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** How the caller's revenue and students went, month by month. */
  get: operations["getCreatorAnalytics"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/stats": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What the caller earned and reached as a creator. */
  get: operations["getCreatorStats"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/courses/{course_id}/stops": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** How many of a course's students completed each lesson, and how many stopped there; of five students or more. */
  get: operations["getLessonStops"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/revenue": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What the caller's courses earned, day by day or month by month, beside the same days before. */
  get: operations["getRevenue"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/movements.csv": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The same movements as a table, whole. */
  get: operations["getSaleMovementsCsv"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/movements": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Every sale, refund and dispute of the caller's courses in a range, newest first: what the bars are made of. */
  get: operations["listSaleMovements"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/payouts": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What the caller is owed as a creator, what can be paid out, and what was. */
  get: operations["getPayouts"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/statements/{month}/csv": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Every movement of a UTC month (2026-11): sales, refunds and payouts with the balances before and after. */
  get: operations["getStatementCsv"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/statements/{month}/pdf": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The same statement to print. */
  get: operations["getStatementPdf"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/usage/movements": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Every movement of tokens with its cause, newest first. */
  get: operations["listMovements"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/user-tokens/{user_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The token balance. */
  get: operations["userTokens"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-exports/{task_id}/file": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The file; `content-disposition` names it. */
  get: operations["downloadExport"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-imports": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Import a course from the own zip, as a new course with the same content. Waits for a moment, then answers 202 with its run; with `Prefer: respond-async` at once. One at a time: the same bytes answer the import that is under way, others are refused. */
  post: operations["importCourse"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/course-exports": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's files of a course, newest first; one that is being made is stopped as any run is. */
  get: operations["listExports"];
  put?: never;
  /** Make a file of a course. Asked again while it is being made, or within a minute, it is the same one. */
  post: operations["startExport"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/sources/pages": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Have a page of the public internet fetched and read, by a run. The same address is the same source. */
  post: operations["addPage"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/sources": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The caller's own sources, newest first. */
  get: operations["listSources"];
  put?: never;
  /** Take in a file; it is read by a run. The same bytes are the same source. */
  post: operations["addSource"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/sources/{source_id}/passages/{number}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** One passage of a source. */
  get: operations["getPassage"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/runs/{task_id}/sources": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The sources a run writes from, in the order they were chosen; none where it writes from none. */
  get: operations["listRunSources"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/sources/{source_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  /** Remove a source with its passages. Courses keep what was quoted. */
  delete: operations["removeSource"];
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/investor-deck/download": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The pitch deck, six slides, as a file. */
  get: operations["downloadInvestorDeck"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/patents/download": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** All descriptions of inventions as a zip. */
  get: operations["downloadPatents"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/valuation-analysis/download": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The valuation analysis with its charts as a file. */
  get: operations["downloadValuationAnalysis"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/white-paper/download": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The white paper as a file. */
  get: operations["downloadWhitePaper"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/patents/generate": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The descriptions of inventions, as a list. */
  get: operations["generatePatents"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/investors/contact": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The address for investors. */
  get: operations["investorContact"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/white-paper": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The white paper of the seed round, as HTML in JSON. */
  get: operations["whitePaper"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/services": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Which AI services are asked at the moment, and which are paused until when. */
  get: operations["listServiceLanes"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/services/{service}/open": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** End the pause of a service: the next call asks it. */
  post: operations["openServiceLane"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/installation-services": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Everything else that an installation is connected to, and what is left to set up. No keys. */
  get: operations["listInstallationServices"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/alerts": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The table of alert rules, and the newest alerts. */
  get: operations["listAlerts"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/alerts/{alert_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  /** Take an alert over, give it back, or write down what is known of it. */
  patch: operations["noteAlert"];
  trace?: never;
 };
 "/api/operator/overview": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Every queue and lane, every AI service, the workers, open alerts, and what today costs. */
  get: operations["readOverview"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/settings": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** How much runs, and is asked of AI services, at once: as configured, and as an operator has set it. */
  get: operations["listSettings"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/audit": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Who did what to whom, the newest first. */
  get: operations["listAudit"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/pauses": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Pause or resume a queue or all of them (*), a kind of run, or an AI service. */
  post: operations["pauseWork"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/audit/{entry_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** One entry of the audit. */
  get: operations["readAuditEntry"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/series": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Throughput, waits, failed attempts and cost over an hour, a day, a week or a month, with deploys, pauses, alerts and batches. */
  get: operations["readSeries"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/schedules/{name}/acts": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Run periodic work now, pause it, or let it go on. */
  post: operations["actOnSchedule"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/schedules": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The queue’s job schedulers: when each runs, when last and how it went, when next. */
  get: operations["listSchedules"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/batch-estimates": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Dry run of a batch of your own courses: what it costs at most, in tokens. Nothing is stored. */
  post: operations["estimateCreatorBatch"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/batches": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Your newest batches. */
  get: operations["listCreatorBatches"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/batches/{batch_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** One of your batches, and a page of its courses. */
  get: operations["readCreatorBatch"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/creator/batches/{batch_id}/items/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What is proposed for one course of your batch, lesson by lesson beside what is live. */
  get: operations["readCreatorBatchItem"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/bulk-acts/{bulk_id}/abort": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Stop an act on many runs where it is. */
  post: operations["abortBulkAct"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/runs/{task_id}/acts": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Retry a failed run (with another service, or an edited request), put one first, cancel one with its calls, or remove one that came to nothing. */
  post: operations["actOnRun"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/run-counts": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** How many runs match, 10000 at most. */
  get: operations["countRuns"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/runs/{task_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** One run whole: what was asked, its steps and tries, its calls, its log, and what can be done with it. */
  get: operations["inspectRun"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/bulk-acts/{bulk_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** How far an act on many runs is. */
  get: operations["readBulkAct"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/runs": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Runs of everybody: searched, filtered and sorted by the server; with how many match. */
  get: operations["searchRuns"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/bulk-acts": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Do one thing to every run that matches a filter. The selection is frozen; an empty filter is refused. */
  post: operations["startBulkAct"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/batches/{batch_id}/acts": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Start, continue after the canary, pause, halt, resume or cancel a batch; try what failed again; set the limits at which it pauses; approve, discard or roll back its results. */
  post: operations["actOnBatch"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/batches": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The newest batches. */
  get: operations["listBatches"];
  put?: never;
  /** Freeze a selection of courses and say what writing them anew takes: count, tokens, money, finish time. */
  post: operations["planBatch"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/batches/{batch_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A batch, and a page of its items. */
  get: operations["readBatch"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/batches/{batch_id}/items/{course_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What is proposed for one course of a batch beside what is live, lesson by lesson; or what it has changed. */
  get: operations["readBatchItem"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/batch-estimates": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** Dry run of a batch: count, tokens, money and finish time, and which courses. Nothing is stored. */
  post: operations["estimateBatch"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/evaluation-estimates": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** What a comparison of models would cost. Nothing is stored. */
  post: operations["estimateEvaluation"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/evaluations/{evaluation_id}/addition-estimates": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /** What more briefs of a comparison would cost, and what all of them together could find. Nothing is stored. */
  post: operations["estimateMoreBriefs"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/evaluations": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Comparisons of models, the newest first, and which services have the roles of a course now. */
  get: operations["listEvaluations"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/evaluations/{evaluation_id}/briefs/{number}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The lessons of one brief side by side, with what judges said of them. */
  get: operations["readEvaluatedBrief"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/evaluations/{evaluation_id}": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** A comparison: what was counted of each cast, the verdicts, and how far the judges agree. */
  get: operations["readEvaluation"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/state": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The installation in a few words: what is paused, which services recover, how many workers live, what waits for an operator. */
  get: operations["readConsoleState"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/operator/run-views": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The lists of runs that the caller has saved under a name, oldest first. */
  get: operations["listRunViews"];
  /** Save a list of runs under a name, 30 at most; without `find`, remove it. */
  put: operations["saveRunView"];
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/about": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** Product name, which kind of AI is configured, where payments are made, and whether texts can be translated and speech written down. */
  get: operations["about"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/health": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** What of the installation works and what is degraded, by name. */
  get: operations["health"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/health/live": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The process answers. */
  get: operations["live"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/openapi.json": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** This interface as an OpenAPI 3.1 document. */
  get: operations["openapi"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "/api/health/ready": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  /** The process can serve: store reachable with room on its disk, schema at the expected version. */
  get: operations["ready"];
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
}
export interface webhooks {
 "run.ended": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /**
   * A run has ended
   * @description Any kind of work has completed, failed or been stopped. A retried run ends again. Heard by: account, operator.
   */
  post: operations["onRunEnded"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "lesson.ready": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /**
   * A lesson can be read
   * @description A lesson of a course that is being written or rewritten. Heard by: account.
   */
  post: operations["onLessonReady"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "course.published": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /**
   * A course was published
   * @description One of your courses is on sale, or has a new version there. Heard by: account.
   */
  post: operations["onCoursePublished"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "sale.made": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /**
   * A course was sold
   * @description Someone bought one of your courses. Heard by: account.
   */
  post: operations["onSaleMade"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "sale.refunded": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /**
   * A sale was refunded
   * @description A buyer was refunded all or part of the price of your course. Heard by: account.
   */
  post: operations["onSaleRefunded"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "payout.settled": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /**
   * A payout was made
   * @description A payout was sent to your bank, failed or was returned. Heard by: account.
   */
  post: operations["onPayoutSettled"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "certificate.issued": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /**
   * A certificate was issued
   * @description The organisation is told which member earned one, but not where it is, because its page shows their name. Heard by: account, organisation.
   */
  post: operations["onCertificateIssued"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "member.joined": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /**
   * A member joined
   * @description Someone has joined the organisation by invite, list, directory, sign-in or learning platform. Heard by: organisation.
   */
  post: operations["onMemberJoined"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "batch.decided": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /**
   * A batch was approved or discarded
   * @description Results of a batch were approved, discarded or taken back. Heard by: account, operator.
   */
  post: operations["onBatchDecided"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "alert.changed": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /**
   * An alert began or ended
   * @description A metric has crossed its threshold or recovered, or a payment needs attention or no longer does. Heard by: operator.
   */
  post: operations["onAlertChanged"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
 "webhook.test": {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  get?: never;
  put?: never;
  /**
   * A test
   * @description Sent on request, to every webhook. Heard by: account, organisation, operator.
   */
  post: operations["onWebhookTest"];
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
 };
}
export interface components {
 schemas: {
  Problem: {
   type: string;
   title: string;
   status: number;
   detail: string;
   detail_words?: {
    key: string;
    values: {
     [key: string]: string | number;
    };
   };
   code: string;
   request_id: string;
   needed?: number;
   available?: number;
   reason?: string;
   errors?: {
    path: string;
    message: string;
    words?: {
     key: string;
     values: {
      [key: string]: string | number;
     };
    };
   }[];
   error?: string;
   error_description?: string;
  };
 };
 responses: never;
 parameters: never;
 requestBodies: never;
 headers: never;
 pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
 login: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** Format: email */
     email: string;
     password: string;
    };
   };
  };
  responses: {
   /** @description Sign in with email and password. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      access_token: string;
      refresh_token: string;
      user: {
       user_id: string;
       email: string;
       first_name: string;
       last_name: string;
       name: string;
       /** @enum {string} */
       subscription_status: "free" | "trial" | "active";
       subscription_plan: string | null;
       subscription_expires: string | null;
       trial_used: boolean;
       courses_saved: string[];
       roles: ("learner" | "creator" | "operator" | "admin")[];
       deletion_due_at?: string;
       /** @enum {string} */
       opens_on?: "builder" | "courses" | "studio" | "console";
       /** @constant */
       lacks_time_zone?: true;
       /** @constant */
       has_courses?: true;
      };
     };
    };
   };
   /** @description Sign in with email and password. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      second_factor: {
       token: string;
       expires_at: string;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 logout: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: {
   content: {
    "application/json": {
     refresh_token?: string;
    };
   };
  };
  responses: {
   /** @description End this session everywhere it is used. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      message: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 me: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The signed-in user. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      user: {
       user_id: string;
       email: string;
       first_name: string;
       last_name: string;
       name: string;
       /** @enum {string} */
       subscription_status: "free" | "trial" | "active";
       subscription_plan: string | null;
       subscription_expires: string | null;
       trial_used: boolean;
       courses_saved: string[];
       roles: ("learner" | "creator" | "operator" | "admin")[];
       deletion_due_at?: string;
       /** @enum {string} */
       opens_on?: "builder" | "courses" | "studio" | "console";
       /** @constant */
       lacks_time_zone?: true;
       /** @constant */
       has_courses?: true;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 refresh: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     refresh_token: string;
    };
   };
  };
  responses: {
   /** @description Exchange a refresh token for a new access token. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      access_token: string;
      refresh_token: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 register: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** Format: email */
     email: string;
     password: string;
     first_name: string;
     last_name: string;
     /** @constant */
     terms_accepted: true;
     /** @default false */
     marketing_consent?: boolean;
     interface_language?: string;
    };
   };
  };
  responses: {
   /** @description Create an account. */
   201: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      access_token: string;
      refresh_token: string;
      user: {
       user_id: string;
       email: string;
       first_name: string;
       last_name: string;
       name: string;
       /** @enum {string} */
       subscription_status: "free" | "trial" | "active";
       subscription_plan: string | null;
       subscription_expires: string | null;
       trial_used: boolean;
       courses_saved: string[];
       roles: ("learner" | "creator" | "operator" | "admin")[];
       deletion_due_at?: string;
       /** @enum {string} */
       opens_on?: "builder" | "courses" | "studio" | "console";
       /** @constant */
       lacks_time_zone?: true;
       /** @constant */
       has_courses?: true;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 answerParentalRequest: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     token: string;
     agrees: boolean;
    };
   };
  };
  responses: {
   /** @description A parent agrees, refuses, or takes an agreement back. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      first_name: string;
      birth_year: number | null;
      /** @enum {string} */
      band: "child" | "minor" | "adult" | "unknown";
      is_child: boolean;
      /** @enum {string} */
      state: "asked" | "agreed" | "refused";
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 correctBirthYear: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     token: string;
     birth_year: number;
    };
   };
  };
  responses: {
   /** @description A parent who has agreed corrects the year of birth of their child. One of an adult ends the consent and the link. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      first_name: string;
      birth_year: number | null;
      /** @enum {string} */
      band: "child" | "minor" | "adult" | "unknown";
      is_child: boolean;
      /** @enum {string} */
      state: "asked" | "agreed" | "refused";
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readParentalRequest: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     token: string;
    };
   };
  };
  responses: {
   /** @description What a parent is asked, by the token of the mailed link. Works for a year. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      first_name: string;
      birth_year: number | null;
      /** @enum {string} */
      band: "child" | "minor" | "adult" | "unknown";
      is_child: boolean;
      /** @enum {string} */
      state: "asked" | "agreed" | "refused";
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 forgotPassword: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** Format: email */
     email: string;
    };
   };
  };
  responses: {
   /** @description Mail a link that lets the owner of an address choose a new password. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      message: string;
      mail_configured: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readReset: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     token: string;
    };
   };
  };
  responses: {
   /** @description What else lets into the account of a link for a new password: what its owner may want to end with the old one. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      proven: boolean;
      second_factor: boolean;
      passkeys: {
       passkey_id: string;
       name: string;
       created_at: string;
       last_used_at: string | null;
      }[];
      providers: {
       /** @enum {string} */
       provider: "google" | "apple";
       email: string;
       linked_at: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 resetPassword: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     token: string;
     password: string;
     code?: string;
     end_passkeys?: string[];
     end_providers?: ("google" | "apple")[];
    };
   };
  };
  responses: {
   /** @description Choose a new password with the token of the mailed link, which works once, for one hour. Ends all sessions and API keys, and the passkeys and providers that are named. With two-step sign-in on it needs a code; an address that nobody has proved before is proved by it, which ends whatever was set up for the account. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      message: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 verifyEmail: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     token: string;
    };
   };
  };
  responses: {
   /** @description Verify an email address with the token of the mailed link. Works once, for seven days. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      message: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 finishSignIn: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     token: string;
     code: string;
    };
   };
  };
  responses: {
   /** @description The second step of a sign-in: the token of the first one, and a code of the authenticator or a recovery code. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      access_token: string;
      refresh_token: string;
      user: {
       user_id: string;
       email: string;
       first_name: string;
       last_name: string;
       name: string;
       /** @enum {string} */
       subscription_status: "free" | "trial" | "active";
       subscription_plan: string | null;
       subscription_expires: string | null;
       trial_used: boolean;
       courses_saved: string[];
       roles: ("learner" | "creator" | "operator" | "admin")[];
       deletion_due_at?: string;
       /** @enum {string} */
       opens_on?: "builder" | "courses" | "studio" | "console";
       /** @constant */
       lacks_time_zone?: true;
       /** @constant */
       has_courses?: true;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 finishProvider: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    provider: "google" | "apple";
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     state: string;
     code: string;
     iss?: string;
    };
   };
  };
  responses: {
   /** @description Sign in with what a provider sent back, in the browser that began. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      access_token: string;
      refresh_token: string;
      user: {
       user_id: string;
       email: string;
       first_name: string;
       last_name: string;
       name: string;
       /** @enum {string} */
       subscription_status: "free" | "trial" | "active";
       subscription_plan: string | null;
       subscription_expires: string | null;
       trial_used: boolean;
       courses_saved: string[];
       roles: ("learner" | "creator" | "operator" | "admin")[];
       deletion_due_at?: string;
       /** @enum {string} */
       opens_on?: "builder" | "courses" | "studio" | "console";
       /** @constant */
       lacks_time_zone?: true;
       /** @constant */
       has_courses?: true;
      };
     };
    };
   };
   /** @description Sign in with what a provider sent back, in the browser that began. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      second_factor: {
       token: string;
       expires_at: string;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listProviders: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description With which providers people can sign in on this installation. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      google: boolean;
      apple: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 socialLogin: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** @enum {string} */
     provider: "google" | "apple";
     id_token: string;
     terms_accepted?: boolean;
    };
   };
  };
  responses: {
   /** @description Sign in with an ID token that a provider has issued for this installation within the last ten minutes; each is good once. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      access_token: string;
      refresh_token: string;
      user: {
       user_id: string;
       email: string;
       first_name: string;
       last_name: string;
       name: string;
       /** @enum {string} */
       subscription_status: "free" | "trial" | "active";
       subscription_plan: string | null;
       subscription_expires: string | null;
       trial_used: boolean;
       courses_saved: string[];
       roles: ("learner" | "creator" | "operator" | "admin")[];
       deletion_due_at?: string;
       /** @enum {string} */
       opens_on?: "builder" | "courses" | "studio" | "console";
       /** @constant */
       lacks_time_zone?: true;
       /** @constant */
       has_courses?: true;
      };
     };
    };
   };
   /** @description Sign in with an ID token that a provider has issued for this installation within the last ten minutes; each is good once. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      second_factor: {
       token: string;
       expires_at: string;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 startProvider: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    provider: "google" | "apple";
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     terms_accepted?: boolean;
    };
   };
  };
  responses: {
   /** @description Begin to sign in with a provider: the address to go to. An account is made only for who has accepted the terms. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      url: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 signInWithPasskey: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     assertion: {
      id: string;
      rawId: string;
      /** @constant */
      type: "public-key";
      clientExtensionResults: {
       [key: string]: unknown;
      };
      /** @enum {string} */
      authenticatorAttachment?: "cross-platform" | "platform";
      response: {
       clientDataJSON: string;
       authenticatorData: string;
       signature: string;
       userHandle?: string;
      };
     };
    };
   };
  };
  responses: {
   /** @description Sign in with a passkey. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      access_token: string;
      refresh_token: string;
      user: {
       user_id: string;
       email: string;
       first_name: string;
       last_name: string;
       name: string;
       /** @enum {string} */
       subscription_status: "free" | "trial" | "active";
       subscription_plan: string | null;
       subscription_expires: string | null;
       trial_used: boolean;
       courses_saved: string[];
       roles: ("learner" | "creator" | "operator" | "admin")[];
       deletion_due_at?: string;
       /** @enum {string} */
       opens_on?: "builder" | "courses" | "studio" | "console";
       /** @constant */
       lacks_time_zone?: true;
       /** @constant */
       has_courses?: true;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 startPasskeySignIn: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A challenge for whoever signs in with a passkey: good once, for five minutes. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      challenge: string;
      rp_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getCaller: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Whom the caller acts for, and with which API key; null for a person. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      user_id: string;
      key: {
       api_key_id: string;
       name: string;
       ending: string;
       app: {
        host: string;
       } | null;
       scopes: ("courses:read" | "courses:write" | "generate" | "learn" | "mentor" | "media" | "studio" | "account:read" | "organisation" | "classes" | "operate:read" | "operate")[];
       day_budget: number;
       spent_today: number;
       networks: string[];
       created_at: string;
       expires_at: string;
       ended_at: string | null;
       last_used_at: string | null;
       calls: number;
       acts_for: string;
      } | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 registerClient: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     client_name?: string | null;
     redirect_uris: string[];
     grant_types?: string[] | null;
     response_types?: string[] | null;
     token_endpoint_auth_method?: string | null;
    };
   };
  };
  responses: {
   /** @description Register a program that people can let in by OAuth 2.1 (RFC 7591). It is forgotten after a day, unless somebody lets it in. */
   201: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      client_id: string;
      client_id_issued_at: number;
      client_name?: string;
      redirect_uris: string[];
      grant_types: string[];
      response_types: string[];
      /** @constant */
      token_endpoint_auth_method: "none";
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 continueRun: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Run a failed run of any kind again; finished steps are neither repeated nor paid again. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      kind: string;
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      stage: string;
      subject: string;
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      result?: unknown;
      details: {
       [key: string]: unknown;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getRun: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The status envelope of one run of any kind. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      kind: string;
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      stage: string;
      subject: string;
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      result?: unknown;
      details: {
       [key: string]: unknown;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 stopRun: {
  parameters: {
   query?: {
    keep?: string;
   };
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Stop a run of any kind. With `keep=true` its kind may keep what is finished. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      kind: string;
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      stage: string;
      subject: string;
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      result?: unknown;
      details: {
       [key: string]: unknown;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listAllRuns: {
  parameters: {
   query?: {
    live?: string;
    limit?: number;
    after?: string;
    q?: string;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's runs of every kind, newest first; `live=true` only those that have not ended, `q` those whose text has it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      runs: {
       task_id: string;
       kind: string;
       /** @enum {string} */
       status: "queued" | "running" | "completed" | "failed" | "cancelled";
       stage: string;
       progress: number;
       subject: string;
       title: string | null;
       stopped: boolean;
       queue_position: number | null;
       created_at: string;
       finished_at: string | null;
       error?: {
        code: string;
        detail: string;
        reason?: string;
       };
       /** @constant */
       can_retry?: true;
       details: {
        [key: string]: unknown;
       };
      }[];
      next: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listRunSteps: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description When each step of a run waited and worked, and who worked on it: without anything that was asked or answered. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      steps: {
       key: string;
       job: string;
       label: string | null;
       /** @enum {string} */
       state: "queued" | "running" | "completed" | "failed" | "cancelled";
       service: string | null;
       failed_at: string[];
       created_at: string;
       started_at: string | null;
       finished_at: string | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 generateCourse: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description `respond-async`: answer 202 at once, and do not wait for the end. */
    Prefer?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     user_id?: string;
     age: number;
     topic: string;
     learning_goals: string;
     /**
      * @default 2 weeks
      * @enum {string}
      */
     duration?: "1 week intensive" | "2 weeks" | "1 month" | "6 weeks" | "3 months" | "6 months" | "custom-paced";
     /**
      * @default beginner
      * @enum {string}
      */
     difficulty?: "beginner" | "intermediate" | "advanced" | "professional" | "expert";
     /**
      * @default mixed
      * @enum {string}
      */
     learning_style?: "visual" | "auditory" | "kinesthetic" | "reading" | "mixed" | "case-study" | "project-based";
     /**
      * @default structured
      * @enum {string}
      */
     course_format?: "structured" | "self-paced" | "cohort" | "workshop" | "bootcamp" | "seminar";
     /**
      * @default conversational
      * @enum {string}
      */
     teaching_style?: "conversational" | "academic" | "practical" | "socratic" | "storytelling" | "analytical" | "inspirational";
     /**
      * @default comprehensive
      * @enum {string}
      */
     video_preferences?: "text-only" | "images" | "video-links" | "interactive-media" | "comprehensive";
     /**
      * @default high
      * @enum {string}
      */
     interactive_elements?: "minimal" | "moderate" | "high" | "gamified" | "immersive";
     /**
      * @default mixed
      * @enum {string}
      */
     assessment_type?: "mixed" | "no-assessment" | "self-assessment" | "quizzes" | "projects" | "case-studies" | "portfolio" | "certification";
     /** @default [] */
     accessibility_options?: ("screen-reader" | "captions" | "transcripts" | "high-contrast" | "large-text" | "dyslexia-friendly" | "simple-language" | "keyboard-only")[];
     /**
      * @default english
      * @enum {string}
      */
     language_preference?: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
     /**
      * @default medium
      * @enum {string}
      */
     motivation_level?: "low" | "medium" | "high" | "very-high";
     /**
      * @default general
      * @enum {string}
      */
     industry_focus?: "technology" | "business" | "healthcare" | "education" | "finance" | "marketing" | "creative" | "engineering" | "science" | "general";
     /**
      * @default mid
      * @enum {string}
      */
     career_level?: "student" | "junior" | "mid" | "senior" | "executive" | "entrepreneur" | "consultant" | "career-change";
     /**
      * @default basic
      * @enum {string}
      */
     current_knowledge?: "complete-beginner" | "some-exposure" | "basic" | "intermediate" | "advanced-beginner" | "looking-to-specialize";
     /**
      * @default comprehensive
      * @enum {string}
      */
     content_depth?: "overview" | "detailed" | "comprehensive" | "ivy-league" | "doctoral" | "world-class";
     /** @default  */
     academic_framework?: ("harvard-case" | "mit-innovation" | "stanford-design" | "princeton-analysis" | "wharton-quantitative" | "yale-liberal" | "oxford-tutorial" | "cambridge-research") | "" | null;
     expert_sources?: string | string[];
     specific_skills?: string | string[];
     real_world_applications?: string | string[];
     success_metrics?: string | string[];
     /**
      * @default {
      *    "veo3_enabled": false,
      *    "imagen_enabled": false,
      *    "genie3_enabled": false,
      *    "vortex_enabled": false
      *  }
      */
     ai_components?: {
      /** @default false */
      veo3_enabled?: boolean;
      /** @default false */
      imagen_enabled?: boolean;
      /** @default false */
      genie3_enabled?: boolean;
      /** @default false */
      vortex_enabled?: boolean;
     };
     /** @default auto */
     ai_model_preference?: ("auto" | "claude" | "gemini" | "openai" | "gpt4" | "grok") | boolean;
     /** @default false */
     multimodal_content?: boolean | string;
     /** @default false */
     peer_collaboration?: boolean | string;
     /** @default false */
     mentor_integration?: boolean | string;
     /** @default false */
     certification_level?: boolean | string;
     /** @default false */
     portfolio_development?: boolean | string;
     /** @default false */
     industry_validation?: boolean | string;
     /** @default false */
     review_outline?: boolean;
     /** @default false */
     general_course?: boolean;
     /** @default [] */
     source_ids?: string[];
     /** @default false */
     guardian_agreement?: boolean;
     /** Format: uuid */
     creator_course_id?: string;
    };
   };
  };
  responses: {
   /** @description Start writing a course. Waits for it by default; with `Prefer: respond-async` answers 202 at once. The same form answers the run that is there, up to ten minutes after it was completed, with `Idempotent-Replayed: true`; an Idempotency-Key of its own has another one written. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      course_id: string;
      course: {
       course_id: string;
       task_id: string | null;
       version: number;
       title: string;
       description: string;
       difficulty: string;
       duration: string;
       language: string;
       age_group: string;
       learning_objectives: string[];
       expert_insights: string[];
       industry_relevance: string[];
       modules: {
        title: string;
        summary: string;
        lessons: {
         lesson_id: string;
         index: string;
         title: string;
         content: string;
         objectives: string[];
         key_takeaways: string[];
         duration_minutes: number;
         quiz: ({
          /** @constant */
          kind: "short";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          rubric: string[];
         } | {
          /** @enum {string} */
          kind: "multiple" | "order";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          options: {
           id: string;
           text: string;
           feedback?: string;
          }[];
          answer_ids: string[];
         } | {
          /** @enum {string} */
          kind?: "single" | "true_false";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          options: {
           id: string;
           text: string;
           feedback?: string;
          }[];
          answer_id: string;
         })[];
         exercises: {
          id: string;
          title: string;
          instructions: string;
          solution?: string;
         }[];
         citations?: {
          marker: number;
          /** @enum {string} */
          state: "supported" | "unsupported" | "unchecked" | "not_found";
          quote: string;
          passage: {
           source_id: string;
           source_name: string;
           number: number;
           page: number | null;
          } | null;
         }[];
         written_by: ("grok" | "claude" | "gemini" | "openai") | null;
         written_with?: {
          model: string;
          /** @enum {string} */
          connection: "vendor" | "own_server";
         };
         reviewed_by: ("grok" | "claude" | "gemini" | "openai") | null;
         reviewed_with?: {
          model: string;
          /** @enum {string} */
          connection: "vendor" | "own_server";
         };
         notes: ("language" | "reading_level" | "length" | "too_long" | "unfinished" | "unsourced_study" | "age" | "quiz_unchecked" | "quiz_dropped" | "no_practice" | "not_sourced" | "edited")[];
         completed: boolean;
         bookmarked: boolean;
         pinned: boolean;
        }[];
       }[];
       missing_lessons: number;
       pictures?: {
        cover: {
         media_id: string;
         thumb_id: string;
         alt: string;
        } | null;
        modules: ({
         media_id: string;
         thumb_id: string;
         alt: string;
        } | null)[];
       };
       clip?: {
        clip_id: string;
        lesson_id: string;
        title: string;
        /** @enum {string} */
        status: "processing" | "completed" | "failed";
        problem: string | null;
        has_captions: boolean;
        has_poster: boolean;
       } | null;
       tutor?: boolean;
       estimated_total_duration: string;
       /** @enum {string} */
       status: "generated" | "in-progress" | "completed";
       progress: number;
       new_lessons?: number;
       reading_place: {
        lesson_id: string;
        position: number;
        read_at: string;
       } | null;
       saved_at: string | null;
       created_at: string;
       /** @enum {string} */
       quality_level: "high" | "standard" | "partial" | "unrated";
      };
      ai_services_used: ("grok" | "claude" | "gemini" | "openai")[];
      ai_orchestration_status: {
       successful_services: ("grok" | "claude" | "gemini" | "openai")[];
       ai_services_used: ("grok" | "claude" | "gemini" | "openai")[];
       success_rate: number;
       /** @enum {string} */
       quality_level: "high" | "standard" | "partial" | "unrated";
      };
     };
    };
   };
   /** @description Start writing a course. Waits for it by default; with `Prefer: respond-async` answers 202 at once. The same form answers the run that is there, up to ten minutes after it was completed, with `Idempotent-Replayed: true`; an Idempotency-Key of its own has another one written. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      /** @enum {string} */
      kind: "course" | "lesson";
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      /** @enum {string} */
      stage: "queued" | "outline" | "research" | "approval" | "lessons" | "practice" | "review" | "assemble" | "done";
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      topic: string;
      language: string;
      services: {
       /** @enum {string} */
       grok: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       claude: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       gemini: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       openai: "pending" | "processing" | "completed" | "failed";
      };
      service_failures?: {
       grok?: string;
       claude?: string;
       gemini?: string;
       openai?: string;
      };
      service_retry_s?: {
       grok?: number;
       claude?: number;
       gemini?: number;
       openai?: number;
      };
      service_work?: {
       grok?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       claude?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       gemini?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       openai?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
      };
      items: {
       id: string;
       module: number;
       module_title: string;
       lesson: number;
       title: string;
       /** @enum {string} */
       state: "pending" | "processing" | "completed" | "failed";
       readable: boolean;
       /** @enum {string} */
       awaits?: "text" | "practice" | "review" | "correction" | "quiz_check";
       service: ("grok" | "claude" | "gemini" | "openai") | null;
       failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       practice_failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       written_later?: string;
       being_written_in?: string;
      }[];
      result?: {
       course_id: string;
      };
      creator_course_id?: string;
      part_tokens?: {
       reserved: number;
       charged: number;
      };
      points_awarded?: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getGenerationLesson: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
    lesson_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A lesson that is readable while the rest of its course, or its own text, is still being written. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      lesson: {
       lesson_id: string;
       index: string;
       title: string;
       content: string;
       objectives: string[];
       key_takeaways: string[];
       duration_minutes: number;
       quiz: ({
        /** @constant */
        kind: "short";
        id: string;
        question: string;
        explanation: string;
        after?: number;
        /** @enum {string} */
        purpose?: "predict" | "check" | "recall";
        recalls?: string;
        rubric: string[];
       } | {
        /** @enum {string} */
        kind: "multiple" | "order";
        id: string;
        question: string;
        explanation: string;
        after?: number;
        /** @enum {string} */
        purpose?: "predict" | "check" | "recall";
        recalls?: string;
        options: {
         id: string;
         text: string;
         feedback?: string;
        }[];
        answer_ids: string[];
       } | {
        /** @enum {string} */
        kind?: "single" | "true_false";
        id: string;
        question: string;
        explanation: string;
        after?: number;
        /** @enum {string} */
        purpose?: "predict" | "check" | "recall";
        recalls?: string;
        options: {
         id: string;
         text: string;
         feedback?: string;
        }[];
        answer_id: string;
       })[];
       exercises: {
        id: string;
        title: string;
        instructions: string;
        solution?: string;
       }[];
       citations?: {
        marker: number;
        /** @enum {string} */
        state: "supported" | "unsupported" | "unchecked" | "not_found";
        quote: string;
        passage: {
         source_id: string;
         source_name: string;
         number: number;
         page: number | null;
        } | null;
       }[];
       written_by: ("grok" | "claude" | "gemini" | "openai") | null;
       written_with?: {
        model: string;
        /** @enum {string} */
        connection: "vendor" | "own_server";
       };
       reviewed_by: ("grok" | "claude" | "gemini" | "openai") | null;
       reviewed_with?: {
        model: string;
        /** @enum {string} */
        connection: "vendor" | "own_server";
       };
       notes: ("language" | "reading_level" | "length" | "too_long" | "unfinished" | "unsourced_study" | "age" | "quiz_unchecked" | "quiz_dropped" | "no_practice" | "not_sourced" | "edited")[];
       completed: boolean;
       bookmarked: boolean;
       pinned: boolean;
      };
      course_title: string;
      module_title: string;
      awaits: ("text" | "practice" | "review" | "correction" | "quiz_check") | null;
      anew: ("rejected" | "interrupted") | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getGenerationStatus: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The status envelope of one run. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      /** @enum {string} */
      kind: "course" | "lesson";
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      /** @enum {string} */
      stage: "queued" | "outline" | "research" | "approval" | "lessons" | "practice" | "review" | "assemble" | "done";
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      topic: string;
      language: string;
      services: {
       /** @enum {string} */
       grok: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       claude: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       gemini: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       openai: "pending" | "processing" | "completed" | "failed";
      };
      service_failures?: {
       grok?: string;
       claude?: string;
       gemini?: string;
       openai?: string;
      };
      service_retry_s?: {
       grok?: number;
       claude?: number;
       gemini?: number;
       openai?: number;
      };
      service_work?: {
       grok?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       claude?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       gemini?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       openai?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
      };
      items: {
       id: string;
       module: number;
       module_title: string;
       lesson: number;
       title: string;
       /** @enum {string} */
       state: "pending" | "processing" | "completed" | "failed";
       readable: boolean;
       /** @enum {string} */
       awaits?: "text" | "practice" | "review" | "correction" | "quiz_check";
       service: ("grok" | "claude" | "gemini" | "openai") | null;
       failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       practice_failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       written_later?: string;
       being_written_in?: string;
      }[];
      result?: {
       course_id: string;
      };
      creator_course_id?: string;
      part_tokens?: {
       reserved: number;
       charged: number;
      };
      points_awarded?: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 retryPractice: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
   };
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Write the practice that lessons of a finished course lack, and nothing else. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      /** @enum {string} */
      kind: "course" | "lesson";
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      /** @enum {string} */
      stage: "queued" | "outline" | "research" | "approval" | "lessons" | "practice" | "review" | "assemble" | "done";
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      topic: string;
      language: string;
      services: {
       /** @enum {string} */
       grok: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       claude: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       gemini: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       openai: "pending" | "processing" | "completed" | "failed";
      };
      service_failures?: {
       grok?: string;
       claude?: string;
       gemini?: string;
       openai?: string;
      };
      service_retry_s?: {
       grok?: number;
       claude?: number;
       gemini?: number;
       openai?: number;
      };
      service_work?: {
       grok?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       claude?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       gemini?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       openai?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
      };
      items: {
       id: string;
       module: number;
       module_title: string;
       lesson: number;
       title: string;
       /** @enum {string} */
       state: "pending" | "processing" | "completed" | "failed";
       readable: boolean;
       /** @enum {string} */
       awaits?: "text" | "practice" | "review" | "correction" | "quiz_check";
       service: ("grok" | "claude" | "gemini" | "openai") | null;
       failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       practice_failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       written_later?: string;
       being_written_in?: string;
      }[];
      result?: {
       course_id: string;
      };
      creator_course_id?: string;
      part_tokens?: {
       reserved: number;
       charged: number;
      };
      points_awarded?: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 dropKeptTopic: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Forget a kept topic. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      topics: {
       id: string;
       topic: string;
       kept_at: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 findInLibrary: {
  parameters: {
   query: {
    topic: string;
    goals?: string;
    language?: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What the demo library has on a topic, asked before a course is begun. Null where AI services write the courses. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      library: {
       /** @enum {string} */
       match: "course" | "part" | "other_language" | "none";
       courses: number;
       lessons: {
        number: number;
        title: string;
       }[];
       missing: string[];
       readers: {
        from: number;
        to: number | null;
       } | null;
       nearest: {
        title: string;
        line: string;
        category: string;
        /** @enum {string} */
        language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
       }[];
      } | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listKeptTopics: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Topics that the caller keeps until a service is connected that can write them, newest first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      topics: {
       id: string;
       topic: string;
       kept_at: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 keepTopic: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     topic: string;
    };
   };
  };
  responses: {
   /** @description Keep a topic for later. The same topic is kept once. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      topics: {
       id: string;
       topic: string;
       kept_at: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 approveOutline: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     title: string;
     modules: {
      title: string;
      lessons: {
       id?: string;
       title: string;
      }[];
     }[];
     base_version?: number;
    };
   };
  };
  responses: {
   /** @description Accept the outline, changed or not: the approved structure is kept one to one. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      /** @enum {string} */
      kind: "course" | "lesson";
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      /** @enum {string} */
      stage: "queued" | "outline" | "research" | "approval" | "lessons" | "practice" | "review" | "assemble" | "done";
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      topic: string;
      language: string;
      services: {
       /** @enum {string} */
       grok: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       claude: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       gemini: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       openai: "pending" | "processing" | "completed" | "failed";
      };
      service_failures?: {
       grok?: string;
       claude?: string;
       gemini?: string;
       openai?: string;
      };
      service_retry_s?: {
       grok?: number;
       claude?: number;
       gemini?: number;
       openai?: number;
      };
      service_work?: {
       grok?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       claude?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       gemini?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       openai?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
      };
      items: {
       id: string;
       module: number;
       module_title: string;
       lesson: number;
       title: string;
       /** @enum {string} */
       state: "pending" | "processing" | "completed" | "failed";
       readable: boolean;
       /** @enum {string} */
       awaits?: "text" | "practice" | "review" | "correction" | "quiz_check";
       service: ("grok" | "claude" | "gemini" | "openai") | null;
       failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       practice_failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       written_later?: string;
       being_written_in?: string;
      }[];
      result?: {
       course_id: string;
      };
      creator_course_id?: string;
      part_tokens?: {
       reserved: number;
       charged: number;
      };
      points_awarded?: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 cancelRun: {
  parameters: {
   query?: {
    keep?: string;
   };
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Stop a run. With `keep=true` the finished lessons become a course; without any it is simply cancelled. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      /** @enum {string} */
      kind: "course" | "lesson";
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      /** @enum {string} */
      stage: "queued" | "outline" | "research" | "approval" | "lessons" | "practice" | "review" | "assemble" | "done";
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      topic: string;
      language: string;
      services: {
       /** @enum {string} */
       grok: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       claude: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       gemini: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       openai: "pending" | "processing" | "completed" | "failed";
      };
      service_failures?: {
       grok?: string;
       claude?: string;
       gemini?: string;
       openai?: string;
      };
      service_retry_s?: {
       grok?: number;
       claude?: number;
       gemini?: number;
       openai?: number;
      };
      service_work?: {
       grok?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       claude?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       gemini?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       openai?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
      };
      items: {
       id: string;
       module: number;
       module_title: string;
       lesson: number;
       title: string;
       /** @enum {string} */
       state: "pending" | "processing" | "completed" | "failed";
       readable: boolean;
       /** @enum {string} */
       awaits?: "text" | "practice" | "review" | "correction" | "quiz_check";
       service: ("grok" | "claude" | "gemini" | "openai") | null;
       failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       practice_failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       written_later?: string;
       being_written_in?: string;
      }[];
      result?: {
       course_id: string;
      };
      creator_course_id?: string;
      part_tokens?: {
       reserved: number;
       charged: number;
      };
      points_awarded?: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listRuns: {
  parameters: {
   query?: {
    live?: string;
    limit?: number;
    after?: string;
    creator_course_id?: string;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's runs that write courses and lessons, newest first; `live=true` only those that have not ended, `creator_course_id` only those that write the lessons of one course of the studio. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      runs: {
       task_id: string;
       /** @enum {string} */
       kind: "course" | "lesson";
       /** @enum {string} */
       status: "queued" | "running" | "completed" | "failed" | "cancelled";
       /** @enum {string} */
       stage: "queued" | "outline" | "research" | "approval" | "lessons" | "practice" | "review" | "assemble" | "done";
       progress: number;
       title: string | null;
       stopped: boolean;
       queue_position: number | null;
       created_at: string;
       finished_at: string | null;
       error?: {
        code: string;
        detail: string;
        reason?: string;
       };
       /** @constant */
       can_retry?: true;
       topic: string;
       language: string;
       lessons_ready: number;
       lessons_total: number;
       result?: {
        course_id: string;
       };
       creator_course_id?: string;
      }[];
      next: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 retryLesson: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    task_id: string;
    lesson_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Write one failed lesson again, and nothing else. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      /** @enum {string} */
      kind: "course" | "lesson";
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      /** @enum {string} */
      stage: "queued" | "outline" | "research" | "approval" | "lessons" | "practice" | "review" | "assemble" | "done";
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      topic: string;
      language: string;
      services: {
       /** @enum {string} */
       grok: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       claude: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       gemini: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       openai: "pending" | "processing" | "completed" | "failed";
      };
      service_failures?: {
       grok?: string;
       claude?: string;
       gemini?: string;
       openai?: string;
      };
      service_retry_s?: {
       grok?: number;
       claude?: number;
       gemini?: number;
       openai?: number;
      };
      service_work?: {
       grok?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       claude?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       gemini?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       openai?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
      };
      items: {
       id: string;
       module: number;
       module_title: string;
       lesson: number;
       title: string;
       /** @enum {string} */
       state: "pending" | "processing" | "completed" | "failed";
       readable: boolean;
       /** @enum {string} */
       awaits?: "text" | "practice" | "review" | "correction" | "quiz_check";
       service: ("grok" | "claude" | "gemini" | "openai") | null;
       failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       practice_failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       written_later?: string;
       being_written_in?: string;
      }[];
      result?: {
       course_id: string;
      };
      creator_course_id?: string;
      part_tokens?: {
       reserved: number;
       charged: number;
      };
      points_awarded?: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 retryRun: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Run a failed run again: what failed is tried again, nothing that is finished is written or paid again. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      /** @enum {string} */
      kind: "course" | "lesson";
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      /** @enum {string} */
      stage: "queued" | "outline" | "research" | "approval" | "lessons" | "practice" | "review" | "assemble" | "done";
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      topic: string;
      language: string;
      services: {
       /** @enum {string} */
       grok: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       claude: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       gemini: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       openai: "pending" | "processing" | "completed" | "failed";
      };
      service_failures?: {
       grok?: string;
       claude?: string;
       gemini?: string;
       openai?: string;
      };
      service_retry_s?: {
       grok?: number;
       claude?: number;
       gemini?: number;
       openai?: number;
      };
      service_work?: {
       grok?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       claude?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       gemini?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       openai?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
      };
      items: {
       id: string;
       module: number;
       module_title: string;
       lesson: number;
       title: string;
       /** @enum {string} */
       state: "pending" | "processing" | "completed" | "failed";
       readable: boolean;
       /** @enum {string} */
       awaits?: "text" | "practice" | "review" | "correction" | "quiz_check";
       service: ("grok" | "claude" | "gemini" | "openai") | null;
       failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       practice_failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       written_later?: string;
       being_written_in?: string;
      }[];
      result?: {
       course_id: string;
      };
      creator_course_id?: string;
      part_tokens?: {
       reserved: number;
       charged: number;
      };
      points_awarded?: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 runForm: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The form a course was asked for with, so that it can be asked for again on any device. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      form: {
       age: number;
       topic: string;
       learning_goals: string;
       /**
        * @default 2 weeks
        * @enum {string}
        */
       duration: "1 week intensive" | "2 weeks" | "1 month" | "6 weeks" | "3 months" | "6 months" | "custom-paced";
       /**
        * @default beginner
        * @enum {string}
        */
       difficulty: "beginner" | "intermediate" | "advanced" | "professional" | "expert";
       /**
        * @default mixed
        * @enum {string}
        */
       learning_style: "visual" | "auditory" | "kinesthetic" | "reading" | "mixed" | "case-study" | "project-based";
       /**
        * @default structured
        * @enum {string}
        */
       course_format: "structured" | "self-paced" | "cohort" | "workshop" | "bootcamp" | "seminar";
       /**
        * @default conversational
        * @enum {string}
        */
       teaching_style: "conversational" | "academic" | "practical" | "socratic" | "storytelling" | "analytical" | "inspirational";
       /**
        * @default comprehensive
        * @enum {string}
        */
       video_preferences: "text-only" | "images" | "video-links" | "interactive-media" | "comprehensive";
       /**
        * @default high
        * @enum {string}
        */
       interactive_elements: "minimal" | "moderate" | "high" | "gamified" | "immersive";
       /**
        * @default mixed
        * @enum {string}
        */
       assessment_type: "mixed" | "no-assessment" | "self-assessment" | "quizzes" | "projects" | "case-studies" | "portfolio" | "certification";
       /** @default [] */
       accessibility_options: ("screen-reader" | "captions" | "transcripts" | "high-contrast" | "large-text" | "dyslexia-friendly" | "simple-language" | "keyboard-only")[];
       /**
        * @default english
        * @enum {string}
        */
       language_preference: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
       /**
        * @default medium
        * @enum {string}
        */
       motivation_level: "low" | "medium" | "high" | "very-high";
       /**
        * @default general
        * @enum {string}
        */
       industry_focus: "technology" | "business" | "healthcare" | "education" | "finance" | "marketing" | "creative" | "engineering" | "science" | "general";
       /**
        * @default mid
        * @enum {string}
        */
       career_level: "student" | "junior" | "mid" | "senior" | "executive" | "entrepreneur" | "consultant" | "career-change";
       /**
        * @default basic
        * @enum {string}
        */
       current_knowledge: "complete-beginner" | "some-exposure" | "basic" | "intermediate" | "advanced-beginner" | "looking-to-specialize";
       /**
        * @default comprehensive
        * @enum {string}
        */
       content_depth: "overview" | "detailed" | "comprehensive" | "ivy-league" | "doctoral" | "world-class";
       /** @default  */
       academic_framework: ("harvard-case" | "mit-innovation" | "stanford-design" | "princeton-analysis" | "wharton-quantitative" | "yale-liberal" | "oxford-tutorial" | "cambridge-research") | "" | null;
       /** @default  */
       expert_sources: string;
       /** @default  */
       specific_skills: string;
       /** @default  */
       real_world_applications: string;
       /** @default  */
       success_metrics: string;
       /**
        * @default {
        *    "veo3_enabled": false,
        *    "imagen_enabled": false,
        *    "genie3_enabled": false,
        *    "vortex_enabled": false
        *  }
        */
       ai_components: {
        /** @default false */
        veo3_enabled: boolean;
        /** @default false */
        imagen_enabled: boolean;
        /** @default false */
        genie3_enabled: boolean;
        /** @default false */
        vortex_enabled: boolean;
       };
       /** @default auto */
       ai_model_preference: ("auto" | "claude" | "gemini" | "openai" | "gpt4" | "grok") | boolean;
       /** @default false */
       multimodal_content: boolean | string;
       /** @default false */
       peer_collaboration: boolean | string;
       /** @default false */
       mentor_integration: boolean | string;
       /** @default false */
       certification_level: boolean | string;
       /** @default false */
       portfolio_development: boolean | string;
       /** @default false */
       industry_validation: boolean | string;
       /** @default false */
       review_outline: boolean;
       /** @default false */
       general_course: boolean;
       /** @default [] */
       source_ids: string[];
       /** @default false */
       guardian_agreement: boolean;
       /** Format: uuid */
       creator_course_id?: string;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 runLog: {
  parameters: {
   query?: {
    skip?: number;
   };
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The log of a run from its first line, oldest first. The status envelope carries its newest lines only. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      lines: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      next: number | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 runUsage: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What a run used of the vendors: by service, by stage, by lesson and there by attempt. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      total: {
       calls: number;
       failed_calls: number;
       input_tokens: number;
       cached_tokens: number;
       output_tokens: number;
       cost_micro_usd: number | null;
       wasted_micro_usd: number | null;
       unpriced_calls: number;
       known_cost_micro_usd: number;
       known_wasted_micro_usd: number;
      };
      by_service: {
       calls: number;
       failed_calls: number;
       input_tokens: number;
       cached_tokens: number;
       output_tokens: number;
       cost_micro_usd: number | null;
       wasted_micro_usd: number | null;
       unpriced_calls: number;
       known_cost_micro_usd: number;
       known_wasted_micro_usd: number;
       /** @enum {string} */
       service: "grok" | "claude" | "gemini" | "openai";
       model: string;
      }[];
      by_stage: {
       calls: number;
       failed_calls: number;
       input_tokens: number;
       cached_tokens: number;
       output_tokens: number;
       cost_micro_usd: number | null;
       wasted_micro_usd: number | null;
       unpriced_calls: number;
       known_cost_micro_usd: number;
       known_wasted_micro_usd: number;
       stage: string;
      }[];
      by_lesson: {
       calls: number;
       failed_calls: number;
       input_tokens: number;
       cached_tokens: number;
       output_tokens: number;
       cost_micro_usd: number | null;
       wasted_micro_usd: number | null;
       unpriced_calls: number;
       known_cost_micro_usd: number;
       known_wasted_micro_usd: number;
       lesson_id: string;
       title: string;
       attempts: number;
       attempt_list: {
        stage: string;
        attempt: number;
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
        model: string;
        input_tokens: number | null;
        output_tokens: number | null;
        cost_micro_usd: number | null;
        /** @enum {string} */
        outcome: "ok" | "discarded" | "rate_limited" | "unavailable" | "timed_out" | "refused" | "broken" | "aborted";
       }[];
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getOutlineDraft: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What its learner has made of an outline that waits to be accepted; null, with version 0, when nothing was changed. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      draft: {
       title: string;
       modules: {
        key: string;
        title: string;
        /** @constant */
        removed?: true;
        lessons: {
         key: string;
         id?: string;
         title: string;
         /** @constant */
         removed?: true;
        }[];
       }[];
      } | null;
      version: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 keepOutlineDraft: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     draft: {
      title: string;
      modules: {
       key: string;
       title: string;
       /** @constant */
       removed?: true;
       lessons: {
        key: string;
        id?: string;
        title: string;
        /** @constant */
        removed?: true;
       }[];
      }[];
     };
     base_version: number;
    };
   };
  };
  responses: {
   /** @description Keep what was made of the outline so far, for any device, until it is accepted or the run ends. Another `base_version` is refused. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      version: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getCourse: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    user_id: string;
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description One course with all its lessons. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      course: {
       course_id: string;
       task_id: string | null;
       version: number;
       title: string;
       description: string;
       difficulty: string;
       duration: string;
       language: string;
       age_group: string;
       learning_objectives: string[];
       expert_insights: string[];
       industry_relevance: string[];
       modules: {
        title: string;
        summary: string;
        lessons: {
         lesson_id: string;
         index: string;
         title: string;
         content: string;
         objectives: string[];
         key_takeaways: string[];
         duration_minutes: number;
         quiz: ({
          /** @constant */
          kind: "short";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          rubric: string[];
         } | {
          /** @enum {string} */
          kind: "multiple" | "order";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          options: {
           id: string;
           text: string;
           feedback?: string;
          }[];
          answer_ids: string[];
         } | {
          /** @enum {string} */
          kind?: "single" | "true_false";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          options: {
           id: string;
           text: string;
           feedback?: string;
          }[];
          answer_id: string;
         })[];
         exercises: {
          id: string;
          title: string;
          instructions: string;
          solution?: string;
         }[];
         citations?: {
          marker: number;
          /** @enum {string} */
          state: "supported" | "unsupported" | "unchecked" | "not_found";
          quote: string;
          passage: {
           source_id: string;
           source_name: string;
           number: number;
           page: number | null;
          } | null;
         }[];
         written_by: ("grok" | "claude" | "gemini" | "openai") | null;
         written_with?: {
          model: string;
          /** @enum {string} */
          connection: "vendor" | "own_server";
         };
         reviewed_by: ("grok" | "claude" | "gemini" | "openai") | null;
         reviewed_with?: {
          model: string;
          /** @enum {string} */
          connection: "vendor" | "own_server";
         };
         notes: ("language" | "reading_level" | "length" | "too_long" | "unfinished" | "unsourced_study" | "age" | "quiz_unchecked" | "quiz_dropped" | "no_practice" | "not_sourced" | "edited")[];
         completed: boolean;
         bookmarked: boolean;
         pinned: boolean;
        }[];
       }[];
       missing_lessons: number;
       pictures?: {
        cover: {
         media_id: string;
         thumb_id: string;
         alt: string;
        } | null;
        modules: ({
         media_id: string;
         thumb_id: string;
         alt: string;
        } | null)[];
       };
       clip?: {
        clip_id: string;
        lesson_id: string;
        title: string;
        /** @enum {string} */
        status: "processing" | "completed" | "failed";
        problem: string | null;
        has_captions: boolean;
        has_poster: boolean;
       } | null;
       tutor?: boolean;
       estimated_total_duration: string;
       /** @enum {string} */
       status: "generated" | "in-progress" | "completed";
       progress: number;
       new_lessons?: number;
       reading_place: {
        lesson_id: string;
        position: number;
        read_at: string;
       } | null;
       saved_at: string | null;
       created_at: string;
       /** @enum {string} */
       quality_level: "high" | "standard" | "partial" | "unrated";
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listCourses: {
  parameters: {
   query?: {
    limit?: number;
    after?: string;
    q?: string;
    status?: "in-progress" | "completed";
    sort?: "newest" | "oldest" | "read" | "title";
    origin?: "generated" | "other" | "publishable" | "all";
    unsaved?: "true";
   };
   header?: never;
   path: {
    user_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's generated courses, newest first; on request those imported or taken from the marketplace, too (CRS-12). */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      courses: {
       course_id: string;
       title: string;
       description: string;
       difficulty: string;
       duration: string;
       age_group: string;
       modules: {
        title: string;
        lessons: {
         title: string;
         objectives: string[];
        }[];
       }[];
       learning_objectives: string[];
       expert_insights: string[];
       module_count: number;
       lesson_count: number;
       estimated_total_duration: string;
       /** @enum {string} */
       status: "generated" | "in-progress" | "completed";
       progress: number;
       new_lessons?: number;
       saved_at: string | null;
       created_at: string;
       /** @enum {string} */
       quality_level: "high" | "standard" | "partial" | "unrated";
       cover?: {
        media_id: string;
        thumb_id: string;
        alt: string;
       } | null;
       /** @enum {string} */
       origin: "generated" | "imported" | "market" | "assigned";
      }[];
      next: string | null;
      total: number;
      generated: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listSavedCourses: {
  parameters: {
   query?: {
    limit?: number;
    after?: string;
    q?: string;
    status?: "in-progress" | "completed";
    sort?: "newest" | "oldest" | "read" | "title";
   };
   header?: never;
   path: {
    /** @description The user_id. */
    id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's saved courses, last saved first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      courses: {
       course_id: string;
       title: string;
       description: string;
       difficulty: string;
       duration: string;
       age_group: string;
       modules: {
        title: string;
        lessons: {
         title: string;
         objectives: string[];
        }[];
       }[];
       learning_objectives: string[];
       expert_insights: string[];
       module_count: number;
       lesson_count: number;
       estimated_total_duration: string;
       /** @enum {string} */
       status: "generated" | "in-progress" | "completed";
       progress: number;
       new_lessons?: number;
       saved_at: string | null;
       created_at: string;
       /** @enum {string} */
       quality_level: "high" | "standard" | "partial" | "unrated";
       cover?: {
        media_id: string;
        thumb_id: string;
        alt: string;
       } | null;
       /** @enum {string} */
       origin: "generated" | "imported" | "market" | "assigned";
      }[];
      next: string | null;
      total: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 removeSavedCourse: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    /** @description The course_id. */
    id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Take a course off the saved list. The course itself stays. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      message: string;
      remaining_saved_courses: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 saveCourse: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     course_id: string;
     course_data?: unknown;
     user_id?: string;
    };
   };
  };
  responses: {
   /** @description Save (bookmark) a course. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      message: string;
      total_saved_courses: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 courseClipCaptions: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What is said in the clip of a course of the caller, as WebVTT. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/vtt": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 courseClipPoster: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A picture of the clip of a course of the caller. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "image/jpeg": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 courseClipVideo: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The clip of a course of the caller. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "video/mp4": string;
    };
   };
   /** @description The clip of a course of the caller. */
   206: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "video/mp4": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 coursePictureFile: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    media_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A picture of a course of the caller. What an id names never changes. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "image/webp": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 coursePictures: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The places for pictures of a course of the caller, and what stands there. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      available: boolean;
      may_change: boolean;
      pictures_left: number;
      cover: {
       place: string;
       /** @enum {string} */
       state: "none" | "drawing" | "drawn" | "missing" | "removed";
       picture: {
        media_id: string;
        thumb_id: string;
        alt: string;
       } | null;
       problem: string | null;
      };
      modules: {
       place: string;
       /** @enum {string} */
       state: "none" | "drawing" | "drawn" | "missing" | "removed";
       picture: {
        media_id: string;
        thumb_id: string;
        alt: string;
       } | null;
       problem: string | null;
      }[];
      clip: {
       clip_id: string | null;
       /** @enum {string} */
       state: "none" | "filming" | "filmed" | "failed";
       problem: string | null;
       has_poster: boolean;
       seconds: number;
       seconds_left: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 drawCoursePictures: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     places: string[];
    };
   };
  };
  responses: {
   /** @description Have new pictures drawn for places of a course of the caller. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 filmCourseClip: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Have a new clip filmed for a course of the caller. The clip before stays among the videos of the caller. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 removeCourseClip: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Have no clip in a course. It stays among the videos of the caller. Removing what is not there changes nothing. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      course_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 marketCover: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    media_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The cover of a published course; readable by everybody while it is published. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "image/webp": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 removeCoursePicture: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    place: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Have no picture at a place. Removing what is not there changes nothing. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      place: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 courseSimulations: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The simulations of a course of the caller, also those that are being made. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      may_change: boolean;
      simulations: {
       simulation_id: string;
       wish: string;
       /** @enum {string} */
       state: "being_made" | "ready" | "failed";
       task_id: string | null;
       problem: string | null;
       scene: {
        title: string;
        description: string;
        distance: number;
        seconds: number;
        parameters: {
         id: string;
         label: string;
         unit: string;
         min: number;
         max: number;
         step: number;
         value: number;
        }[];
        quantities: {
         id: string;
         label: string;
         unit: string;
         formula: number | string;
         digits: number;
        }[];
        bodies: {
         id: string;
         label: string;
         /** @enum {string} */
         shape: "sphere" | "box" | "cylinder" | "cone" | "torus" | "path" | "field" | "label";
         /** @enum {string} */
         color: "sun" | "sea" | "leaf" | "clay" | "plum" | "stone" | "night" | "paper";
         position: (number | string)[];
         size: (number | string)[];
         rotation: (number | string)[];
         opacity: number | string;
         copies: number;
         points: number;
         is_shining: boolean;
        }[];
        plots: {
         quantity: string;
         over: string;
        }[];
        tasks: {
         text: string;
         check: number | string;
         hint: string;
         insight: string;
        }[];
       } | null;
       written_by: ("grok" | "claude" | "gemini" | "openai") | null;
       checked_by: ("grok" | "claude" | "gemini" | "openai") | null;
       solved: number[];
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 makeSimulation: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     wish: string;
    };
   };
  };
  responses: {
   /** @description Have another simulation made for a course of the caller. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 removeSimulation: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    simulation_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Remove a simulation from a course of the caller. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      simulation_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 solveTasks: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    simulation_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     tasks: number[];
    };
   };
  };
  responses: {
   /** @description Mark tasks of a simulation solved, in a course of the caller. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      solved: number[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 audioFeed: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    token: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A private podcast: RSS 2.0 with an episode a lesson. Whoever has the address can listen. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/rss+xml": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 audioFeedFile: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    token: string;
    lesson_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description An episode of a private podcast. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "audio/mpeg": string;
    };
   };
   /** @description An episode of a private podcast. */
   206: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "audio/mpeg": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 audioFeedPicture: {
  parameters: {
   query?: {
    key?: string;
   };
   header?: never;
   path: {
    token: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The cover of a private podcast: a square JPEG of 1400 pixels, as directories demand. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "image/jpeg": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 audioFile: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    lesson_id: string;
    language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The audio of a lesson of a course of the caller. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "audio/mpeg": string;
    };
   };
   /** @description The audio of a lesson of a course of the caller. */
   206: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "audio/mpeg": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 audioTranscript: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    lesson_id: string;
    language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What is said in the audio of a lesson, with the time of every word. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      turns: {
       /** @enum {string} */
       voice: "first" | "second";
       words: {
        text: string;
        start: number;
        end: number;
        glued?: boolean;
       }[];
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 courseAudio: {
  parameters: {
   query?: {
    language?: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
   };
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A course of the caller as audio: its lessons, in its own language unless another is asked for. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      title: string;
      /** @enum {string} */
      language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
      languages: ("english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi")[];
      spoken: ("english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi")[];
      /** @enum {string} */
      style: "voice" | "dialogue";
      available: boolean;
      mechanical: boolean;
      published: boolean;
      may_publish: boolean;
      may_remove: boolean;
      task_id: string | null;
      progress: number;
      problem: string | null;
      feed_url: string | null;
      place: {
       /** @enum {string} */
       language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
       lesson_id: string;
       seconds: number;
      } | null;
      lessons: {
       lesson_id: string;
       title: string;
       module: string;
       module_index: number;
       /** @enum {string} */
       state: "none" | "being_made" | "ready" | "stale" | "untranslated";
       minutes: number;
       seconds: number | null;
       bytes: number | null;
       spoken_by: ("openai" | "gemini" | "espeak") | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 makeAudio: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** @enum {string} */
     language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
     /**
      * @default voice
      * @enum {string}
      */
     style?: "voice" | "dialogue";
     lessons?: string[];
    };
   };
  };
  responses: {
   /** @description Have lessons of a course of the caller spoken: those named, or all that are not up to date. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: null;
     };
    };
   };
   /** @description Have lessons of a course of the caller spoken: those named, or all that are not up to date. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 publishAudio: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     published: boolean;
    };
   };
  };
  responses: {
   /** @description Let the audio of an own course come with it to those who take it, or no longer. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      published: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 removeAudio: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Delete the audio of a course of the caller in one language, and its podcast address. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      /** @enum {string} */
      language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 saveAudioPlace: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** @enum {string} */
     language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
     lesson_id: string;
     seconds: number;
    };
   };
  };
  responses: {
   /** @description Store where the caller stopped listening, for their other devices. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      /** @enum {string} */
      language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
      lesson_id: string;
      seconds: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 acceptProposal: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    task_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     lesson_ids?: string[];
     base_prints?: {
      [key: string]: string;
     };
    };
   };
  };
  responses: {
   /** @description Make proposed lessons live in a new version. Every other byte of the course stays. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      version: number;
      course: {
       course_id: string;
       task_id: string | null;
       version: number;
       title: string;
       description: string;
       difficulty: string;
       duration: string;
       language: string;
       age_group: string;
       learning_objectives: string[];
       expert_insights: string[];
       industry_relevance: string[];
       modules: {
        title: string;
        summary: string;
        lessons: {
         lesson_id: string;
         index: string;
         title: string;
         content: string;
         objectives: string[];
         key_takeaways: string[];
         duration_minutes: number;
         quiz: ({
          /** @constant */
          kind: "short";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          rubric: string[];
         } | {
          /** @enum {string} */
          kind: "multiple" | "order";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          options: {
           id: string;
           text: string;
           feedback?: string;
          }[];
          answer_ids: string[];
         } | {
          /** @enum {string} */
          kind?: "single" | "true_false";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          options: {
           id: string;
           text: string;
           feedback?: string;
          }[];
          answer_id: string;
         })[];
         exercises: {
          id: string;
          title: string;
          instructions: string;
          solution?: string;
         }[];
         citations?: {
          marker: number;
          /** @enum {string} */
          state: "supported" | "unsupported" | "unchecked" | "not_found";
          quote: string;
          passage: {
           source_id: string;
           source_name: string;
           number: number;
           page: number | null;
          } | null;
         }[];
         written_by: ("grok" | "claude" | "gemini" | "openai") | null;
         written_with?: {
          model: string;
          /** @enum {string} */
          connection: "vendor" | "own_server";
         };
         reviewed_by: ("grok" | "claude" | "gemini" | "openai") | null;
         reviewed_with?: {
          model: string;
          /** @enum {string} */
          connection: "vendor" | "own_server";
         };
         notes: ("language" | "reading_level" | "length" | "too_long" | "unfinished" | "unsourced_study" | "age" | "quiz_unchecked" | "quiz_dropped" | "no_practice" | "not_sourced" | "edited")[];
         completed: boolean;
         bookmarked: boolean;
         pinned: boolean;
        }[];
       }[];
       missing_lessons: number;
       pictures?: {
        cover: {
         media_id: string;
         thumb_id: string;
         alt: string;
        } | null;
        modules: ({
         media_id: string;
         thumb_id: string;
         alt: string;
        } | null)[];
       };
       clip?: {
        clip_id: string;
        lesson_id: string;
        title: string;
        /** @enum {string} */
        status: "processing" | "completed" | "failed";
        problem: string | null;
        has_captions: boolean;
        has_poster: boolean;
       } | null;
       tutor?: boolean;
       estimated_total_duration: string;
       /** @enum {string} */
       status: "generated" | "in-progress" | "completed";
       progress: number;
       new_lessons?: number;
       reading_place: {
        lesson_id: string;
        position: number;
        read_at: string;
       } | null;
       saved_at: string | null;
       created_at: string;
       /** @enum {string} */
       quality_level: "high" | "standard" | "partial" | "unrated";
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 discardProposal: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Throw a proposal away. The course does not change. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      discarded: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 editLesson: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    lesson_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     base_version: number;
     base_print?: string;
     /** Format: uuid */
     edit_session: string;
     title?: string;
     content?: string;
     objectives?: string[];
     key_takeaways?: string[];
     quiz?: ({
      /** @constant */
      kind: "short";
      id: string;
      question: string;
      explanation: string;
      after?: number;
      /** @enum {string} */
      purpose?: "predict" | "check" | "recall";
      recalls?: string;
      rubric: string[];
     } | {
      /** @enum {string} */
      kind: "multiple" | "order";
      id: string;
      question: string;
      explanation: string;
      after?: number;
      /** @enum {string} */
      purpose?: "predict" | "check" | "recall";
      recalls?: string;
      options: {
       id: string;
       text: string;
       feedback?: string;
      }[];
      answer_ids: string[];
     } | {
      /** @enum {string} */
      kind?: "single" | "true_false";
      id: string;
      question: string;
      explanation: string;
      after?: number;
      /** @enum {string} */
      purpose?: "predict" | "check" | "recall";
      recalls?: string;
      options: {
       id: string;
       text: string;
       feedback?: string;
      }[];
      answer_id: string;
     })[];
    };
   };
  };
  responses: {
   /** @description Edit a lesson by hand. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      version: number;
      lesson: {
       lesson_id: string;
       index: string;
       title: string;
       content: string;
       objectives: string[];
       key_takeaways: string[];
       duration_minutes: number;
       quiz: ({
        /** @constant */
        kind: "short";
        id: string;
        question: string;
        explanation: string;
        after?: number;
        /** @enum {string} */
        purpose?: "predict" | "check" | "recall";
        recalls?: string;
        rubric: string[];
       } | {
        /** @enum {string} */
        kind: "multiple" | "order";
        id: string;
        question: string;
        explanation: string;
        after?: number;
        /** @enum {string} */
        purpose?: "predict" | "check" | "recall";
        recalls?: string;
        options: {
         id: string;
         text: string;
         feedback?: string;
        }[];
        answer_ids: string[];
       } | {
        /** @enum {string} */
        kind?: "single" | "true_false";
        id: string;
        question: string;
        explanation: string;
        after?: number;
        /** @enum {string} */
        purpose?: "predict" | "check" | "recall";
        recalls?: string;
        options: {
         id: string;
         text: string;
         feedback?: string;
        }[];
        answer_id: string;
       })[];
       exercises: {
        id: string;
        title: string;
        instructions: string;
        solution?: string;
       }[];
       citations?: {
        marker: number;
        /** @enum {string} */
        state: "supported" | "unsupported" | "unchecked" | "not_found";
        quote: string;
        passage: {
         source_id: string;
         source_name: string;
         number: number;
         page: number | null;
        } | null;
       }[];
       written_by: ("grok" | "claude" | "gemini" | "openai") | null;
       written_with?: {
        model: string;
        /** @enum {string} */
        connection: "vendor" | "own_server";
       };
       reviewed_by: ("grok" | "claude" | "gemini" | "openai") | null;
       reviewed_with?: {
        model: string;
        /** @enum {string} */
        connection: "vendor" | "own_server";
       };
       notes: ("language" | "reading_level" | "length" | "too_long" | "unfinished" | "unsourced_study" | "age" | "quiz_unchecked" | "quiz_dropped" | "no_practice" | "not_sourced" | "edited")[];
       completed: boolean;
       bookmarked: boolean;
       pinned: boolean;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getVersion: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    number: number;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A course as it was in one version. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      version: number;
      course: {
       course_id: string;
       task_id: string | null;
       version: number;
       title: string;
       description: string;
       difficulty: string;
       duration: string;
       language: string;
       age_group: string;
       learning_objectives: string[];
       expert_insights: string[];
       industry_relevance: string[];
       modules: {
        title: string;
        summary: string;
        lessons: {
         lesson_id: string;
         index: string;
         title: string;
         content: string;
         objectives: string[];
         key_takeaways: string[];
         duration_minutes: number;
         quiz: ({
          /** @constant */
          kind: "short";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          rubric: string[];
         } | {
          /** @enum {string} */
          kind: "multiple" | "order";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          options: {
           id: string;
           text: string;
           feedback?: string;
          }[];
          answer_ids: string[];
         } | {
          /** @enum {string} */
          kind?: "single" | "true_false";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          options: {
           id: string;
           text: string;
           feedback?: string;
          }[];
          answer_id: string;
         })[];
         exercises: {
          id: string;
          title: string;
          instructions: string;
          solution?: string;
         }[];
         citations?: {
          marker: number;
          /** @enum {string} */
          state: "supported" | "unsupported" | "unchecked" | "not_found";
          quote: string;
          passage: {
           source_id: string;
           source_name: string;
           number: number;
           page: number | null;
          } | null;
         }[];
         written_by: ("grok" | "claude" | "gemini" | "openai") | null;
         written_with?: {
          model: string;
          /** @enum {string} */
          connection: "vendor" | "own_server";
         };
         reviewed_by: ("grok" | "claude" | "gemini" | "openai") | null;
         reviewed_with?: {
          model: string;
          /** @enum {string} */
          connection: "vendor" | "own_server";
         };
         notes: ("language" | "reading_level" | "length" | "too_long" | "unfinished" | "unsourced_study" | "age" | "quiz_unchecked" | "quiz_dropped" | "no_practice" | "not_sourced" | "edited")[];
         completed: boolean;
         bookmarked: boolean;
         pinned: boolean;
        }[];
       }[];
       missing_lessons: number;
       pictures?: {
        cover: {
         media_id: string;
         thumb_id: string;
         alt: string;
        } | null;
        modules: ({
         media_id: string;
         thumb_id: string;
         alt: string;
        } | null)[];
       };
       clip?: {
        clip_id: string;
        lesson_id: string;
        title: string;
        /** @enum {string} */
        status: "processing" | "completed" | "failed";
        problem: string | null;
        has_captions: boolean;
        has_poster: boolean;
       } | null;
       tutor?: boolean;
       estimated_total_duration: string;
       /** @enum {string} */
       status: "generated" | "in-progress" | "completed";
       progress: number;
       new_lessons?: number;
       reading_place: {
        lesson_id: string;
        position: number;
        read_at: string;
       } | null;
       saved_at: string | null;
       created_at: string;
       /** @enum {string} */
       quality_level: "high" | "standard" | "partial" | "unrated";
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listProposals: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Proposed lessons that were neither accepted nor discarded, newest first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      proposals: {
       task_id: string;
       instruction: string;
       created_at: string;
       /** @enum {string} */
       status: "writing" | "ready" | "failed";
       lesson_ids: string[];
       /** @constant */
       only_practice?: true;
       /** @constant */
       only_review?: true;
       lessons: {
        lesson_id: string;
        index: string;
        title: string;
        content: string;
        objectives: string[];
        key_takeaways: string[];
        duration_minutes: number;
        quiz: ({
         /** @constant */
         kind: "short";
         id: string;
         question: string;
         explanation: string;
         after?: number;
         /** @enum {string} */
         purpose?: "predict" | "check" | "recall";
         recalls?: string;
         rubric: string[];
        } | {
         /** @enum {string} */
         kind: "multiple" | "order";
         id: string;
         question: string;
         explanation: string;
         after?: number;
         /** @enum {string} */
         purpose?: "predict" | "check" | "recall";
         recalls?: string;
         options: {
          id: string;
          text: string;
          feedback?: string;
         }[];
         answer_ids: string[];
        } | {
         /** @enum {string} */
         kind?: "single" | "true_false";
         id: string;
         question: string;
         explanation: string;
         after?: number;
         /** @enum {string} */
         purpose?: "predict" | "check" | "recall";
         recalls?: string;
         options: {
          id: string;
          text: string;
          feedback?: string;
         }[];
         answer_id: string;
        })[];
        exercises: {
         id: string;
         title: string;
         instructions: string;
         solution?: string;
        }[];
        citations?: {
         marker: number;
         /** @enum {string} */
         state: "supported" | "unsupported" | "unchecked" | "not_found";
         quote: string;
         passage: {
          source_id: string;
          source_name: string;
          number: number;
          page: number | null;
         } | null;
        }[];
        written_by: ("grok" | "claude" | "gemini" | "openai") | null;
        written_with?: {
         model: string;
         /** @enum {string} */
         connection: "vendor" | "own_server";
        };
        reviewed_by: ("grok" | "claude" | "gemini" | "openai") | null;
        reviewed_with?: {
         model: string;
         /** @enum {string} */
         connection: "vendor" | "own_server";
        };
        notes: ("language" | "reading_level" | "length" | "too_long" | "unfinished" | "unsourced_study" | "age" | "quiz_unchecked" | "quiz_dropped" | "no_practice" | "not_sourced" | "edited")[];
        completed: boolean;
        bookmarked: boolean;
        pinned: boolean;
       }[];
       findings?: {
        lesson_id: string;
        findings: string[];
       }[];
       error?: {
        code: string;
        detail: string;
       };
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listVersions: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The last 20 versions of a course, newest first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      versions: {
       number: number;
       /** @enum {string} */
       kind: "generated" | "regenerated" | "edited" | "restored" | "completed" | "enrolled" | "updated";
       created_at: string;
       current: boolean;
       operator_reason: string | null;
       changed_lessons: {
        lesson_id: string;
        title: string;
       }[];
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 pinLesson: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    lesson_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     pinned: boolean;
    };
   };
  };
  responses: {
   /** @description Pin a lesson, or unpin it: a pinned lesson is never rewritten by a service. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      pinned: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 regenerateLesson: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    course_id: string;
    lesson_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** @default  */
     instruction?: string;
    };
   };
  };
  responses: {
   /** @description Propose a new text for one lesson. Only this lesson is written. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      /** @enum {string} */
      kind: "course" | "lesson";
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      /** @enum {string} */
      stage: "queued" | "outline" | "research" | "approval" | "lessons" | "practice" | "review" | "assemble" | "done";
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      topic: string;
      language: string;
      services: {
       /** @enum {string} */
       grok: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       claude: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       gemini: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       openai: "pending" | "processing" | "completed" | "failed";
      };
      service_failures?: {
       grok?: string;
       claude?: string;
       gemini?: string;
       openai?: string;
      };
      service_retry_s?: {
       grok?: number;
       claude?: number;
       gemini?: number;
       openai?: number;
      };
      service_work?: {
       grok?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       claude?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       gemini?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       openai?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
      };
      items: {
       id: string;
       module: number;
       module_title: string;
       lesson: number;
       title: string;
       /** @enum {string} */
       state: "pending" | "processing" | "completed" | "failed";
       readable: boolean;
       /** @enum {string} */
       awaits?: "text" | "practice" | "review" | "correction" | "quiz_check";
       service: ("grok" | "claude" | "gemini" | "openai") | null;
       failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       practice_failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       written_later?: string;
       being_written_in?: string;
      }[];
      result?: {
       course_id: string;
      };
      creator_course_id?: string;
      part_tokens?: {
       reserved: number;
       charged: number;
      };
      points_awarded?: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 regenerateModule: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    course_id: string;
    module: number;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** @default  */
     instruction?: string;
    };
   };
  };
  responses: {
   /** @description Propose new texts for the lessons of one module (0-based). */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      /** @enum {string} */
      kind: "course" | "lesson";
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      /** @enum {string} */
      stage: "queued" | "outline" | "research" | "approval" | "lessons" | "practice" | "review" | "assemble" | "done";
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      topic: string;
      language: string;
      services: {
       /** @enum {string} */
       grok: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       claude: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       gemini: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       openai: "pending" | "processing" | "completed" | "failed";
      };
      service_failures?: {
       grok?: string;
       claude?: string;
       gemini?: string;
       openai?: string;
      };
      service_retry_s?: {
       grok?: number;
       claude?: number;
       gemini?: number;
       openai?: number;
      };
      service_work?: {
       grok?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       claude?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       gemini?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       openai?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
      };
      items: {
       id: string;
       module: number;
       module_title: string;
       lesson: number;
       title: string;
       /** @enum {string} */
       state: "pending" | "processing" | "completed" | "failed";
       readable: boolean;
       /** @enum {string} */
       awaits?: "text" | "practice" | "review" | "correction" | "quiz_check";
       service: ("grok" | "claude" | "gemini" | "openai") | null;
       failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       practice_failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       written_later?: string;
       being_written_in?: string;
      }[];
      result?: {
       course_id: string;
      };
      creator_course_id?: string;
      part_tokens?: {
       reserved: number;
       charged: number;
      };
      points_awarded?: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 restoreVersion: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    number: number;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     lesson_id?: string;
    };
   };
  };
  responses: {
   /** @description Bring an earlier version back as the newest, wholly or one lesson of it. Nothing is lost. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      version: number;
      course: {
       course_id: string;
       task_id: string | null;
       version: number;
       title: string;
       description: string;
       difficulty: string;
       duration: string;
       language: string;
       age_group: string;
       learning_objectives: string[];
       expert_insights: string[];
       industry_relevance: string[];
       modules: {
        title: string;
        summary: string;
        lessons: {
         lesson_id: string;
         index: string;
         title: string;
         content: string;
         objectives: string[];
         key_takeaways: string[];
         duration_minutes: number;
         quiz: ({
          /** @constant */
          kind: "short";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          rubric: string[];
         } | {
          /** @enum {string} */
          kind: "multiple" | "order";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          options: {
           id: string;
           text: string;
           feedback?: string;
          }[];
          answer_ids: string[];
         } | {
          /** @enum {string} */
          kind?: "single" | "true_false";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          options: {
           id: string;
           text: string;
           feedback?: string;
          }[];
          answer_id: string;
         })[];
         exercises: {
          id: string;
          title: string;
          instructions: string;
          solution?: string;
         }[];
         citations?: {
          marker: number;
          /** @enum {string} */
          state: "supported" | "unsupported" | "unchecked" | "not_found";
          quote: string;
          passage: {
           source_id: string;
           source_name: string;
           number: number;
           page: number | null;
          } | null;
         }[];
         written_by: ("grok" | "claude" | "gemini" | "openai") | null;
         written_with?: {
          model: string;
          /** @enum {string} */
          connection: "vendor" | "own_server";
         };
         reviewed_by: ("grok" | "claude" | "gemini" | "openai") | null;
         reviewed_with?: {
          model: string;
          /** @enum {string} */
          connection: "vendor" | "own_server";
         };
         notes: ("language" | "reading_level" | "length" | "too_long" | "unfinished" | "unsourced_study" | "age" | "quiz_unchecked" | "quiz_dropped" | "no_practice" | "not_sourced" | "edited")[];
         completed: boolean;
         bookmarked: boolean;
         pinned: boolean;
        }[];
       }[];
       missing_lessons: number;
       pictures?: {
        cover: {
         media_id: string;
         thumb_id: string;
         alt: string;
        } | null;
        modules: ({
         media_id: string;
         thumb_id: string;
         alt: string;
        } | null)[];
       };
       clip?: {
        clip_id: string;
        lesson_id: string;
        title: string;
        /** @enum {string} */
        status: "processing" | "completed" | "failed";
        problem: string | null;
        has_captions: boolean;
        has_poster: boolean;
       } | null;
       tutor?: boolean;
       estimated_total_duration: string;
       /** @enum {string} */
       status: "generated" | "in-progress" | "completed";
       progress: number;
       new_lessons?: number;
       reading_place: {
        lesson_id: string;
        position: number;
        read_at: string;
       } | null;
       saved_at: string | null;
       created_at: string;
       /** @enum {string} */
       quality_level: "high" | "standard" | "partial" | "unrated";
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getMissingLessons: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What a partial course lacks and what it would cost to have it written. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      lesson_ids: string[];
      cost: number;
      in_version?: {
       number: number;
       lessons: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 writeMissingLessons: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Have all lessons written that a partial course lacks. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      /** @enum {string} */
      kind: "course" | "lesson";
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      /** @enum {string} */
      stage: "queued" | "outline" | "research" | "approval" | "lessons" | "practice" | "review" | "assemble" | "done";
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      topic: string;
      language: string;
      services: {
       /** @enum {string} */
       grok: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       claude: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       gemini: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       openai: "pending" | "processing" | "completed" | "failed";
      };
      service_failures?: {
       grok?: string;
       claude?: string;
       gemini?: string;
       openai?: string;
      };
      service_retry_s?: {
       grok?: number;
       claude?: number;
       gemini?: number;
       openai?: number;
      };
      service_work?: {
       grok?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       claude?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       gemini?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       openai?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
      };
      items: {
       id: string;
       module: number;
       module_title: string;
       lesson: number;
       title: string;
       /** @enum {string} */
       state: "pending" | "processing" | "completed" | "failed";
       readable: boolean;
       /** @enum {string} */
       awaits?: "text" | "practice" | "review" | "correction" | "quiz_check";
       service: ("grok" | "claude" | "gemini" | "openai") | null;
       failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       practice_failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       written_later?: string;
       being_written_in?: string;
      }[];
      result?: {
       course_id: string;
      };
      creator_course_id?: string;
      part_tokens?: {
       reserved: number;
       charged: number;
      };
      points_awarded?: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getSkippedReviews: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Which lessons of a course no second service could review, and what their review costs now. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      lesson_ids: string[];
      cost: number;
      is_possible: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 reviewSkipped: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Have all lessons reviewed that no second service could review when they were written. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      /** @enum {string} */
      kind: "course" | "lesson";
      /** @enum {string} */
      status: "queued" | "running" | "completed" | "failed" | "cancelled";
      progress: number;
      /** @enum {string} */
      stage: "queued" | "outline" | "research" | "approval" | "lessons" | "practice" | "review" | "assemble" | "done";
      title: string | null;
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
      log: {
       at: string;
       event: string;
       text: string;
       words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
      }[];
      log_earlier?: number;
      queue_position: number | null;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      stopped: boolean;
      poll_after_ms: number;
      tokens: {
       reserved: number;
       charged: number;
      };
      /** @enum {string} */
      paid_from?: "plan" | "organisation" | "own";
      error?: {
       code: string;
       detail: string;
       reason?: string;
      };
      /** @constant */
      can_retry?: true;
      /** @constant */
      worker_lost?: true;
      takeover?: {
       workers: number;
       in_s: number | null;
      };
      children?: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      topic: string;
      language: string;
      services: {
       /** @enum {string} */
       grok: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       claude: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       gemini: "pending" | "processing" | "completed" | "failed";
       /** @enum {string} */
       openai: "pending" | "processing" | "completed" | "failed";
      };
      service_failures?: {
       grok?: string;
       claude?: string;
       gemini?: string;
       openai?: string;
      };
      service_retry_s?: {
       grok?: number;
       claude?: number;
       gemini?: number;
       openai?: number;
      };
      service_work?: {
       grok?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       claude?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       gemini?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
       openai?: {
        now: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         lesson_id: string | null;
        }[];
        done: {
         /** @enum {string} */
         part: "outline" | "research" | "lesson" | "practice" | "review" | "correction";
         count: number;
        }[];
       };
      };
      items: {
       id: string;
       module: number;
       module_title: string;
       lesson: number;
       title: string;
       /** @enum {string} */
       state: "pending" | "processing" | "completed" | "failed";
       readable: boolean;
       /** @enum {string} */
       awaits?: "text" | "practice" | "review" | "correction" | "quiz_check";
       service: ("grok" | "claude" | "gemini" | "openai") | null;
       failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       practice_failures?: {
        service: ("grok" | "claude" | "gemini" | "openai") | null;
        code: string;
       }[];
       written_later?: string;
       being_written_in?: string;
      }[];
      result?: {
       course_id: string;
      };
      creator_course_id?: string;
      part_tokens?: {
       reserved: number;
       charged: number;
      };
      points_awarded?: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 bookmarkLesson: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    lesson_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Bookmark a lesson. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      bookmarked: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 removeLessonBookmark: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    lesson_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Take a lesson bookmark away. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      bookmarked: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 completeLesson: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     user_id?: string;
     course_id: string;
     lesson_id: string;
    };
   };
  };
  responses: {
   /** @description Mark a lesson completed. Points are awarded once. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      points_awarded: number;
      total_points: number;
      course_completed: boolean;
      progress: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getDashboard: {
  parameters: {
   query?: {
    time_zone?: string;
   };
   header?: never;
   path: {
    user_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What the caller has learned. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      completed_courses: number;
      total_hours: number;
      measured_since: string | null;
      streak_days: number;
      total_points: number;
      courses: {
       course_id: string;
       title: string;
       description: string;
       difficulty: string;
       duration: string;
       age_group: string;
       modules: {
        title: string;
        lessons: {
         title: string;
         objectives: string[];
        }[];
       }[];
       learning_objectives: string[];
       expert_insights: string[];
       module_count: number;
       lesson_count: number;
       estimated_total_duration: string;
       /** @enum {string} */
       status: "generated" | "in-progress" | "completed";
       progress: number;
       new_lessons?: number;
       saved_at: string | null;
       created_at: string;
       /** @enum {string} */
       quality_level: "high" | "standard" | "partial" | "unrated";
       cover?: {
        media_id: string;
        thumb_id: string;
        alt: string;
       } | null;
       /** @enum {string} */
       origin: "generated" | "imported" | "market" | "assigned";
      }[];
      course_total: number;
      achievements: {
       id: string;
       title: string;
       title_words: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       points: number;
       /** @enum {string} */
       counts: "lessons" | "courses" | "generated" | "notes" | "minutes" | "streak" | "days";
       progress: number;
       target: number;
       awarded_at: string | null;
      }[];
      achievement_total: number;
      weekly_activity: {
       day: string;
       minutes: number;
       lessons: number;
      }[];
      goals: ({
       /** @constant */
       kind: "week";
       minutes: number;
       done_minutes: number;
      } | {
       /** @constant */
       kind: "course";
       course_id: string;
       title: string;
       due_on: string;
       progress: number;
       is_done: boolean;
       lessons_left: number;
       days_left: number;
      })[];
      review_due: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listAchievements: {
  parameters: {
   query?: {
    time_zone?: string;
   };
   header?: never;
   path: {
    user_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description All achievements, with how far the caller is. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      achievements: {
       id: string;
       title: string;
       title_words: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       points: number;
       /** @enum {string} */
       counts: "lessons" | "courses" | "generated" | "notes" | "minutes" | "streak" | "days";
       progress: number;
       target: number;
       awarded_at: string | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listPoints: {
  parameters: {
   query?: {
    before?: number;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's points, each award with its cause, the latest first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      total: number;
      entries: {
       id: number;
       points: number;
       /** @enum {string} */
       kind: "lesson" | "course" | "generated" | "achievement" | "other";
       subject: string | null;
       course_title: string | null;
       subject_words: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       } | null;
       created_at: string;
      }[];
      next: number | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listStudyDays: {
  parameters: {
   query?: {
    time_zone?: string;
   };
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The days of the last four weeks on which the caller studied a course, newest first, each with its sessions. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      days: {
       day: string;
       minutes: number;
       lessons: number;
       sessions: {
        began_at: string;
        ended_at: string;
       }[];
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 reportActivity: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     minutes: (string & (unknown & unknown))[];
     course_id?: string;
    };
   };
  };
  responses: {
   /** @description Minutes in which the caller was learning: the page in sight and something done within sixty seconds. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      counted: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 setCourseGoal: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     due_on: string | null;
    };
   };
  };
  responses: {
   /** @description The day by which the caller wants to have completed a course; null: no goal. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      due_on: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 setWeeklyGoal: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     minutes: number | null;
    };
   };
  };
  responses: {
   /** @description How many minutes a week the caller wants to learn; null: no goal. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      minutes: number | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getRecommendations: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's last recommendations, and whether new ones are being made. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      recommendations: {
       id: string;
       title: string;
       /** @enum {string} */
       difficulty: "beginner" | "intermediate" | "advanced" | "professional" | "expert";
       /** @enum {string} */
       duration: "1 week intensive" | "2 weeks" | "1 month" | "6 weeks" | "3 months" | "6 months" | "custom-paced";
       rating: number | null;
       reason: string;
       learning_goals: string;
       estimated_hours: number;
       ai_components: string[];
       personalization_score: number | null;
      }[];
      insights: string[];
      created_at: string | null;
      run: {
       task_id: string;
       /** @enum {string} */
       status: "queued" | "running" | "failed";
       detail: string | null;
       reason: string | null;
      } | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 recommendCourses: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** @default {} */
     user_context?: {
      user_id?: string;
      saved_courses?: unknown[] | null;
      completed_courses?: unknown[] | null;
      industry_focus?: string | null;
      career_level?: string | null;
      learning_style?: string | null;
      current_knowledge?: string | null;
      preferred_duration?: string | null;
      preferred_difficulty?: string | null;
      age?: number | null;
     };
     /** @default 6 */
     recommendation_count?: number;
     /** @default true */
     include_insights?: boolean;
     /**
      * @default english
      * @enum {string}
      */
     language?: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
    };
   };
  };
  responses: {
   /** @description Have courses recommended; free, ten times a day. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      recommendations: {
       id: string;
       title: string;
       /** @enum {string} */
       difficulty: "beginner" | "intermediate" | "advanced" | "professional" | "expert";
       /** @enum {string} */
       duration: "1 week intensive" | "2 weeks" | "1 month" | "6 weeks" | "3 months" | "6 months" | "custom-paced";
       rating: number | null;
       reason: string;
       learning_goals: string;
       estimated_hours: number;
       ai_components: string[];
       personalization_score: number | null;
      }[];
      insights: string[];
      created_at: string | null;
      run: {
       task_id: string;
       /** @enum {string} */
       status: "queued" | "running" | "failed";
       detail: string | null;
       reason: string | null;
      } | null;
     };
    };
   };
   /** @description Have courses recommended; free, ten times a day. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      recommendations: {
       id: string;
       title: string;
       /** @enum {string} */
       difficulty: "beginner" | "intermediate" | "advanced" | "professional" | "expert";
       /** @enum {string} */
       duration: "1 week intensive" | "2 weeks" | "1 month" | "6 weeks" | "3 months" | "6 months" | "custom-paced";
       rating: number | null;
       reason: string;
       learning_goals: string;
       estimated_hours: number;
       ai_components: string[];
       personalization_score: number | null;
      }[];
      insights: string[];
      created_at: string | null;
      run: {
       task_id: string;
       /** @enum {string} */
       status: "queued" | "running" | "failed";
       detail: string | null;
       reason: string | null;
      } | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 answerQuestion: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** Format: uuid */
     answer_id: string;
     course_id: string;
     lesson_id: string;
     question_id: string;
     chosen_ids: string[];
    };
   };
  };
  responses: {
   /** @description Answer a question of a quiz. The server marks it; the same answer sent again is marked once. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      is_right: boolean;
      right_ids: string[];
      explanation: string;
      feedback: {
       option_id: string;
       text: string;
      }[];
      score: {
       right: number;
       answered: number;
       questions: number;
      };
      due_at: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listAnswers: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    lesson_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's latest answer to each question of a lesson, and the score. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      answers: {
       question_id: string;
       chosen_ids: string[];
       is_right: boolean;
       answered_at: string;
       attempts: number;
      }[];
      score: {
       right: number;
       answered: number;
       questions: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listReview: {
  parameters: {
   query?: {
    course_id?: string;
    deck?: string;
    time_zone?: string;
    more?: "true";
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Questions and flash cards that are due for review, the longest overdue first: all, those of a course, or the cards of a deck. A day asks for fifteen minutes. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      due: number;
      next_at: string | null;
      waiting: number;
      cards: {
       course_id: string;
       course_title: string;
       language: string;
       lesson_id: string;
       lesson_title: string;
       module: number;
       lesson: number;
       question_id: string;
       /** @enum {string} */
       kind: "single" | "true_false" | "multiple" | "order" | "short";
       question: string;
       options: {
        id: string;
        text: string;
       }[];
       due_at: string;
      }[];
      flash_cards: {
       card_id: string;
       deck: string;
       front: string;
       back: string;
       source: {
        course_id: string;
        lesson_id: string;
        lesson_title: string;
        module: number;
        lesson: number;
        passage: string | null;
       } | null;
       due_at: string;
       reviews: number;
       known: number;
       returns_at: {
        again: string;
        hard: string;
        good: string;
        easy: string;
       };
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 reviewForecast: {
  parameters: {
   query?: {
    course_id?: string;
    deck?: string;
    time_zone?: string;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description How many questions and flash cards come back on which of the next fourteen days. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      questions: number;
      flash_cards: number;
      waiting: number;
      days: {
       day: string;
       due: number;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 courseFlashCards: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description How many flash cards the caller has from each lesson of a course, and whether more are being written, or could not be. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      deck: string;
      lessons: {
       lesson_id: string;
       title: string;
       cards: number;
      }[];
      task_id: string | null;
      progress: number;
      problem: string | null;
      reason: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 makeFlashCards: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     lessons?: string[];
    };
   };
  };
  responses: {
   /** @description Have flash cards written from lessons of a course of the caller, three of each: those named, or all that have none. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: null;
     };
    };
   };
   /** @description Have flash cards written from lessons of a course of the caller, three of each: those named, or all that have none. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listFlashCards: {
  parameters: {
   query?: {
    deck?: string;
    q?: string;
    limit?: number;
    after?: string;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's flash cards, newest first: of a deck, or those in which every word occurs. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      cards: {
       card_id: string;
       deck: string;
       front: string;
       back: string;
       source: {
        course_id: string;
        lesson_id: string;
        lesson_title: string;
        module: number;
        lesson: number;
        passage: string | null;
       } | null;
       due_at: string;
       reviews: number;
       known: number;
      }[];
      next: string | null;
      total: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 createFlashCard: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** Format: uuid */
     card_id: string;
     deck: string;
     front: string;
     back: string;
     source?: {
      course_id: string;
      lesson_id: string;
     };
    };
   };
  };
  responses: {
   /** @description Write a flash card. The same card sent again is one card. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      card: {
       card_id: string;
       deck: string;
       front: string;
       back: string;
       source: {
        course_id: string;
        lesson_id: string;
        lesson_title: string;
        module: number;
        lesson: number;
        passage: string | null;
       } | null;
       due_at: string;
       reviews: number;
       known: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 deleteDeck: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    deck: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Delete a deck with its flash cards. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      deleted: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 editFlashCard: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    card_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     deck: string;
     front: string;
     back: string;
    };
   };
  };
  responses: {
   /** @description Change a flash card. When it is due stays as it is. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      card: {
       card_id: string;
       deck: string;
       front: string;
       back: string;
       source: {
        course_id: string;
        lesson_id: string;
        lesson_title: string;
        module: number;
        lesson: number;
        passage: string | null;
       } | null;
       due_at: string;
       reviews: number;
       known: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 deleteFlashCard: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    card_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Delete a flash card. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      card_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 exportFlashCards: {
  parameters: {
   query: {
    format: "apkg" | "csv";
    deck?: string;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's flash cards, all or of a deck, as an Anki package or as CSV (`id`, `deck`, `front`, `back`). */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/octet-stream": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 importFlashCards: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "multipart/form-data": {
     deck: string;
     look?: string;
     /** @enum {string} */
     encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "windows-874" | "shift_jis" | "euc-jp" | "iso-2022-jp" | "euc-kr" | "big5" | "gb18030" | "macintosh" | "x-mac-cyrillic" | "koi8-r" | "koi8-u" | "ibm866" | "iso-8859-2" | "iso-8859-5" | "iso-8859-7";
     columns?: string;
     has_head?: string;
     /** Format: binary */
     file: string;
    };
   };
  };
  responses: {
   /** @description Take in flash cards from an Anki package, or from CSV, tab-separated text or a Markdown table; with `look`, say only how it is read. A card that is there already is updated. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      reading: {
       /** @enum {string} */
       encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "windows-874" | "shift_jis" | "euc-jp" | "iso-2022-jp" | "euc-kr" | "big5" | "gb18030" | "macintosh" | "x-mac-cyrillic" | "koi8-r" | "koi8-u" | "ibm866" | "iso-8859-2" | "iso-8859-5" | "iso-8859-7";
       is_sure: boolean;
       cards: {
        front: string;
        back: string;
       }[];
       found: number;
       columns: {
        title: string;
        samples: string[];
        column: ("front" | "back" | "deck" | "id") | null;
       }[];
       has_known_columns: boolean;
       has_head: boolean;
      } | null;
      added: number;
      updated: number;
      unchanged: number;
      left_out: number;
      reasons: {
       [key: string]: number;
      };
      media: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listDecks: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's decks of flash cards, by name. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      decks: {
       deck: string;
       course_id: string | null;
       cards: number;
       due: number;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 rateFlashCard: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    card_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** Format: uuid */
     rating_id: string;
     /** @enum {string} */
     rating: "again" | "hard" | "good" | "easy";
    };
   };
  };
  responses: {
   /** @description Say how well a card was known; it is due again when FSRS says. The same rating sent again counts once. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      due_at: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 undoFlashCardRating: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    card_id: string;
    rating_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Take back the latest rating of a card: the card is as it was before. Taking it back again changes nothing. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      due_at: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 answerInWords: {
  parameters: {
   query?: never;
   header?: {
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** Format: uuid */
     answer_id: string;
     course_id: string;
     lesson_id: string;
     question_id: string;
     text: string;
    };
   };
  };
  responses: {
   /** @description Answer a question in words, to be graded by a service; counts as one answer of the mentor. Sent again it is the same answer. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      answer: {
       answer_id: string;
       question_id: string;
       text: string;
       written_at: string;
       /** @enum {string} */
       status: "grading" | "graded" | "failed" | "contested";
       reason: string | null;
       grade: {
        points: {
         point: string;
         is_met: boolean;
         reason: string;
        }[];
        feedback: string;
        is_right: boolean;
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
       } | null;
       second: {
        points: {
         point: string;
         is_met: boolean;
         reason: string;
        }[];
        feedback: string;
        is_right: boolean;
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
       } | null;
       explanation: string;
       may_contest: boolean;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 contestGrade: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    answer_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Have a second service grade an answer, once and for nothing; its grade counts. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      answer: {
       answer_id: string;
       question_id: string;
       text: string;
       written_at: string;
       /** @enum {string} */
       status: "grading" | "graded" | "failed" | "contested";
       reason: string | null;
       grade: {
        points: {
         point: string;
         is_met: boolean;
         reason: string;
        }[];
        feedback: string;
        is_right: boolean;
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
       } | null;
       second: {
        points: {
         point: string;
         is_met: boolean;
         reason: string;
        }[];
        feedback: string;
        is_right: boolean;
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
       } | null;
       explanation: string;
       may_contest: boolean;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listWords: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    lesson_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's latest answer in words to each question of a lesson. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      answers: {
       answer_id: string;
       question_id: string;
       text: string;
       written_at: string;
       /** @enum {string} */
       status: "grading" | "graded" | "failed" | "contested";
       reason: string | null;
       grade: {
        points: {
         point: string;
         is_met: boolean;
         reason: string;
        }[];
        feedback: string;
        is_right: boolean;
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
       } | null;
       second: {
        points: {
         point: string;
         is_met: boolean;
         reason: string;
        }[];
        feedback: string;
        is_right: boolean;
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
       } | null;
       explanation: string;
       may_contest: boolean;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 interfaceTexts: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    language: "en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "zh" | "ja" | "ko" | "ar" | "hi" | "bg" | "bn" | "cs" | "da" | "el" | "et" | "fa" | "fi" | "gu" | "he" | "hr" | "hu" | "id" | "kn" | "lt" | "lv" | "ml" | "mr" | "ms" | "nl" | "no" | "pa" | "pl" | "ro" | "sk" | "sr" | "sv" | "sw" | "ta" | "te" | "th" | "tr" | "uk" | "ur" | "vi" | "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Where the texts of the interface in a language are. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      language: string;
      /** @enum {string} */
      state: "ready" | "preparing" | "none";
      address: string | null;
      untranslated: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 prepareInterfaceTexts: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    language: "en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "zh" | "ja" | "ko" | "ar" | "hi" | "bg" | "bn" | "cs" | "da" | "el" | "et" | "fa" | "fi" | "gu" | "he" | "hr" | "hu" | "id" | "kn" | "lt" | "lv" | "ml" | "mr" | "ms" | "nl" | "no" | "pa" | "pl" | "ro" | "sk" | "sr" | "sv" | "sw" | "ta" | "te" | "th" | "tr" | "uk" | "ur" | "vi" | "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Have the interface translated into a language, once for everybody. Asked again it is the same run. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      language: string;
      /** @enum {string} */
      state: "ready" | "preparing" | "none";
      address: string | null;
      untranslated: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 interfaceTextsFile: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    language: "en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "zh" | "ja" | "ko" | "ar" | "hi" | "bg" | "bn" | "cs" | "da" | "el" | "et" | "fa" | "fi" | "gu" | "he" | "hr" | "hu" | "id" | "kn" | "lt" | "lv" | "ml" | "mr" | "ms" | "nl" | "no" | "pa" | "pl" | "ro" | "sk" | "sr" | "sv" | "sw" | "ta" | "te" | "th" | "tr" | "uk" | "ur" | "vi" | "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
    hash: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The texts of a language: the English sentence is the key. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 translateBulk: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     texts: string[];
     /** @enum {string} */
     target_language: "en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "zh" | "ja" | "ko" | "ar" | "hi" | "bg" | "bn" | "cs" | "da" | "el" | "et" | "fa" | "fi" | "gu" | "he" | "hr" | "hu" | "id" | "kn" | "lt" | "lv" | "ml" | "mr" | "ms" | "nl" | "no" | "pa" | "pl" | "ro" | "sk" | "sr" | "sv" | "sw" | "ta" | "te" | "th" | "tr" | "uk" | "ur" | "vi" | "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
     /** @enum {string} */
     source_language?: "en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "zh" | "ja" | "ko" | "ar" | "hi" | "bg" | "bn" | "cs" | "da" | "el" | "et" | "fa" | "fi" | "gu" | "he" | "hr" | "hu" | "id" | "kn" | "lt" | "lv" | "ml" | "mr" | "ms" | "nl" | "no" | "pa" | "pl" | "ro" | "sk" | "sr" | "sv" | "sw" | "ta" | "te" | "th" | "tr" | "uk" | "ur" | "vi" | "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
    };
   };
  };
  responses: {
   /** @description Texts in another language, in their order. What could not be translated comes back as it was sent. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      success: boolean;
      translations: {
       original_text: string;
       translated_text: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 translateLanguages: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The languages of the interface, each named in its own script. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      success: boolean;
      languages: {
       language: string;
       name: string;
       /** @enum {string} */
       direction: "ltr" | "rtl";
       /** @enum {string} */
       texts: "hand" | "machine" | "none" | "unavailable";
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 courseTranslations: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The languages of one of your courses, and what the rest would cost. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      source_language: string;
      translations: {
       /** @enum {string} */
       language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
       ready: number;
       stale: number;
       missing: number;
       unfaithful: {
        lesson_id: string;
        number: number;
        title: string;
       }[];
       self_judged: number;
       is_frame_stale: boolean;
       cost: number;
       task_id: string | null;
       progress: number;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 editTranslationNames: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     names: {
      source: string;
      target: string;
     }[];
    };
   };
  };
  responses: {
   /** @description Say how names and terms are translated. What is translated already is changed to it at once. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      names: {
       source: string;
       target: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readTranslatedCourse: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A course in another language, with the same ids, places and progress. What is not translated is in its own. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      course: {
       course_id: string;
       task_id: string | null;
       version: number;
       title: string;
       description: string;
       difficulty: string;
       duration: string;
       language: string;
       age_group: string;
       learning_objectives: string[];
       expert_insights: string[];
       industry_relevance: string[];
       modules: {
        title: string;
        summary: string;
        lessons: {
         lesson_id: string;
         index: string;
         title: string;
         content: string;
         objectives: string[];
         key_takeaways: string[];
         duration_minutes: number;
         quiz: ({
          /** @constant */
          kind: "short";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          rubric: string[];
         } | {
          /** @enum {string} */
          kind: "multiple" | "order";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          options: {
           id: string;
           text: string;
           feedback?: string;
          }[];
          answer_ids: string[];
         } | {
          /** @enum {string} */
          kind?: "single" | "true_false";
          id: string;
          question: string;
          explanation: string;
          after?: number;
          /** @enum {string} */
          purpose?: "predict" | "check" | "recall";
          recalls?: string;
          options: {
           id: string;
           text: string;
           feedback?: string;
          }[];
          answer_id: string;
         })[];
         exercises: {
          id: string;
          title: string;
          instructions: string;
          solution?: string;
         }[];
         citations?: {
          marker: number;
          /** @enum {string} */
          state: "supported" | "unsupported" | "unchecked" | "not_found";
          quote: string;
          passage: {
           source_id: string;
           source_name: string;
           number: number;
           page: number | null;
          } | null;
         }[];
         written_by: ("grok" | "claude" | "gemini" | "openai") | null;
         written_with?: {
          model: string;
          /** @enum {string} */
          connection: "vendor" | "own_server";
         };
         reviewed_by: ("grok" | "claude" | "gemini" | "openai") | null;
         reviewed_with?: {
          model: string;
          /** @enum {string} */
          connection: "vendor" | "own_server";
         };
         notes: ("language" | "reading_level" | "length" | "too_long" | "unfinished" | "unsourced_study" | "age" | "quiz_unchecked" | "quiz_dropped" | "no_practice" | "not_sourced" | "edited")[];
         completed: boolean;
         bookmarked: boolean;
         pinned: boolean;
        }[];
       }[];
       missing_lessons: number;
       pictures?: {
        cover: {
         media_id: string;
         thumb_id: string;
         alt: string;
        } | null;
        modules: ({
         media_id: string;
         thumb_id: string;
         alt: string;
        } | null)[];
       };
       clip?: {
        clip_id: string;
        lesson_id: string;
        title: string;
        /** @enum {string} */
        status: "processing" | "completed" | "failed";
        problem: string | null;
        has_captions: boolean;
        has_poster: boolean;
       } | null;
       tutor?: boolean;
       estimated_total_duration: string;
       /** @enum {string} */
       status: "generated" | "in-progress" | "completed";
       progress: number;
       new_lessons?: number;
       reading_place: {
        lesson_id: string;
        position: number;
        read_at: string;
       } | null;
       saved_at: string | null;
       created_at: string;
       /** @enum {string} */
       quality_level: "high" | "standard" | "partial" | "unrated";
      };
      untranslated: string[];
      names: {
       source: string;
       target: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 translateCourse: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    course_id: string;
    language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Translate what of a course is not translated yet or was changed since. Asked again it is the same run; `task_id` null: nothing is to be done. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 deleteVideo: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Delete a clip with its files; one that is being filmed is stopped first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 renameVideo: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     title: string;
    };
   };
  };
  responses: {
   /** @description Give a clip another title. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      video: {
       task_id: string;
       title: string;
       prompt: string;
       negative_prompt: string;
       /** @enum {string} */
       mode: "fast" | "quality";
       /** @enum {string} */
       type: "text" | "image";
       duration: number;
       duration_seconds: number | null;
       /** @enum {string} */
       status: "processing" | "completed" | "failed";
       progress: number;
       eta: {
        low_s: number;
        high_s: number;
        basis: string;
        basis_words?: {
         key: string;
         values: {
          [key: string]: string | number;
         };
        };
        overdue: boolean;
       } | null;
       error: string | null;
       created_at: string;
       image_file: string | null;
       may_retry: boolean;
       has_captions: boolean;
       course: {
        course_id: string;
        title: string;
       } | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 downloadVideo: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The clip as an mp4 file. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "video/mp4": string;
    };
   };
   /** @description The clip as an mp4 file. */
   206: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "video/mp4": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 generateVideo: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     prompt: string;
     /**
      * @default fast
      * @enum {string}
      */
     mode?: "fast" | "quality";
     duration?: number | string;
     user_id?: string;
     negative_prompt?: string;
    };
   };
  };
  responses: {
   /** @description Film a clip of a text. Sent again with the same Idempotency-Key it is the same clip. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 generateVideoFromImage: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "multipart/form-data": {
     prompt: string;
     /**
      * @default fast
      * @enum {string}
      */
     mode?: "fast" | "quality";
     duration?: number | string;
     user_id?: string;
     negative_prompt?: string;
     /** Format: binary */
     file: string;
    };
   };
  };
  responses: {
   /** @description Film a clip that begins with a picture (JPG, PNG, WebP). */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 linkedVideo: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    token: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The clip that a link leads to, while the link works and the clip is there. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "video/mp4": string;
    };
   };
   /** @description The clip that a link leads to, while the link works and the clip is there. */
   206: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "video/mp4": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 videoCaptions: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What is said in a clip, as WebVTT. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/vtt": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 videoHistory: {
  parameters: {
   query?: {
    limit?: number;
    after?: string;
    q?: string;
   };
   header?: never;
   path: {
    user_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's clips, newest first; `q` those whose title or prompt has it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      videos: {
       task_id: string;
       title: string;
       prompt: string;
       negative_prompt: string;
       /** @enum {string} */
       mode: "fast" | "quality";
       /** @enum {string} */
       type: "text" | "image";
       duration: number;
       duration_seconds: number | null;
       /** @enum {string} */
       status: "processing" | "completed" | "failed";
       progress: number;
       eta: {
        low_s: number;
        high_s: number;
        basis: string;
        basis_words?: {
         key: string;
         values: {
          [key: string]: string | number;
         };
        };
        overdue: boolean;
       } | null;
       error: string | null;
       created_at: string;
       image_file: string | null;
       may_retry: boolean;
       has_captions: boolean;
       course: {
        course_id: string;
        title: string;
       } | null;
      }[];
      next: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 videoPlan: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description How many seconds of video are left of the caller's plan, and whether clips can be made here. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      available: boolean;
      joins: boolean;
      seconds_left: number;
      longest_seconds: number;
      longer_with: string | null;
      is_demo: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 videoPoster: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A picture of the clip. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "image/jpeg": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 videoStatus: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description How far a clip is. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
      title: string;
      prompt: string;
      negative_prompt: string;
      /** @enum {string} */
      mode: "fast" | "quality";
      /** @enum {string} */
      type: "text" | "image";
      duration: number;
      duration_seconds: number | null;
      /** @enum {string} */
      status: "processing" | "completed" | "failed";
      progress: number;
      eta: {
       low_s: number;
       high_s: number;
       basis: string;
       basis_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       overdue: boolean;
      } | null;
      error: string | null;
      created_at: string;
      image_file: string | null;
      may_retry: boolean;
      has_captions: boolean;
      course: {
       course_id: string;
       title: string;
      } | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 createVoiceNote: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** Format: uuid */
     id?: string;
     user_id?: string;
     title?: string;
     audio_data?: string;
     /** Format: uuid */
     upload_id?: string;
     duration?: number;
     transcription?: string;
     /** Format: date-time */
     created_at?: string & (unknown & unknown);
    };
   };
  };
  responses: {
   /** @description Save a recording (WebM with Opus, MP4 with AAC, or a usual audio file; 30 minutes and 25 MB at most); its text follows. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      voice_note: {
       id: string;
       user_id: string;
       title: string;
       audio_data: string;
       type: string;
       duration: number;
       transcription: string;
       created_at: string;
       /** @enum {string} */
       transcription_status: "transcribing" | "ready" | "failed" | "none";
       edited: boolean;
       language: string | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listVoiceNotes: {
  parameters: {
   query?: {
    limit?: number;
    after?: string;
    q?: string;
   };
   header?: never;
   path: {
    /** @description The user_id. */
    id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's voice notes, newest first; `q` those whose title or text has it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      voice_notes: {
       id: string;
       user_id: string;
       title: string;
       audio_data: string;
       type: string;
       duration: number;
       transcription: string;
       created_at: string;
       /** @enum {string} */
       transcription_status: "transcribing" | "ready" | "failed" | "none";
       edited: boolean;
       language: string | null;
      }[];
      next: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 deleteVoiceNote: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    /** @description The voice_note_id. */
    id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Delete a note with its recording. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 editVoiceNote: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    /** @description The voice_note_id. */
    id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     title?: string;
     transcription?: string;
    };
   };
  };
  responses: {
   /** @description Rename a note, or correct its text; what was heard is kept. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      voice_note: {
       id: string;
       user_id: string;
       title: string;
       audio_data: string;
       type: string;
       duration: number;
       transcription: string;
       created_at: string;
       /** @enum {string} */
       transcription_status: "transcribing" | "ready" | "failed" | "none";
       edited: boolean;
       language: string | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getVoiceUpload: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    upload_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Which parts of an upload are here, so that it can go on after a break. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      parts: number[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 putVoicePart: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    upload_id: string;
    part: number;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "multipart/form-data": {
     /** Format: binary */
     file: string;
    };
   };
  };
  responses: {
   /** @description Send a part of a recording; the same part again is the same part. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      parts: number[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 transcribeVoiceNote: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    voice_note_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Try again to write down what a note says; one that is being written down, or is written, stays as it is. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      voice_note: {
       id: string;
       user_id: string;
       title: string;
       audio_data: string;
       type: string;
       duration: number;
       transcription: string;
       created_at: string;
       /** @enum {string} */
       transcription_status: "transcribing" | "ready" | "failed" | "none";
       edited: boolean;
       language: string | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 voiceAudio: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    voice_note_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The recording. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "audio/webm": string;
    };
   };
   /** @description The recording. */
   206: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "audio/webm": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 voiceCaptions: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    voice_note_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What was heard as WebVTT. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/vtt": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 voiceWords: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    voice_note_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What was heard, word by word with its times; empty before it is there. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      text: string;
      words: {
       text: string;
       start: number;
       end: number;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 badgeKey: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    key_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description One of these keys (JWK): what the `kid` of a credential leads to. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      [key: string]: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 badgeKeys: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The public keys that certificates of this installation are signed with (JWKS). */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      keys: {
       [key: string]: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 badgeRevocations: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    certificate_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Whether a credential was revoked (1EdTechRevocationList). */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      id: string;
      issuer: string;
      revokedCredential: {
       id: string;
       /** @constant */
       revoked: true;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 certificatePicture: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    certificate_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A valid certificate as a picture for shared links, 1200 × 630: its course and its holder. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "image/png": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getCertificate: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    certificate_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A certificate as everybody may see it who has its address. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      certificate: {
       id: string;
       course_title: string;
       holder_name: string;
       lesson_count: number;
       course_version: number | null;
       completed_at: string;
       issued_at: string;
       revoked_at: string | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getCredential: {
  parameters: {
   query?: {
    alg?: "RS256" | "EdDSA";
   };
   header?: never;
   path: {
    certificate_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The certificate as an Open Badges 3.0 credential: a JWT signed with the key of this installation. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      credential: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 issueCertificate: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     holder_name: string;
    };
   };
  };
  responses: {
   /** @description Issue a certificate for a course the caller has completed, with a public page. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      certificate: {
       id: string;
       course_title: string;
       holder_name: string;
       lesson_count: number;
       course_version: number | null;
       completed_at: string;
       issued_at: string;
       revoked_at: string | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listCertificates: {
  parameters: {
   query?: {
    course_id?: string;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's certificates, the latest first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      certificates: {
       id: string;
       course_title: string;
       holder_name: string;
       lesson_count: number;
       course_version: number | null;
       completed_at: string;
       issued_at: string;
       revoked_at: string | null;
       course_id: string | null;
       new_lessons: number;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 finishFinalTest: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    test_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     answers: string[][];
    };
   };
  };
  responses: {
   /** @description Hand a final test in. The server marks it; handed in again it is marked once. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      attempt: {
       test_id: string;
       right: number;
       total: number;
       passed: boolean;
       finished_at: string;
      };
      marks: {
       is_right: boolean;
       right_ids: string[];
       explanation: string;
       feedback: {
        option_id: string;
        text: string;
       }[];
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getFinalTest: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The final test of a course whose form asked for certification: what it takes, and the attempts at it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      is_needed: boolean;
      questions: number;
      pass_mark: number;
      open: {
       test_id: string;
       questions: {
        /** @enum {string} */
        kind: "single" | "true_false" | "multiple" | "order" | "short";
        question: string;
        options: {
         id: string;
         text: string;
        }[];
       }[];
      } | null;
      attempts: {
       test_id: string;
       right: number;
       total: number;
       passed: boolean;
       finished_at: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 startFinalTest: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Draw a final test from the questions of a completed course; one that is open is answered again. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      open: {
       test_id: string;
       questions: {
        /** @enum {string} */
        kind: "single" | "true_false" | "multiple" | "order" | "short";
        question: string;
        options: {
         id: string;
         text: string;
        }[];
       }[];
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listContinue: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The courses the caller read last and has not completed, with the lesson to go on with. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      courses: {
       course_id: string;
       title: string;
       language: string;
       progress: number;
       completed_lessons: number;
       lesson_count: number;
       lesson: {
        lesson_id: string;
        title: string;
        module: number;
        lesson: number;
       };
       read_at: string;
       cover?: {
        media_id: string;
        thumb_id: string;
        alt: string;
       } | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 saveReadingPlace: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     lesson_id: string;
     position: number;
     /** Format: date-time */
     read_at: string & (unknown & unknown);
    };
   };
  };
  responses: {
   /** @description Remember where the caller is in a course. Answers the place that stands. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      reading_place: {
       lesson_id: string;
       position: number;
       read_at: string;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readSharedCourse: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    token: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A shared course, for whoever has its address. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      course: {
       title: string;
       description: string;
       language: string;
       by: string;
       learning_objectives: string[];
       modules: {
        title: string;
        summary: string;
        lessons: {
         title: string;
         content: string;
         key_takeaways: string[];
         duration_minutes: number;
        }[];
       }[];
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getMarketCourse: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description One published course with its outline and ratings; readable by everybody. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      course: {
       id: string;
       title: string;
       description: string;
       category: ("business" | "technology" | "creative" | "personal" | "academic") | null;
       /** @enum {string} */
       difficulty: "beginner" | "intermediate" | "advanced";
       language: string;
       age_group: string;
       price: number;
       lesson_count: number;
       duration_minutes: number;
       creator: {
        id: string;
        name: string;
       };
       students: number;
       rating: number | null;
       rating_count: number;
       published_at: string;
       renewed_at: string;
       cover?: {
        media_id: string;
        thumb_id: string;
        alt: string;
       } | null;
       outcomes: string[];
       requirements: string[];
       tags: string[];
       has_final_test: boolean;
       has_audio: boolean;
       modules: {
        title: string;
        lessons: {
         lesson_id: string;
         title: string;
         duration_minutes: number;
         is_preview: boolean;
        }[];
       }[];
       stars: number[];
       ratings: {
        stars: number;
        text: string;
        by: string;
        is_sample: boolean;
        answer: string | null;
        updated_at: string;
        id: string;
       }[];
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getMarketCreator: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    creator_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A creator who has published something; readable by everybody. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      creator: {
       id: string;
       name: string;
       courses: number;
       students: number;
       rating: number | null;
       rating_count: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getPreviewLesson: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
    lesson_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A lesson that its creator shows to everybody. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      lesson: {
       lesson_id: string;
       title: string;
       content: string;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 marketPicture: {
  parameters: {
   query?: {
    shape?: "wide" | "square";
   };
   header?: never;
   path: {
    course_id: string;
    key: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A published course as a picture for shared links (1200 × 630) and feeds (600 × 600): its cover and its title. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "image/png": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 searchMarket: {
  parameters: {
   query?: {
    q?: string;
    category?: "business" | "technology" | "creative" | "personal" | "academic";
    difficulty?: "beginner" | "intermediate" | "advanced";
    language?: string;
    length?: "short" | "medium" | "long";
    price?: "free" | "paid";
    rating?: number;
    creator?: string;
    sort?: "popular" | "newest" | "rating" | "price";
    page?: number;
    limit?: number;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Published courses, searched and narrowed; readable by everybody. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      courses: {
       id: string;
       title: string;
       description: string;
       category: ("business" | "technology" | "creative" | "personal" | "academic") | null;
       /** @enum {string} */
       difficulty: "beginner" | "intermediate" | "advanced";
       language: string;
       age_group: string;
       price: number;
       lesson_count: number;
       duration_minutes: number;
       creator: {
        id: string;
        name: string;
       };
       students: number;
       rating: number | null;
       rating_count: number;
       published_at: string;
       renewed_at: string;
       cover?: {
        media_id: string;
        thumb_id: string;
        alt: string;
       } | null;
      }[];
      total: number;
      is_capped: boolean;
      facets: {
       category: {
        [key: string]: number;
       };
       difficulty: {
        [key: string]: number;
       };
       language: {
        [key: string]: number;
       };
       length: {
        [key: string]: number;
       };
       price: {
        [key: string]: number;
       };
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 chooseContent: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     content_id: string;
     preview_lessons?: string[];
     has_final_test?: boolean;
     is_confirmed?: boolean;
    };
   };
  };
  responses: {
   /** @description Choose which of the caller's own courses is sold, and which lessons everybody may read. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      publication: {
       /** @enum {string} */
       status: "draft" | "published" | "archived";
       content: {
        course_id: string;
        title: string;
        version: number;
        lesson_count: number;
       } | null;
       published_version: number | null;
       published_at: string | null;
       has_changes: boolean;
       preview_lessons: string[];
       has_final_test: boolean;
       may_test: boolean;
       modules: {
        title: string;
        lessons: {
         lesson_id: string;
         title: string;
         duration_minutes: number;
         is_preview: boolean;
        }[];
       }[];
       taken_down_reason: string | null;
       checklist: {
        /** @enum {string} */
        item: "content" | "whole" | "reviewed" | "no_notes" | "related" | "title" | "description" | "category" | "outcomes" | "price" | "age_group" | "rights";
        is_done: boolean;
        is_required: boolean;
       }[];
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getPublication: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What is missing before one of the caller's courses can be published, and what is. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      publication: {
       /** @enum {string} */
       status: "draft" | "published" | "archived";
       content: {
        course_id: string;
        title: string;
        version: number;
        lesson_count: number;
       } | null;
       published_version: number | null;
       published_at: string | null;
       has_changes: boolean;
       preview_lessons: string[];
       has_final_test: boolean;
       may_test: boolean;
       modules: {
        title: string;
        lessons: {
         lesson_id: string;
         title: string;
         duration_minutes: number;
         is_preview: boolean;
        }[];
       }[];
       taken_down_reason: string | null;
       checklist: {
        /** @enum {string} */
        item: "content" | "whole" | "reviewed" | "no_notes" | "related" | "title" | "description" | "category" | "outcomes" | "price" | "age_group" | "rights";
        is_done: boolean;
        is_required: boolean;
       }[];
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 publishCourse: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     has_rights: boolean;
    };
   };
  };
  responses: {
   /** @description Publish a course, or the changes made since. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      publication: {
       /** @enum {string} */
       status: "draft" | "published" | "archived";
       content: {
        course_id: string;
        title: string;
        version: number;
        lesson_count: number;
       } | null;
       published_version: number | null;
       published_at: string | null;
       has_changes: boolean;
       preview_lessons: string[];
       has_final_test: boolean;
       may_test: boolean;
       modules: {
        title: string;
        lessons: {
         lesson_id: string;
         title: string;
         duration_minutes: number;
         is_preview: boolean;
        }[];
       }[];
       taken_down_reason: string | null;
       checklist: {
        /** @enum {string} */
        item: "content" | "whole" | "reviewed" | "no_notes" | "related" | "title" | "description" | "category" | "outcomes" | "price" | "age_group" | "rights";
        is_done: boolean;
        is_required: boolean;
       }[];
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 withdrawCourse: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** @enum {string} */
     to: "draft" | "archived";
    };
   };
  };
  responses: {
   /** @description Take a course out of the market, or into the archive. Whoever has it keeps it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      publication: {
       /** @enum {string} */
       status: "draft" | "published" | "archived";
       content: {
        course_id: string;
        title: string;
        version: number;
        lesson_count: number;
       } | null;
       published_version: number | null;
       published_at: string | null;
       has_changes: boolean;
       preview_lessons: string[];
       has_final_test: boolean;
       may_test: boolean;
       modules: {
        title: string;
        lessons: {
         lesson_id: string;
         title: string;
         duration_minutes: number;
         is_preview: boolean;
        }[];
       }[];
       taken_down_reason: string | null;
       checklist: {
        /** @enum {string} */
        item: "content" | "whole" | "reviewed" | "no_notes" | "related" | "title" | "description" | "category" | "outcomes" | "price" | "age_group" | "rights";
        is_done: boolean;
        is_required: boolean;
       }[];
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listCodes: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's percentage codes, newest first, at most 200. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      codes: {
       code_id: string;
       code: string;
       percent: number;
       course: {
        id: string;
        title: string;
       } | null;
       max_uses: number | null;
       uses: number;
       expires_at: string | null;
       /** @enum {string} */
       state: "active" | "used_up" | "expired" | "ended";
       created_at: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 createCode: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     code: string;
     percent: number;
     for_course?: string | null;
     max_uses?: number | null;
     expires_at?: (string & (unknown & unknown)) | null;
    };
   };
  };
  responses: {
   /** @description Make a percentage code for one of the caller's courses, or for all of them. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      codes: {
       code_id: string;
       code: string;
       percent: number;
       course: {
        id: string;
        title: string;
       } | null;
       max_uses: number | null;
       uses: number;
       expires_at: string | null;
       /** @enum {string} */
       state: "active" | "used_up" | "expired" | "ended";
       created_at: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 endCode: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    code_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description End a code: no new payment page opens with it. Asked again it changes nothing. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      codes: {
       code_id: string;
       code: string;
       percent: number;
       course: {
        id: string;
        title: string;
       } | null;
       max_uses: number | null;
       uses: number;
       expires_at: string | null;
       /** @enum {string} */
       state: "active" | "used_up" | "expired" | "ended";
       created_at: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listNotes: {
  parameters: {
   query?: {
    q?: string;
    course_id?: string;
    lesson_id?: string;
    limit?: number;
    after?: string;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's notes and highlights, newest first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      notes: {
       note_id: string;
       course_id: string;
       lesson_id: string;
       passage: {
        quote: string;
        prefix: string;
        suffix: string;
        position: number;
        fingerprint: string;
       } | null;
       text: string;
       created_at: string;
       updated_at: string;
       /** @enum {string} */
       standing: "found" | "changed" | "orphaned";
       course_title: string;
       language: string;
       lesson: {
        title: string;
        module: number;
        lesson: number;
       } | null;
      }[];
      next: string | null;
      total: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 createNote: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** Format: uuid */
     note_id: string;
     course_id: string;
     lesson_id: string;
     passage: {
      quote: string;
      prefix: string;
      suffix: string;
      position: number;
      fingerprint: string;
     } | null;
     /** @default  */
     text?: string;
    };
   };
  };
  responses: {
   /** @description Write a note on a lesson or highlight a passage. The same id again answers the note that is there. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      note: {
       note_id: string;
       course_id: string;
       lesson_id: string;
       passage: {
        quote: string;
        prefix: string;
        suffix: string;
        position: number;
        fingerprint: string;
       } | null;
       text: string;
       created_at: string;
       updated_at: string;
       /** @enum {string} */
       standing: "found" | "changed" | "orphaned";
       course_title: string;
       language: string;
       lesson: {
        title: string;
        module: number;
        lesson: number;
       } | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 deleteNote: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    note_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Delete a note. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      deleted: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 updateNote: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    note_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     text: string;
    };
   };
  };
  responses: {
   /** @description Change a note's text. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      note: {
       note_id: string;
       course_id: string;
       lesson_id: string;
       passage: {
        quote: string;
        prefix: string;
        suffix: string;
        position: number;
        fingerprint: string;
       } | null;
       text: string;
       created_at: string;
       updated_at: string;
       /** @enum {string} */
       standing: "found" | "changed" | "orphaned";
       course_title: string;
       language: string;
       lesson: {
        title: string;
        module: number;
        lesson: number;
       } | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 exportNotes: {
  parameters: {
   query?: {
    q?: string;
    course_id?: string;
    lesson_id?: string;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's notes as one Markdown file, by course and lesson. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/markdown; charset=utf-8": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 aiMentor: {
  parameters: {
   query?: never;
   header?: {
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     user_id: string;
     message: string;
     /**
      * @default claude
      * @enum {string}
      */
     ai_engine?: "claude" | "gemini" | "gpt4" | "grok" | "openai";
     session_id?: string | null;
     lesson?: {
      course_id: string;
      lesson_id: string;
     };
     passage?: string;
     /** @default false */
     socratic?: boolean;
     /** @default false */
     tutor?: boolean;
     /** Format: uuid */
     message_id?: string;
    };
   };
  };
  responses: {
   /** @description Ask the AI mentor and wait for its whole answer. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      response: string;
      /** @enum {string} */
      ai_engine_used: "claude" | "gemini" | "gpt4" | "grok";
      session_id: string;
      message: {
       message_id: string;
       /** @enum {string} */
       sender: "user" | "other";
       message: string;
       timestamp: string;
       /** @enum {string} */
       state: "sending" | "sent" | "stopped" | "failed";
       reply_to: string | null;
       ai_engine: ("claude" | "gemini" | "gpt4" | "grok") | null;
       ai_engine_used: ("claude" | "gemini" | "gpt4" | "grok") | null;
       knows: {
        course_id: string;
        course_title: string;
        lesson_id: string;
        lesson_title: string;
        module: number;
        lesson: number;
        notes: number;
       } | null;
       passage: string | null;
       socratic: boolean;
       quotes: string[];
       safety: ("self_harm" | "abuse" | "minors") | null;
       tokens_charged: number;
       paid_by_plan: boolean;
       error: {
        code: string;
        detail: string;
        reason?: string;
       } | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readMentorSession: {
  parameters: {
   query?: {
    limit?: number;
    cursor?: string;
   };
   header?: never;
   path: {
    session_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A conversation and its newest messages, oldest of them first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      session: {
       session_id: string;
       title: string;
       /** @enum {string} */
       ai_engine: "claude" | "gemini" | "gpt4" | "grok";
       tutor: {
        course_id: string | null;
        lesson_id: string;
        answers_left: number;
        by_plan: boolean;
       } | null;
       created_at: string;
       updated_at: string;
      };
      messages: {
       message_id: string;
       /** @enum {string} */
       sender: "user" | "other";
       message: string;
       timestamp: string;
       /** @enum {string} */
       state: "sending" | "sent" | "stopped" | "failed";
       reply_to: string | null;
       ai_engine: ("claude" | "gemini" | "gpt4" | "grok") | null;
       ai_engine_used: ("claude" | "gemini" | "gpt4" | "grok") | null;
       knows: {
        course_id: string;
        course_title: string;
        lesson_id: string;
        lesson_title: string;
        module: number;
        lesson: number;
        notes: number;
       } | null;
       passage: string | null;
       socratic: boolean;
       quotes: string[];
       safety: ("self_harm" | "abuse" | "minors") | null;
       tokens_charged: number;
       paid_by_plan: boolean;
       error: {
        code: string;
        detail: string;
        reason?: string;
       } | null;
      }[];
      next_cursor: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 deleteMentorSession: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    session_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Delete a conversation with all of its messages. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      deleted: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 renameMentorSession: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    session_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     title: string;
    };
   };
  };
  responses: {
   /** @description Give a conversation another title. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      session: {
       session_id: string;
       title: string;
       /** @enum {string} */
       ai_engine: "claude" | "gemini" | "gpt4" | "grok";
       tutor: {
        course_id: string | null;
        lesson_id: string;
        answers_left: number;
        by_plan: boolean;
       } | null;
       created_at: string;
       updated_at: string;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listMentorSessions: {
  parameters: {
   query?: {
    q?: string;
    limit?: number;
    cursor?: string;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's conversations with the mentor, the one used last first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      sessions: {
       session_id: string;
       title: string;
       /** @enum {string} */
       ai_engine: "claude" | "gemini" | "gpt4" | "grok";
       tutor: {
        course_id: string | null;
        lesson_id: string;
        answers_left: number;
        by_plan: boolean;
       } | null;
       created_at: string;
       updated_at: string;
      }[];
      next_cursor: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 regenerateAnswer: {
  parameters: {
   query?: never;
   header?: {
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    message_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** @enum {string} */
     ai_engine: "claude" | "gemini" | "gpt4" | "grok" | "openai";
    };
   };
  };
  responses: {
   /** @description Have a question answered anew, by another engine too. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/event-stream": {
      /** @constant */
      type: "begun";
      session: {
       session_id: string;
       title: string;
       /** @enum {string} */
       ai_engine: "claude" | "gemini" | "gpt4" | "grok";
       tutor: {
        course_id: string | null;
        lesson_id: string;
        answers_left: number;
        by_plan: boolean;
       } | null;
       created_at: string;
       updated_at: string;
      };
      question: {
       message_id: string;
       /** @enum {string} */
       sender: "user" | "other";
       message: string;
       timestamp: string;
       /** @enum {string} */
       state: "sending" | "sent" | "stopped" | "failed";
       reply_to: string | null;
       ai_engine: ("claude" | "gemini" | "gpt4" | "grok") | null;
       ai_engine_used: ("claude" | "gemini" | "gpt4" | "grok") | null;
       knows: {
        course_id: string;
        course_title: string;
        lesson_id: string;
        lesson_title: string;
        module: number;
        lesson: number;
        notes: number;
       } | null;
       passage: string | null;
       socratic: boolean;
       quotes: string[];
       safety: ("self_harm" | "abuse" | "minors") | null;
       tokens_charged: number;
       paid_by_plan: boolean;
       error: {
        code: string;
        detail: string;
        reason?: string;
       } | null;
      };
      answer: {
       message_id: string;
       /** @enum {string} */
       sender: "user" | "other";
       message: string;
       timestamp: string;
       /** @enum {string} */
       state: "sending" | "sent" | "stopped" | "failed";
       reply_to: string | null;
       ai_engine: ("claude" | "gemini" | "gpt4" | "grok") | null;
       ai_engine_used: ("claude" | "gemini" | "gpt4" | "grok") | null;
       knows: {
        course_id: string;
        course_title: string;
        lesson_id: string;
        lesson_title: string;
        module: number;
        lesson: number;
        notes: number;
       } | null;
       passage: string | null;
       socratic: boolean;
       quotes: string[];
       safety: ("self_harm" | "abuse" | "minors") | null;
       tokens_charged: number;
       paid_by_plan: boolean;
       error: {
        code: string;
        detail: string;
        reason?: string;
       } | null;
      };
     } | {
      /** @constant */
      type: "text";
      from: number;
      text: string;
     } | {
      /** @constant */
      type: "switched";
      /** @enum {string} */
      from_engine: "claude" | "gemini" | "gpt4" | "grok";
      /** @enum {string} */
      to_engine: "claude" | "gemini" | "gpt4" | "grok";
     } | {
      /** @constant */
      type: "ended";
      answer: {
       message_id: string;
       /** @enum {string} */
       sender: "user" | "other";
       message: string;
       timestamp: string;
       /** @enum {string} */
       state: "sending" | "sent" | "stopped" | "failed";
       reply_to: string | null;
       ai_engine: ("claude" | "gemini" | "gpt4" | "grok") | null;
       ai_engine_used: ("claude" | "gemini" | "gpt4" | "grok") | null;
       knows: {
        course_id: string;
        course_title: string;
        lesson_id: string;
        lesson_title: string;
        module: number;
        lesson: number;
        notes: number;
       } | null;
       passage: string | null;
       socratic: boolean;
       quotes: string[];
       safety: ("self_harm" | "abuse" | "minors") | null;
       tokens_charged: number;
       paid_by_plan: boolean;
       error: {
        code: string;
        detail: string;
        reason?: string;
       } | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 sendMentorMessage: {
  parameters: {
   query?: never;
   header?: {
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     message: string;
     /**
      * @default claude
      * @enum {string}
      */
     ai_engine?: "claude" | "gemini" | "gpt4" | "grok" | "openai";
     session_id?: string | null;
     lesson?: {
      course_id: string;
      lesson_id: string;
     };
     passage?: string;
     /** @default false */
     socratic?: boolean;
     /** @default false */
     tutor?: boolean;
     /** Format: uuid */
     message_id: string;
    };
   };
  };
  responses: {
   /** @description Ask the AI mentor; the answer comes as it is written. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/event-stream": {
      /** @constant */
      type: "begun";
      session: {
       session_id: string;
       title: string;
       /** @enum {string} */
       ai_engine: "claude" | "gemini" | "gpt4" | "grok";
       tutor: {
        course_id: string | null;
        lesson_id: string;
        answers_left: number;
        by_plan: boolean;
       } | null;
       created_at: string;
       updated_at: string;
      };
      question: {
       message_id: string;
       /** @enum {string} */
       sender: "user" | "other";
       message: string;
       timestamp: string;
       /** @enum {string} */
       state: "sending" | "sent" | "stopped" | "failed";
       reply_to: string | null;
       ai_engine: ("claude" | "gemini" | "gpt4" | "grok") | null;
       ai_engine_used: ("claude" | "gemini" | "gpt4" | "grok") | null;
       knows: {
        course_id: string;
        course_title: string;
        lesson_id: string;
        lesson_title: string;
        module: number;
        lesson: number;
        notes: number;
       } | null;
       passage: string | null;
       socratic: boolean;
       quotes: string[];
       safety: ("self_harm" | "abuse" | "minors") | null;
       tokens_charged: number;
       paid_by_plan: boolean;
       error: {
        code: string;
        detail: string;
        reason?: string;
       } | null;
      };
      answer: {
       message_id: string;
       /** @enum {string} */
       sender: "user" | "other";
       message: string;
       timestamp: string;
       /** @enum {string} */
       state: "sending" | "sent" | "stopped" | "failed";
       reply_to: string | null;
       ai_engine: ("claude" | "gemini" | "gpt4" | "grok") | null;
       ai_engine_used: ("claude" | "gemini" | "gpt4" | "grok") | null;
       knows: {
        course_id: string;
        course_title: string;
        lesson_id: string;
        lesson_title: string;
        module: number;
        lesson: number;
        notes: number;
       } | null;
       passage: string | null;
       socratic: boolean;
       quotes: string[];
       safety: ("self_harm" | "abuse" | "minors") | null;
       tokens_charged: number;
       paid_by_plan: boolean;
       error: {
        code: string;
        detail: string;
        reason?: string;
       } | null;
      };
     } | {
      /** @constant */
      type: "text";
      from: number;
      text: string;
     } | {
      /** @constant */
      type: "switched";
      /** @enum {string} */
      from_engine: "claude" | "gemini" | "gpt4" | "grok";
      /** @enum {string} */
      to_engine: "claude" | "gemini" | "gpt4" | "grok";
     } | {
      /** @constant */
      type: "ended";
      answer: {
       message_id: string;
       /** @enum {string} */
       sender: "user" | "other";
       message: string;
       timestamp: string;
       /** @enum {string} */
       state: "sending" | "sent" | "stopped" | "failed";
       reply_to: string | null;
       ai_engine: ("claude" | "gemini" | "gpt4" | "grok") | null;
       ai_engine_used: ("claude" | "gemini" | "gpt4" | "grok") | null;
       knows: {
        course_id: string;
        course_title: string;
        lesson_id: string;
        lesson_title: string;
        module: number;
        lesson: number;
        notes: number;
       } | null;
       passage: string | null;
       socratic: boolean;
       quotes: string[];
       safety: ("self_harm" | "abuse" | "minors") | null;
       tokens_charged: number;
       paid_by_plan: boolean;
       error: {
        code: string;
        detail: string;
        reason?: string;
       } | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 stopAnswer: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    message_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description End the answer to a question where it is. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      stopping: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listNotifications: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The newest 50 notifications and how many are unread. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      notifications: {
       id: string;
       kind: string;
       subject: string;
       lessons?: {
        delivered: number;
        planned: number;
       };
       task_id: string | null;
       course_id: string | null;
       created_at: string;
       read: boolean;
      }[];
      unread: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readNotifications: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     up_to?: string;
    };
   };
  };
  responses: {
   /** @description Mark notifications read, up to and including one; all when none is named. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      unread: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getOrganisation: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The organisation of the caller, null without one, and the open invites to the verified address of the caller. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      organisation: {
       organisation_id: string;
       name: string;
       package_id: string;
       plan: string;
       /** @enum {string} */
       role: "owner" | "administrator" | "teacher" | "member";
       owner: {
        name: string;
        email: string;
       } | null;
       seats: number;
       seats_taken: number;
       seats_invited: number;
       tokens_available: number;
       tokens_held: number;
       my_tokens_this_month: number;
       active: boolean;
       ends_at: string;
       renews: boolean;
       leaving_signs_out: boolean;
      } | null;
      invitations: {
       organisation: string;
       sent_at: string;
       expires_at: string;
      }[];
      joinable: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 invitePeople: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     emails: string[];
     /**
      * @default member
      * @enum {string}
      */
     role?: "owner" | "administrator" | "teacher" | "member";
    };
   };
  };
  responses: {
   /** @description Invite people by email; open invites and members together never exceed the seats. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      organisation: {
       organisation_id: string;
       name: string;
       package_id: string;
       plan: string;
       /** @enum {string} */
       role: "owner" | "administrator" | "teacher" | "member";
       owner: {
        name: string;
        email: string;
       } | null;
       seats: number;
       seats_taken: number;
       seats_invited: number;
       tokens_available: number;
       tokens_held: number;
       my_tokens_this_month: number;
       active: boolean;
       ends_at: string;
       renews: boolean;
       leaving_signs_out: boolean;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listPeople: {
  parameters: {
   query?: {
    cursor?: string;
    limit?: number;
    q?: string;
    role?: "owner" | "administrator" | "teacher" | "member";
    state?: "waiting" | "joined" | "left";
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The people of the organisation, all or those that are looked for, a page at a time; for owners and administrators. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      people: {
       person_id: string;
       user_id: string | null;
       name: string;
       email: string;
       platform: string | null;
       /** @enum {string} */
       role: "owner" | "administrator" | "teacher" | "member";
       /** @enum {string} */
       role_by: "hand" | "directory" | "sign_in";
       /** @enum {string} */
       state: "waiting" | "joined" | "left";
       /** @enum {string} */
       source: "purchase" | "invite" | "roster" | "scim" | "sign_in" | "lms" | "domain";
       groups: string[];
       joined_at: string | null;
       left_at: string | null;
       invite: {
        sent_at: string;
        expires_at: string;
        undelivered: boolean;
       } | null;
       tokens_this_month: number;
       authorised: boolean | null;
       ends_sessions: boolean;
      }[];
      next_cursor: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 resendInvite: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    person_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Send somebody who has not joined yet a new invite. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      organisation: {
       organisation_id: string;
       name: string;
       package_id: string;
       plan: string;
       /** @enum {string} */
       role: "owner" | "administrator" | "teacher" | "member";
       owner: {
        name: string;
        email: string;
       } | null;
       seats: number;
       seats_taken: number;
       seats_invited: number;
       tokens_available: number;
       tokens_held: number;
       my_tokens_this_month: number;
       active: boolean;
       ends_at: string;
       renews: boolean;
       leaving_signs_out: boolean;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 enterByOrganisation: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     arrival: string;
     terms_accepted?: boolean;
    };
   };
  };
  responses: {
   /** @description Sign in with an arrival: it is good once, for ten minutes, in the browser that began. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      access_token: string;
      refresh_token: string;
      user: {
       user_id: string;
       email: string;
       first_name: string;
       last_name: string;
       name: string;
       /** @enum {string} */
       subscription_status: "free" | "trial" | "active";
       subscription_plan: string | null;
       subscription_expires: string | null;
       trial_used: boolean;
       courses_saved: string[];
       roles: ("learner" | "creator" | "operator" | "admin")[];
       deletion_due_at?: string;
       /** @enum {string} */
       opens_on?: "builder" | "courses" | "studio" | "console";
       /** @constant */
       lacks_time_zone?: true;
       /** @constant */
       has_courses?: true;
      };
      next: string | null;
     };
    };
   };
   /** @description Sign in with an arrival: it is good once, for ten minutes, in the browser that began. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      second_factor: {
       token: string;
       expires_at: string;
      };
      next: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 findOrganisationSignIn: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     organisation: string;
    };
   };
  };
  responses: {
   /** @description Whose sign-in somebody with this address, or of this organisation, uses; null when there is none. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      found: {
       connection_id: string;
       name: string;
       enforced: boolean;
      } | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 finishOrganisationSignIn: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    connection_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     state: string;
     code?: string;
     iss?: string;
     error?: string;
     error_description?: string;
    };
   };
  };
  responses: {
   /** @description Take what an OpenID provider sent back, in the browser that began: the arrival that lets in. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      arrival: string;
      test: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 organisationMetadata: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    connection_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Our SAML metadata for an organisation’s identity provider. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/samlmetadata+xml": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 startOrganisationSignIn: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    connection_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     next?: string;
     silent?: boolean;
     login_hint?: string;
    };
   };
  };
  responses: {
   /** @description Begin to sign in by an organisation: the address to go to. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      url: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 ltiConfiguration: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    platform_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What is registered in a platform, as one document that Canvas reads. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      [key: string]: unknown;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 ltiKeys: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The public keys (JWKS) of what this installation signs for platforms. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      keys: {
       kty: string;
       n: string;
       e: string;
       kid: string;
       alg: string;
       use: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 openLtiLaunch: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     platform_id: string;
     state: string;
     browser: string;
     id_token: string;
    };
   };
  };
  responses: {
   /** @description Open what a platform launches: its signed message is checked, and exchanged for a token for what it opens. */
   201: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      token: string;
      expires_at: string;
      /** @enum {string} */
      opens: "activity" | "contents";
      language: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 registerLtiPlatform: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     platform_id: string;
     code: string;
     openid_configuration: string;
     registration_token?: string;
    };
   };
  };
  responses: {
   /** @description Register with a platform by LTI Dynamic Registration, with the address that its organisation has copied into it. */
   201: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      name: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 startLtiLogin: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     platform_id: string;
     iss: string;
     login_hint: string;
     target_link_uri?: string;
     lti_message_hint?: string;
     lti_deployment_id?: string;
     client_id?: string;
    };
   };
  };
  responses: {
   /** @description Begin a launch (OpenID Connect, login initiated by a third party): where the page goes to have the person named. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      url: string;
      state: string;
      browser: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listClassMembers: {
  parameters: {
   query?: {
    cursor?: string;
    limit?: number;
    q?: string;
   };
   header?: never;
   path: {
    class_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The people of a class, teachers first; for those who manage it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      members: {
       user_id: string;
       name: string;
       email: string;
       platform: string | null;
       /** @enum {string} */
       role: "teacher" | "student";
       of_group: boolean;
       joined_at: string;
      }[];
      next_cursor: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 addClassMembers: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    class_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     people: string[];
     /** @enum {string} */
     role: "teacher" | "student";
    };
   };
  };
  responses: {
   /** @description Add people of the organisation to a class. Only administrators add teachers. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      added: number;
      unknown: string[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 copyClass: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    class_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** Format: uuid */
     new_class_id: string;
     name: string;
     starts_on?: string | null;
     ends_on?: string | null;
     days?: number;
    };
   };
  };
  responses: {
   /** @description Make a class for the next term of one: with what all of it was assigned, its dates moved, and without its people. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      class: {
       class_id: string;
       name: string;
       starts_on: string | null;
       ends_on: string | null;
       /** @enum {string} */
       my_role: "teacher" | "student" | "administrator";
       teaches: boolean;
       students: number;
       teachers: string[];
       assignments: number;
       archived: boolean;
       tokens_each: number | null;
       tokens_all: number | null;
       tokens_this_month: number | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       time_zone: string | null;
       weekly_mail: boolean;
       group_id: string | null;
      };
     };
    };
   };
   /** @description Make a class for the next term of one: with what all of it was assigned, its dates moved, and without its people. */
   201: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      class: {
       class_id: string;
       name: string;
       starts_on: string | null;
       ends_on: string | null;
       /** @enum {string} */
       my_role: "teacher" | "student" | "administrator";
       teaches: boolean;
       students: number;
       teachers: string[];
       assignments: number;
       archived: boolean;
       tokens_each: number | null;
       tokens_all: number | null;
       tokens_this_month: number | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       time_zone: string | null;
       weekly_mail: boolean;
       group_id: string | null;
      };
      left_out: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listClasses: {
  parameters: {
   query?: {
    cursor?: string;
    limit?: number;
    q?: string;
    archived?: "true";
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The classes the caller teaches or learns in, newest first; for owners and administrators, all of the organisation. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      classes: {
       class_id: string;
       name: string;
       starts_on: string | null;
       ends_on: string | null;
       /** @enum {string} */
       my_role: "teacher" | "student" | "administrator";
       teaches: boolean;
       students: number;
       teachers: string[];
       assignments: number;
       archived: boolean;
       tokens_each: number | null;
       tokens_all: number | null;
       tokens_this_month: number | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       time_zone: string | null;
       weekly_mail: boolean;
       group_id: string | null;
      }[];
      next_cursor: string | null;
      may_create: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 createClass: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     name: string;
     starts_on?: string | null;
     ends_on?: string | null;
     tokens_each?: number | null;
     tokens_all?: number | null;
     weekly_mail?: boolean;
     /** @enum {string} */
     late_work?: "accept" | "mark" | "close";
     time_zone?: string;
     group_id?: string | null;
     /** Format: uuid */
     class_id: string;
    };
   };
  };
  responses: {
   /** @description Make a class; a teacher who makes it teaches it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      class: {
       class_id: string;
       name: string;
       starts_on: string | null;
       ends_on: string | null;
       /** @enum {string} */
       my_role: "teacher" | "student" | "administrator";
       teaches: boolean;
       students: number;
       teachers: string[];
       assignments: number;
       archived: boolean;
       tokens_each: number | null;
       tokens_all: number | null;
       tokens_this_month: number | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       time_zone: string | null;
       weekly_mail: boolean;
       group_id: string | null;
      };
     };
    };
   };
   /** @description Make a class; a teacher who makes it teaches it. */
   201: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      class: {
       class_id: string;
       name: string;
       starts_on: string | null;
       ends_on: string | null;
       /** @enum {string} */
       my_role: "teacher" | "student" | "administrator";
       teaches: boolean;
       students: number;
       teachers: string[];
       assignments: number;
       archived: boolean;
       tokens_each: number | null;
       tokens_all: number | null;
       tokens_this_month: number | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       time_zone: string | null;
       weekly_mail: boolean;
       group_id: string | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getClass: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    class_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A class of the caller. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      class: {
       class_id: string;
       name: string;
       starts_on: string | null;
       ends_on: string | null;
       /** @enum {string} */
       my_role: "teacher" | "student" | "administrator";
       teaches: boolean;
       students: number;
       teachers: string[];
       assignments: number;
       archived: boolean;
       tokens_each: number | null;
       tokens_all: number | null;
       tokens_this_month: number | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       time_zone: string | null;
       weekly_mail: boolean;
       group_id: string | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 updateClass: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    class_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     name?: string;
     starts_on?: string | null;
     ends_on?: string | null;
     tokens_each?: number | null;
     tokens_all?: number | null;
     weekly_mail?: boolean;
     /** @enum {string} */
     late_work?: "accept" | "mark" | "close";
     time_zone?: string;
     group_id?: string | null;
     archived?: boolean;
    };
   };
  };
  responses: {
   /** @description Change its name, term, limits or mail, or end it; who teaches it or administers the organisation. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      class: {
       class_id: string;
       name: string;
       starts_on: string | null;
       ends_on: string | null;
       /** @enum {string} */
       my_role: "teacher" | "student" | "administrator";
       teaches: boolean;
       students: number;
       teachers: string[];
       assignments: number;
       archived: boolean;
       tokens_each: number | null;
       tokens_all: number | null;
       tokens_this_month: number | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       time_zone: string | null;
       weekly_mail: boolean;
       group_id: string | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listClassCandidates: {
  parameters: {
   query?: {
    q?: string;
   };
   header?: never;
   path: {
    class_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Members of the organisation who are not in the class, by name or address: the first 20. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      people: {
       user_id: string;
       name: string;
       email: string;
       platform: string | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listClassGroups: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The groups of the organisation, from lists and directories, that a class may follow: the first 200, by name. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      groups: {
       group_id: string;
       name: string;
       people: number;
       class_id: string | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 removeClassMember: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    class_id: string;
    member_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Take somebody out of a class; their own copies of its courses stay with them. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      removed: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listAssignments: {
  parameters: {
   query?: {
    cursor?: string;
    limit?: number;
   };
   header?: never;
   path: {
    class_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What a class is assigned, newest first; for those who manage it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      assignments: {
       assignment_id: string;
       class_id: string;
       class_name: string;
       title: string;
       note: string;
       course_id: string | null;
       /** @enum {string} */
       state: "ready" | "writing" | "gone";
       lesson_count: number;
       due_at: string | null;
       time_zone: string | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       for_all: boolean;
       created_at: string;
       has_late_work: boolean;
       extended: number;
       late: number;
       students: number;
       begun: number;
       completed: number;
       open_questions: number;
      }[];
      next_cursor: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 createAssignment: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    class_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     note?: string;
     due_at?: (string & (unknown & unknown)) | null;
     late_work?: ("accept" | "mark" | "close") | null;
     student_ids?: string[] | null;
     /** Format: uuid */
     assignment_id: string;
     course_id?: string;
     task_id?: string;
    };
   };
  };
  responses: {
   /** @description Assign one of your own courses to a class, or to some of it, with or without a date. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      assignment: {
       assignment_id: string;
       class_id: string;
       class_name: string;
       title: string;
       note: string;
       course_id: string | null;
       /** @enum {string} */
       state: "ready" | "writing" | "gone";
       lesson_count: number;
       due_at: string | null;
       time_zone: string | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       for_all: boolean;
       created_at: string;
       has_late_work: boolean;
       extended: number;
       late: number;
       students: number;
       begun: number;
       completed: number;
       open_questions: number;
      };
     };
    };
   };
   /** @description Assign one of your own courses to a class, or to some of it, with or without a date. */
   201: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      assignment: {
       assignment_id: string;
       class_id: string;
       class_name: string;
       title: string;
       note: string;
       course_id: string | null;
       /** @enum {string} */
       state: "ready" | "writing" | "gone";
       lesson_count: number;
       due_at: string | null;
       time_zone: string | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       for_all: boolean;
       created_at: string;
       has_late_work: boolean;
       extended: number;
       late: number;
       students: number;
       begun: number;
       completed: number;
       open_questions: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 extendAssignment: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    class_id: string;
    assignment_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     student_ids: string[];
     due_at: (string & (unknown & unknown)) | null;
    };
   };
  };
  responses: {
   /** @description Give some students a later date, or take it back. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      assignment: {
       assignment_id: string;
       class_id: string;
       class_name: string;
       title: string;
       note: string;
       course_id: string | null;
       /** @enum {string} */
       state: "ready" | "writing" | "gone";
       lesson_count: number;
       due_at: string | null;
       time_zone: string | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       for_all: boolean;
       created_at: string;
       has_late_work: boolean;
       extended: number;
       late: number;
       students: number;
       begun: number;
       completed: number;
       open_questions: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getAssignmentReport: {
  parameters: {
   query?: {
    cursor?: string;
    limit?: number;
   };
   header?: never;
   path: {
    class_id: string;
    assignment_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What each student has done of it, by name, and what most get wrong (from five people on); for those who manage the class. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      assignment: {
       assignment_id: string;
       class_id: string;
       class_name: string;
       title: string;
       note: string;
       course_id: string | null;
       /** @enum {string} */
       state: "ready" | "writing" | "gone";
       lesson_count: number;
       due_at: string | null;
       time_zone: string | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       for_all: boolean;
       created_at: string;
       has_late_work: boolean;
       extended: number;
       late: number;
       students: number;
       begun: number;
       completed: number;
       open_questions: number;
      };
      teaches: boolean;
      student_ids: string[] | null;
      students: {
       completed_lessons: number;
       completed_at: string | null;
       overdue: boolean;
       late: boolean;
       closed: boolean;
       is_extended: boolean;
       answered: number;
       right: number;
       mark: string | null;
       mark_reason: string | null;
       marked_at: string | null;
       user_id: string;
       name: string;
       lesson_count: number;
       due_at: string | null;
       last_active_at: string | null;
      }[];
      next_cursor: string | null;
      hardest: {
       lesson_id: string;
       lesson_title: string;
       question: string;
       answered: number;
       wrong: number;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getClassReport: {
  parameters: {
   query?: {
    cursor?: string;
    limit?: number;
   };
   header?: never;
   path: {
    class_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What each student has done of what is assigned, by name, a page at a time; for those who manage the class. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      students: {
       user_id: string;
       name: string;
       assigned: number;
       completed: number;
       overdue: number;
       late: number;
       answered: number;
       right: number;
       last_active_at: string | null;
       tokens_this_month: number;
      }[];
      next_cursor: string | null;
      totals: {
       assigned: number;
       completed: number;
       overdue: number;
       late: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getClassReportCsv: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    class_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The same as a table, whole: a row for each student and assignment. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/csv": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listOwnAssignments: {
  parameters: {
   query?: {
    class_id?: string;
    open?: "true";
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What is assigned to the caller: what is due first, then without a date, then what is completed; at most 200. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      assignments: {
       assignment_id: string;
       class_id: string;
       class_name: string;
       title: string;
       note: string;
       course_id: string | null;
       /** @enum {string} */
       state: "ready" | "writing" | "gone";
       lesson_count: number;
       due_at: string | null;
       time_zone: string | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       for_all: boolean;
       created_at: string;
       completed_lessons: number;
       completed_at: string | null;
       overdue: boolean;
       late: boolean;
       closed: boolean;
       is_extended: boolean;
       answered: number;
       right: number;
       mark: string | null;
       mark_reason: string | null;
       marked_at: string | null;
       copy_id: string | null;
       has_update: boolean;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 startAssignment: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    assignment_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Open it: the first time makes the caller's own copy, later ones bring what the teacher has changed since. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      course_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 withdrawAssignment: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    class_id: string;
    assignment_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Take it back; whoever has opened it keeps the copy. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      removed: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 updateAssignment: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    class_id: string;
    assignment_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     note?: string;
     due_at?: (string & (unknown & unknown)) | null;
     late_work?: ("accept" | "mark" | "close") | null;
     student_ids?: string[] | null;
    };
   };
  };
  responses: {
   /** @description Change its date, its note, what becomes of late work, or whom it is for. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      assignment: {
       assignment_id: string;
       class_id: string;
       class_name: string;
       title: string;
       note: string;
       course_id: string | null;
       /** @enum {string} */
       state: "ready" | "writing" | "gone";
       lesson_count: number;
       due_at: string | null;
       time_zone: string | null;
       /** @enum {string} */
       late_work: "accept" | "mark" | "close";
       for_all: boolean;
       created_at: string;
       has_late_work: boolean;
       extended: number;
       late: number;
       students: number;
       begun: number;
       completed: number;
       open_questions: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 dueCalendar: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    token: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What is due for a student, as iCalendar, with what was taken back as cancelled. Whoever has the address can read it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/calendar; charset=utf-8": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 sendSalesMessage: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** Format: uuid */
     message_id: string;
     package_id: string | null;
     name: string;
     /** Format: email */
     email: string;
     organisation: string;
     message: string;
    };
   };
  };
  responses: {
   /** @description Leave a message for the operator about a plan for an organisation. Sent again with the same id it is the same message. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": Record<string, never>;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listPackages: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Plans and token packages, by key. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      subscription_packages: {
       [key: string]: {
        key: string;
        name: string;
        description: string;
        amount: number;
        price: number;
        /** @enum {string} */
        interval: "month" | "year";
        /** @enum {string} */
        billing_period: "monthly" | "yearly";
        trial_days: number;
        tokens: number;
        popular: boolean;
        features: string[];
       };
      };
      token_packages: {
       [key: string]: {
        key: string;
        name: string;
        description: string;
        amount: number;
        price: number;
        tokens: number;
        bonus_tokens: number;
        popular: boolean;
       };
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listSubscriptionPackages: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The plans a person can buy, by id. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      packages: {
       [key: string]: {
        key: string;
        name: string;
        description: string;
        amount: number;
        price: number;
        /** @enum {string} */
        interval: "month" | "year";
        /** @enum {string} */
        billing_period: "monthly" | "yearly";
        trial_days: number;
        tokens: number;
        popular: boolean;
        features: string[];
       };
      };
      subscription_packages: {
       [key: string]: {
        key: string;
        name: string;
        description: string;
        amount: number;
        price: number;
        /** @enum {string} */
        interval: "month" | "year";
        /** @enum {string} */
        billing_period: "monthly" | "yearly";
        trial_days: number;
        tokens: number;
        popular: boolean;
        features: string[];
       };
      };
      token_packages: {
       [key: string]: {
        key: string;
        name: string;
        description: string;
        amount: number;
        price: number;
        tokens: number;
        bonus_tokens: number;
        popular: boolean;
       };
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getSubscription: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The current plan, its renewal and its trial. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      plan: string;
      package_id: string | null;
      status: ("Active" | "Trial" | "Payment due") | null;
      interval: ("month" | "year") | null;
      amount_cents: number | null;
      period_end: string | null;
      trial_ends: string | null;
      trial_days_left: number | null;
      cancel_at_period_end: boolean;
      renews: boolean;
      ends_by_itself: boolean;
      next_package_id: string | null;
      has_payment_account: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getSettings: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    user_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The settings of the caller; what was never saved is as it is for everybody. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      settings: {
       /** @enum {string} */
       language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
       interface_language: ("en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "zh" | "ja" | "ko" | "ar" | "hi" | "bg" | "bn" | "cs" | "da" | "el" | "et" | "fa" | "fi" | "gu" | "he" | "hr" | "hu" | "id" | "kn" | "lt" | "lv" | "ml" | "mr" | "ms" | "nl" | "no" | "pa" | "pl" | "ro" | "sk" | "sr" | "sv" | "sw" | "ta" | "te" | "th" | "tr" | "uk" | "ur" | "vi") | null;
       /** @enum {string} */
       theme: "light" | "dark" | "auto";
       opens_on: ("builder" | "courses" | "studio" | "console") | null;
       notifications: {
        email: boolean;
        push: boolean;
        courseReminders: boolean;
        course_reminders: boolean;
       };
       accessibility: {
        high_contrast: boolean;
        large_text: boolean;
        reduced_motion: boolean;
        screen_reader: boolean;
        keyboard_navigation: boolean;
        stay_on_lesson: boolean;
       };
       privacy: {
        data_sharing: boolean;
        marketing_consent: boolean;
        marketing: boolean;
        operator_rewrites: boolean;
       };
       quiet_hours: {
        from: string;
        until: string;
       } | null;
       time_zone: string;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readMailChoice: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     token: string;
    };
   };
  };
  responses: {
   /** @description Which mails the link at the end of a mail is about, and whether they are switched off. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      /** @enum {string} */
      scope: "course_messages" | "email" | "reminders";
      title: string | null;
      is_off: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 saveMailChoice: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     token: string;
     is_off: boolean;
    };
   };
  };
  responses: {
   /** @description Stop these emails, or turn them back on, without signing in. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      /** @enum {string} */
      scope: "course_messages" | "email" | "reminders";
      title: string | null;
      is_off: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 unsubscribeAtOnce: {
  parameters: {
   query: {
    token: string;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description One-click unsubscribe of mail programs (RFC 8058). The body is not read. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      /** @enum {string} */
      scope: "course_messages" | "email" | "reminders";
      title: string | null;
      is_off: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 searchOwn: {
  parameters: {
   query: {
    q: string;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's courses, lessons and notes that have every word, at most six of each. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      courses: {
       course_id: string;
       title: string;
      }[];
      lessons: {
       course_id: string;
       course_title: string;
       title: string;
       module: number;
       lesson: number;
      }[];
      notes: {
       note_id: string;
       course_id: string;
       course_title: string;
       text: string;
       lesson: {
        module: number;
        lesson: number;
       } | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getProfile: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Everything a profile page shows of the signed-in person. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      profile: {
       user_id: string;
       email: string;
       first_name: string;
       last_name: string;
       name: string;
       bio: string;
       roles: ("learner" | "creator" | "operator" | "admin")[];
       email_verified: boolean;
       birth_year: number | null;
       age_verification: {
        verified: boolean;
        age: number | null;
        parentalConsent: boolean;
        requiresParentalConsent: boolean;
       };
       created_at: string;
       subscription: {
        plan: string;
        package_id: string | null;
        /** @enum {string} */
        status: "free" | "trial" | "active";
        expires: string | null;
        trial_used: boolean;
       };
       tokens: {
        balance: number;
        daily_available: number;
        monthly_available: number;
        purchased_available: number;
        held: number;
        organisation_available: number | null;
        organisation_name: string | null;
        quotas: {
         name: string;
         allowed: number;
         used: number;
         held: number;
         resets_at: string | null;
        }[];
       };
       counts: {
        courses: number;
        completed_courses: number;
        points: number;
       };
       settings: {
        /** @enum {string} */
        language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
        interface_language: ("en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "zh" | "ja" | "ko" | "ar" | "hi" | "bg" | "bn" | "cs" | "da" | "el" | "et" | "fa" | "fi" | "gu" | "he" | "hr" | "hu" | "id" | "kn" | "lt" | "lv" | "ml" | "mr" | "ms" | "nl" | "no" | "pa" | "pl" | "ro" | "sk" | "sr" | "sv" | "sw" | "ta" | "te" | "th" | "tr" | "uk" | "ur" | "vi") | null;
        /** @enum {string} */
        theme: "light" | "dark" | "auto";
        opens_on: ("builder" | "courses" | "studio" | "console") | null;
        notifications: {
         email: boolean;
         push: boolean;
         courseReminders: boolean;
         course_reminders: boolean;
        };
        accessibility: {
         high_contrast: boolean;
         large_text: boolean;
         reduced_motion: boolean;
         screen_reader: boolean;
         keyboard_navigation: boolean;
         stay_on_lesson: boolean;
        };
        privacy: {
         data_sharing: boolean;
         marketing_consent: boolean;
         marketing: boolean;
         operator_rewrites: boolean;
        };
        quiet_hours: {
         from: string;
         until: string;
        } | null;
        time_zone: string;
       };
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listCreatorCourses: {
  parameters: {
   query?: {
    limit?: number;
    after?: string;
    status?: "all" | "draft" | "published" | "archived";
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's courses as a creator, newest first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      courses: {
       id: string;
       title: string;
       /** @enum {string} */
       status: "draft" | "published" | "archived";
       students: number;
       revenue: number;
       rating: number;
       completion_rate: number;
       description: string;
       category: ("business" | "technology" | "creative" | "personal" | "academic") | null;
       price: number;
       /** @enum {string} */
       difficulty: "beginner" | "intermediate" | "advanced";
       duration: number | null;
       objectives: string;
       tags: string[];
       prerequisites: string;
       created_at: string;
       updated_at: string;
       version: number;
      }[];
      next: string | null;
      counts: {
       all: number;
       published: number;
       draft: number;
       archived: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 createCreatorCourse: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     title: string;
     description: string;
     category?: ("business" | "technology" | "creative" | "personal" | "academic") | "" | null;
     price?: string | number | null;
     /**
      * @default beginner
      * @enum {string}
      */
     difficulty?: "beginner" | "intermediate" | "advanced";
     duration?: string | number | null;
     objectives?: string | string[] | null;
     tags?: string | string[] | null;
     prerequisites?: string | string[] | null;
    };
   };
  };
  responses: {
   /** @description Make a course as a draft. */
   201: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      course: {
       id: string;
       title: string;
       /** @enum {string} */
       status: "draft" | "published" | "archived";
       students: number;
       revenue: number;
       rating: number;
       completion_rate: number;
       description: string;
       category: ("business" | "technology" | "creative" | "personal" | "academic") | null;
       price: number;
       /** @enum {string} */
       difficulty: "beginner" | "intermediate" | "advanced";
       duration: number | null;
       objectives: string;
       tags: string[];
       prerequisites: string;
       created_at: string;
       updated_at: string;
       version: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getCreatorCourse: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description One of the caller's courses as a creator. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      course: {
       id: string;
       title: string;
       /** @enum {string} */
       status: "draft" | "published" | "archived";
       students: number;
       revenue: number;
       rating: number;
       completion_rate: number;
       description: string;
       category: ("business" | "technology" | "creative" | "personal" | "academic") | null;
       price: number;
       /** @enum {string} */
       difficulty: "beginner" | "intermediate" | "advanced";
       duration: number | null;
       objectives: string;
       tags: string[];
       prerequisites: string;
       created_at: string;
       updated_at: string;
       version: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 deleteCreatorCourse: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Delete one of the caller's drafts. One that was sold stays. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      message: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 editCreatorCourse: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     title?: string;
     description?: string;
     category?: ("business" | "technology" | "creative" | "personal" | "academic") | "" | null;
     price?: string | number | null;
     /** @enum {string} */
     difficulty?: "beginner" | "intermediate" | "advanced";
     duration?: string | number | null;
     objectives?: string | string[] | null;
     tags?: string | string[] | null;
     prerequisites?: string | string[] | null;
     version: number;
    };
   };
  };
  responses: {
   /** @description Change one of the caller's courses. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      course: {
       id: string;
       title: string;
       /** @enum {string} */
       status: "draft" | "published" | "archived";
       students: number;
       revenue: number;
       rating: number;
       completion_rate: number;
       description: string;
       category: ("business" | "technology" | "creative" | "personal" | "academic") | null;
       price: number;
       /** @enum {string} */
       difficulty: "beginner" | "intermediate" | "advanced";
       duration: number | null;
       objectives: string;
       tags: string[];
       prerequisites: string;
       created_at: string;
       updated_at: string;
       version: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 duplicateCreatorCourse: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
   };
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Make a draft with the texts of one of the caller's courses. */
   201: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      course: {
       id: string;
       title: string;
       /** @enum {string} */
       status: "draft" | "published" | "archived";
       students: number;
       revenue: number;
       rating: number;
       completion_rate: number;
       description: string;
       category: ("business" | "technology" | "creative" | "personal" | "academic") | null;
       price: number;
       /** @enum {string} */
       difficulty: "beginner" | "intermediate" | "advanced";
       duration: number | null;
       objectives: string;
       tags: string[];
       prerequisites: string;
       created_at: string;
       updated_at: string;
       version: number;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listEarners: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's published courses with the highest revenue. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      courses: {
       id: string;
       title: string;
       /** @enum {string} */
       status: "draft" | "published" | "archived";
       students: number;
       revenue: number;
       rating: number;
       completion_rate: number;
       description: string;
       category: ("business" | "technology" | "creative" | "personal" | "academic") | null;
       price: number;
       /** @enum {string} */
       difficulty: "beginner" | "intermediate" | "advanced";
       duration: number | null;
       objectives: string;
       tags: string[];
       prerequisites: string;
       created_at: string;
       updated_at: string;
       version: number;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getCreatorAnalytics: {
  parameters: {
   query?: {
    months?: number;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description How the caller's revenue and students went, month by month. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      months: string[];
      revenue_trend: number[];
      student_growth: number[];
      engagement_metrics: {
       avg_session_time: string;
       bounce_rate: string;
       completion_rate: string;
       student_satisfaction: string;
      };
      measured_sessions: number;
      measured_answers: number;
      measured_students: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getCreatorStats: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What the caller earned and reached as a creator. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      total_revenue: number;
      monthly_revenue: number;
      last_month_revenue: number;
      total_students: number;
      total_enrolments: number;
      active_courses: number;
      draft_courses: number;
      course_views: number;
      avg_rating: number;
      completion_rate: number;
      growth_rate: number;
      has_samples: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getLessonStops: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description How many of a course's students completed each lesson, and how many stopped there; of five students or more. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      students: number;
      lessons: {
       lesson_id: string;
       title: string;
       completed: number;
       stopped: number;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getRevenue: {
  parameters: {
   query?: {
    from?: string;
    to?: string;
    tz?: string;
    course?: string;
    channel?: "direct" | "code";
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What the caller's courses earned, day by day or month by month, beside the same days before. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      /** @enum {string} */
      unit: "day" | "month";
      buckets: {
       from: string;
       to: string;
       revenue: number;
       sales: number;
       refunds: number;
      }[];
      total: {
       from: string;
       to: string;
       revenue: number;
       sales: number;
       refunds: number;
      };
      before: {
       from: string;
       to: string;
       revenue: number;
       sales: number;
       refunds: number;
      };
      has_samples: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getSaleMovementsCsv: {
  parameters: {
   query?: {
    from?: string;
    to?: string;
    tz?: string;
    course?: string;
    channel?: "direct" | "code";
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The same movements as a table, whole. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/csv": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listSaleMovements: {
  parameters: {
   query?: {
    from?: string;
    to?: string;
    tz?: string;
    course?: string;
    channel?: "direct" | "code";
    page?: number;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Every sale, refund and dispute of the caller's courses in a range, newest first: what the bars are made of. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      movements: {
       movement_id: string;
       at: string;
       /** @enum {string} */
       kind: "sale" | "refund" | "disputed" | "released" | "lost";
       course: {
        id: string;
        title: string;
       } | null;
       code: string | null;
       paid: number | null;
       change: number;
       held: number;
      }[];
      total: number;
      sum: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getPayouts: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What the caller is owed as a creator, what can be paid out, and what was. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      configured: boolean;
      account: {
       /** @enum {string} */
       state: "none" | "incomplete" | "checking" | "enabled";
       country: string | null;
      };
      balance: number;
      held: number;
      available: number;
      minimum: number;
      hold_days: number;
      payouts: {
       payout_id: string;
       amount: number;
       /** @enum {string} */
       state: "pending" | "sent" | "failed" | "returned";
       created_at: string;
       settled_at: string | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getStatementCsv: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    month: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Every movement of a UTC month (2026-11): sales, refunds and payouts with the balances before and after. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/csv": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getStatementPdf: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    month: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The same statement to print. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/pdf": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listMovements: {
  parameters: {
   query?: {
    kind?: "grant" | "reserve" | "capture" | "release" | "expire" | "revoke" | "freeze" | "thaw" | "adjust";
    from?: string & (unknown & unknown);
    to?: string & (unknown & unknown);
    cursor?: string;
    limit?: number;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Every movement of tokens with its cause, newest first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      movements: {
       id: string;
       at: string;
       /** @enum {string} */
       kind: "grant" | "reserve" | "capture" | "release" | "expire" | "revoke" | "freeze" | "thaw" | "adjust";
       cause: string;
       cause_words?: {
        key: string;
        values: {
         [key: string]: string | number;
        };
       };
       tokens: number;
       balance_after: number;
       /** @enum {string} */
       wallet: "own" | "organisation";
       task_id: string | null;
       order_id: string | null;
      }[];
      next_cursor: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 userTokens: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    user_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The token balance. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      balance: number;
      daily_available: number;
      monthly_available: number;
      purchased_available: number;
      held: number;
      organisation_available: number | null;
      organisation_name: string | null;
      quotas: {
       name: string;
       allowed: number;
       used: number;
       held: number;
       resets_at: string | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 downloadExport: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The file; `content-disposition` names it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/octet-stream": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 importCourse: {
  parameters: {
   query?: never;
   header?: {
    /** @description A name of your making for this call: sent again with it, the call has no second effect; with another body it is answered 422. */
    "Idempotency-Key"?: string;
    /** @description `respond-async`: answer 202 at once, and do not wait for the end. */
    Prefer?: string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "multipart/form-data": {
     /** Format: binary */
     file: string;
    };
   };
  };
  responses: {
   /** @description Import a course from the own zip, as a new course with the same content. Waits for a moment, then answers 202 with its run; with `Prefer: respond-async` at once. One at a time: the same bytes answer the import that is under way, others are refused. */
   201: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      course_id: string;
      task_id: string;
     };
    };
   };
   /** @description Import a course from the own zip, as a new course with the same content. Waits for a moment, then answers 202 with its run; with `Prefer: respond-async` at once. One at a time: the same bytes answer the import that is under way, others are refused. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listExports: {
  parameters: {
   query: {
    course_id: string;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's files of a course, newest first; one that is being made is stopped as any run is. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      exports: {
       task_id: string;
       /** @enum {string} */
       format: "markdown" | "pdf" | "epub" | "scorm" | "scorm_2004" | "cmi5" | "common_cartridge" | "zip";
       /** @enum {string} */
       status: "processing" | "completed" | "failed";
       progress: number;
       filename: string;
       error: string | null;
       created_at: string;
       kept_until: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 startExport: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     course_id: string;
     /** @enum {string} */
     format: "markdown" | "pdf" | "epub" | "scorm" | "scorm_2004" | "cmi5" | "common_cartridge" | "zip";
    };
   };
  };
  responses: {
   /** @description Make a file of a course. Asked again while it is being made, or within a minute, it is the same one. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      task_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 addPage: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     address: string;
    };
   };
  };
  responses: {
   /** @description Have a page of the public internet fetched and read, by a run. The same address is the same source. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      source: {
       source_id: string;
       name: string;
       /** @enum {string} */
       type: "pdf" | "docx" | "pptx" | "epub" | "markdown" | "text" | "web";
       address: string | null;
       /** @enum {string} */
       status: "reading" | "ready" | "failed";
       error: string | null;
       pages: number | null;
       hidden_slides: number;
       words: number;
       created_at: string;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listSources: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The caller's own sources, newest first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      sources: {
       source_id: string;
       name: string;
       /** @enum {string} */
       type: "pdf" | "docx" | "pptx" | "epub" | "markdown" | "text" | "web";
       address: string | null;
       /** @enum {string} */
       status: "reading" | "ready" | "failed";
       error: string | null;
       pages: number | null;
       hidden_slides: number;
       words: number;
       created_at: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 addSource: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "multipart/form-data": {
     /** Format: binary */
     file: string;
    };
   };
  };
  responses: {
   /** @description Take in a file; it is read by a run. The same bytes are the same source. */
   202: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      source: {
       source_id: string;
       name: string;
       /** @enum {string} */
       type: "pdf" | "docx" | "pptx" | "epub" | "markdown" | "text" | "web";
       address: string | null;
       /** @enum {string} */
       status: "reading" | "ready" | "failed";
       error: string | null;
       pages: number | null;
       hidden_slides: number;
       words: number;
       created_at: string;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 getPassage: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    source_id: string;
    number: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description One passage of a source. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      passage: {
       source_id: string;
       source_name: string;
       number: number;
       page: number | null;
       headings: string[];
       text: string;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listRunSources: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The sources a run writes from, in the order they were chosen; none where it writes from none. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      sources: {
       source_id: string;
       name: string;
       is_there: boolean;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 removeSource: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    source_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Remove a source with its passages. Courses keep what was quoted. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      source_id: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 downloadInvestorDeck: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The pitch deck, six slides, as a file. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/html": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 downloadPatents: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description All descriptions of inventions as a zip. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/zip": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 downloadValuationAnalysis: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The valuation analysis with its charts as a file. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/html": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 downloadWhitePaper: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The white paper as a file. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "text/html": string;
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 generatePatents: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The descriptions of inventions, as a list. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      individual_patents: {
       id: string;
       title: string;
       field: string;
       abstract: string;
       status: string;
       number: string | null;
       filename: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 investorContact: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The address for investors. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      email: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 whitePaper: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The white paper of the seed round, as HTML in JSON. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      success: boolean;
      content: string;
      filename: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listServiceLanes: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Which AI services are asked at the moment, and which are paused until when. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      services: {
       /** @enum {string} */
       service: "grok" | "claude" | "gemini" | "openai";
       model: string;
       /** @enum {string} */
       state: "open" | "paused" | "used_up" | "off";
       until: string | null;
       newest_failure: {
        at: string;
        outcome: string;
        detail: string | null;
       } | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 openServiceLane: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    service: "grok" | "claude" | "gemini" | "openai";
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description End the pause of a service: the next call asks it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      services: {
       /** @enum {string} */
       service: "grok" | "claude" | "gemini" | "openai";
       model: string;
       /** @enum {string} */
       state: "open" | "paused" | "used_up" | "off";
       until: string | null;
       newest_failure: {
        at: string;
        outcome: string;
        detail: string | null;
       } | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listInstallationServices: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Everything else that an installation is connected to, and what is left to set up. No keys. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      services: {
       /** @enum {string} */
       service: "pictures" | "clips" | "speech" | "transcription" | "moderation" | "payments" | "mail" | "files" | "push" | "map" | "errors" | "traces";
       /** @enum {string} */
       state: "environment" | "connected" | "stand_in" | "missing";
       variables: string[];
       served_by: ("grok" | "claude" | "gemini" | "openai")[];
       may_be_tested: boolean;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listAlerts: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The table of alert rules, and the newest alerts. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      rules: {
       name: string;
       expression: string;
       for_s: number;
       /** @enum {string} */
       severity: "warning" | "critical";
       summary: string;
      }[];
      alerts: {
       id: string;
       rule: string;
       /** @enum {string} */
       severity: "warning" | "critical";
       subject: string;
       value: number;
       threshold: number;
       opened_at: string;
       ended_at: string | null;
       owner: {
        user_id: string;
        email: string;
        name: string;
       } | null;
       note: string;
       due_at: string | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 noteAlert: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    alert_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     mine?: boolean;
     note?: string;
    };
   };
  };
  responses: {
   /** @description Take an alert over, give it back, or write down what is known of it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      id: string;
      rule: string;
      /** @enum {string} */
      severity: "warning" | "critical";
      subject: string;
      value: number;
      threshold: number;
      opened_at: string;
      ended_at: string | null;
      owner: {
       user_id: string;
       email: string;
       name: string;
      } | null;
      note: string;
      due_at: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readOverview: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Every queue and lane, every AI service, the workers, open alerts, and what today costs. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      at: string;
      queues: {
       queue: string;
       work: string;
       /** @enum {string} */
       lane: "interactive" | "batch";
       is_paused: boolean;
       active: number;
       waiting: number;
       delayed: number;
       failed: number;
       oldest_s: number;
       wait: {
        p50: number;
        p95: number;
        p99: number;
       } | null;
       run: {
        p50: number;
        p95: number;
        p99: number;
       } | null;
       ended: number[];
       empty_in_s: number | null;
       workers: number;
      }[];
      lanes: {
       /** @enum {string} */
       lane: "interactive" | "batch";
       depth: number;
       most_depth: number;
       oldest_s: number;
       most_s: number;
       is_full: boolean;
      }[];
      kinds: {
       kind: string;
       /** @enum {string} */
       lane: "interactive" | "batch";
       is_paused: boolean;
       queued: number;
       running: number;
       parked: number;
       oldest_s: number;
      }[];
      services: {
       /** @enum {string} */
       service: "grok" | "claude" | "gemini" | "openai";
       model: string;
       /** @enum {string} */
       state: "open" | "paused" | "held" | "off";
       until: string | null;
       failures: number;
       calls: number;
       rate_limited: number;
       failed: number;
       latency: {
        p50: number;
        p95: number;
        p99: number;
       } | null;
       tokens_in: number;
       tokens_out: number;
       cost_micro_usd: number;
       under_way: number;
       waiting: number;
       allowance: number | null;
      }[];
      workers: {
       id: string;
       started_at: string;
       seen_at: string;
       is_alive: boolean;
       lanes: string[];
       concurrency: number;
       held: number;
      }[];
      alerts: {
       id: string;
       rule: string;
       /** @enum {string} */
       severity: "warning" | "critical";
       subject: string;
       value: number;
       threshold: number;
       opened_at: string;
       ended_at: string | null;
       owner: {
        user_id: string;
        email: string;
        name: string;
       } | null;
       note: string;
       due_at: string | null;
      }[];
      spend: {
       micro_usd: number;
       presumed_micro_usd: number;
       cap_micro_usd: number | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listSettings: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description How much runs, and is asked of AI services, at once: as configured, and as an operator has set it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      settings: {
       /** @enum {string} */
       name: "max_active_runs" | "worker_concurrency" | "vendor_requests_per_minute" | "vendor_tokens_per_minute" | "interactive_depth" | "interactive_age_s" | "batch_depth" | "batch_age_s";
       configured: number;
       set: number | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listAudit: {
  parameters: {
   query?: {
    action?: string;
    topic?: "limits" | "connections" | "pauses" | "runs" | "batches" | "schedules" | "alerts" | "people" | "money" | "texts" | "samples";
    since?: string & (unknown & unknown);
    until?: string & (unknown & unknown);
    subject?: string;
    actor?: string;
    before?: number;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Who did what to whom, the newest first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      entries: {
       entry_id: number;
       at: string;
       actor: string;
       actor_name: string | null;
       actor_email: string | null;
       action: string;
       subject: string;
       subject_name: string | null;
       subject_email: string | null;
       detail: {
        [key: string]: unknown;
       };
      }[];
      next: number | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 pauseWork: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** @enum {string} */
     scope: "queue" | "kind" | "service";
     name: string;
     paused: boolean;
    };
   };
  };
  responses: {
   /** @description Pause or resume a queue or all of them (*), a kind of run, or an AI service. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      paused: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readAuditEntry: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    entry_id: number;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description One entry of the audit. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      entry_id: number;
      at: string;
      actor: string;
      actor_name: string | null;
      actor_email: string | null;
      action: string;
      subject: string;
      subject_name: string | null;
      subject_email: string | null;
      detail: {
       [key: string]: unknown;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readSeries: {
  parameters: {
   query?: {
    range?: "1h" | "24h" | "7d" | "30d";
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Throughput, waits, failed attempts and cost over an hour, a day, a week or a month, with deploys, pauses, alerts and batches. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      since: string;
      until: string;
      bars: string[];
      bar_s: number;
      queues: {
       work: string;
       /** @enum {string} */
       lane: "interactive" | "batch";
       ended: number[];
       ended_total: number;
       failed: number[];
       failed_total: number;
       wait: {
        p50: number;
        p95: number;
        p99: number;
       } | null;
       run: {
        p50: number;
        p95: number;
        p99: number;
       } | null;
      }[];
      waits: {
       /** @enum {string} */
       lane: "interactive" | "batch";
       bars: ({
        p50: number;
        p95: number;
        p99: number;
       } | null)[];
       total: {
        p50: number;
        p95: number;
        p99: number;
       } | null;
      }[];
      attempts: {
       /** @enum {string} */
       outcome: "unavailable" | "timed_out" | "rate_limited" | "broken" | "refused";
       calls: number[];
       total: number;
      }[];
      failures: {
       code: string;
       count: number;
      }[];
      services: {
       service: string;
       micro_usd: number[];
       micro_usd_total: number;
       calls: number[];
       calls_total: number;
      }[];
      purposes: {
       service: string;
       purpose: string;
       calls: number;
       micro_usd: number;
       tokens: number;
      }[];
      marks: {
       /** @enum {string} */
       kind: "deploy" | "pause" | "alert" | "batch";
       at: string;
       until: string | null;
       is_over: boolean;
       name: string;
       subject: string | null;
       value: number | null;
      }[];
      deploys: {
       name: string;
       at: string;
       before: {
        ended: number;
        wait: {
         p50: number;
         p95: number;
         p99: number;
        } | null;
       };
       after: {
        ended: number;
        wait: {
         p50: number;
         p95: number;
         p99: number;
        } | null;
       };
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 actOnSchedule: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    name: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** @enum {string} */
     act: "run" | "pause" | "resume";
    };
   };
  };
  responses: {
   /** @description Run periodic work now, pause it, or let it go on. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      schedules: {
       name: string;
       does: string;
       runs: {
        every_s: number;
       } | {
        hour: number;
        minute: number;
        weekday: number | null;
        zone: string;
       };
       is_paused: boolean;
       is_asked: boolean;
       last_started_at: string | null;
       last_took_s: number | null;
       last_error: string | null;
       next_at: string | null;
       recent: {
        at: string;
        took_s: number;
        failed: boolean;
       }[];
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listSchedules: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The queue’s job schedulers: when each runs, when last and how it went, when next. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      schedules: {
       name: string;
       does: string;
       runs: {
        every_s: number;
       } | {
        hour: number;
        minute: number;
        weekday: number | null;
        zone: string;
       };
       is_paused: boolean;
       is_asked: boolean;
       last_started_at: string | null;
       last_took_s: number | null;
       last_error: string | null;
       next_at: string | null;
       recent: {
        at: string;
        took_s: number;
        failed: boolean;
       }[];
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 estimateCreatorBatch: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     name: string;
     /** @enum {string} */
     what: "refresh_all" | "refresh_matching" | "fix" | "missing_practice" | "media" | "simulation" | "translation";
     /** @default  */
     instruction?: string;
     /** @enum {string} */
     into_language?: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
     csv?: string;
     /**
      * @default all
      * @enum {string}
      */
     lessons?: "all" | "unreviewed" | "old_model" | "without_practice";
     /** @default false */
     include_edited?: boolean;
     /** @default 1 */
     canary?: number;
     /** @default 0.25 */
     most_failures?: number;
     /** @default 1 */
     most_unclean?: number;
    };
   };
  };
  responses: {
   /** @description Dry run of a batch of your own courses: what it costs at most, in tokens. Nothing is stored. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      courses: number;
      lessons: number;
      pinned: number;
      edited: number;
      most_cost: number;
      available: number;
      over_budget: boolean;
      bad_rows: {
       line: number;
       text: string;
       /** @enum {string} */
       problem: "not_an_id" | "twice" | "no_such_course" | "not_regenerable";
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listCreatorBatches: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Your newest batches. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      batches: {
       batch_id: string;
       name: string;
       /** @enum {string} */
       what: "refresh_all" | "refresh_matching" | "fix" | "missing_practice" | "media" | "simulation" | "translation";
       into_language: string | null;
       instruction: string;
       /** @enum {string} */
       state: "planned" | "canary" | "review" | "running" | "paused" | "deciding" | "done" | "cancelled";
       paused_for: string | null;
       lessons: number;
       pinned: number;
       edited: number;
       most_cost: number;
       charged: number;
       limits: {
        most_failures: number;
        most_unclean: number;
       };
       judged: {
        results: number;
        failed: number;
        unclean: number;
        since: string | null;
       };
       items: {
        pending: number;
        leased: number;
        running: number;
        ready: number;
        approving: number;
        approved: number;
        discarding: number;
        discarded: number;
        rolling_back: number;
        rolled_back: number;
        failed: number;
        skipped: number;
        cancelled: number;
       };
       total: number;
       eta_s: number | null;
       created_at: string;
       acts: ("start" | "continue" | "pause" | "halt" | "resume" | "cancel" | "retry_failed" | "set_limits" | "approve" | "discard" | "rollback")[];
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readCreatorBatch: {
  parameters: {
   query?: {
    page?: number;
   };
   header?: never;
   path: {
    batch_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description One of your batches, and a page of its courses. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      batch: {
       batch_id: string;
       name: string;
       /** @enum {string} */
       what: "refresh_all" | "refresh_matching" | "fix" | "missing_practice" | "media" | "simulation" | "translation";
       into_language: string | null;
       instruction: string;
       /** @enum {string} */
       state: "planned" | "canary" | "review" | "running" | "paused" | "deciding" | "done" | "cancelled";
       paused_for: string | null;
       lessons: number;
       pinned: number;
       edited: number;
       most_cost: number;
       charged: number;
       limits: {
        most_failures: number;
        most_unclean: number;
       };
       judged: {
        results: number;
        failed: number;
        unclean: number;
        since: string | null;
       };
       items: {
        pending: number;
        leased: number;
        running: number;
        ready: number;
        approving: number;
        approved: number;
        discarding: number;
        discarded: number;
        rolling_back: number;
        rolled_back: number;
        failed: number;
        skipped: number;
        cancelled: number;
       };
       total: number;
       eta_s: number | null;
       created_at: string;
       acts: ("start" | "continue" | "pause" | "halt" | "resume" | "cancel" | "retry_failed" | "set_limits" | "approve" | "discard" | "rollback")[];
      };
      items: {
       course_id: string;
       title: string;
       lessons: number;
       /** @enum {string} */
       state: "pending" | "leased" | "running" | "ready" | "approving" | "approved" | "discarding" | "discarded" | "rolling_back" | "rolled_back" | "failed" | "skipped" | "cancelled";
       reason: string | null;
       similarity: number | null;
       is_clean: boolean | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readCreatorBatchItem: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    batch_id: string;
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What is proposed for one course of your batch, lesson by lesson beside what is live. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      lessons: {
       lesson_id: string;
       title: string;
       live: string | null;
       proposed: string;
       similarity: number;
       notes: string[];
       is_reviewed: boolean;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 abortBulkAct: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    bulk_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Stop an act on many runs where it is. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      bulk_id: string;
      /** @enum {string} */
      act: "retry" | "promote" | "cancel" | "remove";
      filter: {
       q?: string;
       person?: string;
       /** Format: uuid */
       course_id?: string;
       kind?: string;
       /** @enum {string} */
       lane?: "interactive" | "batch";
       /** @enum {string} */
       status?: "queued" | "running" | "completed" | "failed" | "cancelled";
       error_code?: string;
       /** @enum {string} */
       refused?: "yes" | "no";
       /** @enum {string} */
       service?: "grok" | "claude" | "gemini" | "openai";
       /** Format: uuid */
       batch_id?: string;
       /** Format: date-time */
       from?: string & (unknown & unknown);
       /** Format: date-time */
       before?: string & (unknown & unknown);
       cost_from?: number;
       /** @enum {string} */
       unusual?: "slow" | "dear";
       /** @enum {string} */
       parked?: "yes" | "no";
       /** @enum {string} */
       step?: "live" | "active" | "waiting" | "delayed" | "ended" | "failed";
       work?: string;
       step_error?: string;
       purpose?: string;
       /** @enum {string} */
       outcome?: "failed" | "unavailable" | "timed_out" | "rate_limited" | "broken" | "refused";
       /** Format: date-time */
       since?: string & (unknown & unknown);
       /** Format: date-time */
       until?: string & (unknown & unknown);
      };
      /** @enum {string} */
      state: "running" | "done" | "aborted";
      total: number;
      done: number;
      refused: number;
      left_alone: {
       task_id: string;
       subject: string | null;
       code: string;
       reason: string;
      }[];
      created_at: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 actOnRun: {
  parameters: {
   query?: never;
   header?: {
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** @enum {string} */
     act: "retry" | "promote" | "cancel" | "remove";
     request?: {
      [key: string]: unknown;
     };
     avoid?: ("grok" | "claude" | "gemini" | "openai")[];
    };
   };
  };
  responses: {
   /** @description Retry a failed run (with another service, or an edited request), put one first, cancel one with its calls, or remove one that came to nothing. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      /** @constant */
      done: true;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 countRuns: {
  parameters: {
   query?: {
    q?: string;
    person?: string;
    course_id?: string;
    kind?: string;
    lane?: "interactive" | "batch";
    status?: "queued" | "running" | "completed" | "failed" | "cancelled";
    error_code?: string;
    refused?: "yes" | "no";
    service?: "grok" | "claude" | "gemini" | "openai";
    batch_id?: string;
    from?: string & (unknown & unknown);
    before?: string & (unknown & unknown);
    cost_from?: number;
    unusual?: "slow" | "dear";
    parked?: "yes" | "no";
    step?: "live" | "active" | "waiting" | "delayed" | "ended" | "failed";
    work?: string;
    step_error?: string;
    purpose?: string;
    outcome?: "failed" | "unavailable" | "timed_out" | "rate_limited" | "broken" | "refused";
    since?: string & (unknown & unknown);
    until?: string & (unknown & unknown);
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description How many runs match, 10000 at most. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      count: number;
      is_more: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 inspectRun: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    task_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description One run whole: what was asked, its steps and tries, its calls, its log, and what can be done with it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      run: {
       task_id: string;
       kind: string;
       /** @enum {string} */
       lane: "interactive" | "batch";
       /** @enum {string} */
       status: "queued" | "running" | "completed" | "failed" | "cancelled";
       stage: string;
       progress: number;
       subject: string;
       title: string | null;
       person: {
        user_id: string;
        email: string;
        name: string;
       } | null;
       batch_id: string | null;
       error_code: string | null;
       created_at: string;
       started_at: string | null;
       finished_at: string | null;
       cost_micro_usd: number;
       services: string[];
      };
      request: unknown;
      error_detail: string | null;
      operator_detail: string | null;
      attempt: number;
      promoted: boolean;
      avoided_services: string[];
      acts: ("retry" | "promote" | "cancel" | "remove")[];
      steps: {
       id: string;
       key: string;
       job: string;
       label: string | null;
       /** @enum {string} */
       state: "queued" | "running" | "completed" | "failed" | "cancelled";
       service: string | null;
       worker: string | null;
       tries: {
        service: string | null;
        code: string;
        at: string;
        hint: string | null;
       }[];
       error_code: string | null;
       error_detail: string | null;
       created_at: string;
       due_at: string;
       started_at: string | null;
       finished_at: string | null;
      }[];
      calls: {
       id: string;
       step_id: string | null;
       step_key: string | null;
       service: string;
       model: string;
       purpose: string;
       started_at: string;
       ms: number | null;
       outcome: string;
       http_status: number | null;
       input_tokens: number | null;
       output_tokens: number | null;
       cost_micro_usd: number | null;
       detail: string | null;
      }[];
      lost: {
       workers: {
        worker: string;
        seen_at: string | null;
        steps: number;
        in_s: number | null;
       }[];
       takeover: {
        workers: number;
        in_s: number | null;
       };
      } | null;
      log: {
       at: string;
       event: string;
       text: string;
      }[];
      children: {
       queued: number;
       running: number;
       completed: number;
       failed: number;
       cancelled: number;
      };
      wasted_micro_usd: number;
      charged: number;
      of_plan: boolean;
      usual: {
       seconds: number;
       micro_usd: number;
      } | null;
      course_id: string | null;
      request_id: string;
      trace_url: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readBulkAct: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    bulk_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description How far an act on many runs is. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      bulk_id: string;
      /** @enum {string} */
      act: "retry" | "promote" | "cancel" | "remove";
      filter: {
       q?: string;
       person?: string;
       /** Format: uuid */
       course_id?: string;
       kind?: string;
       /** @enum {string} */
       lane?: "interactive" | "batch";
       /** @enum {string} */
       status?: "queued" | "running" | "completed" | "failed" | "cancelled";
       error_code?: string;
       /** @enum {string} */
       refused?: "yes" | "no";
       /** @enum {string} */
       service?: "grok" | "claude" | "gemini" | "openai";
       /** Format: uuid */
       batch_id?: string;
       /** Format: date-time */
       from?: string & (unknown & unknown);
       /** Format: date-time */
       before?: string & (unknown & unknown);
       cost_from?: number;
       /** @enum {string} */
       unusual?: "slow" | "dear";
       /** @enum {string} */
       parked?: "yes" | "no";
       /** @enum {string} */
       step?: "live" | "active" | "waiting" | "delayed" | "ended" | "failed";
       work?: string;
       step_error?: string;
       purpose?: string;
       /** @enum {string} */
       outcome?: "failed" | "unavailable" | "timed_out" | "rate_limited" | "broken" | "refused";
       /** Format: date-time */
       since?: string & (unknown & unknown);
       /** Format: date-time */
       until?: string & (unknown & unknown);
      };
      /** @enum {string} */
      state: "running" | "done" | "aborted";
      total: number;
      done: number;
      refused: number;
      left_alone: {
       task_id: string;
       subject: string | null;
       code: string;
       reason: string;
      }[];
      created_at: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 searchRuns: {
  parameters: {
   query?: {
    q?: string;
    person?: string;
    course_id?: string;
    kind?: string;
    lane?: "interactive" | "batch";
    status?: "queued" | "running" | "completed" | "failed" | "cancelled";
    error_code?: string;
    refused?: "yes" | "no";
    service?: "grok" | "claude" | "gemini" | "openai";
    batch_id?: string;
    from?: string & (unknown & unknown);
    before?: string & (unknown & unknown);
    cost_from?: number;
    unusual?: "slow" | "dear";
    parked?: "yes" | "no";
    step?: "live" | "active" | "waiting" | "delayed" | "ended" | "failed";
    work?: string;
    step_error?: string;
    purpose?: string;
    outcome?: "failed" | "unavailable" | "timed_out" | "rate_limited" | "broken" | "refused";
    since?: string & (unknown & unknown);
    until?: string & (unknown & unknown);
    sort?: "created_at" | "finished_at" | "duration" | "cost";
    order?: "asc" | "desc";
    page?: number;
    size?: number;
   };
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Runs of everybody: searched, filtered and sorted by the server; with how many match. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      runs: {
       task_id: string;
       kind: string;
       /** @enum {string} */
       lane: "interactive" | "batch";
       /** @enum {string} */
       status: "queued" | "running" | "completed" | "failed" | "cancelled";
       stage: string;
       progress: number;
       subject: string;
       title: string | null;
       person: {
        user_id: string;
        email: string;
        name: string;
       } | null;
       batch_id: string | null;
       error_code: string | null;
       created_at: string;
       started_at: string | null;
       finished_at: string | null;
       cost_micro_usd: number;
       services: string[];
      }[];
      usual: {
       [key: string]: {
        seconds: number;
        micro_usd: number;
       };
      };
      total: number;
      is_more: boolean;
      parts: {
       steps: number | null;
       calls: {
        count: number;
        micro_usd: number;
        of_no_run: number;
       } | null;
      };
      acts: ("retry" | "promote" | "cancel" | "remove")[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 startBulkAct: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** Format: uuid */
     bulk_id: string;
     /** @enum {string} */
     act: "retry" | "promote" | "cancel" | "remove";
     filter: {
      q?: string;
      person?: string;
      /** Format: uuid */
      course_id?: string;
      kind?: string;
      /** @enum {string} */
      lane?: "interactive" | "batch";
      /** @enum {string} */
      status?: "queued" | "running" | "completed" | "failed" | "cancelled";
      error_code?: string;
      /** @enum {string} */
      refused?: "yes" | "no";
      /** @enum {string} */
      service?: "grok" | "claude" | "gemini" | "openai";
      /** Format: uuid */
      batch_id?: string;
      /** Format: date-time */
      from?: string & (unknown & unknown);
      /** Format: date-time */
      before?: string & (unknown & unknown);
      cost_from?: number;
      /** @enum {string} */
      unusual?: "slow" | "dear";
      /** @enum {string} */
      parked?: "yes" | "no";
      /** @enum {string} */
      step?: "live" | "active" | "waiting" | "delayed" | "ended" | "failed";
      work?: string;
      step_error?: string;
      purpose?: string;
      /** @enum {string} */
      outcome?: "failed" | "unavailable" | "timed_out" | "rate_limited" | "broken" | "refused";
      /** Format: date-time */
      since?: string & (unknown & unknown);
      /** Format: date-time */
      until?: string & (unknown & unknown);
     };
     expected: number;
    };
   };
  };
  responses: {
   /** @description Do one thing to every run that matches a filter. The selection is frozen; an empty filter is refused. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      bulk_id: string;
      /** @enum {string} */
      act: "retry" | "promote" | "cancel" | "remove";
      filter: {
       q?: string;
       person?: string;
       /** Format: uuid */
       course_id?: string;
       kind?: string;
       /** @enum {string} */
       lane?: "interactive" | "batch";
       /** @enum {string} */
       status?: "queued" | "running" | "completed" | "failed" | "cancelled";
       error_code?: string;
       /** @enum {string} */
       refused?: "yes" | "no";
       /** @enum {string} */
       service?: "grok" | "claude" | "gemini" | "openai";
       /** Format: uuid */
       batch_id?: string;
       /** Format: date-time */
       from?: string & (unknown & unknown);
       /** Format: date-time */
       before?: string & (unknown & unknown);
       cost_from?: number;
       /** @enum {string} */
       unusual?: "slow" | "dear";
       /** @enum {string} */
       parked?: "yes" | "no";
       /** @enum {string} */
       step?: "live" | "active" | "waiting" | "delayed" | "ended" | "failed";
       work?: string;
       step_error?: string;
       purpose?: string;
       /** @enum {string} */
       outcome?: "failed" | "unavailable" | "timed_out" | "rate_limited" | "broken" | "refused";
       /** Format: date-time */
       since?: string & (unknown & unknown);
       /** Format: date-time */
       until?: string & (unknown & unknown);
      };
      /** @enum {string} */
      state: "running" | "done" | "aborted";
      total: number;
      done: number;
      refused: number;
      left_alone: {
       task_id: string;
       subject: string | null;
       code: string;
       reason: string;
      }[];
      created_at: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 actOnBatch: {
  parameters: {
   query?: never;
   header?: {
    /** @description What you have accepted to pay, in tokens, such as `31` or `0.5`; `0`: nothing, only what the plan covers. If it would cost more it is answered 409, `price.changed`, and nothing is started. Without it, it costs what it costs by then. */
    "Max-Price"?: string;
   };
   path: {
    batch_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     /** @enum {string} */
     act: "start" | "continue" | "pause" | "halt" | "resume" | "cancel" | "retry_failed" | "set_limits" | "approve" | "discard" | "rollback";
     course_ids?: string[];
     only_clean?: boolean;
     least_similarity?: number;
     overwrite?: boolean;
     budget_cents?: number;
     limits?: {
      most_failures?: number;
      most_cost_drift?: number;
      most_unclean?: number;
     };
    };
   };
  };
  responses: {
   /** @description Start, continue after the canary, pause, halt, resume or cancel a batch; try what failed again; set the limits at which it pauses; approve, discard or roll back its results. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      batch_id: string;
      name: string;
      /** @enum {string} */
      what: "refresh_all" | "refresh_matching" | "fix" | "missing_practice" | "media" | "simulation" | "translation";
      into_language: string | null;
      instruction: string;
      /** @enum {string} */
      state: "planned" | "canary" | "review" | "running" | "paused" | "deciding" | "done" | "cancelled";
      paused_for: string | null;
      at_once: number;
      by_vendor_batch: boolean;
      canary: number;
      budget_micro_usd: number;
      spent_micro_usd: number;
      reserved_micro_usd: number;
      over_budget: boolean;
      limits: {
       most_failures: number;
       most_cost_drift: number;
       most_unclean: number;
      };
      judged: {
       results: number;
       failed: number;
       unclean: number;
       since: string | null;
       cost_drift: number | null;
      };
      estimate: {
       courses: number;
       lessons: number;
       pinned: number;
       edited: number;
       opted_out?: number;
       tokens_in: number;
       tokens_out: number;
       micro_usd: {
        low: number;
        expected: number;
        worst: number;
       };
       /** @enum {string} */
       basis: "history" | "presumed";
       finish_s: number;
       ordinary_micro_usd?: number;
       most_cost?: number;
      };
      items: {
       pending: number;
       leased: number;
       running: number;
       ready: number;
       approving: number;
       approved: number;
       discarding: number;
       discarded: number;
       rolling_back: number;
       rolled_back: number;
       failed: number;
       skipped: number;
       cancelled: number;
      };
      total: number;
      live: {
       courses: number;
       units: number;
      };
      eta_s: number | null;
      created_at: string;
      started_at: string | null;
      ended_at: string | null;
      acts: string[];
      creator_id: string | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listBatches: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The newest batches. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      batches: {
       batch_id: string;
       name: string;
       /** @enum {string} */
       what: "refresh_all" | "refresh_matching" | "fix" | "missing_practice" | "media" | "simulation" | "translation";
       into_language: string | null;
       instruction: string;
       /** @enum {string} */
       state: "planned" | "canary" | "review" | "running" | "paused" | "deciding" | "done" | "cancelled";
       paused_for: string | null;
       at_once: number;
       by_vendor_batch: boolean;
       canary: number;
       budget_micro_usd: number;
       spent_micro_usd: number;
       reserved_micro_usd: number;
       over_budget: boolean;
       limits: {
        most_failures: number;
        most_cost_drift: number;
        most_unclean: number;
       };
       judged: {
        results: number;
        failed: number;
        unclean: number;
        since: string | null;
        cost_drift: number | null;
       };
       estimate: {
        courses: number;
        lessons: number;
        pinned: number;
        edited: number;
        opted_out?: number;
        tokens_in: number;
        tokens_out: number;
        micro_usd: {
         low: number;
         expected: number;
         worst: number;
        };
        /** @enum {string} */
        basis: "history" | "presumed";
        finish_s: number;
        ordinary_micro_usd?: number;
        most_cost?: number;
       };
       items: {
        pending: number;
        leased: number;
        running: number;
        ready: number;
        approving: number;
        approved: number;
        discarding: number;
        discarded: number;
        rolling_back: number;
        rolled_back: number;
        failed: number;
        skipped: number;
        cancelled: number;
       };
       total: number;
       live: {
        courses: number;
        units: number;
       };
       eta_s: number | null;
       created_at: string;
       started_at: string | null;
       ended_at: string | null;
       acts: string[];
       creator_id: string | null;
      }[];
      vendor_batch_services: ("grok" | "claude" | "gemini" | "openai")[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 planBatch: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     name: string;
     /** @enum {string} */
     what: "refresh_all" | "refresh_matching" | "fix" | "missing_practice" | "media" | "simulation" | "translation";
     /** @default  */
     instruction?: string;
     /** @enum {string} */
     into_language?: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
     selection: {
      csv?: string;
      /** Format: uuid */
      owner_id?: string;
      owner_email?: string;
      topic?: string;
      title?: string;
      language?: string;
      /** @enum {string} */
      quality_level?: "high" | "standard" | "partial";
      /** Format: date-time */
      older_than?: string & (unknown & unknown);
      /**
       * @default all
       * @enum {string}
       */
      lessons?: "all" | "unreviewed" | "old_model" | "without_practice";
      /** @default false */
      include_edited?: boolean;
     };
     /** @default false */
     by_vendor_batch?: boolean;
     /** @default 5 */
     at_once?: number;
     /** @default 3 */
     canary?: number;
     /** @default 0.1 */
     most_failures?: number;
     /** @default 1.5 */
     most_cost_drift?: number;
     /** @default 0.5 */
     most_unclean?: number;
     budget_cents: number;
     from_hour?: number;
     until_hour?: number;
    };
   };
  };
  responses: {
   /** @description Freeze a selection of courses and say what writing them anew takes: count, tokens, money, finish time. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      batch: {
       batch_id: string;
       name: string;
       /** @enum {string} */
       what: "refresh_all" | "refresh_matching" | "fix" | "missing_practice" | "media" | "simulation" | "translation";
       into_language: string | null;
       instruction: string;
       /** @enum {string} */
       state: "planned" | "canary" | "review" | "running" | "paused" | "deciding" | "done" | "cancelled";
       paused_for: string | null;
       at_once: number;
       by_vendor_batch: boolean;
       canary: number;
       budget_micro_usd: number;
       spent_micro_usd: number;
       reserved_micro_usd: number;
       over_budget: boolean;
       limits: {
        most_failures: number;
        most_cost_drift: number;
        most_unclean: number;
       };
       judged: {
        results: number;
        failed: number;
        unclean: number;
        since: string | null;
        cost_drift: number | null;
       };
       estimate: {
        courses: number;
        lessons: number;
        pinned: number;
        edited: number;
        opted_out?: number;
        tokens_in: number;
        tokens_out: number;
        micro_usd: {
         low: number;
         expected: number;
         worst: number;
        };
        /** @enum {string} */
        basis: "history" | "presumed";
        finish_s: number;
        ordinary_micro_usd?: number;
        most_cost?: number;
       };
       items: {
        pending: number;
        leased: number;
        running: number;
        ready: number;
        approving: number;
        approved: number;
        discarding: number;
        discarded: number;
        rolling_back: number;
        rolled_back: number;
        failed: number;
        skipped: number;
        cancelled: number;
       };
       total: number;
       live: {
        courses: number;
        units: number;
       };
       eta_s: number | null;
       created_at: string;
       started_at: string | null;
       ended_at: string | null;
       acts: string[];
       creator_id: string | null;
      };
      bad_rows: {
       line: number;
       text: string;
       /** @enum {string} */
       problem: "not_an_id" | "twice" | "no_such_course" | "not_regenerable";
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readBatch: {
  parameters: {
   query?: {
    state?: "pending" | "leased" | "running" | "ready" | "approving" | "approved" | "discarding" | "discarded" | "rolling_back" | "rolled_back" | "failed" | "skipped" | "cancelled";
    page?: number;
   };
   header?: never;
   path: {
    batch_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A batch, and a page of its items. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      batch: {
       batch_id: string;
       name: string;
       /** @enum {string} */
       what: "refresh_all" | "refresh_matching" | "fix" | "missing_practice" | "media" | "simulation" | "translation";
       into_language: string | null;
       instruction: string;
       /** @enum {string} */
       state: "planned" | "canary" | "review" | "running" | "paused" | "deciding" | "done" | "cancelled";
       paused_for: string | null;
       at_once: number;
       by_vendor_batch: boolean;
       canary: number;
       budget_micro_usd: number;
       spent_micro_usd: number;
       reserved_micro_usd: number;
       over_budget: boolean;
       limits: {
        most_failures: number;
        most_cost_drift: number;
        most_unclean: number;
       };
       judged: {
        results: number;
        failed: number;
        unclean: number;
        since: string | null;
        cost_drift: number | null;
       };
       estimate: {
        courses: number;
        lessons: number;
        pinned: number;
        edited: number;
        opted_out?: number;
        tokens_in: number;
        tokens_out: number;
        micro_usd: {
         low: number;
         expected: number;
         worst: number;
        };
        /** @enum {string} */
        basis: "history" | "presumed";
        finish_s: number;
        ordinary_micro_usd?: number;
        most_cost?: number;
       };
       items: {
        pending: number;
        leased: number;
        running: number;
        ready: number;
        approving: number;
        approved: number;
        discarding: number;
        discarded: number;
        rolling_back: number;
        rolled_back: number;
        failed: number;
        skipped: number;
        cancelled: number;
       };
       total: number;
       live: {
        courses: number;
        units: number;
       };
       eta_s: number | null;
       created_at: string;
       started_at: string | null;
       ended_at: string | null;
       acts: string[];
       creator_id: string | null;
      };
      items: {
       course_id: string;
       title: string;
       owner_email: string;
       lessons: number;
       /** @enum {string} */
       state: "pending" | "leased" | "running" | "ready" | "approving" | "approved" | "discarding" | "discarded" | "rolling_back" | "rolled_back" | "failed" | "skipped" | "cancelled";
       reason: string | null;
       attempt: number;
       child_id: string | null;
       similarity: number | null;
       is_clean: boolean | null;
       expected_micro_usd: number;
       cost_micro_usd: number;
       published_version: number | null;
      }[];
      at_vendors: {
       gathering: number;
       gathering_since: string | null;
       vendor_batches: {
        id: string;
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
        vendor_id: string | null;
        /** @enum {string} */
        state: "submitting" | "submitted" | "ended" | "failed";
        is_cancelled: boolean;
        vendor_state: string | null;
        calls: number;
        answered: number;
        failed: number;
        problem: string | null;
        created_at: string;
        submitted_at: string | null;
        looked_at: string | null;
        ended_at: string | null;
       }[];
      } | null;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readBatchItem: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    batch_id: string;
    course_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What is proposed for one course of a batch beside what is live, lesson by lesson; or what it has changed. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      lessons: {
       lesson_id: string;
       title: string;
       live: string | null;
       proposed: string;
       similarity: number;
       notes: string[];
       is_reviewed: boolean;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 estimateBatch: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     name: string;
     /** @enum {string} */
     what: "refresh_all" | "refresh_matching" | "fix" | "missing_practice" | "media" | "simulation" | "translation";
     /** @default  */
     instruction?: string;
     /** @enum {string} */
     into_language?: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
     selection: {
      csv?: string;
      /** Format: uuid */
      owner_id?: string;
      owner_email?: string;
      topic?: string;
      title?: string;
      language?: string;
      /** @enum {string} */
      quality_level?: "high" | "standard" | "partial";
      /** Format: date-time */
      older_than?: string & (unknown & unknown);
      /**
       * @default all
       * @enum {string}
       */
      lessons?: "all" | "unreviewed" | "old_model" | "without_practice";
      /** @default false */
      include_edited?: boolean;
     };
     /** @default false */
     by_vendor_batch?: boolean;
     /** @default 5 */
     at_once?: number;
     /** @default 3 */
     canary?: number;
     /** @default 0.1 */
     most_failures?: number;
     /** @default 1.5 */
     most_cost_drift?: number;
     /** @default 0.5 */
     most_unclean?: number;
     budget_cents: number;
     from_hour?: number;
     until_hour?: number;
    };
   };
  };
  responses: {
   /** @description Dry run of a batch: count, tokens, money and finish time, and which courses. Nothing is stored. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      estimate: {
       courses: number;
       lessons: number;
       pinned: number;
       edited: number;
       opted_out?: number;
       tokens_in: number;
       tokens_out: number;
       micro_usd: {
        low: number;
        expected: number;
        worst: number;
       };
       /** @enum {string} */
       basis: "history" | "presumed";
       finish_s: number;
       ordinary_micro_usd?: number;
       most_cost?: number;
      };
      budget_micro_usd: number;
      over_budget: boolean;
      bad_rows: {
       line: number;
       text: string;
       /** @enum {string} */
       problem: "not_an_id" | "twice" | "no_such_course" | "not_regenerable";
      }[];
      courses: {
       course_id: string;
       title: string;
       owner_email: string;
       units: number;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 estimateEvaluation: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     name: string;
     /**
      * @default english
      * @enum {string}
      */
     language?: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
     briefs: {
      topic: string;
      /** @enum {string} */
      difficulty: "beginner" | "intermediate" | "advanced" | "professional" | "expert";
      passage?: string;
     }[];
     casts: {
      name: string;
      roles: {
       outline: {
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
        model: string;
       };
       lesson: {
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
        model: string;
       };
       practice: {
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
        model: string;
       };
       review: {
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
        model: string;
       };
      };
     }[];
     judges: {
      /** @enum {string} */
      service: "grok" | "claude" | "gemini" | "openai";
      model: string;
     }[];
     lessons_in_a_row?: number;
    };
   };
  };
  responses: {
   /** @description What a comparison of models would cost. Nothing is stored. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      calls: number;
      tokens_in: number;
      tokens_out: number;
      micro_usd: number;
      unpriced: string[];
      /** @enum {string} */
      basis: "history" | "presumed";
      finds: {
       wins_needed: number | null;
       smallest_share: number | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 estimateMoreBriefs: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    evaluation_id: string;
   };
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     after: number;
     briefs: {
      topic: string;
      /** @enum {string} */
      difficulty: "beginner" | "intermediate" | "advanced" | "professional" | "expert";
      passage?: string;
     }[];
    };
   };
  };
  responses: {
   /** @description What more briefs of a comparison would cost, and what all of them together could find. Nothing is stored. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      calls: number;
      tokens_in: number;
      tokens_out: number;
      micro_usd: number;
      unpriced: string[];
      /** @enum {string} */
      basis: "history" | "presumed";
      finds: {
       wins_needed: number | null;
       smallest_share: number | null;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listEvaluations: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Comparisons of models, the newest first, and which services have the roles of a course now. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      evaluations: {
       evaluation_id: string;
       name: string;
       /** @enum {string} */
       status: "queued" | "running" | "completed" | "failed" | "cancelled";
       progress: number;
       /** @enum {string} */
       language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
       briefs: number;
       lessons_in_a_row: number;
       casts: {
        name: string;
        roles: {
         outline: {
          /** @enum {string} */
          service: "grok" | "claude" | "gemini" | "openai";
          model: string;
         };
         lesson: {
          /** @enum {string} */
          service: "grok" | "claude" | "gemini" | "openai";
          model: string;
         };
         practice: {
          /** @enum {string} */
          service: "grok" | "claude" | "gemini" | "openai";
          model: string;
         };
         review: {
          /** @enum {string} */
          service: "grok" | "claude" | "gemini" | "openai";
          model: string;
         };
        };
       }[];
       judges: {
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
        model: string;
       }[];
       is_given: boolean;
       estimate: {
        calls: number;
        tokens_in: number;
        tokens_out: number;
        micro_usd: number;
        unpriced: string[];
        /** @enum {string} */
        basis: "history" | "presumed";
       };
       finds: {
        wins_needed: number | null;
        smallest_share: number | null;
       };
       is_sandbox: boolean;
       additions: number;
       calls: number;
       spent_micro_usd: number;
       unpriced_calls: number;
       created_at: string;
       finished_at: string | null;
       applied_cast: number | null;
      }[];
      default_cast: {
       /** @enum {string} */
       role: "outline" | "lesson" | "practice" | "review";
       /** @enum {string} */
       service: "grok" | "claude" | "gemini" | "openai";
       model: string | null;
      }[];
      services: {
       /** @enum {string} */
       service: "grok" | "claude" | "gemini" | "openai";
       model: string;
      }[];
      is_sandbox: boolean;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readEvaluatedBrief: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    evaluation_id: string;
    number: number;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The lessons of one brief side by side, with what judges said of them. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      brief: {
       topic: string;
       /** @enum {string} */
       difficulty: "beginner" | "intermediate" | "advanced" | "professional" | "expert";
       passage?: string;
      };
      lessons: {
       cast: number;
       text: {
        title: string;
        content: string;
        key_takeaways: string[];
        citations: {
         marker: number;
         quote: string;
        }[];
        exercises: {
         title: string;
         instructions: string;
        }[];
        questions: {
         kind: string;
         question: string;
         options: string[];
         right_options: string[];
         explanation: string;
         rubric: string[];
         feedback: string[];
        }[];
       } | null;
       faults: string[];
       words: number | null;
       reading_level: number | null;
       micro_usd: number | null;
      }[];
      verdicts: {
       judge: string;
       first: number;
       second: number;
       /** @enum {string} */
       verdict: "first" | "second" | "tie";
       reasons: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readEvaluation: {
  parameters: {
   query?: never;
   header?: never;
   path: {
    evaluation_id: string;
   };
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description A comparison: what was counted of each cast, the verdicts, and how far the judges agree. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      evaluation: {
       evaluation_id: string;
       name: string;
       /** @enum {string} */
       status: "queued" | "running" | "completed" | "failed" | "cancelled";
       progress: number;
       /** @enum {string} */
       language: "english" | "spanish" | "french" | "german" | "italian" | "portuguese" | "russian" | "chinese" | "japanese" | "korean" | "arabic" | "hindi";
       briefs: number;
       lessons_in_a_row: number;
       casts: {
        name: string;
        roles: {
         outline: {
          /** @enum {string} */
          service: "grok" | "claude" | "gemini" | "openai";
          model: string;
         };
         lesson: {
          /** @enum {string} */
          service: "grok" | "claude" | "gemini" | "openai";
          model: string;
         };
         practice: {
          /** @enum {string} */
          service: "grok" | "claude" | "gemini" | "openai";
          model: string;
         };
         review: {
          /** @enum {string} */
          service: "grok" | "claude" | "gemini" | "openai";
          model: string;
         };
        };
       }[];
       judges: {
        /** @enum {string} */
        service: "grok" | "claude" | "gemini" | "openai";
        model: string;
       }[];
       is_given: boolean;
       estimate: {
        calls: number;
        tokens_in: number;
        tokens_out: number;
        micro_usd: number;
        unpriced: string[];
        /** @enum {string} */
        basis: "history" | "presumed";
       };
       finds: {
        wins_needed: number | null;
        smallest_share: number | null;
       };
       is_sandbox: boolean;
       additions: number;
       calls: number;
       spent_micro_usd: number;
       unpriced_calls: number;
       created_at: string;
       finished_at: string | null;
       applied_cast: number | null;
      };
      missing: {
       lessons: number;
       verdicts: number;
       estimate: {
        calls: number;
        tokens_in: number;
        tokens_out: number;
        micro_usd: number;
        unpriced: string[];
        /** @enum {string} */
        basis: "history" | "presumed";
       };
      } | null;
      standings: {
       written: number;
       failed: number;
       wins: number;
       losses: number;
       ties: number;
       score: number | null;
       problems: number | null;
       corrected: number | null;
       words: number | null;
       reading_level: number | null;
       seconds: number | null;
       micro_usd: number | null;
       citations: {
        held: number;
        all: number;
       };
       questions: {
        sound: number;
        all: number;
       };
       found: {
        fault: string;
        lessons: number;
       }[];
      }[];
      judges: {
       name: string;
       is_person: boolean;
       verdicts: number;
       first: number;
       second: number;
       ties: number;
       steady: number | null;
       prefers: ("first" | "second") | null;
      }[];
      agreement: {
       one: string;
       other: string;
       pairs: number;
       equal: number;
       kappa: number | null;
      }[];
      winner: number | null;
      duels: {
       one: number;
       other: number;
       wins: number;
       losses: number;
       ties: number;
       interval: {
        low: number;
        high: number;
       } | null;
      }[];
      by_brief: {
       topic: string;
       difficulty: string;
       outcomes: {
        one: number;
        other: number;
        winner: number | null;
        judges: number;
       }[];
       missing: number[];
      }[];
      left_to_judge: number;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 readConsoleState: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The installation in a few words: what is paused, which services recover, how many workers live, what waits for an operator. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      at: string;
      paused: {
       /** @enum {string} */
       scope: "queue" | "kind" | "service";
       name: string;
      }[];
      recovering: ("grok" | "claude" | "gemini" | "openai")[];
      workers: number;
      lost: {
       worker: string;
       seen_at: string | null;
       steps: number;
       in_s: number | null;
      }[];
      alerts: {
       open: number;
       unowned: number;
      };
      batches: number;
      failed: number;
      payments: number;
      texts: number;
      reports: number;
      needs: {
       /** @enum {string} */
       kind: "batch" | "comparison" | "report";
       id: string;
       name: string;
       reason: string | null;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 listRunViews: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The lists of runs that the caller has saved under a name, oldest first. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      views: {
       name: string;
       find: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 saveRunView: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     name: string;
     find: string | null;
    };
   };
  };
  responses: {
   /** @description Save a list of runs under a name, 30 at most; without `find`, remove it. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      views: {
       name: string;
       find: string;
      }[];
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 about: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description Product name, which kind of AI is configured, where payments are made, and whether texts can be translated and speech written down. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      product: string;
      /** @enum {string} */
      ai_mode: "sandbox" | "local" | "live";
      model_names?: {
       [key: string]: string;
      };
      connected_services?: ("grok" | "claude" | "gemini" | "openai")[];
      checkout_origin?: string;
      takes_payments: boolean;
      translates: boolean;
      transcribes: boolean;
      tutorials_url?: string;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 health: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description What of the installation works and what is degraded, by name. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      /** @enum {string} */
      status: "ok" | "degraded";
      degraded: string[];
      parts: {
       [key: string]: "ok" | "down" | "off";
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 live: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The process answers. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      /** @constant */
      status: "live";
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 openapi: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description This interface as an OpenAPI 3.1 document. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      [key: string]: unknown;
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 ready: {
  parameters: {
   query?: never;
   header?: never;
   path?: never;
   cookie?: never;
  };
  requestBody?: never;
  responses: {
   /** @description The process can serve: store reachable with room on its disk, schema at the expected version. */
   200: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/json": {
      /** @constant */
      status: "ready";
      checks: {
       [key: string]: string;
      };
     };
    };
   };
   /** @description A problem document. */
   default: {
    headers: {
     [name: string]: unknown;
    };
    content: {
     "application/problem+json": components["schemas"]["Problem"];
    };
   };
  };
 };
 onRunEnded: {
  parameters: {
   query?: never;
   header: {
    /** @description The id of the event, the same for every try. */
    "webhook-id": string;
    /** @description When this try was made, in seconds since 1970. */
    "webhook-timestamp": string;
    /** @description By Standard Webhooks: `v1,` and the signature; two of them while a secret is changed. */
    "webhook-signature": string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     id: string;
     /** @constant */
     type: "run.ended";
     /** Format: date-time */
     timestamp: string;
     object: {
      /** @constant */
      type: "run";
      id: string;
      version: number;
     };
     data: {
      /** @enum {string} */
      kind: "course" | "course-pictures" | "lesson" | "batch" | "evaluation" | "course-translation" | "course-export" | "course-import" | "roster" | "recommendations" | "source-reading" | "video" | "simulation" | "audio" | "flash-cards" | "transcription" | "answer.grade" | "text-judgement" | "interface-texts" | "bulk-texts" | "connection-test";
      /** @enum {string} */
      status: "completed" | "failed" | "cancelled";
      error_code: string | null;
     };
    };
   };
  };
  responses: {
   /** @description Nothing more is to be sent. */
   410: {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
   /** @description It was taken. */
   "2XX": {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
  };
 };
 onLessonReady: {
  parameters: {
   query?: never;
   header: {
    /** @description The id of the event, the same for every try. */
    "webhook-id": string;
    /** @description When this try was made, in seconds since 1970. */
    "webhook-timestamp": string;
    /** @description By Standard Webhooks: `v1,` and the signature; two of them while a secret is changed. */
    "webhook-signature": string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     id: string;
     /** @constant */
     type: "lesson.ready";
     /** Format: date-time */
     timestamp: string;
     object: {
      /** @constant */
      type: "lesson";
      id: string;
      version: number;
     };
     data: {
      run_id: string;
     };
    };
   };
  };
  responses: {
   /** @description Nothing more is to be sent. */
   410: {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
   /** @description It was taken. */
   "2XX": {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
  };
 };
 onCoursePublished: {
  parameters: {
   query?: never;
   header: {
    /** @description The id of the event, the same for every try. */
    "webhook-id": string;
    /** @description When this try was made, in seconds since 1970. */
    "webhook-timestamp": string;
    /** @description By Standard Webhooks: `v1,` and the signature; two of them while a secret is changed. */
    "webhook-signature": string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     id: string;
     /** @constant */
     type: "course.published";
     /** Format: date-time */
     timestamp: string;
     object: {
      /** @constant */
      type: "creator_course";
      id: string;
      version: number;
     };
     data: {
      version: number;
      lessons: number;
      price_cents: number;
      /** @constant */
      currency: "USD";
     };
    };
   };
  };
  responses: {
   /** @description Nothing more is to be sent. */
   410: {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
   /** @description It was taken. */
   "2XX": {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
  };
 };
 onSaleMade: {
  parameters: {
   query?: never;
   header: {
    /** @description The id of the event, the same for every try. */
    "webhook-id": string;
    /** @description When this try was made, in seconds since 1970. */
    "webhook-timestamp": string;
    /** @description By Standard Webhooks: `v1,` and the signature; two of them while a secret is changed. */
    "webhook-signature": string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     id: string;
     /** @constant */
     type: "sale.made";
     /** Format: date-time */
     timestamp: string;
     object: {
      /** @constant */
      type: "sale";
      id: string;
      version: number;
     };
     data: {
      price_cents: number;
      share_cents: number;
      /** @constant */
      currency: "USD";
     };
    };
   };
  };
  responses: {
   /** @description Nothing more is to be sent. */
   410: {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
   /** @description It was taken. */
   "2XX": {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
  };
 };
 onSaleRefunded: {
  parameters: {
   query?: never;
   header: {
    /** @description The id of the event, the same for every try. */
    "webhook-id": string;
    /** @description When this try was made, in seconds since 1970. */
    "webhook-timestamp": string;
    /** @description By Standard Webhooks: `v1,` and the signature; two of them while a secret is changed. */
    "webhook-signature": string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     id: string;
     /** @constant */
     type: "sale.refunded";
     /** Format: date-time */
     timestamp: string;
     object: {
      /** @constant */
      type: "sale";
      id: string;
      version: number;
     };
     data: {
      refund_id: string;
      refunded_cents: number;
      left_cents: number;
      /** @constant */
      currency: "USD";
     };
    };
   };
  };
  responses: {
   /** @description Nothing more is to be sent. */
   410: {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
   /** @description It was taken. */
   "2XX": {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
  };
 };
 onPayoutSettled: {
  parameters: {
   query?: never;
   header: {
    /** @description The id of the event, the same for every try. */
    "webhook-id": string;
    /** @description When this try was made, in seconds since 1970. */
    "webhook-timestamp": string;
    /** @description By Standard Webhooks: `v1,` and the signature; two of them while a secret is changed. */
    "webhook-signature": string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     id: string;
     /** @constant */
     type: "payout.settled";
     /** Format: date-time */
     timestamp: string;
     object: {
      /** @constant */
      type: "payout";
      id: string;
      version: number;
     };
     data: {
      /** @enum {string} */
      state: "sent" | "failed" | "returned";
      amount_cents: number;
      /** @constant */
      currency: "USD";
     };
    };
   };
  };
  responses: {
   /** @description Nothing more is to be sent. */
   410: {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
   /** @description It was taken. */
   "2XX": {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
  };
 };
 onCertificateIssued: {
  parameters: {
   query?: never;
   header: {
    /** @description The id of the event, the same for every try. */
    "webhook-id": string;
    /** @description When this try was made, in seconds since 1970. */
    "webhook-timestamp": string;
    /** @description By Standard Webhooks: `v1,` and the signature; two of them while a secret is changed. */
    "webhook-signature": string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     id: string;
     /** @constant */
     type: "certificate.issued";
     /** Format: date-time */
     timestamp: string;
     object: {
      /** @constant */
      type: "certificate";
      id: string;
      version: number;
     };
     data: {
      course_id: string | null;
      member_id: string | null;
      lessons: number;
     };
    };
   };
  };
  responses: {
   /** @description Nothing more is to be sent. */
   410: {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
   /** @description It was taken. */
   "2XX": {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
  };
 };
 onMemberJoined: {
  parameters: {
   query?: never;
   header: {
    /** @description The id of the event, the same for every try. */
    "webhook-id": string;
    /** @description When this try was made, in seconds since 1970. */
    "webhook-timestamp": string;
    /** @description By Standard Webhooks: `v1,` and the signature; two of them while a secret is changed. */
    "webhook-signature": string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     id: string;
     /** @constant */
     type: "member.joined";
     /** Format: date-time */
     timestamp: string;
     object: {
      /** @constant */
      type: "member";
      id: string;
      version: number;
     };
     data: {
      /** @enum {string} */
      source: "purchase" | "invite" | "roster" | "scim" | "sign_in" | "lms" | "domain";
      invite_id: string | null;
     };
    };
   };
  };
  responses: {
   /** @description Nothing more is to be sent. */
   410: {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
   /** @description It was taken. */
   "2XX": {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
  };
 };
 onBatchDecided: {
  parameters: {
   query?: never;
   header: {
    /** @description The id of the event, the same for every try. */
    "webhook-id": string;
    /** @description When this try was made, in seconds since 1970. */
    "webhook-timestamp": string;
    /** @description By Standard Webhooks: `v1,` and the signature; two of them while a secret is changed. */
    "webhook-signature": string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     id: string;
     /** @constant */
     type: "batch.decided";
     /** Format: date-time */
     timestamp: string;
     object: {
      /** @constant */
      type: "batch";
      id: string;
      version: number;
     };
     data: {
      /** @enum {string} */
      decision: "approve" | "discard" | "rollback";
      courses: number;
     };
    };
   };
  };
  responses: {
   /** @description Nothing more is to be sent. */
   410: {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
   /** @description It was taken. */
   "2XX": {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
  };
 };
 onAlertChanged: {
  parameters: {
   query?: never;
   header: {
    /** @description The id of the event, the same for every try. */
    "webhook-id": string;
    /** @description When this try was made, in seconds since 1970. */
    "webhook-timestamp": string;
    /** @description By Standard Webhooks: `v1,` and the signature; two of them while a secret is changed. */
    "webhook-signature": string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     id: string;
     /** @constant */
     type: "alert.changed";
     /** Format: date-time */
     timestamp: string;
     object: {
      /** @constant */
      type: "alert";
      id: string;
      version: number;
     };
     data: {
      /** @enum {string} */
      state: "open" | "ended";
      rule: string;
      where: string;
      value: number;
      due_at?: string;
     };
    };
   };
  };
  responses: {
   /** @description Nothing more is to be sent. */
   410: {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
   /** @description It was taken. */
   "2XX": {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
  };
 };
 onWebhookTest: {
  parameters: {
   query?: never;
   header: {
    /** @description The id of the event, the same for every try. */
    "webhook-id": string;
    /** @description When this try was made, in seconds since 1970. */
    "webhook-timestamp": string;
    /** @description By Standard Webhooks: `v1,` and the signature; two of them while a secret is changed. */
    "webhook-signature": string;
   };
   path?: never;
   cookie?: never;
  };
  requestBody: {
   content: {
    "application/json": {
     id: string;
     /** @constant */
     type: "webhook.test";
     /** Format: date-time */
     timestamp: string;
     object: {
      /** @constant */
      type: "webhook";
      id: string;
      version: number;
     };
     data: Record<string, never>;
    };
   };
  };
  responses: {
   /** @description Nothing more is to be sent. */
   410: {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
   /** @description It was taken. */
   "2XX": {
    headers: {
     [name: string]: unknown;
    };
    content?: never;
   };
  };
 };
}
