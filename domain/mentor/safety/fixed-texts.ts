import type { SafetyFinding } from './policy.ts';

type Texts = Readonly<Record<SafetyFinding['topic'], string>>;

const ENGLISH: Texts = {
  self_harm: `I am sorry that you feel this way, and I am glad you said it. I am a program and cannot give you the help you deserve now. Please talk to a person:

- If you are in danger now, call your local emergency number.
- [findahelpline.com](https://findahelpline.com) lists free, confidential helplines by country; most also answer by chat or text.
- Tell somebody you trust where you are and how you feel, and stay with them.

Your course can wait. It will be here.`,
  abuse: `What you describe is not your fault, and nobody may do that to you. I am a program and cannot protect you; people can:

- If you are in danger now, call your local emergency number.
- [findahelpline.com](https://findahelpline.com) lists free, confidential helplines by country, also for violence and abuse, and for children and teenagers.
- Tell an adult or a friend you trust: a relative, a doctor, a teacher, a counsellor.

You do not have to do this alone.`,
  minors: `I cannot help with this here, because it is not for minors and I do not know that you are of age. Is it about something else, for a course for instance? Then ask it in other words. If something worries you, talk to an adult you trust, or find somebody to talk to at [findahelpline.com](https://findahelpline.com).

Adults can tell their year of birth in their profile.`,
};

const SPANISH: Texts = {
  self_harm: `Siento que te encuentres así, y me alegra que lo digas. Soy un programa y no puedo darte la ayuda que mereces ahora. Habla, por favor, con una persona:

- Si estás en peligro ahora, llama al número de emergencias de tu país.
- En [findahelpline.com](https://findahelpline.com) hay líneas de ayuda gratuitas y confidenciales por país; muchas atienden también por chat o mensaje.
- Di a alguien de confianza dónde estás y cómo te sientes, y quédate con esa persona.

Tu curso puede esperar. Seguirá aquí.`,
  abuse: `Lo que cuentas no es culpa tuya, y nadie puede hacerte eso. Soy un programa y no puedo protegerte; las personas sí:

- Si estás en peligro ahora, llama al número de emergencias de tu país.
- En [findahelpline.com](https://findahelpline.com) hay líneas de ayuda gratuitas y confidenciales por país, también para violencia y abuso, y para menores.
- Díselo a una persona adulta o amiga de confianza: un familiar, una médica, un profesor, una orientadora.

No tienes que pasar por esto en soledad.`,
  minors: `No puedo ayudar aquí con esto, porque no es para menores y no sé si eres mayor de edad. ¿Se trata de otra cosa, por ejemplo de un curso? Entonces pregúntalo con otras palabras. Si algo te preocupa, habla con una persona adulta de confianza o busca con quién hablar en [findahelpline.com](https://findahelpline.com).

Las personas adultas pueden indicar su año de nacimiento en su perfil.`,
};

const ARABIC: Texts = {
  self_harm: `يؤسفني أنك تشعر بهذا، ويسرّني أنك قلته. أنا برنامج ولا أستطيع أن أقدّم لك العون الذي تستحقه الآن. تحدّث من فضلك إلى إنسان:

- إن كنت في خطر الآن فاتصل برقم الطوارئ في بلدك.
- في [findahelpline.com](https://findahelpline.com) خطوط مساعدة مجانية وسرية حسب البلد، وكثير منها يجيب بالمحادثة أو الرسائل أيضًا.
- أخبر شخصًا تثق به أين أنت وبماذا تشعر، وابقَ معه.

دورتك تستطيع الانتظار، وستبقى هنا.`,
  abuse: `ما تصفه ليس ذنبك، ولا يحق لأحد أن يفعل بك ذلك. أنا برنامج ولا أستطيع حمايتك، لكن الناس يستطيعون:

- إن كنت في خطر الآن فاتصل برقم الطوارئ في بلدك.
- في [findahelpline.com](https://findahelpline.com) خطوط مساعدة مجانية وسرية حسب البلد، للعنف والإساءة أيضًا وللأطفال والمراهقين.
- أخبر بالغًا أو صديقًا تثق به: قريبًا أو طبيبًا أو معلمًا أو مرشدًا.

لست مضطرًا إلى مواجهة هذا وحدك.`,
  minors: `لا أستطيع المساعدة في هذا هنا، لأنه ليس للقاصرين ولا أعلم أنك بالغ. هل سؤالك عن شيء آخر، كدورة مثلًا؟ اسأله إذن بكلمات أخرى. وإن كان شيء يقلقك فتحدّث إلى بالغ تثق به، أو ابحث عمّن تتحدث إليه في [findahelpline.com](https://findahelpline.com).

يستطيع البالغون ذكر سنة ميلادهم في ملفهم الشخصي.`,
};

/** Returns the fixed answer to a finding, in its language if available, else in English. */
export function fixedText({ topic, language }: SafetyFinding): string {
  if (language === 'spanish') return SPANISH[topic];
  return language === 'arabic' ? ARABIC[topic] : ENGLISH[topic];
}
