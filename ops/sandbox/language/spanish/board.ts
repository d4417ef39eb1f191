import type { Bank } from '../book.ts';
import { FULL } from './full.ts';

export const BOARD: Bank = {
  hooks: {
    conversational: ['La mayoría de los directivos se encuentra con {focus} cuando la gestión ajena de {topic} ya ha producido un problema, y la conversación que sigue rara vez es la que habrían elegido. Considere esta lección la conversación anterior, mantenida mientras {thing} todavía es cuestión de criterio y no de contención de daños.'],
    academic: ['La discusión especializada sobre {topic} distingue, con cierta razón, entre la descripción de {focus} y la justificación de las decisiones que se apoyan en ella. Esta lección adopta la distinción, formula tres proposiciones y examina cada una mediante {measure} en condiciones explícitamente enunciadas.'],
    practical: ['En el próximo trimestre tendrá probablemente que aprobar, cuestionar o aplazar algo que depende de {focus}. Esta lección le permite hacerlo deliberadamente: identifica la información decisiva, el momento adecuado para intervenir y la prueba, empezando por {measure}, de que la intervención ha sido eficaz.'],
    socratic: ['¿Cuál de las garantías que hoy recibe sobre {topic} resistiría un examen independiente, y con qué pruebas? Antes de seguir leyendo, formule la pregunta sobre {thing} que menos le gustaría escuchar en público; casi con seguridad conduce directamente a {focus}.'],
    storytelling: ['{name} llevaba apenas cuatro meses al frente de {topic} cuando {event} dejó al descubierto un sistema que todos consideraban sólido. La investigación posterior se concentró en {hazard}, pero el hallazgo verdaderamente instructivo, que ocupaba un solo párrafo de la última página, se refería a {focus}.'],
    analytical: ['Descomponer {focus} en su coste, su beneficio y su variabilidad revela una asimetría que la intuición tiende a pasar por alto: el gasto es seguro e inmediato, el beneficio es condicional y diferido, y la variabilidad se concentra en situaciones como {event}, para las que pocas organizaciones reservan presupuesto.'],
    inspirational: ['Las organizaciones se recuerdan por las exigencias que mantuvieron cuando las circunstancias habrían disculpado otras más bajas. En {topic}, esa exigencia se expresa mediante {focus}, y quienes la establecen, a menudo contra una impaciencia considerable, dejan algo bastante más duradero que un trimestre favorable.'],
  },
  frames: [
    'Para una organización cuyos resultados dependen de {topic}, el principio operativo es que {point}, y debería reflejarse en quién decide, quién verifica y quién recibe información.',
    'Considerada a lo largo de varios periodos y no en una sola ocasión, la evidencia que ofrece {thing} indica de manera constante que {point}.',
    'Los profesionales con experiencia, entre ellos {person}, acaban reconociendo que {point}, incluso cuando el procedimiento documentado sugiere lo contrario.',
    'La importancia estratégica de {focus} se hace evidente en cuanto se acepta que {point}.',
    'Lo que distingue los sistemas fiables de los meramente afortunados es el reconocimiento institucional de que {point}.',
    'Las revisiones realizadas después de {event} llegan, por caminos distintos y con diversos grados de incomodidad, a la misma conclusión, a saber, que {point}.',
    'Desde la perspectiva de quien responde de los resultados y no de las actividades, la consideración esencial es que {point}.',
    'Hay una implicación que se subestima en la planificación y se redescubre con dolor en la ejecución: {point}.',
  ],
  reasons: [
    'El mecanismo subyacente consiste en que {thing} responde a condiciones acumuladas y no a intenciones declaradas, de modo que las intervenciones tardías aportan desproporcionadamente poco.',
    'Cuando esto se descuida, {hazard} se acumula fuera del perímetro de los informes y solo se vuelve visible cuando los remedios disponibles ya resultan costosos.',
    'En consecuencia, los recursos destinados a {action} deben valorarse frente a las pérdidas que evitan y no frente al producto que generan a la vista.',
    'El efecto es estadísticamente irrelevante en condiciones ordinarias y decisivo en las excepcionales, de las que {event} es solo el ejemplo más conocido.',
    'Esto explica también que {person} prefiera {measure} a los indicadores, bastante más vistosos, que suelen contener las presentaciones.',
    'Un sistema que depende de la diligencia individual puede funcionar admirablemente durante años y fallar, sin embargo, en la ocasión precisa para la que fue creado.',
    'La responsabilidad sobre {thing} se reparte con frecuencia entre tantos participantes que nadie posee la información ni la autoridad necesarias para intervenir a tiempo.',
    'Se han observado patrones comparables {place}, donde las consecuencias se materializan con rapidez suficiente para dejar poco margen a la interpretación.',
    'Como la atención en las organizaciones sigue la urgencia y no la importancia, {thing} se examinará a fondo únicamente si existe un compromiso explícito.',
  ],
  details: [
    'Solicite una sola página sobre {thing}, limitada a observaciones, con las interpretaciones aparte y atribuidas por su nombre.',
    'Establezca {measure} como punto permanente del orden del día, junto con el umbral a partir del cual termina la discreción y empieza una respuesta predeterminada.',
    'La pregunta adecuada para {person} no es si el sistema funciona, sino en qué circunstancias dejaría de hacerlo y quién lo sabría primero.',
    'Asegúrese de que {event} figure entre los escenarios para los que la respuesta se ensaya y no solamente se documenta.',
    'Cuando no sea posible eliminar {hazard} con un gasto razonable, su aceptación debe constituir una decisión explícita, con fecha, motivo y firma.',
    'Delegue la ejecución, conserve el criterio e insista en que las excepciones relativas a {thing} se comuniquen en el mismo periodo en que se producen.',
    'Un proyecto piloto {place} proporciona, con un gasto limitado, información que ninguna comparación externa es capaz de suministrar.',
    'Distinga cuidadosamente entre los indicadores que describen el esfuerzo y los que describen el efecto; {measure} pertenece a los segundos y debe interpretarse en consecuencia.',
    'Documente el razonamiento en el momento de decidir, puesto que las reconstrucciones elaboradas después de {event} resultan invariablemente más halagadoras que exactas.',
    'Programe la revisión de {focus} con independencia de los resultados, porque los favorables aplazan precisamente el examen que los explicaría.',
  ],
  examples: [
    'Considérese la situación de {name}, que asumió la responsabilidad sobre {thing} poco antes de {event}. Tres asesores recomendaron intervenir de inmediato; un cuarto recomendó establecer primero {measure}. Al aplazar la decisión nueve días y explicar abiertamente el motivo, {name} evitó un compromiso que habría tratado el síntoma y agravado {hazard}.',
    'Dos organizaciones comparables afrontaron la misma evolución. La primera amplió sus procedimientos sobre {topic}; la segunda los redujo a una función responsable y a un indicador, {measure}. Dieciocho meses después, la diferencia no residía en la frecuencia de los problemas, sino en el intervalo entre la primera señal de {hazard} y una respuesta autorizada.',
    'Durante una revisión rutinaria {place}, {name} observó que ninguno de los presentes podía describir {thing} sin consultar un documento. La observación fue tan incómoda como productiva: demostró que {focus} se había registrado pero no comprendido, y reorientó el resto de la discusión.',
    'Cuando se pidió a {person} que justificara el gasto en {action}, la respuesta fue la comparación de dos periodos que apenas se diferenciaban en {event}. La comparación no demostró el caso de forma concluyente; estableció, lo que suele bastar, que la carga del argumento correspondía a quienes proponían ahorrar.',
  ],
  steps: [
    'Designe a una sola persona responsable de {thing} y deje constancia de ello.', 'Acuerde con ella {measure} y la desviación que obliga a informar.', 'Presencie personalmente la tarea de {action} antes de encargar un análisis.',
    'Obtenga una opinión independiente de {person}, limitada a una única pregunta.', 'Ensaye la respuesta a {event} con las personas que tendrían que ejecutarla.', 'Decida expresamente si {hazard} debe reducirse, transferirse o aceptarse.',
    'Verifique que {tool} esté disponible en el momento en que se necesita.', 'Documente el razonamiento de la decisión sobre {focus}, incluidas las alternativas descartadas.', 'Fije la fecha de la revisión antes de conocer el resultado.',
    'Comunique a los afectados qué cambiará {place} y qué no.',
  ],
  contrasts: [
    'Se afirma comúnmente que {myth}, y la afirmación debe su persistencia a que {hazard} se materializa con lentitud. Examinada a la luz de {measure}, resulta insostenible; lo que la evidencia respalda es la proposición, más exigente, de que {point}.',
    'Las propuestas que presuponen que {myth} merecen un escepticismo particular, sea cual sea el rango de quien las presenta. La experiencia de {name} tras {event} es representativa: solo el reconocimiento de que {point} permitió una recuperación ordenada.',
    'Entre las convicciones que dificultan el buen juicio sobre {topic}, la creencia de que {myth} es quizá la más cómoda. Un examen desapasionado de {thing} demuestra lo contrario, a saber, que {point}.',
  ],
  closings: [
    'La lección siguiente, «{next}», presupone la posición que se ha formado aquí sobre {focus}; anotarla en dos frases antes de continuar hará la comparación considerablemente más instructiva.',
    'Antes de pasar a «{next}», identifique en su organización a la persona capaz de contradecir las conclusiones de esta lección sobre {thing}, y prevea una conversación con ella.',
    'Lo establecido sobre {focus} adquiere su significado práctico en «{next}», donde las mismas consideraciones se aplican en condiciones menos favorables.',
  ],
  last: [
    'El curso concluye aquí; la responsabilidad sobre {topic}, evidentemente, no. Una revisión de {measure} dentro de noventa días, programada hoy y realizada con independencia de los resultados, mostrará con más fiabilidad que cualquier examen si {focus} forma ya parte de la manera de decidir de su organización.',
    ...FULL.last.slice(1),
  ],
};
