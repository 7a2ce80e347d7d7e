import type { Language } from '#domain/language.ts'
import type { Purpose } from '#domain/user/purposes.ts'
import { mailTexts } from '#texts/server.ts'

/**
 * What customers are told outside the app. Never a link, so that a mail with a link is never ours;
 * never the account's name or balance; a code stands in the text and nowhere else.
 */
export interface EmailTemplate {
  readonly subject: string
  readonly text: string
}

/** A code, and what it is for. */
export function codeEmail(language: Language, scene: Purpose, code: string): EmailTemplate {
  const t = mailTexts(language)
  return {
    subject: t('mails.code_subject'),
    text: body(language, t('mails.code', { purpose: t(`mails.purpose_${scene}`), code })),
  }
}

/** Instead of a code, when a contact without an account asks for a new password, to sign in, or for the way back. */
export function noAccountEmail(language: Language, purpose: 'forget' | 'login' | 'recover'): EmailTemplate {
  const t = mailTexts(language)
  return { subject: t('mails.code_subject'), text: body(language, t(noAccount[purpose])) }
}

const noAccount = {
  forget: 'mails.no_account',
  login: 'mails.no_account_login',
  recover: 'mails.no_account_recover',
} as const

/** What happened to an account, told to its contact. */
export type Notice =
  | {
      readonly kind:
        | 'passwordChanged'
        | 'payPasswordChanged'
        | 'secondFactorOn'
        | 'secondFactorOff'
        | 'recoveryCodesRenewed'
        | 'accountFrozen'
        | 'accountUnfrozen'
        | 'recoveryAsked'
        | 'recoveryAskedLong'
        | 'recoveryRefused'
        | 'recoveryCancelled'
        | 'recoveryDone'
        | 'railLoosened'
        | 'mailPhraseSet'
        | 'mailPhraseRemoved'
        | 'dataExported'
        | 'deletionAsked'
        | 'deletionCancelled'
        | 'deletionStopped'
        | 'deletionDone'
    }
  | { readonly kind: 'contactChanged'; readonly contact: string }
  | { readonly kind: 'walletLinked' | 'walletUnlinked'; readonly address: string }
  | { readonly kind: 'passkeyAdded' | 'passkeyRemoved'; readonly name: string }

/** The email that tells a customer what was changed or decided. */
export const noticeEmail = (language: Language, notice: Notice): EmailTemplate => ({
  subject: mailTexts(language)(`mails.notice_${notice.kind}_subject`),
  text: body(language, noticeText(language, notice)),
})

function noticeText(language: Language, notice: Notice): string {
  const t = mailTexts(language)
  if (notice.kind === 'contactChanged') return t('mails.notice_contactChanged', notice)
  if (notice.kind === 'walletLinked' || notice.kind === 'walletUnlinked')
    return t(`mails.notice_${notice.kind}`, notice)
  if (notice.kind === 'passkeyAdded' || notice.kind === 'passkeyRemoved')
    return t(`mails.notice_${notice.kind}`, notice)
  return t(`mails.notice_${notice.kind}`)
}

const body = (language: Language, text: string) =>
  `${text}\n\n${mailTexts(language)('mails.warning')}\n\nPlumb\n`
