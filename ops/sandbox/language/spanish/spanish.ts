import type { Book } from '../book.ts';
import { ASPECTS } from './aspects.ts';
import { BOARD } from './board.ts';
import { FULL } from './full.ts';
import { spanishLexicon } from './lexicon.ts';
import { OPTIONS } from './options.ts';
import { PLAIN } from './plain.ts';
import { TERMS } from './terms.ts';
import { TITLES } from './titles.ts';
import { spanishTitleTopic, spanishTopic } from './topic.ts';

export const spanish: Book = {
  voices: { plain: PLAIN, full: FULL, board: BOARD },
  aspects: ASPECTS,
  lexicon: spanishLexicon,
  names: ['Lucía', 'Mateo', 'Valentina', 'Diego', 'Carmen', 'Andrés', 'Sofía', 'Pablo', 'Elena', 'Joaquín'],
  terms: TERMS,
  options: OPTIONS,
  headings: {
    example: ['Un ejemplo', 'En la vida real', 'Una escena', 'Visto de cerca'],
    steps: ['Paso a paso', 'Manos a la obra', 'Un procedimiento breve', 'En este orden'],
    contrast: ['Un malentendido frecuente', 'No es del todo cierto', 'Mito y realidad', 'Lo que se suele creer'],
    table: ['De un vistazo', 'Lado a lado', 'Cuadro resumen', 'Lo esencial en una tabla'],
    person: ['Tu punto de partida', 'Para ti en particular', 'A tu nivel', 'Desde tu situación'],
    work: ['Cómo trabajarlo', 'Tu manera de aprender', 'Hazlo activo', 'Ponlo en uso'],
    industry: ['En tu campo', 'En el mundo del trabajo', 'Dónde se aplica', 'Fuera del aula'],
    depth: ['Más a fondo', 'Un nivel más abajo', 'Una mirada más exigente', 'Bajo la superficie'],
    goal: ['Hacia tu objetivo', 'Lo que pediste', 'De vuelta a tu meta', 'Tu propio propósito'],
    media: ['Verlo y oírlo', 'Imagen, vídeo y acceso', 'Otras entradas', 'Más allá del texto'],
    flags: ['Con otras personas', 'Llévalo más lejos', 'Sácalo fuera', 'Compartir y guardar'],
    assessment: ['Compruébalo', 'Cómo lo sabrás', 'A prueba', 'La prueba'],
    closer: ['Más de cerca: {thing}', '¿Y {thing}?', 'En detalle: {thing}', 'El caso de {thing}'],
    closing: ['Antes de seguir', 'Para llevar', 'Mirando adelante', 'Para cerrar'],
    finding: ['Con más claridad', 'Un punto, con más exactitud', 'Para no dejar dudas'],
  },
  belonging: 'Esto forma parte de «{asked}».',
  wished: [
    'Piensa en este caso: {wish}. Allí {name} busca {thing} y lo primero que encuentra es {hazard}. Eso es {focus}: la señal es pequeña, y la muestra {measure}.',
    'Vuelve a imaginar la escena: {wish}. ¿Qué cambiaría allí después de {event}? Empieza por {thing} y di qué tiene que ver con {focus}.',
    'Pon a prueba {focus} con un tercer caso, también de aquí: {wish}. Usa {tool} y anota lo que ves.',
  ],
  anchors: ['En {topic} se encuentran aquí {thing} y {focus}.', 'Todo esto forma parte de {topic}, y {thing} lo recuerda.', 'Quien se dedica a {topic} vuelve una y otra vez a {focus}.'],
  morals: ['¿Qué muestra esto sobre {focus}? Dilo en una línea.', 'Así puede verse {focus} en la vida real.', 'Busca {focus} en esta historia: ¿dónde empieza?', 'Sin {focus}, la historia habría terminado de otra manera.'],
  given: {
    goal: [
      'Quieres llegar a esto: «{goal}». Con {focus} te acercas, porque decide cómo tratas {thing}.',
      'Medido por tu objetivo, «{goal}», lo más útil de esta lección es lo que toca a {thing}. Márcalo y pruébalo antes de volver a {focus}.',
      'Tu plan dice «{goal}». Pregúntate qué paso de hoy sobre {focus} te habría ayudado hace una semana; {action} es un buen candidato.',
    ],
    skill: [
      'Una de las destrezas que nombraste, «{skill}», se entrena aquí casi sin notarlo: cada vez que tratas {thing} la practicas junto con {focus}.',
      'Para desarrollar «{skill}», repite la tarea de {action} con {focus} en mente y cambia una sola condición cada vez.',
    ],
    application: [
      'Dijiste dónde vas a usarlo: {application}. Allí {focus} se verá algo distinto, y {thing} es lo primero que conviene mirar.',
      'Llévalo a {application}: cambia {thing} por su equivalente y pregunta si {focus} sigue valiendo.',
    ],
    metric: [
      'Tu señal de éxito es «{metric}». El progreso en {focus} debería notarse ahí; si no, mira {measure} antes de cambiar nada.',
      'Ya que juzgarás el curso por «{metric}», anota el valor de hoy con una nota sobre {focus}.',
    ],
    expert: [
      'Pediste como fuente a {expert}. Lee el pasaje más cercano a {focus} y anota un punto de acuerdo y otro, sobre {thing}, de desacuerdo.',
      'Compara esta lección con {expert}, que tú nombraste: ¿cómo se plantea allí {focus} y qué se dice sobre {thing}?',
    ],
    research: ['Aquí cabe una nota de la práctica actual. {research} Para {focus} eso significa empezar por {thing}.', 'La práctica actual añade algo a {focus}. {research}'],
  },
  tableHead: ['Qué mirar', 'Qué te dice', 'De qué cuidarse'],
  outline: {
    titles: {
      plain: ['{Topic} para curiosos', 'A descubrir {topic}', '{Topic}: mirar, probar y entender'],
      full: ['{Topic}: comprensión y práctica', '{Topic}, a fondo y paso a paso', '{Topic} desde la base'],
      board: ['{Topic} para quienes deciden', '{Topic}: criterio, riesgo y resultados', '{Topic}: una perspectiva estratégica'],
    },
    descriptions: {
      plain: ['En este curso aprendes {topic} poco a poco. Miras, pruebas y lo cuentas. Tu objetivo es «{goal}», y cada lección te acerca un paso.'],
      full: ['Este curso recorre {topic} en un orden que hace útil cada lección para la siguiente. Está escrito con tu objetivo a la vista, «{goal}», y trabaja siempre con situaciones concretas.'],
      board: ['Este curso examina {topic} desde la posición de quienes encargan, aprueban y responden. Su propósito es el que usted ha indicado, «{goal}», y cada parte termina con una consecuencia para las decisiones y su supervisión.'],
    },
    shape: 'Formato: {course_format}; duración: {duration}; nivel: {difficulty}; profundidad: {content_depth}; estilo de enseñanza: {teaching_style}; manera de aprender: {learning_style}; evaluación: {assessment_type}.',
    objectives: [
      'Explicar {focus} en {topic} y apoyarlo con un ejemplo', 'Ser capaz de {action} y juzgar el resultado por {measure}', 'Reconocer pronto {hazard} y responder con medida',
      'Elegir entre dos maneras de tratar {thing} y dar la razón', 'Planear y terminar un trabajo sobre {topic} en condiciones reales', 'Explicar {topic} a alguien que no sabe nada',
    ],
    goalObjective: 'Alcanzar un objetivo propio: {goal}',
    skillObjective: 'Desarrollar esta destreza en {topic}: {skill}',
    metricObjective: 'Mostrar el éxito con tu propia medida: {metric}',
    lessonSummaries: ['Por qué {point}, visto en {thing}.', 'Mira {focus} a través de {thing} y termina con {action}.', 'De {event} a una idea clara de {focus}.', 'Muestra que {point} y qué se sigue para {action}.'],
    lessonObjectives: ['Explicar por qué {point}', 'Aplicar {focus} al {action}', 'Mostrar con {thing} que {point}', 'Notar {hazard} y nombrar su primera señal', 'Juzgar un resultado por {measure}'],
  },
  quiz: {
    point: [
      '¿Qué afirmación sobre {focus} apoya esta lección?', 'Alguien pregunta qué recordar sobre {focus}. ¿Qué respuesta encaja?', '¿Cuál de estas frases vale para {focus} en {topic}?',
      'Después de «{lesson}», ¿qué afirmación defenderías?', '¿Qué frase coincide con lo dicho sobre {thing} y {focus}?',
    ],
    myth: ['¿Cuál de estas frases es el malentendido del que avisa la lección?', '¿Contra qué afirmación argumenta esta lección?'],
    measure: ['¿Qué usa la lección para juzgar si las cosas van bien?', '¿Qué señal de progreso aparece en esta lección?'],
    hazard: ['¿De qué peligro habla esta lección?', '¿Qué nombra la lección como algo que puede salir mal?'],
    tool: ['¿Cuál de estas cosas se usa en la lección?', '¿Qué tendrías a mano para seguir esta lección?'],
    thing: ['¿Qué pide mirar esta lección?', '¿En qué propone fijarse la lección?'],
    explainPoint: ['La lección sostiene que {point}. Que {wrong} puede sonar bien, pero el texto no lo apoya.', 'El razonamiento es que {point}; quien responde que {wrong} sigue una creencia que la lección no comparte.'],
    explainMyth: ['Que {myth} es la creencia contra la que argumenta la lección; las otras tres frases son suyas, por ejemplo que {point}.'],
    explainWord: ['La lección habla de {answer}; en cambio, {wrong} no aparece en ella.', 'En el texto aparece {answer}, mientras que {wrong} no tiene ningún papel en esta lección.'],
  },
  exercises: [
    ['Observa {thing}', 'Dedica diez minutos a {thing}. Escribe cinco observaciones sencillas, marca una que toque a {focus} y di en una frase qué te sorprendió.'],
    ['Inténtalo: {action}', 'Hazlo dos veces: {action}. Usa {tool} solo la segunda vez. Compara {measure} en ambos intentos y explica la diferencia con ayuda de {focus}.'],
    ['Explícalo a quien empieza', 'Explica {focus} en noventa segundos a alguien que nunca oyó hablar de {topic}. Pídele que lo repita y anota en qué punto se aparta de lo que querías decir.'],
    ['El día después', 'Imagina {event}. Enumera tres consecuencias para {thing} en el orden en que las notarías y decide dónde ayuda {focus}.'],
    ['Busca el punto débil', 'Busca {hazard} en una situación que conozcas. Describe su primera señal, qué lo empeoraría y una protección basada en {focus}.'],
    ['Dos maneras', 'Compara dos maneras de tratar {thing}. Nombra para cada una una ventaja, un coste y cuándo la elegirías. Usa {focus} como criterio.'],
    ['Una charla con experiencia', 'Haz tres preguntas sobre {focus} a {person}, o a la persona más experta que conozcas. Anota las respuestas y marca la que no esperabas.'],
    ['Tu propio registro', 'Lleva una tabla durante una semana: fecha, {measure} y un comentario. Al final, di en dos frases qué muestra sobre {focus}.'],
  ],
  research: {
    practice: [
      'Quien trabaja hoy en {topic} dedica más tiempo que hace unos años a {thing}, porque allí prevenir cuesta menos que reparar.', 'Antes de {action} se han vuelto habituales las comprobaciones breves por escrito, a menudo con {tool}.',
      'Cada vez es más común registrar {measure} con regularidad en lugar de fiarse de impresiones.', 'Quienes empiezan reciben pronto tareas pequeñas y completas, por ejemplo {action}.',
      'Los grupos revisan lo ocurrido después de {event} sin buscar culpables.', 'Muchos prevén expresamente {hazard} en lugar de tratarlo como mala suerte.',
    ],
    insight: [
      'Las personas expertas juzgan una situación primero por {thing} y después por los resultados.', 'La diferencia entre un trabajo aceptable y uno excelente suele estar en cómo se prepara la tarea de {action}.',
      'Lo que parece intuición es casi siempre memoria de muchas pequeñas observaciones de {measure}.', 'Los buenos maestros de {topic} muestran a propósito sus propios errores con {thing}.', 'Quien sabe explicar {thing} a un principiante rara vez se sorprende ante {hazard}.',
    ],
    relevance: [
      'En el campo «{industry}», el saber sobre {topic} importa allí donde {thing} afecta al trabajo de otros.', 'En el nivel «{career}», lo aprendido sobre {topic} se usa sobre todo cuando toca decidir sobre {thing}.',
      'En el campo «{industry}», poder señalar {measure} facilita cerrar discusiones sobre {topic}.', 'En el campo «{industry}» la falta de conocimientos sobre {topic} se nota sobre todo después de {event}.',
    ],
    expert: ['Usted nombró a {expert}: para {topic} conviene leer primero lo relativo a {thing}.'],
  },
  findings: [
    'La sección que empieza «{quote}» enuncia una regla sin ejemplo; conviene mostrarla con {thing}.', 'Después de «{quote}» no queda claro qué debe hacer quien aprende; falta una acción concreta, por ejemplo {action}.',
    'A la afirmación «{quote}» le faltan sus límites: cuándo no vale, por ejemplo después de {event}.',
  ],
  corrections: [
    'El punto merece un ejemplo. Tomemos {thing}: cuando {name} lo miró después de {event}, se vio qué significa aquí {focus} y qué no significa. La consecuencia práctica es {action}, una vez, y comprobarlo con {measure}.',
    'Para ser exactos: esto vale mientras {thing} esté en su estado habitual. Después de {event} el orden cambia, y entonces {person} buscaría primero {hazard}. La acción que conviene recordar es {action}.',
    'Esto es lo que hay que hacer. Usa {tool}, empieza por {thing} y para en cuanto cambie {measure}. Así se ve dónde se aplica {focus} y dónde están sus límites.',
  ],
  marks: /(?<!\p{L})(el|la|los|las|que|es|se|una|con|para|lo|del|y|por)(?!\p{L})/giu,
  flaws: {
    language: 'La lección no está en el idioma que pidió quien aprende; hay que escribirla de nuevo en español.',
    age: 'La frase «{quote}» y otras parecidas son demasiado difíciles para esta edad; conviene usar frases cortas y palabras sencillas.',
    unsafe: 'El pasaje «{quote}» no es adecuado para esta edad; hay que quitarlo.',
    key: 'La clave de la pregunta «{question}» está mal; según la lección la respuesta correcta es «{answer}».',
  },
  unsafe: 'Después el grupo abre unas cervezas y juega a las cartas por dinero hasta tarde; anímate, porque una copa y una pequeña apuesta hacen la noche más divertida.',
  quote: ['«', '»'],
  space: ' ',
  variant: '{title}: {thing}',
  topic: spanishTopic,
  titleTopic: spanishTitleTopic,
  core: (topic) => topic.split(/ (?:para|con|sin|mediante|entre|durante|cuando) /)[0] as string,
  titles: TITLES,
  polish: (text) => text.replace(/\b([Dd])e el\b/g, '$1el').replace(/(^|[\s«(])([Aa]) el\b/g, '$1$2l'),
};
