import type { Language } from './foreign-share.ts';

/** A passage of a lesson in every language of courses, all on the same topic. */
export const SAMPLES: Record<Language, string> = {
  english:
    'A hive is a city of its own. Every morning the foragers leave in search of flowers, and when one of them has found a rich meadow she returns and dances. The angle of her dance tells the others where the sun stands, and its length tells them how far they have to fly. Whoever wants to keep bees should first learn to watch: a quiet hour beside the entrance teaches more than three books. Write down what you see, the weather and the time of day, and compare your notes after a month.',
  spanish:
    'Una colmena es una ciudad en sí misma. Cada mañana las pecoreadoras salen en busca de flores y, cuando una de ellas ha encontrado un prado rico, vuelve y baila. El ángulo de su danza indica a las demás dónde está el sol, y la duración les dice cuánto tienen que volar. Quien quiera criar abejas debería aprender primero a observar: una hora tranquila junto a la piquera enseña más que tres libros. Anota lo que ves, el tiempo y la hora del día, y compara tus notas al cabo de un mes.',
  french:
    'Une ruche est une ville à part entière. Chaque matin, les butineuses partent à la recherche de fleurs, et quand l’une d’elles a trouvé une prairie généreuse, elle revient et danse. L’angle de sa danse indique aux autres où se trouve le soleil, et sa durée leur dit quelle distance elles doivent parcourir. Celui qui veut élever des abeilles devrait d’abord apprendre à regarder : une heure tranquille devant l’entrée en apprend plus que trois livres. Notez ce que vous voyez, le temps qu’il fait et l’heure, puis comparez vos notes au bout d’un mois.',
  german:
    'Ein Bienenstock ist eine Stadt für sich. Jeden Morgen fliegen die Sammlerinnen aus, um Blüten zu suchen, und wenn eine von ihnen eine reiche Wiese gefunden hat, kehrt sie zurück und tanzt. Der Winkel ihres Tanzes verrät den anderen, wo die Sonne steht, und seine Dauer, wie weit sie fliegen müssen. Wer Bienen halten will, sollte zuerst das Beobachten lernen: Eine ruhige Stunde am Flugloch lehrt mehr als drei Bücher. Schreibe auf, was du siehst, das Wetter und die Tageszeit, und vergleiche deine Notizen nach einem Monat.',
  italian:
    'Un alveare è una città a sé. Ogni mattina le bottinatrici escono in cerca di fiori e, quando una di loro ha trovato un prato ricco, torna e danza. L’angolo della sua danza dice alle altre dove si trova il sole, e la sua durata quanto devono volare. Chi vuole allevare le api dovrebbe prima di tutto imparare a guardare: un’ora tranquilla davanti all’ingresso insegna più di tre libri. Annota ciò che vedi, il tempo e l’ora del giorno, e confronta i tuoi appunti dopo un mese.',
  portuguese:
    'Uma colmeia é uma cidade em si mesma. Todas as manhãs as campeiras saem à procura de flores e, quando uma delas encontra um prado rico, volta e dança. O ângulo da sua dança diz às outras onde está o sol, e a duração indica quanto têm de voar. Quem quer criar abelhas deve primeiro aprender a observar: uma hora tranquila junto à entrada ensina mais do que três livros. Anote o que vê, o tempo e a hora do dia, e compare as suas notas ao fim de um mês.',
  russian:
    'Улей — это целый город. Каждое утро сборщицы вылетают на поиски цветов, и когда одна из них находит богатый луг, она возвращается и танцует. Угол её танца показывает остальным, где находится солнце, а его длительность — как далеко им лететь. Тот, кто хочет держать пчёл, должен сначала научиться наблюдать: спокойный час у летка учит большему, чем три книги. Записывайте то, что видите, погоду и время суток, и через месяц сравните свои заметки.',
  chinese:
    '蜂箱本身就是一座城市。每天早晨，采集蜂飞出去寻找花朵，当其中一只发现了一片丰富的草地，它就会飞回来跳舞。舞蹈的角度告诉其他蜜蜂太阳在哪里，舞蹈的长短告诉它们要飞多远。想养蜂的人首先应该学会观察：在巢门旁安静地坐一个小时，学到的比读三本书还多。把你看到的东西、天气和时间都记下来，一个月以后再比较这些笔记。记录得越仔细，就越容易看出蜂群的变化，也越能及时发现问题。',
  japanese:
    'ミツバチの巣はそれ自体が一つの町です。毎朝、働きバチは花を探しに飛び立ち、豊かな草原を見つけると巣に戻って踊ります。踊りの角度は太陽の位置を仲間に伝え、踊りの長さはどこまで飛べばよいかを教えます。ハチを飼いたい人は、まず観察することを学ぶべきです。巣の入り口のそばで静かに過ごす一時間は、三冊の本よりも多くのことを教えてくれます。見たこと、天気、時刻を書き留めて、一か月後に比べてみましょう。',
  korean:
    '벌통은 그 자체로 하나의 도시입니다. 매일 아침 일벌들은 꽃을 찾아 날아가고, 그중 하나가 풍요로운 들판을 발견하면 돌아와서 춤을 춥니다. 춤의 각도는 다른 벌들에게 해가 어디에 있는지 알려 주고, 춤의 길이는 얼마나 멀리 날아가야 하는지 말해 줍니다. 벌을 기르고 싶은 사람은 먼저 관찰하는 법을 배워야 합니다. 벌통 입구 옆에서 보내는 조용한 한 시간은 책 세 권보다 더 많은 것을 가르쳐 줍니다. 본 것과 날씨, 시간을 적어 두고 한 달 뒤에 비교해 보세요.',
  arabic:
    'الخلية مدينة قائمة بذاتها. في كل صباح تخرج العاملات بحثًا عن الأزهار، وعندما تجد إحداهن مرجًا غنيًا تعود وترقص. زاوية رقصتها تخبر الأخريات أين تقع الشمس، وطول الرقصة يخبرهن كم عليهن أن يطرن. من يريد تربية النحل فعليه أولًا أن يتعلم المراقبة: ساعة هادئة بجانب المدخل تعلّم أكثر من ثلاثة كتب. اكتب ما تراه والطقس ووقت النهار، وقارن ملاحظاتك بعد شهر.',
  hindi:
    'मधुमक्खी का छत्ता अपने आप में एक शहर है। हर सुबह काम करने वाली मक्खियाँ फूलों की खोज में निकलती हैं, और जब उनमें से कोई एक भरा-पूरा मैदान पा लेती है तो लौटकर नाचती है। उसके नाच का कोण बाकी मक्खियों को बताता है कि सूरज कहाँ है, और उसकी लंबाई बताती है कि उन्हें कितनी दूर उड़ना है। जो मधुमक्खियाँ पालना चाहता है उसे पहले देखना सीखना चाहिए: द्वार के पास बिताया एक शांत घंटा तीन किताबों से अधिक सिखाता है। जो देखें उसे मौसम और समय के साथ लिख लें और एक महीने बाद तुलना करें।',
};
