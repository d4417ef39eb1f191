import { termsOf } from '../terms.ts';

export const TERMS = termsOf({
  duration: 'una semana intensiva|dos semanas|un mes|seis semanas|tres meses|seis meses|a tu ritmo',
  difficulty: 'principiante|intermedio|avanzado|profesional|experto',
  learning_style: 'visual|auditiva|con movimiento|lectura|mixta|estudio de casos|por proyectos',
  course_format: 'estructurado|a tu ritmo|en grupo|taller|intensivo|seminario',
  teaching_style: 'conversacional|académico|práctico|socrático|narrativo|analítico|inspirador',
  assessment_type: 'mixta|sin evaluación|autoevaluación|cuestionarios|proyectos|casos|portafolio|certificación',
  industry_focus: 'tecnología|empresa|sanidad|educación|finanzas|marketing|creación|ingeniería|ciencia|vida diaria',
  career_level: 'estudiante|inicial|intermedio|sénior|dirección|emprendimiento|consultoría|cambio de carrera',
  content_depth: 'visión general|detallada|completa|de gran universidad|doctoral|de primer nivel mundial',
});
