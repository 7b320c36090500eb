/** A name in every script that documents print. */
export const namesByScript = {
  Arabic: 'محمد بن عبد الله',
  Hebrew: 'שולחן בן־דוד',
  Japanese: '山田太郎',
  Korean: '김철수',
  Thai: 'สมชาย ใจดี',
  Tamil: 'முருகன்',
  Devanagari: 'अनिता शर्मा',
  Vietnamese: 'Nguyễn Thị Ánh',
  Urdu: 'محمد علی جناح',
  'Simplified Chinese': '刘䶮',
  'Traditional Chinese': '陳堃',
  Bengali: 'অনিতা শর্মা',
  Gurmukhi: 'ਪ੍ਰੇਮ ਸਿੰਘ',
  Gujarati: 'અનિતા શર્મા',
  Odia: 'ଅନିତା ଶର୍ମା',
  Telugu: 'అనిత శర్మ',
  Kannada: 'ಅನಿತಾ ಶರ್ಮಾ',
  Malayalam: 'അനിത ശർമ്മ',
  Sinhala: 'ශ්‍රී ලාල්',
  Georgian: 'ანა გელაშვილი',
  Armenian: 'Անի Պետրոսյան',
  Ethiopic: 'አበበ ቢቂላ',
  Khmer: 'សុខ ស្រីមុំ',
  Lao: 'ສົມສັກ ຫຼື',
  Burmese: 'ကျော်မြန်မာ',
  Greek: 'Γιώργος Παπαδόπουλος',
  Cyrillic: 'Анна Їжакевич',
} as const

/** A text as readers of a PDF return it: composed, and without joiners, which have no width. */
export const asRead = (text: string): string => text.normalize('NFC').replaceAll(/\p{Join_Control}/gu, '')
