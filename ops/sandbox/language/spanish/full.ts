import type { Bank } from '../book.ts';

export const FULL: Bank = {
  hooks: {
    conversational: [
      'Hablemos de {focus}, porque es una de esas cosas de {topic} en las que todos asienten y pocos comprueban. Piensa en la última vez que te encontraste con {thing}: ¿qué diste por hecho, y lo darías por hecho otra vez?',
      'Si preguntaras a tres personas qué tiene que ver {focus} con {topic}, oirías probablemente tres respuestas. En «{lesson}» buscamos en qué coinciden, y {thing} es un buen lugar para empezar.',
    ],
    academic: [
      'Esta lección trata {focus} como una pregunta y no como un hecho. Define la idea, la separa de sus vecinas dentro de {topic} y pone a prueba la definición con {thing}.',
      'En el estudio de {topic}, {focus} ocupa un lugar modesto en los libros y uno grande en la práctica. El argumento avanza en tres afirmaciones, y cada una puede examinarse mediante {measure}.',
    ],
    practical: [
      'Ten a mano {tool} antes de seguir leyendo. «{lesson}» se organiza en torno a un trabajo, {action}, y todo lo que se dice sobre {focus} sirve para que ese trabajo salga mejor.',
      'Al final de esta lección habrás hecho algo que se puede enseñar. La tarea es {action}; la idea es {focus}; la prueba es {measure}.',
    ],
    socratic: [
      '¿Qué se perdería en {topic} si mañana desapareciera {focus}? Escribe una respuesta antes de continuar. Después pregunta si {thing} lo notaría, y quién lo notaría primero.',
      'Supón que alguien afirma que {focus} es algo obvio. ¿Qué preguntarías para saber si tiene razón? Una buena primera pregunta es qué ocurre con {thing} después de {event}.',
    ],
    storytelling: [
      '{name} llevaba un tiempo dedicado a {topic} cuando {event} lo cambió todo. Había {tool} sobre la mesa, mucho que pensar sobre {thing} y nada de tiempo; lo que salvó el día fue {focus}.',
      'La historia de esta lección empieza {place}. {name} había oído advertencias sobre {hazard} y, como casi todos, había sonreído por cortesía. Lo que siguió explica {focus} mejor que cualquier definición.',
    ],
    analytical: [
      'En {focus} hay tres afirmaciones, y cada una se puede comprobar. La magnitud que conviene vigilar es {measure}; el elemento que más probablemente la cambia es {thing}.',
      'La pregunta útil sobre {focus} no es si importa, sino cuánto, en comparación con qué y en qué condiciones. «{lesson}» la responde para {thing} y luego generaliza con cuidado.',
    ],
    inspirational: [
      'Toda persona que hoy se mueve con soltura en {topic} estuvo un día donde estás tú. Lo que la llevó adelante rara vez fue el talento; fue {focus}, practicado en días corrientes con {tool} en la mano.',
      'Imagina el momento en que alguien te pregunta por {thing} y notas que lo sabes. «{lesson}» es un paso hacia ese momento y pide menos valor del que parece.',
    ],
  },
  frames: [
    'Lo primero que conviene retener es que {point}.', 'Las personas con experiencia te dirán que {point}, aunque rara vez lo dicen sin que se les pregunte.', 'Ayuda saber pronto que {point}.',
    'En {topic}, como podría confirmar {person}, {point}.', 'Una mirada más atenta a {thing} muestra que {point}.', 'Detrás de muchos consejos sobre {focus} hay una observación sencilla: {point}.',
    'Lo que parece cuestión de gusto se debe a que {point}.', 'Después de {event} ya nadie duda de que {point}.', 'Es fácil estar de acuerdo, y difícil recordarlo con prisas: {point}.',
    'Si solo una frase de esta sección queda en la memoria, que sea esta: {point}.', 'Contrástalo con tu propia experiencia; probablemente verás que {point}.',
  ],
  reasons: [
    'La razón está en {thing}, que responde a lo que se hizo antes y no a lo que se quería hacer.', 'De otro modo, {hazard} suele notarse solo cuando ya sale caro.',
    'Por eso {action} merece más atención de la que su fama sugiere.', 'El efecto es pequeño en un día corriente y decisivo después de {event}.', 'Eso explica también que {person} mire {measure} antes de opinar.',
    'La alternativa, que es fiarse de la memoria, funciona hasta el día en que hace falta.', 'Lo que lo hace cierto no es una regla, sino la relación entre {thing} y {thing}.',
    'Quien lo pasa por alto no suele ser descuidado; simplemente nunca vio de cerca {hazard}.', 'Hay un lado práctico: {tool} resulta mucho más útil cuando se sabe para qué sirve.',
    'El mismo patrón se observa {place}, donde los errores se notan pronto.', 'Importa sobre todo al {action}, donde una pequeña diferencia inicial crece con cada paso.',
    'Parte de la explicación es humana: la atención va a lo ruidoso, mientras que {thing} no hace ruido.', 'Invertir el orden significaría descubrir {hazard} después de decidir y no antes.',
  ],
  details: [
    'Empieza por {thing} y descríbelo en dos frases sin usar la palabra «bueno».', 'Anota {measure} ahora y otra vez al final de la semana; la diferencia es tu prueba.',
    'En caso de duda, haz menos, hazlo con {tool} y mira de nuevo antes de seguir.', 'Una pregunta que merece la pena hacer a {person} es qué ha dejado de hacer, y desde cuándo.',
    'Si se interpone {event}, acorta la sesión en lugar de saltártela.', 'Haz los primeros intentos {place}, donde un error solo cuesta un poco de tiempo.', 'Vigila {hazard}; su primera señal suele ser un pequeño cambio en {measure}.',
    'Separa lo que viste de lo que concluiste, sobre todo cuando se trata de {thing}.', 'Elige una sola variable, deja lo demás como está y vuelve a {action} hasta que el resultado deje de sorprenderte.',
    'Conviene preparar {tool} de antemano, porque buscarlo rompe justo la concentración que necesitas.', 'Escribe el resultado mientras está fresco, también lo que esperabas de {thing} y no llegó.',
    'Dos intentos breves con una pausa te dirán más sobre {thing} que uno solo y largo.', 'Si el resultado contradice el texto, fíate del resultado y averigua qué condición era distinta {place}.',
    'Un esquema de {thing} con tres flechas suele ser más claro que una página de notas.', 'Decide de antemano qué valor de {measure} te haría parar.',
  ],
  examples: [
    'Tomemos el caso de {name}, que había reservado una tarde para {action}. Tras {event} el plan ya no servía y la tentación era correr. En cambio, {name} volvió a {thing}, comprobó {measure} y vio que solo había que cambiar un paso. La tarde terminó con menos trabajo hecho del previsto y nada que repetir.',
    'Dos personas tienen la misma tarea {place}. La primera toma {tool} enseguida; la segunda dedica cinco minutos a {thing}. Una hora después, la primera corrige las consecuencias de {hazard} y la segunda casi ha terminado. La diferencia no fue la rapidez, sino {focus}.',
    '{name} pidió una vez consejo a {person} y esperaba un truco. La respuesta fue una pregunta: «¿Qué te dice {measure}?». {name} tardó una semana en poder contestar, y para entonces el problema casi se había resuelto.',
    'Piensa en lo que ocurre después de {event}. Primero cambia {thing}, sin ruido; luego se vuelve más probable {hazard}; por fin alguien lo nota. {name} aprendió a invertir ese orden mirando {measure} cada pocos días.',
    'Un pequeño experimento lo muestra bien. {name} repitió dos veces la tarea de {action}, una vez con {tool} y otra sin nada, y anotó {measure}. Los números se distinguían menos de lo esperado, pero las razones explicaban {focus} mejor que un capítulo de teoría.',
  ],
  steps: [
    'Describe {thing} tal como está ahora, en dos o tres frases sencillas.', 'Prepara {tool} y retira lo que no vas a necesitar.', 'Intenta una vez, despacio, {action}, y detente en la primera sorpresa.',
    'Registra {measure} junto con las condiciones en que lo tomaste.', 'Pide a {person} que mire un detalle, y di cuál.', 'Cambia un solo elemento, deja los demás y vuelve a {action}.',
    'Compara el resultado con lo que esperabas de {focus}.', 'Busca a propósito {hazard}, también donde crees que no puede haberlo.', 'Explica en una frase, a alguien que no estuvo, qué pasó con {thing}.',
    'Fija la fecha en que volverás a tomar {measure}.', 'Anota una cosa que {event} habría cambiado.', 'Prueba lo mismo {place} y señala las diferencias.',
  ],
  contrasts: [
    'Una creencia extendida sostiene que {myth}. Sobrevive porque a veces acierta por casualidad y porque {hazard} tarda en mostrarse. Lo que resiste mejor el examen es que {point}.',
    'Oirás decir que {myth}, a menudo a gente de buena fe. Pon esa afirmación al lado de {measure} y pierde su brillo: {point}.',
    'Nada hace aquí más daño que la idea de que {myth}. {name} la creyó hasta que llegó {event}; desde entonces lee en la pared que {point}.',
    'Sería cómodo que fuera verdad que {myth}. Pero {thing} indica otra cosa, y también quien ha tenido que tratar con {hazard}: {point}.',
  ],
  closings: [
    'Ya tienes suficiente sobre {focus} para usarlo. «{next}» construye sobre ello, así que ten a mano tus notas sobre {thing}.',
    'Antes de pasar a «{next}», dedica dos minutos a esto: ¿qué frase sobre {focus} habrías negado hace una hora?', 'La próxima lección, «{next}», retoma lo que aquí quedó abierto sobre {thing}.',
    'Falta usarlo una vez antes de que acabe la semana, mejor {place}. Después, «{next}» será más fácil de lo que parece.',
  ],
  last: [
    'Con esto termina el curso y empieza de verdad el trabajo con {topic}. Elige una fecha para {action} y deja que {measure} te diga dentro de un mes hasta dónde te ha llevado {focus}.',
    'La última lección deja una petición: explica {focus} a alguien que no sepa nada de {topic} y fíjate en dónde dudas. Ahí conviene seguir.',
  ],
};
