/** Sample texts for measuring the rules: half in English, half in Spanish. We wrote them; they are about no real person. */
const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export const ABUSIVE: readonly string[] = lines(`
You are an idiot and everyone here knows it
you're so stupid it hurts to read your posts
What a moron, you are a complete joke
shut up you dumb loser
ur such a pathetic clown lol
You are nothing but a worthless piece of garbage
people like you are trash
You people are vermin
Bitch please, learn to read
f u c k you and your course
Fuck off and never come back
go f*ck yourself you motherfucker
You absolute wanker
what an asshole answer from an a s s h o l e
Sh*t answer from a dumb b*tch
this guy is a retard
you r3tard
only a faggot would use tabs
stupid whore, get out of the class
you are a disgusting pig
You're ugly and nobody wants you here
nobody likes you, just leave
No one would miss you if you were gone
The world would be better without you
kill yourself
kys already
Just go die
I hope you die in a fire
hope your mother gets cancer
drink bleach, it would help us all
You deserve to die for that comment
you should be shot
jump off a bridge, seriously
i will find you and hurt you
I'm going to kill you
I'll beat you after class
we will come for you and your family
someone should punch him in the face, someone should kill him
I know where you live
watch your back from now on
you'll regret this, I swear
better sleep with one eye open tonight
I am outside your house, I'm watching you
I will break your legs
i'll ruin your life, you will see
I gonna stab you
your days are numbered
send me nudes and I will help you with the exam
show me pics of you in underwear
I want to fuck you
would love to see you, I wanna sleep with you
nice tits in your profile picture
hey sexy girl, video chat with me?
suck my dick
meet me alone and don't tell your parents
this stays our little secret, ok?
how old are you sweetie? and are you alone at home? send me a naked picture
are you horny right now
hot singles in your area want to talk
all muslims are terrorists
those immigrants should go back
women are too emotional? No: women should not code, all women belong in the kitchen
all women are stupid
Go back to your country
go back to the kitchen
all jews are thieves
gays should be killed
these refugees are rats
black people? all blacks are criminals
you are a waste of oxygen
What a waste of space you are, you are a waste of space
Your answer shows you're brainless
She is a slut and everybody in the group knows
He's such a creep and you are a coward
listen you fat ugly troll
only idiots like you fail this quiz
you look like a pig on your photo, you are ugly
Stfu, nobody asked
eat shit
Go to hell with your questions
SCREW YOU AND YOUR STUPID GROUP
fuuuuck you all
You are scum, plain and simple
your face is disgusting, you are disgusting
you must be the dumbest freak, you are a freak
You were born stupid
Make $5,000 a week from home, WhatsApp me now
Double your bitcoin in 24 hours, guaranteed profit
Buy cheap followers here, click here
we write your essay for you, contact me on telegram
Congratulations you have won an iPhone, click this link
Earn up to 300 dollars per day online, no experience
FREE CRYPTO GIVEAWAY http://coins.example.xyz http://more.example.top
casino bonus for new players, act now
Get a loan without papers, text me at 555 0100
buy fake certificates with guaranteed grade
check http://a.example.ru and http://b.example.ru and http://c.example.ru
BUYBUYBUY cheap viagra cheap viagra!!!!!!!!!!!!!!!!
Eres un idiota y todos lo saben
eres una inútil, deja el curso
Sois todos unos imbéciles
pareces tonto, de verdad
eres la persona más estúpida, eres una estúpida
Cállate la boca, payaso
cierra el pico, perdedor
Vete a la mierda con tu pregunta
hijo de puta
eres un gilipollas
qué cabrón, pendejo
p u t a de la clase
P*ta barata
la muy puuuta no contesta
maricón de mierda
Este foro está lleno de subnormales, subnormal
chinga tu madre
jódete
que te jodan
que te den a ti y a tu grupo
das asco
me das asco, gorda
Nadie te quiere aquí
nadie te soporta, lárgate
El mundo sería mejor sin ti
todos estaríamos mejor sin ti
mátate
suicídate ya
Ojalá te mueras
ojalá te atropellen mañana
deberías estar muerto
mereces morir por ese comentario
te voy a matar
Voy a pegarte a la salida, te voy a pegar
te vamos a esperar a la salida
voy a romperte la cara
te parto la cara si vuelves a escribir
sé dónde vives
cuídate la espalda
te vas a arrepentir de esto
tus días están contados
voy a hacerte la vida imposible
te estoy vigilando desde hace días
vas a pagar por lo que dijiste
mándame fotos desnuda y te ayudo
pásame tu pack, envíame fotos íntimas
quiero follarte
me gustaría tocarte
qué tetas tienes en la foto
qué buena estás
chúpamela
esto es nuestro secreto, no se lo digas a tus padres
chicas calientes cerca de ti
los inmigrantes son delincuentes
las mujeres son tontas para esto
todos los gitanos son ladrones
los moros fuera de aquí, fuera moros
vuelve a tu país
sudaca ignorante
los judíos son una plaga
los gays deberían desaparecer
esos refugiados son ratas
eres basura
eres escoria humana
eres un don nadie
eres un cobarde y un fracasado
pedazo de animal
pedazo de mierda
maldita idiota
puto imbécil
pobre ignorante, no sabes nada
eres más feo que un cerdo, eres feo
no sirves para nada
no vales nada
tu puta madre
me cago en ti
Menudo payaso, qué vergüenza
Todos saben que eres una rata
qué asco de gusano, eres un gusano
callate idiota
eres patética
son unos parásitos, todos ustedes son unos parásitos
este profesor es un inútil, es un payaso
mierda de curso, joder, qué mierda
Escríbeme al WhatsApp y ganas dinero fácil
Gana 500 euros al día desde casa
seguidores gratis aquí, haz clic aquí
hacemos tus tareas, contáctame por WhatsApp
Vendo títulos y certificados
préstamos rápidos sin papeles
duplica tu inversión hoy
casino online con apuestas seguras
felicidades has ganado un iPhone gratis
oferta limitada solo por hoy, compra ya
pásame tu número y tu dirección
dame tu contraseña y te arreglo la cuenta
¿a qué colegio vas? ¿dónde vives?
GANA DINERO YA, LLAMA AHORA MISMO Y NO PREGUNTES
vivan las apuestas gratis http://x.example.top http://y.example.top
invierte hoy, ganancias garantizadas
jajaja qué zorra
perra, contesta
`);

