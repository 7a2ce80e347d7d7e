import type { RefusalParams } from '#domain/errors.ts'
import type { Language } from '#domain/language.ts'
import { fill } from '#domain/messages/messages.ts'
import type { Scene } from '#domain/user/scenes.ts'

/**
 * What customers are told outside the app. Never a link, so that a mail with a link is never ours;
 * never the account's name or balance; a code stands in the text and nowhere else.
 */
export interface Letter {
  readonly subject: string
  readonly text: string
}

interface Texts {
  readonly codeSubject: string
  /** `{purpose}` and `{code}`. */
  readonly code: string
  readonly purposes: Record<Scene, string>
  readonly noAccount: string
  readonly warning: string
  readonly passwordChangedSubject: string
  readonly passwordChanged: string
  readonly contactChangedSubject: string
  /** `{contact}`, partly hidden. */
  readonly contactChanged: string
  readonly payPasswordChangedSubject: string
  readonly payPasswordChanged: string
  readonly depositApprovedSubject: string
  /** `{amount}`, `{currency}`, `{reference}`. */
  readonly depositApproved: string
  readonly depositRejectedSubject: string
  /** `{reference}`, `{why}`. */
  readonly depositRejected: string
}

const texts: Record<Language, Texts> = {
  en: {
    codeSubject: 'Your Plumb code',
    code: 'Your code to {purpose}:\n\n{code}\n\nIt is valid for 10 minutes and works once.',
    purposes: {
      register: 'open an account',
      forget: 'set a new password',
      password: 'change your password',
      'pay-password': 'change your pay password',
      email: 'use this email address',
      mobile: 'use this mobile number',
    },
    noAccount: 'Somebody asked to set a new password for this contact, but it has no account with us.',
    warning:
      'If you did not ask for this, do nothing. Plumb never asks you for a code, and our mails never contain links.',
    passwordChangedSubject: 'Your password was changed',
    passwordChanged:
      'The password of your account was changed and every session was ended. If this was not you, choose “Forgotten password” in the app at once.',
    contactChangedSubject: 'Your contact was changed',
    contactChanged:
      'Your account now uses {contact}. If this was not you, choose “Forgotten password” in the app at once and write to support there.',
    payPasswordChangedSubject: 'Your pay password was changed',
    payPasswordChanged:
      'The pay password of your account was set or changed. If this was not you, change your password in the app at once.',
    depositApprovedSubject: 'Your deposit was credited',
    depositApproved: 'Deposit {reference}: {amount} {currency} is now in your funding account.',
    depositRejectedSubject: 'Your deposit was not credited',
    depositRejected: 'Deposit {reference} was rejected: {why}',
  },
  zh: {
    codeSubject: '您的 Plumb 验证码',
    code: '您正在{purpose}，验证码为：\n\n{code}\n\n10分钟内有效，仅可使用一次。',
    purposes: {
      register: '注册账号',
      forget: '重置密码',
      password: '修改登录密码',
      'pay-password': '修改支付密码',
      email: '绑定此邮箱',
      mobile: '绑定此手机号',
    },
    noAccount: '有人申请重置此联系方式的密码，但它尚未注册账号。',
    warning: '如非本人操作，请忽略。Plumb 不会向您索要验证码，我们的邮件也从不包含链接。',
    passwordChangedSubject: '您的密码已修改',
    passwordChanged: '您的登录密码已修改，所有设备均已退出登录。如非本人操作，请立即在应用内选择“忘记密码”。',
    contactChangedSubject: '您的联系方式已更改',
    contactChanged:
      '您的账号现已绑定 {contact}。如非本人操作，请立即在应用内选择“忘记密码”并联系应用内客服。',
    payPasswordChangedSubject: '您的支付密码已修改',
    payPasswordChanged: '您的支付密码已设置或修改。如非本人操作，请立即在应用内修改登录密码。',
    depositApprovedSubject: '您的充值已入账',
    depositApproved: '充值 {reference}：{amount} {currency} 已存入您的资金账户。',
    depositRejectedSubject: '您的充值未通过',
    depositRejected: '充值 {reference} 未通过审核：{why}',
  },
  hk: {
    codeSubject: '您的 Plumb 驗證碼',
    code: '您正在{purpose}，驗證碼為：\n\n{code}\n\n10分鐘內有效，僅可使用一次。',
    purposes: {
      register: '註冊帳號',
      forget: '重設密碼',
      password: '修改登入密碼',
      'pay-password': '修改支付密碼',
      email: '綁定此電郵',
      mobile: '綁定此手機號碼',
    },
    noAccount: '有人申請重設此聯絡方式的密碼，但它尚未註冊帳號。',
    warning: '如非本人操作，請忽略。Plumb 不會向您索取驗證碼，我們的電郵亦從不包含連結。',
    passwordChangedSubject: '您的密碼已修改',
    passwordChanged:
      '您的登入密碼已修改，所有裝置均已登出。如非本人操作，請立即在應用程式內選擇「忘記密碼」。',
    contactChangedSubject: '您的聯絡方式已更改',
    contactChanged:
      '您的帳號現已綁定 {contact}。如非本人操作，請立即在應用程式內選擇「忘記密碼」並聯絡應用程式內客服。',
    payPasswordChangedSubject: '您的支付密碼已修改',
    payPasswordChanged: '您的支付密碼已設定或修改。如非本人操作，請立即在應用程式內修改登入密碼。',
    depositApprovedSubject: '您的充值已入帳',
    depositApproved: '充值 {reference}：{amount} {currency} 已存入您的資金帳戶。',
    depositRejectedSubject: '您的充值未通過',
    depositRejected: '充值 {reference} 未通過審核：{why}',
  },
  jp: {
    codeSubject: 'Plumb の認証コード',
    code: '{purpose}ための認証コードです。\n\n{code}\n\n有効期限は10分、使えるのは1回だけです。',
    purposes: {
      register: 'アカウントを開設する',
      forget: '新しいパスワードを設定する',
      password: 'パスワードを変更する',
      'pay-password': '支払いパスワードを変更する',
      email: 'このメールアドレスを登録する',
      mobile: 'この携帯電話番号を登録する',
    },
    noAccount: 'この連絡先のパスワード再設定が求められましたが、登録されたアカウントはありません。',
    warning:
      'お心当たりがなければ何もしないでください。Plumb が認証コードをお尋ねすることはなく、メールにリンクを載せることもありません。',
    passwordChangedSubject: 'パスワードが変更されました',
    passwordChanged:
      'アカウントのパスワードが変更され、すべての端末からログアウトしました。お心当たりがなければ、すぐにアプリで「パスワードをお忘れの方」を選んでください。',
    contactChangedSubject: '連絡先が変更されました',
    contactChanged:
      'アカウントの連絡先が {contact} になりました。お心当たりがなければ、すぐにアプリでパスワードを再設定し、アプリ内サポートにご連絡ください。',
    payPasswordChangedSubject: '支払いパスワードが変更されました',
    payPasswordChanged:
      '支払いパスワードが設定または変更されました。お心当たりがなければ、すぐにアプリでパスワードを変更してください。',
    depositApprovedSubject: '入金が反映されました',
    depositApproved: '入金 {reference}：{amount} {currency} が資金口座に入りました。',
    depositRejectedSubject: '入金は反映されませんでした',
    depositRejected: '入金 {reference} は承認されませんでした：{why}',
  },
  kor: {
    codeSubject: 'Plumb 인증 코드',
    code: '{purpose} 위한 인증 코드입니다.\n\n{code}\n\n10분 동안 유효하며 한 번만 사용할 수 있습니다.',
    purposes: {
      register: '계정 개설을',
      forget: '비밀번호 재설정을',
      password: '비밀번호 변경을',
      'pay-password': '결제 비밀번호 변경을',
      email: '이 이메일 등록을',
      mobile: '이 휴대폰 번호 등록을',
    },
    noAccount: '이 연락처의 비밀번호 재설정이 요청되었지만 가입된 계정이 없습니다.',
    warning:
      '요청하지 않으셨다면 무시해 주세요. Plumb은 인증 코드를 묻지 않으며 메일에 링크를 넣지 않습니다.',
    passwordChangedSubject: '비밀번호가 변경되었습니다',
    passwordChanged:
      '계정 비밀번호가 변경되어 모든 기기에서 로그아웃되었습니다. 본인이 아니라면 즉시 앱에서 “비밀번호 찾기”를 선택해 주세요.',
    contactChangedSubject: '연락처가 변경되었습니다',
    contactChanged:
      '계정의 연락처가 {contact}(으)로 변경되었습니다. 본인이 아니라면 즉시 앱에서 비밀번호를 재설정하고 앱 내 고객센터에 알려 주세요.',
    payPasswordChangedSubject: '결제 비밀번호가 변경되었습니다',
    payPasswordChanged:
      '결제 비밀번호가 설정되거나 변경되었습니다. 본인이 아니라면 즉시 앱에서 비밀번호를 변경해 주세요.',
    depositApprovedSubject: '입금이 완료되었습니다',
    depositApproved: '입금 {reference}: {amount} {currency}이(가) 자금 계정에 입금되었습니다.',
    depositRejectedSubject: '입금이 반려되었습니다',
    depositRejected: '입금 {reference}이(가) 반려되었습니다: {why}',
  },
  xp: {
    codeSubject: 'Tu código de Plumb',
    code: 'Tu código para {purpose}:\n\n{code}\n\nEs válido durante 10 minutos y sirve una sola vez.',
    purposes: {
      register: 'abrir una cuenta',
      forget: 'establecer una nueva contraseña',
      password: 'cambiar tu contraseña',
      'pay-password': 'cambiar tu contraseña de pago',
      email: 'usar este correo electrónico',
      mobile: 'usar este número de móvil',
    },
    noAccount:
      'Alguien pidió una nueva contraseña para este contacto, pero no tiene ninguna cuenta con nosotros.',
    warning:
      'Si no lo pediste, no hagas nada. Plumb nunca te pide un código y nuestros correos nunca llevan enlaces.',
    passwordChangedSubject: 'Tu contraseña ha cambiado',
    passwordChanged:
      'Se cambió la contraseña de tu cuenta y se cerraron todas las sesiones. Si no fuiste tú, recupera la contraseña en la aplicación de inmediato.',
    contactChangedSubject: 'Tu contacto ha cambiado',
    contactChanged:
      'Tu cuenta usa ahora {contact}. Si no fuiste tú, recupera la contraseña en la aplicación de inmediato y escribe allí a soporte.',
    payPasswordChangedSubject: 'Tu contraseña de pago ha cambiado',
    payPasswordChanged:
      'Se estableció o cambió la contraseña de pago de tu cuenta. Si no fuiste tú, cambia tu contraseña en la aplicación de inmediato.',
    depositApprovedSubject: 'Tu depósito se ha abonado',
    depositApproved: 'Depósito {reference}: {amount} {currency} ya está en tu cuenta de fondos.',
    depositRejectedSubject: 'Tu depósito no se ha abonado',
    depositRejected: 'El depósito {reference} fue rechazado: {why}',
  },
  ydl: {
    codeSubject: 'Il tuo codice Plumb',
    code: 'Il tuo codice per {purpose}:\n\n{code}\n\nÈ valido per 10 minuti e si usa una sola volta.',
    purposes: {
      register: 'aprire un account',
      forget: 'impostare una nuova password',
      password: 'cambiare la password',
      'pay-password': 'cambiare la password di pagamento',
      email: 'usare questo indirizzo email',
      mobile: 'usare questo numero di cellulare',
    },
    noAccount:
      'Qualcuno ha chiesto una nuova password per questo contatto, che però non ha un account da noi.',
    warning:
      'Se non l’hai chiesto tu, non fare nulla. Plumb non ti chiede mai un codice e le nostre email non contengono mai link.',
    passwordChangedSubject: 'La tua password è stata cambiata',
    passwordChanged:
      'La password del tuo account è stata cambiata e tutte le sessioni sono state chiuse. Se non sei stato tu, recupera subito la password nell’app.',
    contactChangedSubject: 'Il tuo contatto è stato cambiato',
    contactChanged:
      'Il tuo account ora usa {contact}. Se non sei stato tu, recupera subito la password nell’app e scrivi lì all’assistenza.',
    payPasswordChangedSubject: 'La tua password di pagamento è stata cambiata',
    payPasswordChanged:
      'La password di pagamento del tuo account è stata impostata o cambiata. Se non sei stato tu, cambia subito la password nell’app.',
    depositApprovedSubject: 'Il tuo deposito è stato accreditato',
    depositApproved: 'Deposito {reference}: {amount} {currency} è ora nel tuo conto fondi.',
    depositRejectedSubject: 'Il tuo deposito non è stato accreditato',
    depositRejected: 'Il deposito {reference} è stato respinto: {why}',
  },
}

/** A code, and what it is for. */
export const codeLetter = (language: Language, scene: Scene, code: string): Letter => ({
  subject: texts[language].codeSubject,
  text: body(language, fill(texts[language].code, { purpose: texts[language].purposes[scene], code })),
})

/** Instead of a code, when a contact without an account asks for a new password. */
export const noAccountLetter = (language: Language): Letter => ({
  subject: texts[language].codeSubject,
  text: body(language, texts[language].noAccount),
})

/** What happened to an account, told to its contact. */
export type Notice =
  | { readonly kind: 'passwordChanged' | 'payPasswordChanged' }
  | { readonly kind: 'contactChanged'; readonly contact: string }
  | {
      readonly kind: 'depositApproved'
      readonly reference: string
      readonly amount: string
      readonly currency: string
    }
  | { readonly kind: 'depositRejected'; readonly reference: string; readonly why: string }

export const noticeLetter = (language: Language, notice: Notice): Letter => ({
  subject: texts[language][`${notice.kind}Subject`],
  text: body(language, fill(texts[language][notice.kind], { ...notice } as RefusalParams)),
})

const body = (language: Language, text: string) => `${text}\n\n${texts[language].warning}\n\nPlumb\n`
