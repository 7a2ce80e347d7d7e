import { allowed, type Decision, refused } from '../errors.ts'
import { PUNCTUATION } from '../plain-text.ts'

/** Nicknames and signatures: what may stand beside a customer where others see it. */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const length = (text: string) => [...segmenter.segment(text)].length

const WORD = `[\\p{L}\\p{M}\\p{N}${PUNCTUATION}]`
/** Begins with a letter or a digit: a sign in front is a mention, or a formula where a table is read. */
const NICKNAME = new RegExp(`^[\\p{L}\\p{N}]${WORD}*(?: ${WORD}+)*$`, 'u')
/** A sentence has its language's own punctuation too. */
const SIGNATURE = new RegExp(`^[\\p{L}\\p{M}\\p{N} ${PUNCTUATION}·、。，！？：…]+$`, 'u')
const SIGNS = new RegExp(`[${PUNCTUATION}]`, 'gu')
/** More marks on one letter than any language writes. */
const PILED_MARKS = /\p{M}{3,}/u

const NICKNAME_LENGTH = [2, 10] as const
const SIGNATURE_LENGTH = [2, 30] as const

/** Letters of other scripts, digits and signs that pass for Latin letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '!': 'i',
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  l: 'i',
  ı: 'i',
  ɑ: 'a',
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ј: 'j',
  ӏ: 'i',
  ԁ: 'd',
  α: 'a',
  β: 'b',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  μ: 'm',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
}

/** Words that only staff may have in a name, in the seven languages. */
const reservedWords = `
  plumb support official admin administrator moderator staff helpdesk customerservice service security system
  客服 官方 管理员 管理員 系统 系統 工作人员 工作人員 安全中心 支持 支援 技术 技術 帮助 幫助 帮忙 幫忙 服务 服務
  公式 運営 サポート 管理者 管理人 カスタマー 事務局 スタッフ ヘルプ セキュリティ サービス システム
  고객센터 고객지원 고객서비스 서비스 공식 운영자 운영팀 관리자 상담원 지원팀 지원센터 도움말 헬프 스태프 서포트 보안 시스템
  soporte oficial administrador moderador atencionalcliente seguridad ayuda asistencia servicio sistema
  supporto ufficiale assistenza amministratore moderatore sicurezza servizio aiuto
`
  .trim()
  .split(/\s+/)
  .map(fold)

/**
 * Reads a nickname as it will be shown.
 *
 * Refuses: NICKNAME_INVALID for a length other than 2 to 10, special punctuation, invisible characters, or
 * letters of scripts mixed to deceive; NICKNAME_RESERVED where it could be taken for staff.
 */
export function readNickname(typed: string): Decision<{ readonly nickname: string }> {
  const nickname = typed.normalize('NFKC').trim()
  if (!isWellNamed(nickname, NICKNAME_LENGTH)) return refused('NICKNAME_INVALID')
  return reservedWords.some((word) => readsAs(nickname, word))
    ? refused('NICKNAME_RESERVED')
    : allowed({ nickname })
}

/**
 * Reads the name of a merchant as it will be shown: by the rules of nicknames, longer, and not the platform's own.
 *
 * Refuses: OTC_NAME_TAKEN.
 */
export function readMerchantName(
  typed: string,
  { platformName, maximum }: { readonly platformName: string; readonly maximum: number },
): Decision<{ readonly name: string; readonly folded: string }> {
  const name = typed.normalize('NFKC').trim()
  const isOthers = [...reservedWords, fold(platformName)].some((word) => readsAs(name, word))
  return isWellNamed(name, [NICKNAME_LENGTH[0], maximum]) && !isOthers
    ? allowed({ name, folded: foldName(name) })
    : refused('OTC_NAME_TAKEN')
}

/** How a name is compared with others: as it reads at a glance, without its signs. @example foldName('S0lid-Coins') // 'soiidcoins' */
export const foldName = (name: string): string => fold(name.replace(SIGNS, ''))

const isWellNamed = (name: string, between: readonly [number, number]) =>
  hasLength(name, between) && NICKNAME.test(name) && !PILED_MARKS.test(name) && !mixesScripts(name)

/** Whether a word is read in a name: with signs as letters (adm!n), and without them (sup-port). */
const readsAs = (name: string, word: string) => [fold(name), foldName(name)].some((one) => one.includes(word))

/** Reads a signature: 2 to 30 characters, ordinary punctuation. Refuses: SIGNATURE_INVALID. */
export function readSignature(typed: string): Decision<{ readonly signature: string }> {
  const signature = typed.normalize('NFKC').trim()
  const isWell = hasLength(signature, SIGNATURE_LENGTH) && SIGNATURE.test(signature)
  return isWell && !PILED_MARKS.test(signature) ? allowed({ signature }) : refused('SIGNATURE_INVALID')
}

const hasLength = (text: string, [minimum, maximum]: readonly [number, number]) =>
  length(text) >= minimum && length(text) <= maximum

/** Latin, Cyrillic and Greek share shapes; no honest name needs two of them. */
const mixesScripts = (text: string) =>
  [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((script) => script.test(text))
    .length > 1

/** How a name reads at a glance: case, accents, spaces and look-alikes taken away. */
function fold(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{Mn} ]/gu, '')
    .normalize('NFC')
  return [...plain].map((letter) => lookAlikes[letter] ?? letter).join('')
}
