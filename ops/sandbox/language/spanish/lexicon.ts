import type { Lexicon } from '../book.ts';
import { lexicon, nearestField, type Field } from '../field.ts';

/** As the English fields; actions are infinitives. The one named first is taken. */
const FIELDS: readonly Field[] = [
  [/derecho|legal|\bley\b|leyes|contrat|jur[ií]dic|normativ|fiscal|\blaw\b|legal|contract/i, lexicon(
    'la cláusula escrita|el deber de cada parte|la carga de la prueba|el plazo|el remedio|la redacción exacta|la sección de definiciones|la versión firmada',
    'leer una cláusula en voz alta|marcar cada obligación|comparar dos borradores|resumir una sentencia|probar un término con un caso raro|seguir quién soporta la pérdida',
    'una copia anotada|una tabla de obligaciones|una lista de puntos abiertos|una nota fechada',
    'una palabra ambigua|un plazo vencido|una promesa oral sin registrar|una cláusula copiada sin leer|una responsabilidad ilimitada',
    'el número de puntos abiertos|la parte de cláusulas con responsable|los días que quedan|el importe en riesgo',
    'una abogada con experiencia|un gestor de contratos|una secretaria cuidadosa', 'en la mesa de negociación|en el archivo|en un borrador con comentarios',
    'un cambio tardío en el borrador|una disputa por la entrega|una carta inesperada de la otra parte|un cambio de normas')],
  [/abeja|apicult|jard[ií]n|huert|planta|animal|perro|gato|caballo|p[aá]jaro|bosque|[aá]rbol|suelo|gallina|granja|bot[aá]nic|bee|garden|farm|plant|animal|dog/i, lexicon(
    'el refugio|la reserva de alimento|la rutina diaria|el estado de salud|el cambio de estación|el rincón tranquilo|la fuente de agua|la generación joven',
    'revisar sin molestar|alimentar a su hora|limpiar el equipo|mirar desde lejos|preparar el invierno|contar lo que vive',
    'un cuaderno con fechas|un par de guantes|un calendario sencillo|un recipiente limpio|una lupa',
    'un movimiento brusco|un exceso de comida|una corriente de aire|una enfermedad oculta|un equipo sucio',
    'el número de individuos sanos|el peso antes y después de la temporada|la temperatura de la mañana|la cantidad de alimento que queda',
    'una cuidadora con experiencia|un vecino con cuarenta años de práctica|una asesora de la zona', 'en el patio|al borde del campo|junto al refugio',
    'una semana fría y húmeda|una primavera temprana|un mes seco y caluroso|la primera helada')],
  [/program|python|java|software|web|c[oó]digo|datos|inteligencia artificial|base de datos|nube|ciberseg|algoritmo|excel|\bsql\b|machine learning|coding|data/i, lexicon(
    'la entrada|la función que se prueba|el mensaje de error|el modelo de datos|la versión mínima que funciona|la interfaz|el registro|el valor por defecto',
    'probar con una entrada rara|leer el error en voz alta|poner buenos nombres|escribir primero una prueba|quitar una línea|seguir un valor por todo el programa',
    'un depurador|un historial de versiones|una prueba pequeña|un archivo de borrador',
    'un fallo silencioso|un caso límite sin probar|un fragmento copiado|una contraseña en el código|un cambio sin revisar',
    'el tiempo hasta el primer error|la parte de pruebas que pasan|el número de líneas quitadas|el tiempo de respuesta',
    'una revisora paciente|un desarrollador de guardia|una compañera de operaciones', 'en un entorno de pruebas|en la línea de comandos|en una rama nueva',
    'una entrega fallida|una subida repentina del tráfico|un cambio de requisitos|una actualización de biblioteca')],
  [/cocina|pan\b|panader|pasteler|caf[eé]|vino|comida|queso|chocolate|receta|cerveza|cook|bak|bread|coffee|wine/i, lexicon(
    'el ingrediente principal|el calor|el tiempo de reposo|el punto de sal|la textura|el olor justo antes de estar listo|el orden en la mesa|la ración que sobra',
    'probar dos veces|pesarlo todo|preparar el puesto|ajustar el calor|dejar reposar|limpiar mientras se trabaja',
    'un cuchillo afilado|una balanza de cocina|un temporizador|un termómetro|una sartén pesada',
    'un calor excesivo|un reposo olvidado|un cuchillo sin filo|una tabla sucia|una segunda dosis de sal',
    'el peso de cada ración|la temperatura del centro|el tiempo hasta el plato|el número de intentos',
    'una panadera madrugadora|un cocinero del barrio|una invitada exigente', 'junto al fuego|en una cocina pequeña|en el mercado',
    'un corte de luz|una cena para doce|una harina de otro molino|un día húmedo')],
  [/m[uú]sica|guitarra|piano|canto|bater[ií]a|canci[oó]n|viol[ií]n|coro|music|guitar|sing/i, lexicon(
    'el ritmo|la respiración antes de la primera nota|el pasaje difícil|la afinación|la melodía|el silencio entre dos frases|la postura|el final',
    'tocar a media velocidad|grabar un minuto|cantar primero la línea|marcar el pulso|repetir dos compases|escuchar sin tocar',
    'un metrónomo|un lápiz en el atril|una grabación|un afinador', 'un hombro tenso|un pulso acelerado|un error practicado|un volumen excesivo',
    'el tempo al que sale limpio|el número de repeticiones limpias|los minutos practicados|los compases de memoria',
    'una maestra paciente|un viejo compañero de grupo|una oyente crítica', 'en la sala de ensayo|en un escenario pequeño|en la mesa de la cocina',
    'un concierto dentro de tres días|una cuerda rota|una persona nueva en el grupo|una sala fría')],
  [/finanz|inversi|contab|presupuesto|econom|bolsa|banco|seguro|dinero|ahorro|impuesto|finance|invest|account|money/i, lexicon(
    'el flujo de caja|el gasto fijo|el supuesto de la previsión|la reserva|el interés|el peor mes|la comisión|el saldo final',
    'anotar cada gasto|separar necesidades y deseos|probar un mal año|leer la letra pequeña|comparar dos ofertas|cerrar el mes',
    'una tabla sencilla|un calendario de pagos|una segunda firma|un límite escrito', 'una comisión olvidada|una previsión sin margen|una confianza prestada|una única fuente de ingresos',
    'la parte que se ahorra|los meses que cubre la reserva|el coste por año|la diferencia entre plan y resultado',
    'una contable cuidadosa|un asesor independiente|una auditora', 'al final del trimestre|en la revisión mensual|en la ventanilla del banco',
    'una subida de tipos|una factura inesperada|una bajada del mercado|un pago retrasado')],
  [/empresa|negocio|marketing|ventas|gesti[oó]n|lider|negociaci|proyecto|estrateg|log[ií]stic|emprend|marca|business|manage|leader|sales/i, lexicon(
    'la promesa al cliente|la próxima decisión|el cuello de botella|la partida del presupuesto|la reunión sin orden del día|la entrega|el precio|el objetivo común',
    'preguntar directamente al cliente|acortar una reunión|escribir la decisión|probar una oferta en pequeño|nombrar un responsable|decir que no con cortesía',
    'un plan de una página|un registro de decisiones|una encuesta breve|un tablero visible', 'un objetivo sin dueño|un cliente callado|un promedio que esconde una pérdida|un plan hecho para el aplauso',
    'la parte de clientes que vuelve|los días entre idea y prueba|el margen por pedido|el número de promesas abiertas',
    'una clienta que se marchó|un gerente veterano|una compañera de primera línea', 'en la reunión semanal|en la planta|en la mesa del cliente',
    'un pedido perdido|una reorganización|un competidor nuevo|una temporada de vacaciones')],
  [/salud|enfermer|medicin|primeros auxilios|psicolog|nutrici|terapia|farmac|health|nurs|medic/i, lexicon(
    'la primera impresión|la historia que cuenta la persona|el signo vital|el relevo|la dosis|el consentimiento|la superficie limpia|el seguimiento',
    'hacer una pregunta abierta|comprobar dos veces|lavarse las manos|repetir lo oído|observar la respiración|anotar la hora',
    'una lista de control|un apósito limpio|un reloj con segundero|una ficha con lo básico', 'una suposición sobre la causa|un nombre confundido|un lavado de manos omitido|una llamada tardía',
    'las respiraciones por minuto|el tiempo hasta la ayuda|el dolor de cero a diez|la parte de notas completas',
    'una enfermera con experiencia|un médico de guardia|una familiar que conoce la historia', 'junto a la cama|en la sala de espera|en el lugar de los hechos',
    'un turno lleno|un cambio repentino del estado|un expediente que falta|una falsa alarma')],
];

const GENERAL = lexicon(
  'el punto de partida|el supuesto oculto|la próxima jugada|el objetivo común|el punto débil|la rutina diaria|el primer resultado|la pregunta abierta',
  'probar en pequeño|comparar dos maneras|explicarlo en voz alta|ir más despacio|repetir la parte difícil|hacer una pregunta más',
  'un cuaderno|un plan sencillo|una lista corta|un reloj|un buen ejemplo',
  'un comienzo con prisas|un paso olvidado|una primera impresión falsa|un exceso de objetivos|una duda callada',
  'el número de intentos logrados|el tiempo necesario|la parte de preguntas abiertas|el progreso desde la semana pasada',
  'una persona con larga experiencia|un crítico amable|una compañera de curso', 'en la mesa|en una sala tranquila|en el grupo',
  'un cambio de plan|una semana llena|una pregunta inesperada|un primer éxito',
);

export function spanishLexicon(about: string): Lexicon {
  return nearestField(FIELDS, about) ?? GENERAL;
}
