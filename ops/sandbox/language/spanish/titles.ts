/** As the English ones: titles that name the topic or a part of its field, for adults and for young readers. */
export const TITLES: Readonly<Record<string, readonly (readonly [full: string, easy: string])[]>> = {
  foundations: [
    ['La idea detrás de {topic}', 'La gran idea de {topic}'],
    ['Buenas razones para acercarse a {topic}', 'Lo que más gusta de {topic}'],
    ['El vocabulario: {thing}, {thing2} y algo más', 'Palabras nuevas: {thing}'],
    ['Lo que ya sabes sobre {topic}', 'Tú ya sabes algo de {topic}'],
  ],
  parts: [
    ['Los elementos y sus tareas: {thing} y {thing2}', 'Para qué sirve {thing}'],
    ['Cómo se influyen {thing} y {thing2}', 'Van juntos: {thing} y {thing2}'],
    ['Lo esencial y lo opcional en {topic}', 'Lo que de verdad hace falta: {topic}'],
    ['Un ejemplo terminado, visto desde {thing}', 'Un ejemplo terminado: {thing}'],
  ],
  tools: [
    ['El primer equipo: {tool}, {tool2} y poco más', 'Tus primeras herramientas: {tool}'],
    ['Sacar partido: {tool}', 'Todo lo que puedes hacer con {tool}'],
    ['Cuidado y orden: {tool}', 'Cuida bien tus cosas: {tool}'],
    ['Fuentes fiables sobre {topic}', 'A quién preguntar sobre {topic}'],
  ],
  process: [
    ['El orden del trabajo: {thing}, {thing2}', 'Primero {thing}, luego {thing2}'],
    ['La preparación: {tool}, {tool2} y un plan', 'Prepárate: {tool}'],
    ['Comprobar por el camino: {measure}', 'Para y comprueba: {measure}'],
    ['Terminar bien: la última mirada a {thing}', 'La última mirada a {thing}'],
  ],
  practice: [
    ['Un primer intento completo: {action}', 'Tu primer intento: {action}'],
    ['Practicar lo difícil: {action}', 'Practica lo difícil: {action}'],
    ['La opinión que ayuda: {person}', 'Un consejo útil: {person}'],
    ['En condiciones reales: {event}', '¿Listos? Llega {event}'],
  ],
  observation: [
    ['Mirar {thing} antes de explicar nada', 'Mira bien {thing}'],
    ['Llevar un registro: {measure}', 'Apunta {measure}'],
    ['Del signo a la causa: {hazard}', '¿Por qué aparece {hazard}?'],
    ['Los primeros signos: {hazard}', 'Descubre pronto {hazard}'],
  ],
  mistakes: [
    ['Un error que todos cometen: {hazard}', '¡Vaya! {hazard}'],
    ['Reparar sin empeorar: {thing}', 'Arréglalo con calma: {thing}'],
    ['Casi un accidente: {hazard}', '¡Por poco! {hazard}'],
    ['Una solución duradera contra {hazard}', 'Nunca más {hazard}'],
  ],
  safety: [
    ['Reconocer el riesgo: {hazard} y {hazard2}', 'Cuidado con {hazard}'],
    ['Límites al {action}', 'Saber parar al {action}'],
    ['Los demás y lo justo en {topic}', 'Sé justo: {topic} y los demás'],
    ['Cuándo llamar a {person}', 'Pide ayuda a {person}'],
  ],
  measurement: [
    ['Elegir una medida: {measure}', 'Qué contar: {measure}'],
    ['Un punto de partida: {measure}', 'Antes y después: {measure}'],
    ['Lo que se puede leer en {measure}', '¿Qué significa? {measure}'],
    ['Actuar según {measure}', 'Ahora usa {measure}'],
  ],
  decisions: [
    ['La verdadera pregunta sobre {thing}', 'Qué preguntar sobre {thing}'],
    ['Sopesar {thing} y {thing2}', '¿{thing} o {thing2}?'],
    ['Decidir sobre {thing} sin saberlo todo', 'Cuando dudas: {thing}'],
    ['Revisar una decisión sobre {thing}', 'Una elección sobre {thing}: ¿fue buena?'],
  ],
  people: [
    ['Explicar {thing} a alguien nuevo', 'Explica {thing} a un amigo'],
    ['Repartir el trabajo: {action}', 'Entre todos: {action}'],
    ['Lo que ve quien sabe: {person}', 'Lo que te enseña {person}'],
    ['Opiniones distintas sobre {thing}', 'Dos ideas sobre {thing}'],
  ],
  cases: [
    ['Un caso que salió bien a pesar de {event}', 'Final feliz después de {event}'],
    ['Un caso que salió mal: {hazard}', '¿Qué pasó? {hazard}'],
    ['Sin respuesta fácil: {thing} y {event}', 'Una historia difícil: {event}'],
    ['Un caso propio sobre {thing}', 'Tu historia sobre {thing}'],
  ],
  context: [
    ['Los orígenes de {topic}', 'Así empezó todo: {topic}'],
    ['Otros lugares, otras maneras: {thing}', 'Otras maneras: {thing}'],
    ['Lo que está cambiando en {topic}', 'Novedades en {topic}'],
    ['Las consecuencias de {topic}', '{Topic} y el mundo alrededor'],
  ],
  project: [
    ['Un proyecto en torno a {thing}', 'Elige tu proyecto: {thing}'],
    ['Planear desde el final: {thing}, {tool}', 'Un plan con {tool}'],
    ['Mostrar qué fue de {thing}', 'Enseña tu trabajo: {thing}'],
    ['Tu próximo paso en {topic}', '¿Y ahora qué? {topic}'],
  ],
};
