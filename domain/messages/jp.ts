import type { Messages } from './messages.ts'

export const jp: Messages = {
  PARAMETER_ERROR: 'パラメータエラー：{field}',
  BODY_TOO_LARGE: 'リクエストが大きすぎます',
  NOT_FOUND: '見つかりません',
  METHOD_NOT_ALLOWED: 'この呼び出しではその方法を使えません',
  SESSION_EXPIRED: 'ログインしてください',
  KYC_REQUIRED: '本人確認を完了してください',
  TOO_MANY_REQUESTS: '回数が多すぎます。{seconds} 秒後にもう一度お試しください',
  SERVICE_UNAVAILABLE:
    'サービスを一時的に利用できません。もう一度お試しください。二重に実行されることはありません',
  INTERNAL: '当社側で問題が発生しました。処理は行われていません。参照番号 {reference}',
  IDEMPOTENCY_KEY_REUSED: 'このリクエストは別の内容ですでに送信されています',
  INSUFFICIENT_BALANCE: '利用可能残高が不足しています',
  AMOUNT_INVALID: '正しい金額を入力してください',
  AMOUNT_TOO_PRECISE: '{currency} の小数は {decimals} 桁までです',
  AMOUNT_TOO_SMALL: '最小額は {minimum} {currency} です',
  AMOUNT_TOO_LARGE: '最大額は {maximum} {currency} です',
  CURRENCY_UNKNOWN: 'この通貨は取り扱っていません',
  INSTRUMENT_UNKNOWN: 'この銘柄は取り扱っていません',
}
