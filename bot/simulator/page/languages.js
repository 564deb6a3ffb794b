// The client languages a phone can be set to, with the few words of the phone itself in each.

const ROWS = `
en|English|Start|Message|typing…|edited
zh-hans|简体中文|开始|输入消息|正在输入…|已编辑
zh-hant|繁體中文|開始|輸入訊息|輸入中…|已編輯
es|Español|Iniciar|Mensaje|escribiendo…|editado
pt-br|Português (Brasil)|Iniciar|Mensagem|digitando…|editada
fr|Français|Démarrer|Message|écrit…|modifié
de|Deutsch|Starten|Nachricht|schreibt…|bearbeitet
it|Italiano|Avvia|Messaggio|sta scrivendo…|modificato
nl|Nederlands|Starten|Bericht|typt…|bewerkt
pl|Polski|Rozpocznij|Wiadomość|pisze…|edytowano
ru|Русский|Начать|Сообщение|печатает…|изменено
uk|Українська|Почати|Повідомлення|друкує…|змінено
ar|العربية|ابدأ|رسالة|يكتب…|معدّلة
fa|فارسی|شروع|پیام|در حال نوشتن…|ویرایش‌شده
he|עברית|התחל|הודעה|מקליד…|נערך
hi|हिन्दी|शुरू करें|संदेश|टाइप कर रहा है…|संपादित
bn|বাংলা|শুরু করুন|বার্তা|লিখছে…|সম্পাদিত
ur|اردو|شروع کریں|پیغام|لکھ رہا ہے…|ترمیم شدہ
id|Bahasa Indonesia|Mulai|Pesan|mengetik…|diedit
vi|Tiếng Việt|Bắt đầu|Tin nhắn|đang nhập…|đã sửa
th|ไทย|เริ่ม|ข้อความ|กำลังพิมพ์…|แก้ไขแล้ว
tr|Türkçe|Başlat|Mesaj|yazıyor…|düzenlendi
ja|日本語|開始|メッセージ|入力中…|編集済み
ko|한국어|시작|메시지|입력 중…|수정됨
sw|Kiswahili|Anza|Ujumbe|anaandika…|imehaririwa`;

/** [{code, name, start, message, typing, edited}] in the order the picker shows them. */
export const LANGUAGES = ROWS.trim()
  .split("\n")
  .map((row) => {
    const [code, name, start, message, typing, edited] = row.split("|");
    return { code, name, start, message, typing, edited };
  });

const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur"]);

/** The row for a language code as Telegram sends it ("pt-BR", "en-US", "zh-hans"); English where we have none. */
export function languageOf(code) {
  const asked = (code || "en").toLowerCase();
  const base = asked.split("-")[0];
  return (
    LANGUAGES.find((row) => row.code === asked) ??
    LANGUAGES.find((row) => row.code.split("-")[0] === base) ??
    LANGUAGES[0]
  );
}

export const directionOf = (code) => (RIGHT_TO_LEFT.has((code || "").toLowerCase().split("-")[0]) ? "rtl" : "ltr");

/** An <option> for each language; a code we do not list is kept as it is, so that the picker never lies. */
export function languageOptions(chosen) {
  const known = LANGUAGES.some((row) => row.code === (chosen || "").toLowerCase());
  const rows =
    known || !chosen ? LANGUAGES : [{ code: chosen, name: `${languageOf(chosen).name} (${chosen})` }, ...LANGUAGES];
  return rows.map(
    (row) => new Option(row.name, row.code, false, row.code.toLowerCase() === (chosen || "en").toLowerCase()),
  );
}

const asDate = (moment) => new Date(typeof moment === "number" ? moment * 1000 : moment);

/** "14:05" as the person's language writes it; `moment` is Unix seconds or an ISO string. */
export function clock(moment, code) {
  return new Intl.DateTimeFormat(languageOf(code).code, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(asDate(moment));
}

/** "today", "yesterday" or "4 March", in the person's language. */
export function day(moment, code) {
  const date = asDate(moment);
  const days = Math.round((date.setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / 86400000);
  if (days === 0 || days === -1)
    return new Intl.RelativeTimeFormat(languageOf(code).code, { numeric: "auto" }).format(days, "day");
  return new Intl.DateTimeFormat(languageOf(code).code, { day: "numeric", month: "long" }).format(date);
}