export const HARMLESS: readonly string[] = lines(`
Does anybody have a good explanation of recursion for beginners?
I finished the second module today and it felt great
The quiz in lesson three has a typo in question two
How do I kill a process that does not answer on Linux?
What is the difference between a list and a tuple in Python?
I feel stupid for asking, but where do I find the certificate?
This exam was hard, but fair
We could meet on Thursday evening and go through the exercises
My answer was wrong because I forgot the unit
Thanks, that helped a lot!
Can you show me a picture of the finished hive?
Is there a plan for an advanced course on bookkeeping?
The master branch was renamed to main, so pull again
Our group is about Spanish verbs, everybody is welcome
I will find you a better source and post it here
I'll get you the link tomorrow
You are right, I was the one who was mistaken
You are a great teacher, thank you
Shooting in RAW gives you more room in the shadows
Cut the dough into four pieces and let it rest
The assassin in the novel is a symbol of guilt
Moby Dick is a long book, but the chapter on whales is funny
Cocktail recipes are in the appendix
I live in Scunthorpe, any learners near?
The analysis of variance assumes equal variances
What a class! I learned more than in a year at school
Please do not share your password with anybody
How old is the universe, roughly?
Cancer cells divide without control; that is the topic of week four
World War II killed more than 60 million people
The poem deals with death and how people mourn
Suicide rates are discussed in the sociology lesson with care
The black swan theory is explained badly in the video
White noise helps me concentrate
Immigrants founded many of the companies in this case study
Women in computing: who knows more names than Ada Lovelace?
The Muslim conquest of Spain began in 711
Why are Jewish holidays on different days each year?
In chess, is it better to trade queens early?
He beat me at chess three times in a row
I beat my own record: ten lessons in a week
The dog breed is called a bull terrier
A donkey is not a horse, said the teacher
Pigs are intelligent animals, says the biology lesson
Garbage collection in Java frees memory that is not used any more
Trash in, trash out: clean the data first
Dumb terminals had no processor of their own
The idiot-proof guide to taxes was written in 1998
Dostoevsky wrote The Idiot in 1869
A fool and his money are soon parted is a proverb
It is not a stupid question at all
That was a stupid mistake of mine, sorry
The hostname is configured in the settings file
Use \`kill -9\` only when nothing else works
Fire and forget is a pattern for messages
The attacker could execute code, so sanitise the input
Hash the passwords with a slow function
How do you handle negative feedback from students?
I disagree: the second argument does not follow from the first
This lesson is too long, could it be split?
The pronunciation of the letter r is difficult for me
Let's shoot for Friday as our deadline
My sister hit a wall with calculus too, you are not alone
Break a leg at your presentation!
I could die of laughter at that example
This bug is killing me, any hints?
Can I get a refund within thirty days?
Which plan includes the marketplace?
I work from home and study at night
He earns a salary; she earns interest. How do I book each?
The free trial ended yesterday, what now?
What does a guaranteed interest rate mean for a saver?
The lottery example in the probability lesson is nice
Bitcoin is explained in the lesson about hash functions
Does the course on nutrition cover vitamin D?
The heart pumps about five litres a minute
Sex in biology: how do plants reproduce?
Sexual selection explains the peacock, says Darwin
Breast cancer screening saves lives
In anatomy we learn the muscles of the chest and the arm
The drug trial had a control group
How do vaccines train the immune system?
I am shy, so I prefer to write
Is somebody else in the time zone of Nairobi?
I read the chapter twice and still do not get eigenvectors
The notes are here: https://en.wikipedia.org/wiki/Eigenvalues_and_eigenvectors
Good morning everyone, I am new here
My name is Amina and I want to learn bookkeeping
Is it normal that the sourdough smells like vinegar?
Two plus two is four, but in modulo three it is one
WHO and UNESCO published a report on it
HTML, CSS and SQL are enough for the first project
Why does the loop never end when i is not increased?
I would recommend starting with the glossary
The creator answered my question within a day
Could a moderator pin this post?
Please lock this thread, it is solved
The map of Europe in 1815 looks very different
Slaves in Rome could be freed; the word is manumission
The bastard operator is a character from old computing jokes, the lesson says historian
¿Alguien me explica la diferencia entre ser y estar?
Hoy terminé el segundo módulo y me siento muy bien
La pregunta tres del examen tiene una errata
¿Cómo se mata un proceso en Linux?
No entiendo la tarea de la semana dos
Gracias, me ayudó mucho tu respuesta
¿Podemos quedar el jueves para repasar?
El vestido negro del cuadro representa el luto
El río Negro pasa por varias provincias
Los negros espirituales son un género musical, dice la lección de historia
La zorra y las uvas es una fábula de Esopo
El perro y la perra de la granja comen dos veces al día, dice el texto
El burro es un animal doméstico muy resistente
El cerdo ibérico se cría en libertad
La rata es un animal de laboratorio frecuente
Las ratas de laboratorio viven unos dos años
Un gusano de seda produce un hilo muy largo
La basura se separa en tres contenedores
Los payasos del circo aparecen en el capítulo cinco
Me siento tonta por preguntar, pero ¿dónde está el certificado?
No es una pregunta tonta
El tonto de la obra dice la verdad
La coneja y el conejo comen heno
El año pasado aprendí a tocar la guitarra
Quiero tocar el piano como ella
Te voy a mandar el enlace mañana
Te voy a explicar cómo se hace
Voy a buscarte un ejemplo mejor
Vamos a golpear la masa suavemente y dejarla reposar
Hay que cortar la cebolla en trozos pequeños
Rompe el huevo y separa la clara
¿Cuántos años tiene el universo?
La guerra civil mató a cientos de miles de personas
El suicidio es un tema de la novela y se trata con respeto
El cáncer de piel se detecta con revisiones
Morir de risa es una expresión hecha
Este error me está matando, ¿alguna pista?
Las mujeres en la ciencia: ¿quién conoce más nombres?
Los inmigrantes italianos llegaron a Argentina a finales del siglo XIX
Los judíos de Toledo tradujeron muchas obras
Los musulmanes llegaron a la península en 711
Los gitanos trajeron ritmos que influyeron en el flamenco
Mi país es Perú, ¿hay alguien más de allí?
Vuelve a leer el capítulo y luego haz el ejercicio
La cocina mexicana es patrimonio de la humanidad
¿Qué plan incluye el mercado de cursos?
¿Puedo pedir un reembolso en treinta días?
Trabajo desde casa y estudio por la noche
Ella gana un sueldo y él cobra intereses, ¿cómo se registra?
¿Qué es un interés compuesto?
El casino de Madrid es un edificio histórico que sale en la lección de arte, ¿verdad?
La probabilidad de sacar un seis es un sexto
Una función recursiva se llama a sí misma
¿Por qué el bucle no termina nunca?
Las contraseñas se guardan con una función lenta
El sexo de las plantas se estudia en el tema cuatro
El corazón bombea unos cinco litros por minuto
El pecho y la espalda trabajan juntos al nadar
Me gusta mucho este curso
Eres muy amable, gracias
Eres una gran profesora
Tienes razón, me equivoqué yo
No estoy de acuerdo: el segundo argumento no se sigue del primero
La lección es demasiado larga, ¿se puede dividir?
Pronunciar la erre me cuesta mucho
¿Alguien está en el huso horario de Bogotá?
Buenos días a todos, soy nuevo aquí
Me llamo Lucía y quiero aprender contabilidad
¿Es normal que la masa madre huela a vinagre?
Dos más dos son cuatro
La ONU publicó un informe en 2023
HTML, CSS y SQL bastan para el primer proyecto
Recomiendo empezar por el glosario
El creador me respondió en un día
¿Puede un moderador fijar este mensaje?
El tema está resuelto, se puede cerrar
El mapa de Europa en 1815 era muy distinto
La bomba de agua del sistema se rompió en el ejemplo
El pene y la vagina son términos de anatomía que el examen pide
La polilla se parece a una mariposa
El pollo se asa a 180 grados
El cono y el cilindro tienen volúmenes distintos
La hostelería es el tema de la unidad seis
Un caracol avanza un metro por hora
El conejillo de Indias vive unos seis años
El niño gana confianza cuando lee en voz alta
Compré el libro que recomendaste
Me cuesta madrugar, pero estudio mejor por la mañana
¿Qué significa la palabra 'desarrollo' en este contexto?
La poesía de Lorca me emociona
Don Quijote lucha contra molinos
El pobre Sancho solo quiere comer
Un país pobre puede crecer deprisa
La vergüenza ajena no se traduce bien al inglés
El animal más rápido es el guepardo
Los parásitos intestinales se tratan con medicamentos
Apunté tres dudas para la próxima reunión
El enlace con los apuntes: https://es.wikipedia.org/wiki/Valor_propio
¿Nos vemos en la sala de estudio a las siete?
Ya resolví el ejercicio, era un signo
`);
