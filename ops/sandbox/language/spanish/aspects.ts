import { facet, type Aspect } from '../book.ts';

export const ASPECTS: readonly Aspect[] = [
  {
    id: 'foundations',
    module: { plain: 'Primeros pasos en {topic}', full: 'Fundamentos de {topic}', board: 'Lo que importa en {topic} y por qué' },
    summary: {
      plain: 'Descubres la idea de {topic}, por qué le importa a la gente y qué palabras necesitas.',
      full: 'Presenta el propósito, el vocabulario y los puntos de partida sobre los que descansa todo lo que sigue en {topic}.',
      board: 'Establece el propósito y el vocabulario que permiten a una persona responsable juzgar propuestas sobre {topic} en lugar de limitarse a recibirlas.',
    },
    facets: [
      facet('De qué se trata en realidad', '¿De qué se trata?', 'la idea central', ['todo en {topic} responde a una necesidad que la gente tiene de verdad', 'un propósito claro muestra qué detalles merecen atención', 'quien empieza ve la superficie y quien tiene experiencia ve el propósito'], 'hay que memorizar todas las reglas antes de empezar'),
      facet('Por qué la gente empieza', '¿Por qué lo hace la gente?', 'la razón para empezar', ['las personas siguen con el trabajo cuyo resultado pueden ver', 'una razón escrita resiste una mala semana mejor que el buen humor', 'razones distintas llevan a primeros pasos distintos'], 'todo el mundo debe empezar por la misma razón'),
      facet('El vocabulario de trabajo', 'Palabras que necesitas', 'el vocabulario de trabajo', ['diez palabras exactas valen más que cincuenta palabras vagas', 'un término se entiende cuando se puede dar un ejemplo y un contraejemplo', 'una palabra equivocada lleva pronto a una acción equivocada'], 'las palabras técnicas solo sirven para impresionar'),
      facet('De lo que ya sabes a lo que necesitas', 'Lo que ya sabes', 'el puente con lo ya sabido', ['las ideas nuevas se sostienen mejor cuando se atan a algo conocido', 'la experiencia diaria ayuda hasta el punto en que engaña', 'preguntar dónde falla una comparación forma parte de entenderla'], 'la experiencia anterior no sirve en una materia nueva'),
    ],
  },
  {
    id: 'parts',
    module: { plain: 'Las partes de {topic}', full: 'Los elementos de {topic}', board: 'Anatomía de {topic}' },
    summary: {
      plain: 'Miras las partes de {topic} una por una y ves qué hace cada parte.',
      full: 'Desmonta {topic} en sus elementos, da nombre a cada uno y muestra cómo dependen unos de otros.',
      board: 'Descompone {topic} en los elementos que pueden asignarse, dotarse y medirse por separado, e identifica las dependencias entre ellos.',
    },
    facets: [
      facet('Los elementos y sus tareas', 'Qué hace cada parte', 'la lista de elementos', ['cada elemento tiene una tarea principal', 'un elemento sin tarea clara suele ser un resto del pasado', 'nombrar la tarea es más útil que nombrar el elemento'], 'todos los elementos importan siempre por igual'),
      facet('Cómo dependen unos de otros', 'Cómo trabajan juntas las partes', 'la conexión entre elementos', ['un cambio en un elemento se nota primero en sus vecinos', 'la mayoría de las sorpresas viene de conexiones que nadie dibujó', 'quitar un elemento es la forma más rápida de saber qué hacía'], 'cada elemento se puede mejorar sin mirar los demás'),
      facet('Lo esencial y lo opcional', 'Lo necesario y lo extra', 'la frontera entre lo esencial y lo opcional', ['una versión pequeña y completa enseña más que una grande sin terminar', 'lo extra es más fácil de añadir después que de quitar después', 'lo esencial es aquello cuya falta lo detiene todo'], 'más elementos siempre mejoran el resultado'),
      facet('Leer un trabajo terminado', 'Mira un ejemplo terminado', 'el ejemplo terminado', ['un ejemplo terminado responde preguntas que ninguna descripción responde', 'mirar en un orden fijo descubre más que mirar al azar', 'el buen trabajo esconde las decisiones que lo hicieron bueno'], 'un buen ejemplo simplemente se copia'),
    ],
  },
  {
    id: 'tools',
    module: { plain: 'Herramientas para {topic}', full: 'Herramientas y materiales para {topic}', board: 'Los recursos de {topic}' },
    summary: {
      plain: 'Eliges unas pocas herramientas buenas, las cuidas y las usas.',
      full: 'Trata la elección, el cuidado y los límites de las herramientas necesarias para {topic}, a partir del conjunto más pequeño y sensato.',
      board: 'Trata el equipo, la información y el tiempo necesarios para {topic}, qué aporta cada recurso y dónde gastar más deja de ayudar.',
    },
    facets: [
      facet('Elegir el primer equipo', 'Tus primeras herramientas', 'el primer equipo', ['una lista corta pensada para una tarea vale más que una lista larga para todas', 'pedir prestado primero enseña qué merece comprarse', 'la herramienta que se usa es mejor que la que impresiona'], 'quien empieza necesita el equipo más completo'),
      facet('Usar bien una herramienta', 'Usa muy bien una cosa', 'el uso de una herramienta', ['la destreza con una herramienta pasa a la siguiente', 'toda herramienta tiene una tarea que nunca se le debe dar', 'el uso lento y correcto se vuelve rápido y correcto'], 'una herramienta mejor sustituye la práctica'),
      facet('Cuidado y preparación del equipo', 'Cuida tus cosas', 'el cuidado del equipo', ['diez minutos de cuidado después ahorran una hora antes de la próxima vez', 'un lugar fijo para cada cosa muestra enseguida qué falta', 'el desgaste cuesta menos cuando se repara al primer signo'], 'el cuidado puede esperar hasta que algo se rompa'),
      facet('Fuentes en las que confiar', 'Dónde encontrar ayuda', 'la elección de fuentes', ['una fuente vale tanto como su manera de admitir errores', 'dos fuentes independientes pesan más que diez que se copian', 'la fecha de una fuente importa tanto como su autor'], 'la fuente más popular es la más fiable'),
    ],
  },
  {
    id: 'process',
    module: { plain: 'Paso a paso por {topic}', full: 'El proceso de {topic} de principio a fin', board: 'De la decisión al resultado en {topic}' },
    summary: {
      plain: 'Sigues todo el trabajo desde el primer paso hasta el último.',
      full: 'Recorre la secuencia completa de {topic}, con las razones de su orden y los momentos de parar y comprobar.',
      board: 'Sigue la secuencia completa de la decisión al resultado en {topic}, con sus entregas, sus controles y sus puntos sin retorno.',
    },
    facets: [
      facet('La secuencia y sus razones', 'Primero esto, luego aquello', 'el orden de los pasos', ['el orden importa allí donde un paso destruye lo que otro necesita', 'un paso sin final visible son dos pasos', 'saber por qué un paso va primero permite cambiar el orden sin peligro'], 'el orden de los pasos es solo una costumbre'),
      facet('La preparación', 'Prepárate', 'la preparación', ['una buena preparación hace que el trabajo parezca fácil', 'una lista de control sirve para el día en que estás cansado', 'lo que falta debe descubrirse antes de empezar'], 'preparar es tiempo robado al trabajo de verdad'),
      facet('Comprobar por el camino', 'Para y comprueba', 'la comprobación intermedia', ['una comprobación temprana cuesta minutos y una tardía cuesta días', 'una comprobación necesita una pregunta de sí o no', 'el mejor momento para comprobar es justo antes de lo que cuesta deshacer'], 'basta con comprobar al final'),
      facet('Terminar como es debido', 'Termina el trabajo', 'el final del trabajo', ['el trabajo está terminado cuando la siguiente persona puede usarlo', 'la última décima parte es la que ven los demás', 'una nota breve sobre lo ocurrido facilita la próxima vez'], 'un trabajo termina cuando su autor se cansa'),
    ],
  },
  {
    id: 'practice',
    module: { plain: 'Ahora tú: {topic}', full: 'Práctica de {topic}', board: 'Formar competencia en {topic}' },
    summary: {
      plain: 'Haces pequeños trozos de {topic} con tus manos y con tu cabeza.',
      full: 'Convierte el saber sobre {topic} en capacidad mediante una práctica breve, consciente y con respuesta.',
      board: 'Muestra cómo personas y equipos adquieren una competencia fiable en {topic} y cómo se reconoce esa competencia.',
    },
    facets: [
      facet('El primer intento completo', 'Tu primer intento', 'el primer intento completo', ['un primer intento debe ser tan pequeño que se termine hoy', 'el primer resultado es una medida y no una sentencia', 'terminar mal enseña más que empezar perfecto'], 'el primer intento ya tiene que salir bien'),
      facet('La repetición consciente', 'Practica lo difícil', 'la repetición consciente', ['repetir solo la parte difícil es más rápido que repetirlo todo', 'sesiones cortas en varios días superan a una sesión larga', 'practicar sin atención hace permanentes los errores'], 'más horas siempre dan más progreso'),
      facet('La respuesta útil', 'Pide un consejo', 'la respuesta útil', ['una respuesta ayuda cuando nombra una sola cosa que cambiar', 'preguntar por un detalle da mejor respuesta que pedir una opinión', 'la respuesta vale más mientras el trabajo todavía se puede cambiar'], 'los elogios son la ayuda más útil'),
      facet('Trabajar en condiciones reales', 'Ahora va en serio', 'la situación real', ['la realidad añade ruido, prisa y otras personas', 'una destreza es segura cuando sobrevive a una interrupción', 'el salto de la práctica a la realidad se da en pasos pequeños'], 'lo que sale en la práctica sale en todas partes'),
    ],
  },
  {
    id: 'observation',
    module: { plain: 'Mira de cerca {topic}', full: 'Observar y diagnosticar en {topic}', board: 'Leer la situación en {topic}' },
    summary: {
      plain: 'Aprendes a mirar, a escuchar y a anotar lo que ves.',
      full: 'Desarrolla el hábito de ver lo que hay en {topic} antes de explicarlo, y de razonar desde los signos hasta las causas.',
      board: 'Desarrolla la disciplina de separar los hechos de su interpretación en {topic}, para que las decisiones se apoyen en los primeros.',
    },
    facets: [
      facet('Ver antes de explicar', 'Primero mira, luego piensa', 'la observación atenta', ['la descripción va antes que la explicación', 'dos personas que miran por separado ven más que dos que miran juntas', 'lo que falta puede decir tanto como lo que está'], 'un ojo experto no necesita mirar dos veces'),
      facet('Llevar un registro', 'Lleva un cuaderno', 'el registro escrito', ['la memoria guarda el final y pierde el principio', 'tres notas breves por semana muestran un patrón que ningún día muestra', 'un registro es útil cuando un extraño puede leerlo'], 'solo lo raro merece una nota'),
      facet('Del signo a la causa', 'Descubre el porqué', 'la búsqueda de causas', ['el mismo signo puede tener varias causas', 'una buena prueba es la que podría quitarte la razón', 'el cambio más reciente es el primer sospechoso'], 'la primera explicación que encaja es la correcta'),
      facet('Los primeros avisos', 'Descubre pronto los problemas', 'el aviso temprano', ['los problemas suelen anunciarse en pequeño', 'un signo cuenta cuando aparece dos veces', 'actuar pronto exige menos fuerza que actuar tarde'], 'los problemas llegan sin ningún aviso'),
    ],
  },
  {
    id: 'mistakes',
    module: { plain: 'Errores en {topic} y cómo arreglarlos', full: 'Errores, reparaciones y resistencia en {topic}', board: 'Qué puede fallar en {topic}' },
    summary: {
      plain: 'Conoces los errores más comunes y aprendes a corregirlos.',
      full: 'Estudia los errores típicos de {topic}, cómo empiezan, cómo se reparan y cómo se evita que vuelvan.',
      board: 'Estudia qué suele fallar en {topic}, quién lo nota primero y qué debe haber previsto una organización para recuperarse.',
    },
    facets: [
      facet('Los errores que todos cometen', 'Errores que todos cometen', 'el error común', ['quien empieza falla por añadir y quien sabe falla por suponer', 'un error es común porque parece razonable', 'conocer un error por su nombre ayuda a detenerlo'], 'las personas cuidadosas no cometen errores'),
      facet('Reparar sin empeorar', 'Arréglalo con cuidado', 'la reparación segura', ['la primera regla de la reparación es detener el daño', 'un cambio cada vez muestra qué cambio ayudó', 'la vuelta atrás debe estar lista antes de reparar'], 'una reparación rápida es una buena reparación'),
      facet('Aprender de lo que casi ocurre', '¡Por poco!', 'el casi accidente', ['lo que casi ocurre es una lección gratis', 'la pregunta es qué lo permitió y no quién lo hizo', 'contarlo evita más que callarlo'], 'si nada se rompió no hay nada que aprender'),
      facet('Evitar que el error vuelva', 'Nunca más', 'el arreglo duradero', ['una regla que depende de la memoria se olvida', 'la mejor protección hace que lo correcto sea lo fácil', 'un arreglo está completo cuando se probó una vez a propósito'], 'una advertencia basta para acabar con un error'),
    ],
  },
  {
    id: 'safety',
    module: { plain: 'Seguridad y juego limpio en {topic}', full: 'Seguridad, ética y responsabilidad en {topic}', board: 'Riesgo, deber y rendición de cuentas en {topic}' },
    summary: {
      plain: 'Aprendes a cuidarte, a cuidar a otros y a jugar limpio.',
      full: 'Considera a quién puede dañar el descuido en {topic}, qué límites rigen y cómo se ejerce la responsabilidad.',
      board: 'Considera la exposición que conlleva {topic}, los deberes que se derivan de ella y las pruebas con las que se demuestra que se cumplen.',
    },
    facets: [
      facet('Reconocer el riesgo', '¿Qué puede salir mal?', 'el reconocimiento del riesgo', ['un riesgo tiene dos tamaños, lo probable que es y lo que duele', 'los peligros conocidos son los que se dejan de ver', 'un riesgo con nombre y responsable está medio controlado'], 'lo que nunca ha fallado es seguro'),
      facet('Los límites y el momento de parar', 'Saber parar', 'el límite', ['un límite funciona cuando se fija antes de necesitarlo', 'parar a tiempo es una destreza y no una debilidad', 'quien ve el peligro siempre puede decir alto'], 'los límites son para quien no tiene experiencia'),
      facet('El trato justo', 'Sé justo', 'el trato justo', ['quien carga con las consecuencias debe ser oído primero', 'una promesa pequeña y honrada vale más que una grande y rota', 'el mérito de un trabajo es de quien lo hizo'], 'lo permitido también es justo'),
      facet('Pedir ayuda a tiempo', 'Pide ayuda', 'la petición de ayuda', ['la ayuda cuesta menos a la primera duda', 'una buena petición dice qué se intentó y qué pasó', 'saber a quién llamar forma parte de la preparación'], 'pedir ayuda demuestra falta de capacidad'),
    ],
  },
  {
    id: 'measurement',
    module: { plain: 'Mejorar en {topic}', full: 'Medir el progreso en {topic}', board: 'Evidencia y rendimiento en {topic}' },
    summary: {
      plain: 'Cuentas, comparas y ves cuánto mejoras.',
      full: 'Elige unas pocas medidas honestas para {topic}, las recoge con poco esfuerzo y saca las conclusiones que soportan.',
      board: 'Selecciona los pocos indicadores de {topic} que merecen atención directiva y previene las distorsiones que los indicadores provocan.',
    },
    facets: [
      facet('Elegir qué medir', 'Qué contar', 'la elección de una medida', ['una medida es buena cuando cambiaría una decisión', 'un número que todos entienden vale más que cinco que nadie entiende', 'lo que es fácil de contar no siempre es lo que cuenta'], 'todo lo que se puede contar se debe contar'),
      facet('Un punto de partida antes del cambio', 'Antes y después', 'el punto de partida', ['sin un valor inicial no se puede mostrar ningún progreso', 'el valor inicial se toma en condiciones normales', 'dos medidas forman una línea y tres una tendencia'], 'el valor inicial se puede calcular después'),
      facet('Leer los resultados con honradez', '¿Qué dicen los números?', 'la lectura honrada de los resultados', ['un resultado sorprendente es ante todo una razón para medir otra vez', 'un promedio esconde el mejor caso y el peor', 'un número sin sus condiciones es solo un adorno'], 'los números hablan por sí mismos'),
      facet('De la medida a la acción', 'Ahora haz algo', 'el paso de la medida a la acción', ['cada medida necesita un valor a partir del cual pasa algo', 'la acción eficaz más pequeña es la mejor para empezar', 'después de actuar hay que tomar otra vez la misma medida'], 'medir más a menudo mejora el resultado'),
    ],
  },
  {
    id: 'decisions',
    module: { plain: 'Elegir en {topic}', full: 'Criterio y equilibrios en {topic}', board: 'Decidir bien sobre {topic}' },
    summary: {
      plain: 'Practicas cómo elegir cuando hay más de un buen camino.',
      full: 'Practica la elección entre buenas alternativas en {topic}, con información incompleta y tiempo limitado.',
      board: 'Examina cómo se plantean, delegan y revisan bajo incertidumbre las decisiones importantes sobre {topic}.',
    },
    facets: [
      facet('Plantear la elección', '¿Cuál es la pregunta?', 'el planteamiento de la elección', ['una pregunta bien hecha contiene media respuesta', 'casi siempre hay más de dos posibilidades', 'no hacer nada también es una elección y tiene su precio'], 'decidir es elegir entre dos opciones'),
      facet('Sopesar lo que se gana y se pierde', 'Qué ganas y qué pierdes', 'el equilibrio entre ventajas y costes', ['cada ventaja se paga en alguna parte', 'una elección que se puede deshacer merece menos tiempo', 'escribir primero los criterios impide que gane el favorito por encanto'], 'la mejor opción no tiene desventajas'),
      facet('Decidir sin saberlo todo', 'Cuando no estás seguro', 'la decisión con dudas', ['una prueba barata vale más que un debate largo', 'la confianza y el acierto son cosas distintas', 'la pregunta útil es qué te haría cambiar de opinión'], 'una decisión debe esperar hasta saberlo todo'),
      facet('Revisar una decisión', '¿Fue una buena elección?', 'la revisión de una decisión', ['una buena decisión puede acabar mal y una mala puede acabar bien', 'las razones escritas en su momento son el único testigo honrado', 'una revisión busca la próxima decisión y no un culpable'], 'un buen resultado demuestra una buena decisión'),
    ],
  },
  {
    id: 'people',
    module: { plain: 'Trabajar en grupo: {topic}', full: 'Trabajar con otros en {topic}', board: 'Dirigir personas en {topic}' },
    summary: {
      plain: 'Repartes el trabajo, lo explicas y escuchas a los demás.',
      full: 'Mira a las personas en {topic}: de quién aprendes, con quién trabajas y a quién se lo explicas.',
      board: 'Mira las funciones, los incentivos y la conversación en {topic}, porque personas capaces fracasan juntas cuando todo ello queda al azar.',
    },
    facets: [
      facet('Explicarlo a otra persona', 'Explícalo a un amigo', 'la explicación clara', ['entiendes algo cuando un principiante te entiende', 'un ejemplo antes de la regla funciona mejor que uno después', 'quien escucha recuerda lo primero y lo último'], 'una explicación completa es una explicación clara'),
      facet('Repartir el trabajo', 'Reparte el trabajo', 'el reparto del trabajo', ['cada tarea necesita exactamente un responsable', 'las cosas se pierden cuando pasan de mano en mano', 'la gente hace mejor lo que ayudó a planear'], 'la persona más capaz debe hacer lo máximo'),
      facet('Aprender de quien tiene experiencia', 'Aprende de alguien que sabe', 'la guía con experiencia', ['mirar a un experto ayuda más cuando sabes qué mirar', 'los expertos omiten los pasos que ya no notan', 'una pregunta concreta respeta el tiempo de quien responde'], 'los expertos siempre saben explicar lo que hacen'),
      facet('Tratar los desacuerdos', 'Cuando no estáis de acuerdo', 'el desacuerdo útil', ['un desacuerdo sobre hechos se resuelve mirando', 'repetir bien la otra opinión va antes de contestarla', 'quien fue escuchado acepta una decisión que no le gusta'], 'los buenos grupos no tienen desacuerdos'),
    ],
  },
  {
    id: 'cases',
    module: { plain: 'Historias de {topic}', full: 'Casos de {topic}', board: 'Precedentes y casos de {topic}' },
    summary: {
      plain: 'Lees pequeñas historias y dices qué harías tú.',
      full: 'Trabaja situaciones realistas sobre {topic} en las que la respuesta correcta depende de las circunstancias.',
      board: 'Trabaja situaciones de {topic} en las que personas informadas no estuvieron de acuerdo y extrae lo que puede trasladarse a sus responsabilidades.',
    },
    facets: [
      facet('Un caso que salió bien', 'Una historia con final feliz', 'el caso logrado', ['el éxito tiene causas que solo se ven de cerca', 'la suerte y la destreza van en columnas separadas', 'lo que hizo posible un caso puede faltar en el tuyo'], 'un caso logrado se repite copiándolo'),
      facet('Un caso que salió mal', 'Una historia que salió mal', 'el caso fallido', ['los fracasos se componen de varios pasos pequeños y razonables', 'casi siempre alguien había visto el aviso', 'un caso fallido enseña más que uno logrado'], 'los fracasos tienen una sola causa'),
      facet('Un caso sin respuesta fácil', 'Una historia difícil', 'el caso abierto', ['los hechos deciden menos que la pregunta que se les hace', 'dos buenas respuestas pueden excluirse', 'decir lo que no se sabe refuerza un juicio'], 'un caso difícil solo necesita más información'),
      facet('Escribir tu propio caso', 'Cuenta tu historia', 'el caso propio', ['un caso empieza con una persona que debe decidir', 'dejar abierto el final hace pensar al lector', 'un detalle entra en el caso si podría cambiar la decisión'], 'un caso es un informe de todo lo que pasó'),
    ],
  },
  {
    id: 'context',
    module: { plain: '{topic}: ayer y hoy', full: 'Pasado y futuro de {topic}', board: 'El contexto de {topic}' },
    summary: {
      plain: 'Ves cómo se trataba antes {topic} y qué es distinto ahora.',
      full: 'Sitúa {topic} en su historia y en su entorno, y pregunta qué costumbres siguen justificadas.',
      board: 'Sitúa {topic} entre los cambios de su entorno y distingue el cambio duradero de la moda.',
    },
    facets: [
      facet('Cómo llegó a ser así', '¿Cómo empezó?', 'el origen de las costumbres', ['casi toda regla fue la respuesta a un accidente real', 'una costumbre puede vivir más que su razón', 'conocer el origen muestra qué parte se puede cambiar'], 'lo antiguo es antiguo porque nadie lo pensó'),
      facet('Otros lugares, otras maneras', 'Otras personas, otras maneras', 'la variedad de enfoques', ['un método distinto suele responder a un problema distinto', 'las condiciones del lugar deciden qué método gana', 'comparar dos tradiciones muestra lo que comparten'], 'hay una sola manera correcta en todas partes'),
      facet('Lo que está cambiando', '¿Qué hay de nuevo?', 'el cambio actual', ['una novedad merece una prueba y todavía no es una promesa', 'el cambio llega primero adonde algo duele', 'lo que permanece guía mejor que lo nuevo'], 'el método más nuevo es el mejor'),
      facet('Las consecuencias más amplias', '¿Qué pasa alrededor?', 'la consecuencia amplia', ['toda acción tiene efectos fuera de su propósito', 'quien paga y quien gana suelen ser personas distintas', 'los efectos lentos son los más fáciles de pasar por alto'], 'los efectos secundarios son raros y pequeños'),
    ],
  },
  {
    id: 'project',
    module: { plain: 'Tu proyecto sobre {topic}', full: 'Un proyecto propio sobre {topic}', board: 'Poner en marcha {topic}' },
    summary: {
      plain: 'Planeas un proyecto pequeño, lo haces y lo enseñas.',
      full: 'Lo reúne todo en un trabajo sobre {topic} que se planea, se realiza, se muestra y se mejora.',
      board: 'Convierte el curso en un programa de acción para {topic}, con responsables, fechas y una manera de saber si funcionó.',
    },
    facets: [
      facet('Elegir y limitar el proyecto', 'Elige tu proyecto', 'la elección del proyecto', ['un buen proyecto se describe en dos frases', 'lo que se deja fuera decide si se termina', 'el proyecto que alguien espera se termina'], 'un proyecto ambicioso es el que más enseña'),
      facet('Planear desde el final', 'Haz un plan', 'el plan', ['un plan empieza en el resultado y camina hacia atrás', 'la primera semana debe dar algo que se pueda mostrar', 'un plan es una conjetura hecha para corregirse'], 'un buen plan no necesita cambiar'),
      facet('Mostrar el resultado', 'Enseña tu trabajo', 'la presentación del resultado', ['primero se muestra el resultado y después el camino', 'una debilidad confesada hace creíble lo demás', 'el público recuerda una cosa y tú puedes elegir cuál'], 'un resultado se explica solo'),
      facet('El paso siguiente', '¿Y ahora qué?', 'el paso siguiente', ['lo que no se usa se pierde en unos meses', 'el paso siguiente debe tener fecha', 'enseñar a alguien es la mejor manera de conservar lo aprendido'], 'cuando acaba el curso acaba el aprendizaje'),
    ],
  },
];
