import type { Bank } from '../book.ts';

export const PLAIN: Bank = {
  hooks: {
    conversational: [
      '¡Hola! Hoy hablamos de {topic}. ¿Has visto alguna vez {thing} y te has preguntado por qué es así? Lo vemos en «{lesson}».',
      'Vamos a charlar sobre {thing}. Algo ya sabes. Al final de «{lesson}» sabrás más y podrás contarlo.',
    ],
    academic: [
      'Esta lección tiene una pregunta: ¿qué es {focus}? Primero damos una respuesta corta. Luego miramos {thing} para probarla.',
      'En «{lesson}» aprendemos tres cosas. Cada una tiene su razón. La comprobamos con {thing}.',
    ],
    practical: [
      'Busca {tool}. Lo vas a necesitar. En «{lesson}» haces algo pequeño y ves por qué funciona.',
      'Hoy trabajas de verdad. Vas a probar a {action}. Dura unos minutos y te enseña {focus}.',
    ],
    socratic: [
      '¿Qué pasaría sin {topic}? Di lo que crees. Ahora piensa en {focus} y en {thing}. ¿Sigue valiendo tu idea?',
      'Aquí hay un acertijo sobre {focus}. ¿Quién lo necesita más? Escribe una línea antes de seguir.',
    ],
    storytelling: [
      '{name} estaba {place} y no sabía qué hacer. Acababa de llegar {event}. «¿Y ahora qué?», dijo {name}. La respuesta empieza con {focus}.',
      'Fue el día después de {event}. {name} tomó {tool} y respiró hondo. Así aprendió {name} qué es {focus}.',
    ],
    analytical: [
      'Vamos a desmontar {focus}. Tiene tres piezas. Miramos cada pieza y luego comprobamos {thing}.',
      'Empezamos con algo que se puede contar: {measure}. ¿Qué lo hace subir o bajar? De eso trata «{lesson}».',
    ],
    inspirational: [
      'Tú puedes. Toda persona que sabe de {topic} tuvo un primer día. El tuyo puede empezar con {focus}.',
      'Imagina esto: estás {place} y sabes qué hacer. «{lesson}» te acerca un paso.',
    ],
  },
  frames: [
    'Aquí va una buena regla: {point}.', 'Primero, algo importante: {point}. Dilo con tus palabras.', 'No lo olvides: {point}.', 'Quizá te sorprenda, pero {point}.',
    'Pregunta a {person} y oirás esto: {point}.', 'Mira {thing} y lo verás. Se nota que {point}.', 'Apúntalo: {point}.', 'Mucha gente lo descubre tarde: {point}.',
    'Intenta adivinar por qué {point}.', 'También es verdad {place}: {point}.', 'Lo verás después de {event}: {point}.',
  ],
  reasons: [
    '¿Por qué? Piensa en {thing}. Con prisa no ves lo que necesita.', 'La razón se ve muy bien con {tool} en la mano.', 'Es así porque {thing} no nos espera.',
    'Si lo olvidas, puede llegar {hazard}.', 'Ayuda porque tienes la cabeza libre para {thing}.', 'Cuando lo sabes, {action} es mucho más fácil.',
    'Puedes probarlo. Intenta {action} con esto y sin esto.', 'Quien se lo salta suele encontrar {hazard}.', 'Funciona igual en casa, en clase y {place}.',
    'Ahorra tiempo. Y también te libra de {hazard}.', 'Es como la bicicleta. Se aprende montando, poco a poco.', 'Piensa en lo que haría {event} con un mal plan.',
    'Así conserva la calma {person} en un día difícil.',
  ],
  details: [
    'Empieza con {thing}. Míralo un minuto entero.', 'Cuenta {measure}. Hazlo otra vez la semana que viene.', 'Usa {tool} y ve despacio la primera vez.',
    'Dibuja {thing} en tu cuaderno. Añade dos flechas.', 'Cuenta a un amigo lo que has visto.', 'Si dudas, pregunta a {person}.', 'Hazlo {place}, donde hay sitio.',
    'Haz una marca en tu lista al terminar de {action}.', 'Cuidado con {hazard}. Llega rápido.', 'Para cuando te canses. Luego mira otra vez {thing}.',
    'Di qué va a pasar antes de {action}.', 'Un intento no basta. Tres intentos te enseñan más sobre {thing}.', 'Ten cerca {tool} y no tendrás que buscar.',
    'Compara tu resultado con {measure}.', 'Basta una nota corta: qué, cuándo y cómo fue con {thing}.',
  ],
  examples: [
    '{name} quería {action}. Acababa de pasar {event}, así que fue con cuidado. Primero miró {thing}. Luego tomó {tool} e hizo una parte pequeña. ¡Funcionó! Al día siguiente lo escribió en su cuaderno.',
    'Un día {name} estaba {place} con {person}. Vieron que algo iba mal con {thing}. «¿Será {hazard}?», preguntó {name}. Miraron {measure} para saberlo. Entonces supieron qué hacer.',
    '{name} tenía dos ideas. Una era rápida. La otra era lenta y segura. Probó la lenta con {thing}. Tardó diez minutos más. Pero no tuvo problemas con {hazard}.',
    'Después de {event}, {name} se olvidó de {tool}. ¡Qué lío! {person} sonrió y dijo: «Empecemos por {thing}». Paso a paso lo arreglaron.',
    'Imagina una excursión. Llega {event} y todos ayudan. {name} cuida {thing}. Otra persona cuenta {measure}. Al final todos saben más sobre {focus}.',
  ],
  steps: [
    'Mira {thing} y di lo que ves.', 'Busca {tool} y ponlo a tu lado.', 'Prueba una vez, muy despacio, a {action}.', 'Comprueba {measure} y apúntalo.', 'Haz una pregunta corta a {person}.',
    'Descansa un poco. Luego mira otra vez {thing}.', 'Hazlo otra vez después de {event}.', 'Cuenta a alguien lo que sabes sobre {focus}.', 'Dibuja lo que hiciste con {tool}.',
    'Busca una señal de {hazard} y habla de ella.', 'Primero adivina. Luego pruébalo {place}.', 'Di en una línea qué es para ti {focus}.',
  ],
  contrasts: [
    'Hay quien piensa que {myth}. No es así. En realidad {point}. Puedes comprobarlo con {thing}.',
    '¿Has oído que {myth}? Suena bien. Pero mira {measure}. Verás que {point}.',
    'Es fácil creer que {myth}. {name} también lo creía hasta que llegó {event}. Entonces quedó claro: {point}.',
  ],
  closings: [
    '¡Muy bien! Ahora sabes más sobre {focus}. Después viene «{next}». Trae {tool}.', 'Eso fue todo. Piensa esta noche en {thing}. La próxima lección es «{next}».',
    '¿Puedes decirlo en una línea? Entonces sigue con «{next}». Si no, mira otra vez {thing}.', 'Guarda tus notas sobre {focus}. Las necesitas en «{next}».',
  ],
  last: ['Esta fue la última lección. Has llegado lejos con {topic}. Enseña {thing} a alguien y habla de {focus}.'],
};
