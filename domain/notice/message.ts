/** What an operator may write to one customer: plain words, and no way out of the app. */

/** Of a title, which a lock screen shows behind whom it is from, and of a text. */
export const MAX_MESSAGE_TITLE = 60
export const MAX_MESSAGE_TEXT = 1_000
/** How many messages one operator writes within an hour. */
export const MESSAGES_PER_HOUR = 20

/** Names of messengers that are no other word, in their own letters and in those of our languages. */
const LATIN_MESSENGERS = 'telegram|whats\\s?app|we\\s?chat|weixin|viber|discord|skype|kakao\\s?talk|zalo'
const WIDE_MESSENGERS = '微信|电报|電報|テレグラム|텔레그램|카카오톡|왓츠앱|위챗'

const ADDRESSES = [
  // Of mail, and names in other chats.
  /@/u,
  /:\/\//u,
  /\bwww\b/iu,
  /\bxn--/iu,
  /\b(?:t|wa)\s*[.。]?\s*me\s*\//iu,
  /\d{1,3}(?:\.\d{1,3}){3}/u,
  // An address of any chain is longer than a word, and has digits. No checksum is asked for, which a slip would break.
  /\b(?=[a-z]*\d)[a-z\d]{20,}/iu,
  // A messenger with a name behind a colon or a bracket, one that no word is, or one that ends the sentence.
  new RegExp(
    `(?<![a-z])(?:${LATIN_MESSENGERS}|${WIDE_MESSENGERS}|signal|messenger|instagram|facebook|qq)\\s*(?:id)?\\s*[:=("“]\\s*[\\p{L}\\p{N}_]`,
    'iu',
  ),
  new RegExp(`\\b(?:${LATIN_MESSENGERS})\\s+(?:(?:id|as)\\s+)?(?=[a-z]*[\\d_])\\w{4,}`, 'iu'),
  new RegExp(`\\b(?:${LATIN_MESSENGERS})\\s+(?:(?:id|as)\\s+)?[a-z]{5,}\\s*(?:[.!?,。、]|$)`, 'iu'),
  new RegExp(
    `(?:${WIDE_MESSENGERS})\\s*(?:id|号|號|帐号|账号|帳號|アカウント|아이디)?[\\s:]*[a-z]\\w{3,}`,
    'iu',
  ),
  /\bLINE(?:\s+ID)?\s*[:=]\s*\w/u,
]

/** A dot, or what browsers take for one, between the letter before it and the word behind it. */
const DOTTED = /([\p{L}\p{N}])\s*[.。](\s*)(?=(\p{L}{2,}))/gu

const WIDE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Last parts of hosts in letters without capitals, where any word may stand behind a full stop without a space. */
const WIDE_TLDS = new Set(
  (
    '中国 中國 香港 台灣 台湾 澳門 新加坡 公司 集团 企业 网络 网址 网店 网站 中文网 在线 信息 移动 商城 商店 商标 购物 手机 手表 珠宝 时尚 ' +
    '游戏 娱乐 健康 餐厅 食品 招聘 新闻 书籍 世界 政务 公益 机构 组织机构 慈善 我爱你 八卦 佛山 广东 微博 谷歌 点看 點看 通販 家電 ' +
    'コム みんな ストア セール ファッション クラウド ポイント グーグル アマゾン テスト 한국 닷컴 닷넷 테스트'
  ).split(' '),
)
/** Those that end a host behind a space too: no word that a sentence goes on with. */
const TLDS = new Set('com net org info app biz xyz cc ru cn hk tw kr jp uk eu рф'.split(' '))
/** Those that end a host with a capital too, in which a sentence begins. */
const CAPITAL_TLDS = new Set([
  ...TLDS,
  ...(
    'co shop site online store support live link click top club vip pro tech space website fun icu help exchange finance money ' +
    'cash bank email chat page world cloud digital services global test'
  ).split(' '),
])

/** Whether a word behind a dot ends a host, and does not begin a sentence whose space is missing. */
function endsHost(before: string, isSpaced: boolean, word: string): boolean {
  const small = word.toLowerCase()
  if (isSpaced) return TLDS.has(word) || small === 'com'
  if (WIDE.test(word)) return WIDE_TLDS.has(word)
  const isSentence = /^\p{Lu}\p{Ll}/u.test(word) || (/^\p{Lu}/u.test(word) && !/[\p{Lu}\p{N}]/u.test(before))
  return !isSentence || CAPITAL_TLDS.has(small)
}

/** What has many digits and is nothing to call or to pay to: days, amounts, and the references of our own pages. */
const OTHER_NUMBERS = [
  /\b20\d\d([-./])[01]?\d\1[0-3]?\d\b/gu,
  /\b[0-3]?\d([-./])[01]?\d\1(?:20\d\d)\b/gu,
  // With separators, with separators and decimals, and with decimals.
  /(?<![\w.,])\d{1,3}(?:[,’']\d{3})+(?:\.\d+)?(?![\w.,-]*\d)/gu,
  /(?<![\w.,])\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\w.,-]*\d)/gu,
  /(?<![\w.,])\d{1,3}(?:\s\d{3})+[.,]\d+(?![\w.,-]*\d)/gu,
  /(?<![\w.,])\d+[.,]\d+(?![\w.,-]*\d)/gu,
  /\b[CDFKLOPRSW]-\d{1,19}\b/gu,
  // Of a customer's payments by bank: see `paymentReference`.
  /\bRF\d\d(?:\s?\d{4}){3}\b/gu,
]
/** A number of a telephone or a bank's account: 8 digits, with what people write between them. */
const CALLED = /\d(?:(?:\.(?!\s)|[\s()\-–])*\d){7}/u

/**
 * Whether a text names a place outside the app, by its shape: a host, a link, a mail address, a number to call, an address of a
 * chain, an account of a bank, or a name in another chat. Mail programs make links of such words, our mails promise that they
 * have none, and nobody is asked for money in a message. Who spells an address out is not seen here; the words stand in the log.
 *
 * @example namesAddress('See plumb-help.com') // true
 */
export function namesAddress(text: string): boolean {
  // Wide and other forms of a sign are the sign.
  const plain = text.normalize('NFKC')
  if (ADDRESSES.some((address) => address.test(plain))) return true
  for (const [, before, space, word] of plain.matchAll(DOTTED))
    if (endsHost(before!, space !== '', word!)) return true
  return CALLED.test(OTHER_NUMBERS.reduce((rest, number) => rest.replace(number, '|'), plain))
}
