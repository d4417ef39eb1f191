import type { Course } from '#contract/courses/courses.contract.ts';
import { chaptersOf, type Chapter } from './chapters.ts';
import { byModule, filesOf, packageOf } from './lesson-package.ts';
import type { ExportPicture } from './pictures.ts';
import { escapeXml } from './xhtml.ts';

/**
 * Script of every page. It finds the SCORM 2004 API of the learning system in the parent windows, reports that the page is being read and,
 * when its button is pressed, that it is complete.
 */
const SCRIPT = `(function () {
  function find(from) {
    for (var tries = 0; from && tries < 50; tries++) {
      try { if (from.API_1484_11) return from.API_1484_11; } catch (error) { return null; }
      if (from.parent === from) return null;
      from = from.parent;
    }
    return null;
  }
  var api = find(window) || (window.opener && find(window.opener));
  var began = Date.now();
  var isOpen = false;
  var isComplete = false;
  function finish() {
    if (!isOpen) return;
    isOpen = false;
    api.SetValue('cmi.session_time', 'PT' + Math.floor((Date.now() - began) / 1000) + 'S');
    // a normal exit ends the attempt: reopened, the page would start over without its completion
    api.SetValue('cmi.exit', 'suspend');
    api.Terminate('');
  }
  function begin() {
    var button = document.getElementById('complete');
    var said = document.getElementById('said');
    if (!api || String(api.Initialize('')) !== 'true') { said.textContent = said.dataset.alone; return; }
    isOpen = true;
    isComplete = api.GetValue('cmi.completion_status') === 'completed';
    if (isComplete) { said.textContent = said.dataset.completed; return; }
    api.SetValue('cmi.completion_status', 'incomplete');
    api.Commit('');
    button.hidden = false;
    button.addEventListener('click', function () {
      isComplete = true;
      api.SetValue('cmi.progress_measure', '1');
      api.SetValue('cmi.completion_status', 'completed');
      api.SetValue('cmi.success_status', 'passed');
      api.Commit('');
      button.hidden = true;
      said.textContent = said.dataset.completed;
    });
  }
  window.addEventListener('pagehide', finish);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin); else begin();
})();
`;

/** Any lesson can be chosen; otherwise they follow one another. */
const FLOW = '<imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>';
/** Only the page itself reports completion: a learning system must not count merely opening it. */
const BY_CONTENT =
  '<imsss:sequencing><imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/></imsss:sequencing>';

function manifest(course: Course, chapters: readonly Chapter[], pictures: readonly ExportPicture[]): string {
  const item = ({ name, title }: Chapter) =>
    `<item identifier="item-${name}" identifierref="${name}"><title>${escapeXml(title)}</title>${BY_CONTENT}</item>`;
  const modules = byModule(chapters).map(({ module, lessons }, index) =>
    module === null
      ? lessons.map(item).join('')
      : `<item identifier="module-${index}"><title>${escapeXml(module)}</title>${lessons.map(item).join('')}${FLOW}</item>`,
  );
  const resource = (chapter: Chapter) => {
    const { name } = chapter;
    const files = filesOf(chapter, pictures, 'scorm.js').map((href) => `<file href="${href}"/>`);
    return `<resource identifier="${name}" type="webcontent" adlcp:scormType="sco" href="${name}.html">${files.join('')}</resource>`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="course-${course.course_id}" version="1.0" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
<metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
<organizations default="course"><organization identifier="course" adlseq:objectivesGlobalToSystem="false"><title>${escapeXml(course.title)}</title>${modules.join('')}${FLOW}</organization></organizations>
<resources>${chapters.map(resource).join('')}</resources>
</manifest>
`;
}

/** Returns the course as a SCORM 2004 (4th edition) package, in which each lesson is a SCO. */
export const scorm2004Of = (course: Course, pictures: readonly ExportPicture[]): Uint8Array =>
  packageOf(course, pictures, { 'imsmanifest.xml': manifest(course, chaptersOf(course), pictures), 'scorm.js': SCRIPT });
