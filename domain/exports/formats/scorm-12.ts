import type { Course } from '#contract/courses/courses.contract.ts';
import { shortened } from '#contract/platform/shortened.ts';
import { chaptersOf, type Chapter } from './chapters.ts';
import { byModule, filesOf, packageOf } from './lesson-package.ts';
import type { ExportPicture } from './pictures.ts';
import { escapeXml } from './xhtml.ts';

/**
 * Script of every page. It finds the SCORM 1.2 API of the learning system in the parent windows, reports that the page is being read and,
 * when its button is pressed, that it is complete.
 */
const SCRIPT = `(function () {
  function find(from) {
    for (var tries = 0; from && tries < 50; tries++) {
      try { if (from.API) return from.API; } catch (error) { return null; }
      if (from.parent === from) return null;
      from = from.parent;
    }
    return null;
  }
  var api = find(window) || (window.opener && find(window.opener));
  var began = Date.now();
  var isOpen = false;
  function time() {
    var s = Math.floor((Date.now() - began) / 1000);
    var two = function (n) { return (n < 10 ? '0' : '') + n; };
    return two(Math.floor(s / 3600)) + ':' + two(Math.floor(s / 60) % 60) + ':' + two(s % 60);
  }
  function finish() {
    if (!isOpen) return;
    isOpen = false;
    api.LMSSetValue('cmi.core.session_time', time());
    api.LMSCommit('');
    api.LMSFinish('');
  }
  function begin() {
    var button = document.getElementById('complete');
    var said = document.getElementById('said');
    if (!api || String(api.LMSInitialize('')) !== 'true') { said.textContent = said.dataset.alone; return; }
    isOpen = true;
    var status = api.LMSGetValue('cmi.core.lesson_status');
    if (status === 'completed' || status === 'passed') { said.textContent = said.dataset.completed; return; }
    api.LMSSetValue('cmi.core.lesson_status', 'incomplete');
    api.LMSCommit('');
    button.hidden = false;
    button.addEventListener('click', function () {
      api.LMSSetValue('cmi.core.lesson_status', 'completed');
      api.LMSCommit('');
      button.hidden = true;
      said.textContent = said.dataset.completed;
    });
  }
  window.addEventListener('pagehide', finish);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin); else begin();
})();
`;

/** Shortens a title for the manifest, whose schema allows 200 characters. */
const titleOf = (words: string): string => `<title>${escapeXml(shortened(words, 200))}</title>`;

function manifest(course: Course, chapters: readonly Chapter[], pictures: readonly ExportPicture[]): string {
  const item = ({ name, title }: Chapter) => `<item identifier="item-${name}" identifierref="${name}">${titleOf(title)}</item>`;
  const modules = byModule(chapters).map(({ module, lessons }, index) =>
    module === null
      ? lessons.map(item).join('')
      : `<item identifier="module-${index}">${titleOf(module)}${lessons.map(item).join('')}</item>`,
  );
  const resource = (chapter: Chapter) => {
    const { name } = chapter;
    const files = filesOf(chapter, pictures, 'scorm.js').map((href) => `<file href="${href}"/>`);
    return `<resource identifier="${name}" type="webcontent" adlcp:scormtype="sco" href="${name}.html">${files.join('')}</resource>`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="course-${course.course_id}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="course"><organization identifier="course">${titleOf(course.title)}${modules.join('')}</organization></organizations>
<resources>${chapters.map(resource).join('')}</resources>
</manifest>
`;
}

/** Returns the course as a SCORM 1.2 package, in which each lesson is a SCO. */
export const scorm12Of = (course: Course, pictures: readonly ExportPicture[]): Uint8Array =>
  packageOf(course, pictures, { 'imsmanifest.xml': manifest(course, chaptersOf(course), pictures), 'scorm.js': SCRIPT });
