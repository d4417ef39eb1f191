/** The formats in which a course can be exported. Each start enters them in the database (docs/extending.md, "To add an export format"). */
export const EXPORT_FORMATS = ['markdown', 'pdf', 'epub', 'scorm', 'scorm_2004', 'cmi5', 'common_cartridge', 'zip'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
